"""`mnemon topics`: the standing facts."""

import click

from cli.opening import open_home
from cli.options import Given, pass_given, takes
from cli.render import say_json, say_rows, tell


@click.command()
@takes("user", "home", "json")
@pass_given
def topics(given: Given) -> None:
    """List the standing facts.

    Each topic with its value as it stands and since when.
    """
    with open_home(given) as (_, memory):
        found = memory.topics()
    if given.json:
        say_json(found)
        return
    if not found:
        tell("No topics yet. 'mnemon remember user.editor vim' makes one.")
    say_rows(("topic", "value", "since"), [(e.topic, e.content, e.created_at) for e in found])
