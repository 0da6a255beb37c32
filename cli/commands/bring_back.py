"""`mnemon memories restore`: let a replaced memory stand again."""

import click

from cli.engrams import described
from cli.opening import open_home
from cli.options import Given, pass_given, takes
from cli.render import say, say_json
from cli.text import usable


@click.command("restore")
@click.argument("target", metavar="ID")
@takes("user", "home", "json")
@pass_given
def bring_back(given: Given, target: str) -> None:
    """Let a memory stand again that a newer one has replaced.

    Both then stand, and are never compared with each other again.
    """
    with open_home(given) as (_, memory):
        restored = memory.restore(usable(target, "id"))
    if given.json:
        say_json(restored)
    else:
        say(f"restored: {described(restored)}")
