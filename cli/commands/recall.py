"""`mnemon recall`: search memory."""

from collections.abc import Sequence
from typing import cast

import click

from cli.engrams import KINDS, described
from cli.opening import open_home
from cli.options import Given, pass_given, takes
from cli.render import say, say_json, say_rows, tell
from cli.text import read_text
from core.engram import Kind
from core.recall import Recall


@click.command()
@click.argument("query", nargs=-1)
@click.option(
    "--top-k", type=click.IntRange(1, 20), metavar="N", help="At most this many. [default: 5]"
)
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    type=click.Choice(KINDS),
    metavar="KIND",
    help=f"Only this kind: {', '.join(KINDS)}.",
)
@takes("user", "home", "json")
@pass_given
def recall(given: Given, query: tuple[str, ...], top_k: int | None, kinds: tuple[str, ...]) -> None:
    """Find memories by meaning and keywords.

    Best first: relevance (0 to 1), date, what it is, and its id.
    """
    question = read_text(query, "query")
    with open_home(given) as (_, memory):
        found = memory.recall(question, top_k, cast("Sequence[Kind]", kinds) or None)
    if given.json:
        say_json(found)
        return
    _show(found)


def _show(found: Recall) -> None:
    if found.degraded:
        tell("Some memories are not embedded yet; they were searched by keywords only.")
    if not found.items:
        say("No memories found.")
        tell(
            "Nothing is stored yet."
            if found.outcome == "nothing_stored"
            else "Something is stored, but nothing that bears on this."
        )
        return
    say_rows(
        ("relevance", "date", "memory", "id"),
        [
            (i.relevance, i.engram.event_at.date(), described(i.engram), i.engram.id)
            for i in found.items
        ],
    )
