"""`mnemon path`: where everything is kept."""

import os

import click

from cli.opening import load
from cli.options import Given, pass_given, takes
from cli.render import say_json


@click.command()
@takes("home", "json")
@pass_given
def path(given: Given) -> None:
    """Print where everything is kept.

    Deleting that folder deletes all memory.
    """
    home = load(given).settings.home
    if given.json:
        say_json({"home": home, "exists": home.is_dir()})
    else:
        click.echo(os.fsencode(home))  # the very bytes, for $(mnemon path)
