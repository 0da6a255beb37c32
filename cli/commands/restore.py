"""`mnemon restore`: a home from a backup."""

from pathlib import Path

import click

from cli.opening import load
from cli.options import Given, pass_given, takes
from cli.render import say, say_json


@click.command()
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
@click.option("--force", is_flag=True, help="Set a home that is there aside.")
@takes("home", "json")
@pass_given
def restore(given: Given, file: Path, force: bool) -> None:
    """Make the home from a backup FILE.

    The backup is checked first. A home that is there is never overwritten: with --force it is set
    aside under another name. Stop programs that use the home before.
    """
    from graph.backup import restore as restore_home

    settings = load(given).settings
    done = restore_home(file.absolute(), settings, force=force)
    if given.json:
        say_json(done)
    else:
        say(f"restored: {settings.home}  (as of {done.made_at})")
