"""`mnemon stats`: how much is stored."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import click

from cli.opening import has_index, open_home
from cli.options import Given, pass_given, takes
from cli.render import say_json, say_rows, tell
from core.errors import StorageError

if TYPE_CHECKING:
    from memory import MemoryService


@click.command()
@takes("user", "home", "json")
@pass_given
def stats(given: Given) -> None:
    """Count what is stored.

    First this user's memories, then the whole home: ledger and index side by side.
    """
    with open_home(given) as (service, memory):
        if has_index(service.settings):
            _open_index(service)
        counts = {"user": memory.stats(), "home": service.stats()}
    if given.json:
        say_json(counts)
    else:
        say_rows(("what", "value"), list(_flat(counts)))


def _open_index(service: MemoryService) -> None:
    """Open the index, if it can be: its rows are counted only where it is open."""
    try:
        service.keeps_index()
    except StorageError as error:
        tell(str(error))


def _flat(value: Mapping[str, object], path: str = "") -> Iterator[tuple[str, object]]:
    for name, inner in value.items():
        if isinstance(inner, Mapping):
            yield from _flat(inner, f"{path}{name}.")
        elif isinstance(inner, list):
            yield f"{path}{name}", ", ".join(map(str, inner))
        else:
            yield f"{path}{name}", inner
