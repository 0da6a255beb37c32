"""Options that mean the same everywhere, given before the command or after it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import click

from cli.text import usable

F = TypeVar("F", bound=Callable[..., Any])


@dataclass
class Given:
    """What the person chose by options; None where nothing was said."""

    user: str | None = None
    session: str | None = None
    home: str | None = None
    model: str | None = None
    temp: bool = False
    json: bool = False

    def arguments(self) -> dict[str, str | None]:
        """The choices that are settings, for `load_settings`."""
        return {"user": self.user, "home": self.home, "model": self.model}


def _keep(ctx: click.Context, param: click.Parameter, value: str | bool | None) -> None:
    """Put a value among the choices; what stands after the command is read later, so it wins."""
    if value is None or param.name is None:
        return
    given = ctx.ensure_object(Given)
    setattr(
        given, param.name, usable(value, f"--{param.name}") if isinstance(value, str) else value
    )


SHARED: dict[str, tuple[dict[str, Any], str]] = {
    "user": ({"metavar": "NAME"}, "Whose memory is read and written."),
    "session": ({"metavar": "ID"}, "Conversation: an id, a name of your own, or 'last'."),
    "home": ({"metavar": "FOLDER"}, "Where everything is kept."),
    "model": ({"metavar": "SPEC"}, "auto, offline, ollama:<model> or provider:<model>."),
    "temp": ({"is_flag": True}, "Temporary chat: memory is neither read nor written."),
    "json": ({"is_flag": True}, "Print the result as JSON."),
}
"""Name, how Click shall read it, and what it means."""


def takes(*names: str) -> Callable[[F], F]:
    """Give a command some of the shared options; they end up in its `Given`."""

    def decorate(command: F) -> F:
        for name in reversed(names):
            how, meaning = SHARED[name]
            option = click.option(
                f"--{name}", default=None, expose_value=False, callback=_keep, help=meaning, **how
            )
            command = option(command)
        return command

    return decorate


pass_given = click.make_pass_decorator(Given, ensure=True)
