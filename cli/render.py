"""How results and talk look: results on stdout, talk on stderr, never a stored escape sequence.

On a terminal lists are tables; in a pipe each row is one line with tabs between its fields. Rich
is imported only where a terminal is there to use it, and its markup is never on.
"""

import json
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any, TextIO

import click

from cli.text import one_line, visible

_BEYOND_JSON = re.compile("[\x7f-\x9f\u202d\u202e\ud800-\udfff]")
"""What a terminal obeys (or cannot encode) and `json.dumps` would leave as it is."""


def say(text: str = "") -> None:
    """Print a result line on stdout."""
    click.echo(visible(text))


def tell(text: str, *, dim: bool = True) -> None:
    """Print a line of talk on stderr, dim where the terminal can."""
    line = visible(text)
    click.echo(click.style(line, dim=True) if dim and has_style(sys.stderr) else line, err=True)


def is_terminal(stream: TextIO | None) -> bool:
    """Whether somebody looks at the stream; a closed one is None."""
    return stream is not None and stream.isatty()


def has_style(stream: TextIO) -> bool:
    """Whether the stream is a terminal that wants colours (NO_COLOR and TERM=dumb do not)."""
    if not is_terminal(stream):
        return False
    from rich.console import Console

    console = Console(file=stream)
    return not (console.no_color or console.is_dumb_terminal)


def say_rows(titles: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print a list: a table on a terminal, tab-separated lines without titles elsewhere."""
    if is_terminal(sys.stdout):
        _say_table(titles, rows)
        return
    for row in rows:
        say("\t".join(one_line(_cell(value)) for value in row))


def _say_table(titles: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(markup=False, highlight=False, emoji=False)
    plain = not has_style(sys.stdout)
    table = Table(box=None, pad_edge=False, header_style="none" if plain else "dim")
    for title in titles:
        table.add_column(Text(title), overflow="fold")
    for row in rows:
        table.add_row(*(Text(one_line(_cell(value))) for value in row))
    console.print(table)


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%d %H:%M")
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def say_json(value: object) -> None:
    """Print a value as one JSON document, safe to show on a terminal."""
    text = json.dumps(as_plain(value), ensure_ascii=False, indent=2)
    click.echo(_escaped(text))


def say_json_line(value: object) -> None:
    """Print a value as JSON on one line, for a stream of results."""
    click.echo(_escaped(json.dumps(as_plain(value), ensure_ascii=False)))


def _escaped(text: str) -> str:
    return _BEYOND_JSON.sub(lambda match: f"\\u{ord(match.group()):04x}", text)


def as_plain(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    """The value in JSON types: dataclasses as objects, moments in ISO 8601, paths as text."""
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: as_plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Mapping):
        return {str(k): as_plain(v) for k, v in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [as_plain(v) for v in value]
    if isinstance(value, datetime | date):
        return value.isoformat()
    return str(value) if isinstance(value, Path) else value
