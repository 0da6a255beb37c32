"""`mnemon memories`: look at what is kept, change it, put it aside, and remove it."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

import click

from cli.commands.archiving import archive, clean, unarchive
from cli.commands.bring_back import bring_back
from cli.commands.changing import update
from cli.commands.forget import forget
from cli.commands.merging import duplicates, merge
from cli.engrams import KINDS, say_engram, told
from cli.opening import open_home
from cli.options import Given, pass_given, takes
from cli.render import as_plain, say, say_json, say_rows, tell
from cli.targets import find
from cli.text import usable
from core.engram import Engram, Kind
from core.errors import NotFound

if TYPE_CHECKING:
    from memory import Memory


@click.group()
@takes("user", "home", "json")
def memories() -> None:
    """List, show, change, archive and forget memories.

    A memory is named by its id, the beginning of its id, or its topic.
    """


@memories.command("list")
@click.option(
    "--kind", type=click.Choice(KINDS), metavar="KIND", help=f"Only this kind: {', '.join(KINDS)}."
)
@click.option(
    "--limit", type=click.IntRange(1), metavar="N", default=50, show_default=True, help="At most."
)
@click.option("--archived", is_flag=True, help="What was put aside instead, the last first.")
@takes("user", "home", "json")
@pass_given
def list_(given: Given, kind: str | None, limit: int, archived: bool) -> None:
    """List the newest memories."""
    with open_home(given) as (_, memory):
        if archived:
            found = [e for e in memory.archived(limit) if kind in (None, e.kind)]
        else:
            found = memory.memories(cast("Kind | None", kind), limit)
    if given.json:
        say_json(found)
        return
    if not found:
        tell("Nothing is archived." if archived else "No memories yet.")
    say_rows(
        ("date", "kind", "memory", "id"),
        [(e.created_at, e.kind, told(e), e.id) for e in found],
    )


@memories.command()
@click.argument("target", metavar="ID|TOPIC")
@takes("user", "home", "json")
@pass_given
def show(given: Given, target: str) -> None:
    """Show one memory with everything known about it."""
    with open_home(given) as (_, memory):
        found = find(memory, usable(target, "id"))
        whole = memory.whole(found.id)
    if given.json:
        say_json({**as_plain(found), "whole": whole})
    else:
        say_engram(found, whole)


@memories.command()
@click.argument("target", metavar="ID|TOPIC")
@takes("user", "home", "json")
@pass_given
def history(given: Given, target: str) -> None:
    """Trace a memory: its earlier values, and who did what to it.

    Every value it had is shown, the newest first, and what was merged into it. Of what was
    forgotten the events remain, without any content.
    """
    with open_home(given) as (_, memory):
        events = memory.history(usable(target, "id"))
        versions = _values(memory, target)
    if given.json:
        say_json({"versions": versions, "events": events})
        return
    say_rows(("stored", "value", "id"), [(v.created_at, v.content, v.id) for v in versions])
    say()
    say_rows(
        ("when", "what", "by", "why", "id"),
        [(e.at, e.action, e.actor, e.why, e.engram_id) for e in events],
    )


def _values(memory: Memory, target: str) -> list[Engram]:
    """What the memory says and said before; nothing once it is forgotten."""
    try:
        found = find(memory, target)
    except NotFound:
        return []
    return memory.versions(found.topic) if found.topic else [found, *memory.earlier(found.id)]


for command in (update, merge, duplicates, archive, unarchive, clean, forget):
    memories.add_command(command)
memories.add_command(bring_back)
