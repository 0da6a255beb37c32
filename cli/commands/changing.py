"""`mnemon memories update`: change what is kept."""

from __future__ import annotations

import click

from cli.opening import open_home, settle
from cli.options import Given, pass_given, takes
from cli.render import say, say_json, tell
from cli.targets import find
from cli.text import one_line, read_text, usable
from core.engram import EMOTIONS, MEMORY_TYPES


@click.command()
@click.argument("target", metavar="ID|TOPIC")
@click.argument("text", nargs=-1)
@click.option(
    "--importance",
    type=click.FloatRange(0, 1),
    metavar="0..1",
    help="From 0.8 on it is shown to the model in every turn.",
)
@click.option("--confidence", type=click.FloatRange(0, 1), metavar="0..1", help="How sure it is.")
@click.option(
    "--type",
    "memory_type",
    type=click.Choice(MEMORY_TYPES),
    metavar="TYPE",
    help=f"{', '.join(MEMORY_TYPES)}.",
)
@click.option(
    "--emotion",
    type=click.Choice(EMOTIONS),
    metavar="EMOTION",
    help=f"{', '.join(EMOTIONS)}.",
)
@click.option(
    "--tags", metavar="TAGS", help="All its tags from now on, commas between; '' for none."
)
@click.option("--collection", metavar="NAME", help="Where it belongs; 'memories' for nowhere else.")
@takes("user", "home", "json")
@pass_given
def update(
    given: Given,
    target: str,
    text: tuple[str, ...],
    importance: float | None,
    confidence: float | None,
    memory_type: str | None,
    emotion: str | None,
    tags: str | None,
    collection: str | None,
) -> None:
    """Change a memory: what it says (TEXT), or what is known of it.

    What is not named stays as it is. Other words are kept under a new id, the older ones become
    history; the old id still leads to the new one. With - as TEXT it is read from standard input.
    """
    content = read_text(text) if text else None
    with open_home(given) as (service, memory):
        found = find(memory, usable(target, "id"))
        receipt = memory.update(
            found.id,
            content=content,
            importance=importance,
            confidence=confidence,
            memory_type=memory_type,
            emotion=emotion,
            tags=None if tags is None else [t.strip() for t in tags.split(",") if t.strip()],
            metadata=None if collection is None else {"collection": _kept(collection)},
        )
        settle(service)
    if given.json:
        say_json(receipt)
        return
    name = receipt.topic or receipt.id
    say(f"memory updated: {name} = {one_line(receipt.content)}")
    if receipt.replaced:
        tell(f"It replaces {receipt.replaced}; see 'mnemon memories history {name}'.")


def _kept(collection: str) -> str | None:
    """What stands in the metadata: nothing for the collection of all that names none."""
    from core.recall import DEFAULT_COLLECTION

    name = usable(collection, "--collection").strip()
    return None if name == DEFAULT_COLLECTION else name
