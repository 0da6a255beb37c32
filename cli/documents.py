"""The parts of the README that are made from the program: `python -m cli.documents README.md`.

Each stands between `<!-- made: NAME -->` and `<!-- end -->`. `make docs` writes them anew, and a
test compares them, so the README cannot fall behind.
"""

import re
import sys
from collections.abc import Callable
from pathlib import Path

from cli.reference import commands_markdown, settings_markdown, slash_markdown
from graph.drawing import mermaid

_PART = re.compile(r"(<!-- made: (?P<name>\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def graph_markdown() -> str:
    """The picture of the compiled graph."""
    return f"```mermaid\n{mermaid().rstrip()}\n```"


PARTS: dict[str, Callable[[], str]] = {
    "commands": commands_markdown,
    "slash": slash_markdown,
    "settings": settings_markdown,
    "graph": graph_markdown,
}


def with_made_parts(text: str) -> str:
    """The document with every made part as the program is now.

    Raises:
        KeyError: A mark names a part that nothing makes.
    """
    return _PART.sub(lambda m: f"{m[1]}{PARTS[m['name']]().strip()}\n{m[3]}", text)


def part_names(text: str) -> list[str]:
    """The made parts that a document has, in order."""
    return [found["name"] for found in _PART.finditer(text)]


if __name__ == "__main__":
    for argument in sys.argv[1:]:
        document = Path(argument)
        document.write_text(with_made_parts(document.read_text("utf-8")), "utf-8")
