"""Any text made fit for a tokenizer: valid, and not endless."""

from memory.text import clean_text


def embeddable(text: str, limit_chars: int) -> str:
    """The beginning of a text, without lone surrogates, NULs and outer white space.

    Cut first: cleaning and tokenizing a text of megabytes would take seconds, and no model looks
    beyond its window.
    """
    return clean_text(text.lstrip()[:limit_chars])
