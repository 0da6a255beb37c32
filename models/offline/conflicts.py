"""When a memory is known to be about another attribute or another person than the one asked for."""

from models.offline.lexicon import PETS, PROJECT_NOUNS, RELATIONS, is_name_of_attribute
from models.offline.words import singular, words_of

NEARLY_ALL = 0.99
"""A share of covered words that overrules a conflict of keys: everything asked for stands there."""


def is_of_other_person(asked: str, told: str, text: str) -> bool:
    """Whether the told key is about somebody whom the question does not name, nor the text by name."""
    told_words, asked_words = _words(told), _words(asked)
    said = {singular(word.casefold()) for word in words_of(text)}
    if any(word in said for word in asked_words if word not in told_words):
        return False
    others = RELATIONS if told.endswith("_preference") else RELATIONS | PETS
    return len(told_words) > 1 and told_words[0] in others and told_words[0] not in asked


def is_mere_namesake(asked: str, told: str) -> bool:
    """Whether one key is the liking of what the other is: a favorite city and the city one lives in."""
    return asked.endswith("_preference") != told.endswith("_preference") and _words(
        asked
    ) == _words(told)


def is_other_attribute(asked: str, told: str) -> bool:
    """Whether the keys are known to be different things: shoe size and shirt size, city and job."""
    if asked == told or told.startswith(f"{asked}_"):
        return False
    one, other = _words(asked), _words(told)
    if one[-1] == other[-1]:
        return bool(set(one) - set(other) and set(other) - set(one))
    return _is_known(one) and _is_known(other)


def _words(key: str) -> list[str]:
    return key.partition(".")[2].removesuffix("_preference").split("_")


def _is_known(words: list[str]) -> bool:
    tails = ("_".join(words[-size:]) for size in (1, 2))
    return any(is_name_of_attribute(tail) or tail in PROJECT_NOUNS for tail in tails)
