"""A Click group that knows its commands by name and imports one only when it is called."""

from collections.abc import Mapping
from difflib import get_close_matches
from importlib import import_module
from typing import Any

import click

Table = Mapping[str, Mapping[str, tuple[str, str]]]
"""Section -> command -> (`module:attribute`, short help)."""


class LazyGroup(click.Group):
    """A group whose help needs none of its commands' modules.

    A test holds each short help of the table against the command's own.
    """

    def __init__(self, *args: Any, table: Table, **kwargs: Any) -> None:  # noqa: ANN401 - Click's own
        super().__init__(*args, **kwargs)
        self.table = table
        self._targets = {n: t for section in table.values() for n, (t, _) in section.items()}

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - Click's own
        """The names in the order of the table."""
        return list(self._targets)

    def get_command(
        self,
        ctx: click.Context,  # noqa: ARG002 - Click's own
        cmd_name: str,
    ) -> click.Command | None:
        """Import the command, or None when nobody knows the name."""
        if cmd_name not in self._targets:
            return None
        module, attribute = self._targets[cmd_name].split(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As Click does, but an unknown name is answered with the nearest one."""
        if args and args[0] not in self._targets and not args[0].startswith("-"):
            near = get_close_matches(args[0], self._targets, n=1)
            hint = f" Did you mean '{near[0]}'?" if near else ""
            raise click.UsageError(f"There is no command {args[0]!r}.{hint}", ctx)
        return super().resolve_command(ctx, args)

    def format_commands(
        self,
        ctx: click.Context,  # noqa: ARG002 - Click's own
        formatter: click.HelpFormatter,
    ) -> None:
        """Write each section of the table."""
        for title, section in self.table.items():
            with formatter.section(title):
                formatter.write_dl([(name, short) for name, (_, short) in section.items()])
