"""`mnemon reindex`: the index anew from the ledger."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from cli.opening import load
from cli.options import Given, pass_given, takes
from cli.render import is_terminal, say, say_json, tell
from cli.text import usable
from core.errors import InvalidInput, StorageError

if TYPE_CHECKING:
    from core.settings import Settings
    from memory import MemoryService

Progress = Callable[[int, int], None]
"""Called with what is done and what there is in all."""


@click.command()
@click.option(
    "--embedder", metavar="SPEC", help="Embed everything with: bundled or ollama:<model>."
)
@takes("home", "json")
@pass_given
def reindex(given: Given, embedder: str | None) -> None:
    """Build the index anew from the ledger.

    Nothing that is remembered changes; vectors are kept in the ledger, so no model is needed for
    what was embedded before. With --embedder everything is embedded by another model first, while
    the present one serves; when that is interrupted, the same command goes on where it stopped.
    """
    from memory import open_memory

    settings = load(given).settings
    if embedder is not None:
        _change_embedder(settings, usable(embedder, "embedder"))
        settings = settings.model_copy(update={"embedder": "auto"})  # the home's new one
    with open_memory(settings, background=False) as service:
        _check_possible(service)
        count = _with_bar(service.reindex) if is_terminal(sys.stderr) else service.reindex()
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


def _change_embedder(settings: Settings, spec: str) -> None:
    from memory import change_embedder

    def change(on_progress: Progress | None = None) -> int:
        tell(f"The embedder of this home is now {change_embedder(settings, spec, on_progress)}.")
        return 0

    _with_bar(change) if is_terminal(sys.stderr) else change()


def _with_bar(work: Callable[[Progress], int]) -> int:
    """Do it with a bar that shows how far it is."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None)
        return work(lambda done, total: bar.update(task, completed=done, total=total))
