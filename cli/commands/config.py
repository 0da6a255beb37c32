"""`mnemon config`: the settings, and where each value came from."""

import click

from cli.opening import load
from cli.options import Given, pass_given, takes
from cli.render import say_json, say_rows
from core.errors import InvalidSettings


@click.group()
def config() -> None:
    """Show the settings."""


@config.command()
@click.option("--origin", is_flag=True, help="Also say where each value came from.")
@takes("user", "home", "model", "json")
@pass_given
def show(given: Given, origin: bool) -> None:
    """Show every setting with its value.

    A setting is set by an option, by MNEMON_<NAME> in the environment, or by NAME = value in
    settings.toml in the home, in this order.
    """
    try:
        loaded = load(given)
    except InvalidSettings:
        _show_known()  # the way out of a wrong name is to see the right ones
        raise
    dumped = loaded.settings.model_dump()
    values = {n: "auto" if v is None else v for n, v in dumped.items()}
    if given.json:
        say_json({n: {"value": v, "origin": loaded.origins[n]} for n, v in values.items()})
    elif origin:
        say_rows(
            ("setting", "value", "from"),
            [(n, str(v), loaded.origins[n]) for n, v in values.items()],
        )
    else:
        say_rows(("setting", "value"), [(n, str(v)) for n, v in values.items()])


def _show_known() -> None:
    from core.settings import Settings

    say_rows(("setting", "meaning"), [(n, f.description) for n, f in Settings.model_fields.items()])
