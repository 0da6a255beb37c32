"""Finding topics by a word of their key."""

import re

from core.errors import InvalidInput
from memory.topic_key import canonical_topic

_WORD = re.compile(r"[^\W_]+")


def has_keyword(key: str, keyword: str) -> bool:
    """Whether a key has every word of a keyword, as it is written or as a key would spell it.

    A word may stand for the beginning of one in the key: `lang` is in `user.language_preference`.

    Args:
        key: A canonical key.
        keyword: One or more words, in any spelling; one without any letter or digit is in all.
    """
    wanted = _WORD.findall(keyword.casefold())
    if not wanted:
        return True
    words = _WORD.findall(key)
    if _has_all(words, wanted):
        return True
    try:
        spelled = _WORD.findall(canonical_topic(keyword))[1:]  # without the prefix that it is given
    except InvalidInput:  # a prefix alone is no key
        return False
    return bool(spelled) and _has_all(words, spelled)


def _has_all(words: list[str], wanted: list[str]) -> bool:
    return all(any(word.startswith(one) for word in words) for one in wanted)
