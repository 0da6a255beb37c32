"""`mnemon stats`: how much is stored."""

from collections.abc import Iterator, Mapping

import click

from cli.opening import has_index, open_home
from cli.options import Given, pass_given, takes
from cli.render import say_json, say_rows


@click.command()
@takes("user", "home", "json")
@pass_given
def stats(given: Given) -> None:
    """Count what is stored.

    First this user's memories, then the whole home: ledger and index side by side.
    """
    with open_home(given) as (service, memory):
        if has_index(service.settings):
            service.keeps_index()  # its rows are counted only where it is open
        counts = {"user": memory.stats(), "home": service.stats()}
    if given.json:
        say_json(counts)
    else:
        say_rows(("what", "value"), list(_flat(counts)))


def _flat(value: Mapping[str, object], path: str = "") -> Iterator[tuple[str, object]]:
    for name, inner in value.items():
        if isinstance(inner, Mapping):
            yield from _flat(inner, f"{path}{name}.")
        elif isinstance(inner, list):
            yield f"{path}{name}", ", ".join(map(str, inner))
        else:
            yield f"{path}{name}", inner
