"""Text as it may be stored: valid Unicode, not blank, not endless."""

from core.errors import InvalidInput

MAX_CONTENT_CHARS = 16 * 1024
"""One memory is a fact or an exchange, not a document. Longer turns are cut with a mark."""

CUT_MARK = " […cut]"


def clean_text(text: str) -> str:
    """The text without lone surrogates and NULs (a mark stands for each) and outer white space.

    Lone surrogates cannot be encoded as UTF-8; a NUL would end the text in other programs. Two
    surrogates that make one character, as some terminals send an emoji, become that character.
    """
    if not isinstance(text, str):
        raise InvalidInput(f"Text is expected, not {type(text).__name__}.")
    return _without_surrogates(text).replace("\x00", "\ufffd").strip()


def required_text(text: str, what: str) -> str:
    """The cleaned text of something that must be said and must fit.

    Raises:
        InvalidInput: It is blank (or shows nothing but marks of direction), or longer than 16,384 characters.
    """
    cleaned = clean_text(text)
    if not any(char.isprintable() and not char.isspace() for char in cleaned):
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


def _without_surrogates(text: str) -> str:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text
