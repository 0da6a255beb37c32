"""`mnemon backup`: the home in one file."""

from pathlib import Path

import click

from cli.opening import load
from cli.options import Given, pass_given, takes
from cli.render import say, say_json


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@takes("home", "json")
@pass_given
def backup(given: Given, file: Path) -> None:
    """Write everything into one FILE.

    Memory, conversations and settings, consistent while other programs use them. Whoever can read
    the file can read your memory; what you forget later stays in it.
    """
    from graph.backup import back_up

    made = back_up(load(given).settings.home, file.absolute())
    if given.json:
        say_json(made)
    else:
        say(f"backed up: {made.path}  ({', '.join(made.files)})")
