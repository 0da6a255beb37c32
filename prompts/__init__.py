"""The words that are said to a language model, as text files, and `load` to read one.

Placeholders are `$name` (string.Template), so that braces in a text stay braces.
"""

from functools import lru_cache
from pathlib import Path
from string import Template

__all__ = ["load"]


@lru_cache(maxsize=64)
def load(name: str) -> Template:
    """Read one prompt.

    Args:
        name: The file's name in this folder, without `.md`.

    Returns:
        The text, without blank lines around it; call `.substitute(...)` to fill it in.

    Raises:
        FileNotFoundError: No prompt has that name: the installation is incomplete.
    """
    text = (Path(__file__).parent / f"{name}.md").read_text("utf-8")
    return Template(text.strip())
