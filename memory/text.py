"""Text as it may be stored: valid Unicode, not blank, not endless."""

import re

from core.errors import InvalidInput

MAX_CONTENT_CHARS = 16 * 1024
"""One memory is a fact or an exchange, not a document. Of a longer text a row has the beginning, with
a mark; the whole is kept beside it."""

MAX_WHOLE_CHARS = 1024 * 1024
"""Nothing longer is taken in at all: one text must not fill the ledger."""

CUT_MARK = " […cut]"
"""Where a side of an exchange was cut."""

_WHOLE_MARK = " […cut: {chars:,} characters in all; the whole: mnemon memories show {id}]"
_IS_CUT = re.compile(r" \[…cut: [\d,]+ characters in all; the whole: mnemon memories show \S+\]\Z")


def clean_text(text: str) -> str:
    """The text without lone surrogates and NULs (a mark stands for each) and outer white space.

    Lone surrogates cannot be encoded as UTF-8; a NUL would end the text in other programs. Two
    surrogates that make one character, as some terminals send an emoji, become that character.
    """
    if not isinstance(text, str):
        raise InvalidInput(f"Text is expected, not {type(text).__name__}.")
    return _without_surrogates(text).replace("\x00", "\ufffd").strip()


def required_text(text: str, what: str) -> str:
    """The cleaned text of something that must be said and must fit into one row.

    Raises:
        InvalidInput: It is blank (or shows nothing but marks of direction), or longer than 16,384 characters.
    """
    cleaned = _said(text, what)
    if len(cleaned) > MAX_CONTENT_CHARS:
        raise InvalidInput(
            f"The {what} has {len(cleaned)} characters; at most {MAX_CONTENT_CHARS} can stand "
            "there. Shorten it, or keep it as a fact.",
            reason="too long",
        )
    return cleaned


def whole_text(text: str, what: str) -> str:
    """The cleaned text of something that must be said and may be long.

    Raises:
        InvalidInput: It is blank, or longer than 1,048,576 characters.
    """
    cleaned = _said(text, what)
    if len(cleaned) > MAX_WHOLE_CHARS:
        raise InvalidInput(
            f"The {what} has {len(cleaned)} characters; at most {MAX_WHOLE_CHARS} are kept of one "
            "text. Save it in parts.",
            reason="too long",
        )
    return cleaned


def beginning(text: str, engram_id: str) -> str:
    """The text, or its beginning with a mark that says where the whole is."""
    if len(text) <= MAX_CONTENT_CHARS:
        return text
    mark = _WHOLE_MARK.format(chars=len(text), id=engram_id)
    return text[: MAX_CONTENT_CHARS - len(mark)] + mark


def is_cut(content: str) -> bool:
    """Whether a row's text ends with the mark of `beginning`."""
    return len(content) == MAX_CONTENT_CHARS and bool(_IS_CUT.search(content))


def capped_text(text: str, limit: int = MAX_CONTENT_CHARS) -> str:
    """The cleaned text, cut at `limit` characters with a visible mark."""
    cleaned = clean_text(text)
    return cleaned if len(cleaned) <= limit else cleaned[: limit - len(CUT_MARK)] + CUT_MARK


def _said(text: str, what: str) -> str:
    cleaned = clean_text(text)
    if not any(char.isprintable() and not char.isspace() for char in cleaned):
        raise InvalidInput(f"The {what} is empty. Say what to remember.", reason="empty")
    return cleaned


def _without_surrogates(text: str) -> str:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text
