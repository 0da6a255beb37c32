"""`mnemon recall`: search memory."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import cast, get_args

import click

from cli.conversations import choose
from cli.engrams import KINDS, described
from cli.opening import open_home
from cli.options import Given, pass_given, takes
from cli.render import say, say_json, say_rows, tell
from cli.text import read_text
from core.engram import MEMORY_TYPES, Kind
from core.errors import InvalidInput
from core.recall import Recall, RecallFilter, RecallScope

SCOPES: tuple[RecallScope, ...] = get_args(RecallScope)


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
@click.option(
    "--scope",
    type=click.Choice(SCOPES),
    default="any",
    metavar="SCOPE",
    help="Whose memories: session, user, agent, tenant or any. [default: any]",
)
@click.option(
    "--since", type=click.DateTime(["%Y-%m-%d"]), metavar="DATE", help="From this day on."
)
@click.option("--until", type=click.DateTime(["%Y-%m-%d"]), metavar="DATE", help="Before this day.")
@click.option("--tag", "tags", multiple=True, metavar="TAG", help="Only with this tag.")
@click.option(
    "--type",
    "memory_type",
    type=click.Choice(MEMORY_TYPES),
    metavar="TYPE",
    help=f"Only of this type: {', '.join(MEMORY_TYPES)}.",
)
@click.option("--collection", metavar="NAME", help="Only in this collection.")
@click.option("--explain", is_flag=True, help="Show how each came about, and what was left out.")
@takes("user", "session", "home", "json")
@pass_given
def recall(
    given: Given,
    query: tuple[str, ...],
    top_k: int | None,
    kinds: tuple[str, ...],
    scope: str,
    since: datetime | None,
    until: datetime | None,
    tags: tuple[str, ...],
    memory_type: str | None,
    collection: str | None,
    explain: bool,
) -> None:
    """Find memories by meaning and keywords.

    Best first: relevance (0 to 1), date, what it is, and its id. A time in the query ("last week",
    "in May") prefers what happened then.
    """
    question = read_text(query, "query")
    wanted = RecallFilter(
        since=_utc(since),
        until=_utc(until),
        tags=tags,
        memory_type=memory_type,
        collection=collection,
    )
    if scope == "session" and given.session is None:
        raise InvalidInput("Which conversation? Name it with --session, or say --scope user.")
    with open_home(given) as (service, memory):
        if given.session is not None:
            meant = choose(given.session, memory.identity, memory.sessions())
            memory = service.for_identity(memory.identity.in_session(meant.id))
        found = memory.recall(
            question,
            top_k,
            cast("Sequence[Kind]", kinds) or None,
            cast("RecallScope", scope),
            wanted=wanted,
            explain=explain,
        )
    if given.json:
        say_json(found)
        return
    _show(found)
    if explain:
        _explain(found)


def _utc(day: datetime | None) -> datetime | None:
    return None if day is None else day.replace(tzinfo=UTC)


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


def _explain(found: Recall) -> None:
    """How each answer came to its place, then what is not shown and at which stage it fell out."""
    tell("Why, best first:")
    for item in found.items:
        parts = ", ".join(f"{k} {v}" for k, v in item.explanation.items() if v is not None)
        say_rows(("score", "parts", "id"), [(item.score, parts, item.engram.id)])
    if found.rerank_used:
        tell("The cross-encoder had the last word on the order.")
    if found.left_out:
        tell("Left out:")
        rows = [(out.stage, out.why, out.relevance, out.id) for out in found.left_out]
        say_rows(("stage", "why", "relevance", "id"), rows)
