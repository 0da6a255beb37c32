"""`mnemon reindex`: the index anew from the ledger."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from cli.opening import open_home
from cli.options import Given, pass_given, takes
from cli.render import is_terminal, say, say_json
from core.errors import InvalidInput, StorageError

if TYPE_CHECKING:
    from memory import MemoryService


@click.command()
@takes("home", "json")
@pass_given
def reindex(given: Given) -> None:
    """Build the index anew from the ledger.

    Nothing that is remembered changes; vectors are kept in the ledger, so no model is needed for
    what was embedded before.
    """
    with open_home(given) as (service, _):
        _check_possible(service)
        count = _with_bar(service) if is_terminal(sys.stderr) else service.reindex()
    if given.json:
        say_json({"indexed": count})
    else:
        say(f"indexed: {count}")


def _check_possible(service: MemoryService) -> None:
    """Raise an error that says what to do when this process cannot write the index."""
    if not service.settings.index:
        raise InvalidInput("The index is switched off. Set MNEMON_INDEX=true to have one.")
    if not service.keeps_index():
        raise StorageError(
            "Another program keeps the index of this home: an open chat or the server. "
            "Stop it, then run 'mnemon reindex' again."
        )


def _with_bar(service: MemoryService) -> int:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        return service.reindex(lambda done, total: bar.update(task, completed=done, total=total))
