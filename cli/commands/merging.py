"""`mnemon memories merge` and `duplicates`: make one of memories that say the same."""

from __future__ import annotations

import click

from cli.engrams import told
from cli.opening import open_home
from cli.options import Given, pass_given, takes
from cli.render import say, say_json, say_rows, tell
from cli.targets import find
from cli.text import one_line, usable


@click.command()
@click.argument("keep", metavar="ID|TOPIC")
@click.argument("others", nargs=-1, required=True, metavar="ID...")
@takes("user", "home", "json")
@pass_given
def merge(given: Given, keep: str, others: tuple[str, ...]) -> None:
    """Let one memory stand for others that say the same.

    The first one is kept, with the tags of all and the highest importance; the others become
    history.
    """
    with open_home(given) as (_, memory):
        first = find(memory, usable(keep, "id"))
        kept = memory.merge(first.id, *(find(memory, usable(one, "id")).id for one in others))
    if given.json:
        say_json(kept)
    else:
        say(f"merged into: {one_line(told(kept))}  ({kept.id})")


@click.command()
@click.option(
    "--limit", type=click.IntRange(1), metavar="N", default=20, show_default=True, help="At most."
)
@takes("user", "home", "json")
@pass_given
def duplicates(given: Given, limit: int) -> None:
    """Propose pairs of memories that seem to say the same.

    Nothing is changed: 'mnemon memories merge KEEP OTHER' makes one of a pair.
    """
    with open_home(given) as (_, memory):
        found = memory.duplicates(limit)
    if given.json:
        say_json(found)
        return
    if not found:
        tell("No two memories seem to say the same.")
    say_rows(
        ("likeness", "keep", "other", "id to keep", "id of the other"),
        [(d.likeness, told(d.keep), told(d.other), d.keep.id, d.other.id) for d in found],
    )
