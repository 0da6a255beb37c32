"""One spelling for each topic: `User.Language-Preference` and "preferred language" are one key.

A false meeting is worse than a miss, so only these differences are folded: case, separators,
camel case, British spelling, plurals, the words that mean "preferred", fillers such as "my", a few
abbreviations, and in what is kept of a person a few other words for the same (`dob`, `mum`, `film`).
Word order is kept ("sister_boss" is not "boss_sister") but for "of": the name of the dog is the dog
name. A liking is not the thing itself: `user.favorite_city` is `user.city_preference`, never
`user.city`. For the few nouns that are only ever stored as a liking (`PREFERENCE_NOUNS`) the bare
noun means the liking. Measured on tests/memory/topic_pairs.yaml.
"""

import re
import unicodedata
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from core.errors import InvalidInput
from memory.text import clean_text
from memory.topic_lexicon import (
    BRANDS,
    INNER_FILLERS,
    IRREGULAR_PLURALS,
    LEADING_FILLERS,
    MEANS_PREFIX,
    MEANS_PREFIX_BEFORE_A_DOT,
    NO_PLURAL_ENDINGS,
    NO_PLURALS,
    PHRASES,
    PREFERENCE_NOUNS,
    PREFERENCE_WORDS,
    SPELLINGS,
    USER_WORDS,
    WHOLE_USER_NAMES,
)

MAX_KEY_CHARS = 120
"""A key is a name, not a text; longer ones are refused."""

MAX_GIVEN_CHARS = 1000
"""Nothing longer can be meant as a key."""

PREFIXES = ("user", "project", "constraint")

_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_BRAND = re.compile("|".join(BRANDS))
_SIGNED = ((re.compile(r"\+\+"), "pp "), (re.compile(r"(?<=[CcFf])#"), "sharp "))
"""C++ and C# are not C."""
_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)
"""Letters and marks that show nothing: fillers and variation selectors."""


class _Word(NamedTuple):
    text: str
    before_dot: bool
    """Whether what separates it from the next word is more than a blank, dash or underscore."""


MAX_FOLDS = 4
"""Folding a key again changes it only when words of it stood apart before, such as "address.pref.of"."""


def canonical_topic(text: str) -> str:
    """The one key that this spelling of a topic stands for, such as `user.language_preference`.

    Args:
        text: A key in any spelling. Without a known prefix it is taken as `user.`.

    Raises:
        InvalidInput: Nothing nameable is left, or the key is longer than 120 characters.
    """
    given = clean_text(text)
    _check_length(given, len(given), MAX_GIVEN_CHARS)
    key, again = given, _folded_key(given)
    for _ in range(MAX_FOLDS):
        if again == key:
            break
        key, again = again, _folded_key(again)
    _check_length(given, len(again), MAX_KEY_CHARS)
    return again


def _folded_key(given: str) -> str:
    """The key of a spelling; a key that comes of odd words may itself be folded once more.

    Raises:
        InvalidInput: Nothing nameable is left.
    """
    prefix, words = _take_prefix(_words(given))
    folded = _in_one_order([part for word in words for part in _folded(word, prefix)])
    liking = any(part in PREFERENCE_WORDS for part in folded)
    nouns = _without_fillers([part for part in folded if part not in PREFERENCE_WORDS], prefix)
    if prefix == "user" and not liking and len(nouns) == 1 and nouns[0] in PREFERENCE_NOUNS:
        liking = not any(_singular(word) != word for word in words)
        nouns = nouns if liking else [f"{nouns[0]}s"]
    if not nouns and not liking:
        raise InvalidInput(
            f"The topic {given[:60]!r} names nothing. Use a dotted key such as "
            "user.language_preference, project.deadline or constraint.tone."
        )
    name = (*nouns, *(["preference"] if liking else []))
    if prefix == "user":
        name = WHOLE_USER_NAMES.get(name, name)
    return f"{prefix}.{'_'.join(name)}"


def topic_words(key: str) -> str:
    """The words of a canonical key, for embedding and keyword search: "language preference"."""
    return key.partition(".")[2].replace("_", " ")


def nearest_keys(wanted: str, known: list[str], limit: int = 3) -> list[str]:
    """The known keys that look most like the wanted one, best first; unlike ones are left out."""
    scored = sorted(((_likeness(wanted, key), key) for key in known), reverse=True)
    return [key for likeness, key in scored[:limit] if likeness >= 0.5]


def _likeness(wanted: str, key: str) -> float:
    """0 to 1: letters in common order, or words in common when that says more."""
    a, b = (set(topic_words(k).split()) - {"preference"} for k in (wanted, key))
    shared = len(a & b) / max(1, min(len(a), len(b)))
    letters = SequenceMatcher(None, topic_words(wanted), topic_words(key)).ratio()
    return max(letters, 0.9 * shared)


def _words(text: str) -> list[_Word]:
    """The words of a text in lower case, without possessive endings."""
    whole = unicodedata.normalize("NFKC", text)
    for sign, name in _SIGNED:
        whole = sign.sub(name, whole)
    whole = _CAMEL.sub(" ", _BRAND.sub(lambda brand: f" {brand[0].lower()} ", whole))
    plain = "".join(map(_plain, _case_folded(whole)))
    found = [
        _Word(_bare(part), before_dot="." in separator)
        for part, separator in re.findall(r"([^ .]+)([ .]*)", plain)
    ]
    return [word for word in found if word.text]


def _bare(part: str) -> str:
    """A word without apostrophes, its possessive ending, and marks that stand on nothing."""
    text = re.sub(r"'s$|'", "", part)
    while text and unicodedata.category(text[0])[0] == "M":
        text = text[1:]
    return text


def _case_folded(text: str) -> str:
    """Unicode's folding for identifiers (NFKC_Casefold): folding it again changes nothing."""
    for _ in range(2):
        text = unicodedata.normalize("NFKC", unicodedata.normalize("NFD", text).casefold())
    return text


def _plain(char: str) -> str:
    """A letter, mark or digit itself, "'" for an apostrophe, "." or " " for what separates."""
    category = unicodedata.category(char)
    if _INVISIBLE.match(char):
        return ""
    if category[0] in "LNM" and char != "\u02bc":
        return char
    if char in "'\u2019\u02bc":
        return "'"
    if category == "Cf":  # invisible: a joiner, a direction mark, a soft hyphen
        return ""
    return "." if char in ".:/>" else " "


def _take_prefix(words: Sequence[_Word]) -> tuple[str, list[str]]:
    """The prefix and the words that follow it; `user.profile.name` has one prefix, not two."""
    prefix, liking = "", False
    left = list(words)
    while means := _meant_prefix(start := _without_leading(left), anywhere=not prefix):
        if prefix not in ("", means):
            break
        prefix, liking = means, liking or start[0].text in PREFERENCE_WORDS
        left = start[1:]
    rest = [word.text for word in left]
    return prefix or "user", [*rest, "preference"] if liking else rest


def _meant_prefix(words: Sequence[_Word], *, anywhere: bool) -> str:
    """The prefix that the first word stands for, "" when it is a word of the name itself."""
    if not words or not (anywhere or words[0].before_dot):
        return ""
    first = words[0].text
    if len(words) == 1 and not words[0].before_dot and first not in ("user", "users"):
        return ""  # "my project" names something, "user" and "project." do not
    means = MEANS_PREFIX.get(first, "")
    return means or (MEANS_PREFIX_BEFORE_A_DOT.get(first, "") if words[0].before_dot else "")


def _without_leading(words: list[_Word]) -> list[_Word]:
    start = next((i for i, w in enumerate(words) if w.text not in LEADING_FILLERS), 0)
    return words[start:]


def _without_fillers(nouns: list[str], prefix: str) -> list[str]:
    """The nouns that tell one key from another; the last one always does."""
    told = [w for w in nouns[:-1] if w not in INNER_FILLERS] + nouns[-1:]
    while len(told) > 1 and (told[0] in LEADING_FILLERS or told[0] == prefix == "user"):
        told = told[1:]
    return _phrased(told)


def _in_one_order(parts: list[str]) -> list[str]:
    """`name of the dog` as `dog name`."""
    if parts.count("of") != 1:
        return parts
    left, right = parts[: (at := parts.index("of"))], parts[at + 1 :]
    return [*right, *left] if left and right else parts


def _phrased(nouns: list[str]) -> list[str]:
    """Two words that are one (`e mail`) as one."""
    phrased: list[str] = []
    for noun in nouns:
        if phrased and (phrase := PHRASES.get((phrased[-1], noun))):
            phrased[-1:] = phrase
        else:
            phrased.append(noun)
    return phrased


def _folded(word: str, prefix: str) -> list[str]:
    """The word in the singular and in American spelling; `timezone` is two words."""
    singular = _singular(word)
    plain = SPELLINGS.get(singular, singular)
    return (USER_WORDS.get(plain, plain) if prefix == "user" else plain).split("_")


def _singular(word: str) -> str:
    if word in IRREGULAR_PLURALS:
        return IRREGULAR_PLURALS[word]
    if len(word) <= 3 or word in NO_PLURALS or word.endswith(NO_PLURAL_ENDINGS):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("shes", "ches", "xes", "sses")):
        return word[:-2]
    return word[:-1] if word.endswith("s") else word


def _check_length(given: str, chars: int, most: int) -> None:
    if chars > most:
        raise InvalidInput(
            f"The topic {given[:40]!r}… is {chars} characters long; at most {MAX_KEY_CHARS} are "
            "allowed. Use a short name and put the text into the content."
        )
