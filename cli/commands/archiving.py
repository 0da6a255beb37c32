"""`mnemon memories archive`, `unarchive` and `clean`: put memories aside, and bring them back."""

from __future__ import annotations

from collections.abc import Sequence

import click

from cli.engrams import told
from cli.opening import open_home
from cli.options import Given, pass_given, takes
from cli.render import say, say_json, say_rows, tell
from cli.targets import find
from cli.text import one_line, usable
from core.engram import Engram


@click.command()
@click.argument("targets", nargs=-1, required=True, metavar="ID|TOPIC...")
@takes("user", "home", "json")
@pass_given
def archive(given: Given, targets: tuple[str, ...]) -> None:
    """Put memories aside.

    They are kept, and never recalled. 'mnemon memories list --archived' lists them, 'unarchive'
    brings them back.
    """
    with open_home(given) as (_, memory):
        ids = [find(memory, usable(target, "id")).id for target in targets]
        done = memory.archive(*ids)
    _show(given, "archived", done)


@click.command()
@click.argument("ids", nargs=-1, required=True, metavar="ID...")
@takes("user", "home", "json")
@pass_given
def unarchive(given: Given, ids: tuple[str, ...]) -> None:
    """Bring archived memories back."""
    with open_home(given) as (_, memory):
        done = memory.unarchive(*(usable(one, "id") for one in ids))
    _show(given, "brought back", done)


@click.command()
@click.option(
    "--max-importance",
    type=click.FloatRange(0, 1),
    metavar="0..1",
    default=0.3,
    show_default=True,
    help="Only what matters no more than this.",
)
@click.option(
    "--older-than-days",
    type=click.FloatRange(0),
    metavar="N",
    default=30,
    show_default=True,
    help="Only what was stored, and last used, longer ago.",
)
@click.option("--dry-run", is_flag=True, help="Only show what would be archived.")
@takes("user", "home", "json")
@pass_given
def clean(given: Given, max_importance: float, older_than_days: float, dry_run: bool) -> None:
    """Archive what matters little, is old and was not used lately.

    At most 1,000 at a time, the least important first. Nothing is erased.
    """
    with open_home(given) as (_, memory):
        found = memory.clean(max_importance, older_than_days, dry_run=dry_run)
    if given.json:
        say_json(found)
        return
    if not found:
        tell("There is nothing to clean.")
        return
    say_rows(
        ("importance", "date", "memory", "id"),
        [(e.importance, e.created_at, told(e), e.id) for e in found],
    )
    tell(
        f"{len(found)} would be archived; nothing was changed."
        if dry_run
        else f"{len(found)} archived. 'mnemon memories unarchive ID' brings one back."
    )


def _show(given: Given, done: str, engrams: Sequence[Engram]) -> None:
    if given.json:
        say_json(engrams)
        return
    for engram in engrams:
        say(f"{done}: {one_line(told(engram))}  ({engram.id})")
