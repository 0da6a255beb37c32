"""Does a text only repeat what memory holds? Decided by words, without a model, and cautiously.

An echo is a text whose every sentence says what a sentence of the older one says: the same words
that carry meaning, no fewer and no more, in an order that does not change who did what. Another
number, name, negation, time or person is never an echo. What is near is only pointed out.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from memory.gate.gist import SPEAKER, Gist, gists
from memory.ledger.query_words import query_words

NEAR_SHARE = 0.6
"""Of all words of two texts that both have: at least so much makes them near."""

NEAR_WORDS = 2
"""Two texts share at least so many words to be near."""

ALIKE_SHARE = 0.3
"""Of the words of the shorter of two texts that both must have, by their beginnings."""

STEM_CHARS = 4

_DENIALS = frozenset("not no never without none nor nicht kein keine pas ne non".split())


def is_echo(old: str, new: str, *, is_exchange: bool = False) -> bool:
    """Whether the new text says nothing that the old one does not say.

    Args:
        old: What memory holds.
        new: What is to be saved.
        is_exchange: The old text is a question and its answer, as `exchange_text` writes them.
    """
    told = _gists(new)
    known = _exchange_gists(old) if is_exchange else _gists(old)
    return bool(told) and all(any(_is_same(one, other) for other in known) for one in told)


def is_near(old: str, new: str) -> bool:
    """Whether two texts are about the same, so that a person may want to make one of them."""
    first, second = _gists(old), _gists(new)
    words, others = _content(first), _content(second)
    shared = words & others
    if len(shared) < NEAR_WORDS or len(shared) < NEAR_SHARE * len(words | others):
        return False
    return not any(map(_is_telling, words ^ others)) and not _are_names_other(first, second)


def may_be_alike(old: str, new: str) -> bool:
    """A quick look whether two texts have so much in common that the others are worth asking."""
    mine, theirs = _stems(old), _stems(new)
    return len(mine & theirs) >= ALIKE_SHARE * min(len(mine), len(theirs))


@lru_cache(maxsize=4)
def _gists(text: str) -> tuple[Gist, ...]:
    """One text is compared with several."""
    return tuple(gists(text))


@lru_cache(maxsize=4)
def _stems(text: str) -> frozenset[str]:
    return frozenset(word[:STEM_CHARS] for word in query_words(text))


def _is_same(one: Gist, other: Gist) -> bool:
    if Counter(one.content) != Counter(other.content):
        return False
    if one.capital & other.small & set(one.content) or other.capital & one.small & set(one.content):
        return False  # "Sesame" and "sesame" may be two passwords
    if one.is_directed or len(one.content) < 2:
        return one.content == other.content
    if [n for n in one.names if n in other.names] != [n for n in other.names if n in one.names]:
        return False
    both = {SPEAKER} <= set(one.words) & set(other.words)
    first, second = (one.words, other.words) if both else (one.content, other.content)
    # One word, or a time, may stand elsewhere.
    return _common(first, second) >= len(first) - 1


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """How many words stand in both in the same order (longest common subsequence)."""
    row = [0] * (len(other) + 1)
    for word in one:
        before = 0
        for place, against in enumerate(other, start=1):
            kept = row[place]
            row[place] = before + 1 if word == against else max(row[place], row[place - 1])
            before = kept
    return row[-1]


def _exchange_gists(text: str) -> list[Gist]:
    question, _, answer = text.removeprefix("Q: ").partition("\nA: ")
    return [*gists(question), *gists(answer, is_answer=True)]


def _content(told: Sequence[Gist]) -> set[str]:
    return {word for gist in told for word in gist.content}


def _is_telling(word: str) -> bool:
    """Whether this one word alone makes another statement."""
    return word in _DENIALS or any(char.isdecimal() for char in word)


def _are_names_other(first: Sequence[Gist], second: Sequence[Gist]) -> bool:
    """Whether each side names somebody whom the other does not."""
    mine = {name for gist in first for name in gist.names}
    theirs = {name for gist in second for name in gist.names}
    return bool(mine - _content(second)) and bool(theirs - _content(first))
