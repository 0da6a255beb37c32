"""Text that comes from a person and text that goes to a terminal.

What comes in is refused when it cannot be kept as it is (half a character, NUL bytes). What goes
out is stripped of everything a terminal would obey instead of show: memory holds other people's
words, and a stored escape sequence must not repaint the screen of whoever lists it.
"""

import io
import re
import sys
from typing import BinaryIO

from core.errors import InvalidInput

_OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202d\u202e]")
"""C0 but tab and newline, DEL, C1 (0x9b begins an escape sequence), and the two marks that
override the direction of text, by which a line can be made to read as another."""

_SURROGATE = re.compile("[\ud800-\udfff]")


def visible(text: str) -> str:
    """The text with every character that a terminal would obey replaced by `\ufffd`."""
    return _SURROGATE.sub("\ufffd", _OBEYED.sub("\ufffd", text.replace("\r\n", "\n")))


def one_line(text: str, limit: int = 0) -> str:
    """The text on one visible line: white space folded, cut with `…` beyond `limit` characters."""
    folded = visible(" ".join(text.split()))
    return folded if limit <= 0 or len(folded) <= limit else folded[: limit - 1] + "…"


def usable(text: str, what: str) -> str:
    """The text itself, when it can be stored and asked as it is.

    Args:
        text: What the person gave.
        what: What it is called in the message, such as "text" or "--user".

    Raises:
        InvalidInput: It is blank, is not valid UTF-8, or has NUL bytes.
    """
    if not text.strip():
        raise InvalidInput(f"The {what} is empty. Give at least one word.")
    if _SURROGATE.search(text):
        raise InvalidInput(f"The {what} is not valid UTF-8. Convert it, for example with iconv.")
    if "\0" in text:
        raise InvalidInput(f"The {what} has NUL bytes; is it UTF-16 or binary? Send UTF-8 text.")
    return text


def read_text(words: tuple[str, ...], what: str = "text") -> str:
    """The words of the command line as one text, or all of standard input for none or `-`.

    Raises:
        InvalidInput: No words were given and nothing is piped in, or the text is not usable.
    """
    if words and words != ("-",):
        return usable(" ".join(words), what)
    if not words and sys.stdin is not None and sys.stdin.isatty():
        raise InvalidInput(f"The {what} is missing. Write it behind the command, or pipe it in.")
    try:
        piped = standard_input().read()
    except OSError as error:
        raise unreadable(error) from None
    return usable(decoded(piped).strip(), what)


def standard_input() -> BinaryIO:
    """Standard input as bytes; empty when the process was started without one."""
    return io.BytesIO() if sys.stdin is None else sys.stdin.buffer


def unreadable(error: OSError) -> InvalidInput:
    """What to tell a person whose standard input cannot be read."""
    return InvalidInput(f"Standard input cannot be read ({error.strerror}). Pipe text into it.")


def decoded(raw: bytes) -> str:
    """The bytes as UTF-8 without a byte order mark; a wrong byte becomes a lone surrogate.

    The surrogate is what `usable` finds and refuses, as it does in a command line argument.
    """
    return raw.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "surrogateescape")
