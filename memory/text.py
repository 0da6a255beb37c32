"""Text as it may be stored: valid Unicode, not blank, not endless."""

from core.errors import InvalidInput

MAX_CONTENT_CHARS = 16 * 1024
"""One memory is a fact or an exchange, not a document. Longer turns are cut with a mark."""

CUT_MARK = " […cut]"


def clean_text(text: str) -> str:
    """The text with lone surrogates and NULs replaced and outer white space removed.

    Lone surrogates cannot be encoded as UTF-8; a NUL would end the text in other programs.
    """
    if not isinstance(text, str):
        raise InvalidInput(f"Text is expected, not {type(text).__name__}.")
    valid = text.encode("utf-8", "replace").decode("utf-8") if _has_surrogate(text) else text
    return valid.replace("\x00", "\ufffd").strip()


def required_text(text: str, what: str) -> str:
    """The cleaned text of something that must be said and must fit.

    Raises:
        InvalidInput: It is blank, or longer than 16,384 characters.
    """
    cleaned = clean_text(text)
    if not cleaned:
        raise InvalidInput(f"The {what} is empty. Say what to remember.")
    if len(cleaned) > MAX_CONTENT_CHARS:
        raise InvalidInput(
            f"The {what} has {len(cleaned)} characters; at most {MAX_CONTENT_CHARS} are kept in "
            "one memory. Shorten it or save it in parts."
        )
    return cleaned


def capped_text(text: str, limit: int = MAX_CONTENT_CHARS) -> str:
    """The cleaned text, cut at `limit` characters with a visible mark."""
    cleaned = clean_text(text)
    return cleaned if len(cleaned) <= limit else cleaned[: limit - len(CUT_MARK)] + CUT_MARK


def _has_surrogate(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False
