"""`mnemon forget`: remove memories, conversations, or all of a user, for good."""

from __future__ import annotations

import asyncio
import shlex
import sys

import click

from cli.forgetting import forget_everywhere, say_receipt, wish_of
from cli.opening import open_home
from cli.options import Given, pass_given, takes
from cli.render import is_terminal, say_json
from cli.text import usable
from core.errors import InvalidInput, StorageError


@click.command()
@click.argument("targets", nargs=-1, metavar="[ID|TOPIC]...")
@click.option("--topic", multiple=True, metavar="KEY", help="A topic with all its values.")
@click.option("--session", metavar="ID", help="A conversation with all that came from it.")
@click.option(
    "--mentions",
    is_flag=True,
    help="Also every exchange that mentions it, were it one common word.",
)
@click.option("--dry-run", is_flag=True, help="Only show what would go.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@takes("user", "home", "json")
@pass_given
def forget(
    given: Given,
    targets: tuple[str, ...],
    topic: tuple[str, ...],
    session: str | None,
    mentions: bool,
    dry_run: bool,
    yes: bool,
) -> None:
    """Remove memories for good.

    An id removes that memory; a topic removes its value and all earlier ones. With it go the
    exchanges that saved or retold it, and the turns of your conversations that hold it. With
    --user NAME and nothing else, all of that user goes. There is no undo.
    """
    everything = not (targets or topic or session)
    if everything and given.user is None:
        raise InvalidInput(
            "Say what to forget: an id, a topic, --session ID, or --user NAME for all of a user."
        )
    if everything and not (dry_run or yes):
        _confirm(str(given.user))
    named = [usable(target, "id") for target in targets]
    with open_home(given) as (service, memory):
        wish = wish_of(memory, named, topic, session or "", everything, mentions)
        receipt = asyncio.run(forget_everywhere(service, memory.identity, wish, dry_run=dry_run))
    if given.json:
        say_json([receipt])
    else:
        say_receipt(receipt)
    if receipt.remaining:
        raise StorageError(
            f"It is forgotten, but its bytes are still in the home: {'; '.join(receipt.found)}. "
            "Stop the other programs that use this home, then run the command again, or see "
            "'mnemon doctor'."
        )


def _confirm(user: str) -> None:
    """Ask once more before all of a user goes.

    Raises:
        InvalidInput: Nobody is there to be asked.
    """
    if not is_terminal(sys.stdin):
        raise InvalidInput(
            f"This forgets everything of {user}, and nobody can be asked here. Nothing was changed. "
            f"Type 'mnemon --user {shlex.quote(user)} forget --yes' if that is meant, or "
            "'--dry-run' to see what would go."
        )
    click.confirm(f"Forget everything of {user}?", abort=True, err=True)
