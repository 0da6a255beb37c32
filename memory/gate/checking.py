"""Checks of what a caller gives: the value as it is kept, or an error that lists the choices."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from core.errors import InvalidInput
from memory.text import clean_text


def checked_share(name: str, value: float) -> float:
    """A number from 0 to 1.

    Raises:
        InvalidInput: It is none.
    """
    if not 0 <= value <= 1:
        raise InvalidInput(f"{name.capitalize()} is between 0 and 1, not {value}.")
    return float(value)


def checked_choice(name: str, value: str | None, choices: Sequence[str]) -> str | None:
    """One of some words, or None.

    Raises:
        InvalidInput: It is another word.
    """
    if value is not None and value not in choices:
        raise InvalidInput(f"There is no {name} {value!r}. Use one of: {', '.join(choices)}.")
    return value


def checked_metadata(metadata: Mapping[str, Any]) -> dict[str, Any]:
    """The metadata as they will be read back.

    Raises:
        InvalidInput: They are no plain JSON.
    """
    try:
        plain = json.dumps(dict(metadata), allow_nan=False, ensure_ascii=False)
        kept: dict[str, Any] = json.loads(clean_text(plain))
    except (TypeError, ValueError, RecursionError) as error:
        raise InvalidInput(f"Metadata must be plain JSON values ({error}).") from None
    return kept
