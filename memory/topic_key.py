"""One spelling for each topic: `User.Language-Preference` and "preferred language" are one key.

A false meeting is worse than a miss, so only these differences are folded: case, separators,
camel case, British spelling, plurals, the words that mean "preferred", and fillers such as "my".
Word order is kept ("sister_boss" is not "boss_sister"), and a liking is not the thing itself:
`user.favorite_city` is `user.city_preference`, never `user.city`. For the few nouns that are only
ever stored as a liking (`PREFERENCE_NOUNS`) the bare noun means the liking.
"""

import re
import unicodedata
from difflib import SequenceMatcher

from core.errors import InvalidInput

MAX_KEY_CHARS = 120
"""A key is a name, not a text; longer ones are refused."""

PREFIXES = ("user", "project", "constraint")

_PREFIX_WORDS = {
    "user": "user",
    "users": "user",
    "me": "user",
    "my": "user",
    "self": "user",
    "profile": "user",
    "personal": "user",
    "preference": "user",
    "preferences": "user",
    "project": "project",
    "projects": "project",
    "constraint": "constraint",
    "constraints": "constraint",
    "rule": "constraint",
    "rules": "constraint",
}
_PREFERENCE_WORDS = frozenset(
    [
        "preference",
        "preferences",
        "preferred",
        "prefer",
        "prefers",
        "favorite",
        "favorites",
        "favourite",
        "favourites",
        "fave",
        "fav",
    ]
)
_FILLERS = frozenset(
    ["the", "a", "an", "my", "of", "is", "are", "their", "his", "her", "user's", "users"]
)
PREFERENCE_NOUNS = frozenset(
    [
        "language",
        "editor",
        "ide",
        "theme",
        "color",
        "font",
        "shell",
        "browser",
        "drink",
        "food",
        "cuisine",
        "music",
    ]
)
"""Nouns whose bare topic (`user.editor`) always meant the preferred one in practice."""

_SPELLINGS = {
    "colour": "color",
    "colours": "color",
    "neighbour": "neighbor",
    "organisation": "organization",
    "behaviour": "behavior",
    "timezone": "time_zone",
    "lang": "language",
    "programme": "program",
    "fullname": "full_name",
    "birthdate": "birthday",
    "hometown": "home_town",
}
_NOT_PLURAL = frozenset(
    [
        "address",
        "business",
        "status",
        "class",
        "boss",
        "canvas",
        "gas",
        "bus",
        "always",
        "news",
        "series",
        "species",
        "glasses",
        "dress",
        "process",
        "access",
        "address",
        "css",
        "sass",
        "js",
        "aws",
        "os",
        "ios",
        "kubernetes",
        "postgres",
        "redis",
        "windows",
        "atlas",
        "paris",
        "texas",
        "james",
        "alias",
        "bias",
        "tennis",
        "chess",
        "analysis",
        "basis",
        "christmas",
        "jeans",
        "pants",
    ]
)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


def canonical_topic(text: str) -> str:
    """The one key that this spelling of a topic stands for, such as `user.language_preference`.

    Args:
        text: A key in any spelling. Without a known prefix it is taken as `user.`.

    Raises:
        InvalidInput: Nothing nameable is left, or the key is longer than 120 characters.
    """
    parts = [p for p in re.split(r"[^\w'\u2019]+|_+", _split_camel(text)) if p]
    words = [w for part in parts for w in _spelling(part.replace("\u2019", "'").casefold())]
    prefix, words = _take_prefix(words)
    kept = [w for w in words if w not in _FILLERS] or words
    liking = any(w in _PREFERENCE_WORDS for w in kept)
    nouns = [_singular(w.replace("'", "")) for w in kept if w not in _PREFERENCE_WORDS]
    nouns = [w for w in nouns if w]
    if prefix == "user" and len(nouns) == 1 and nouns[0] in PREFERENCE_NOUNS:
        liking = True
    if not nouns and not liking:
        raise InvalidInput(
            f"The topic {text[:60]!r} names nothing. Use a dotted key such as "
            "user.language_preference, project.deadline or constraint.tone."
        )
    key = f"{prefix}.{'_'.join([*nouns, *(['preference'] if liking else [])])}"
    if len(key) > MAX_KEY_CHARS:
        raise InvalidInput(
            f"The topic {text[:40]!r}… is {len(key)} characters long; at most {MAX_KEY_CHARS} are "
            "allowed. Use a short name and put the text into the content."
        )
    return key


def topic_words(key: str) -> str:
    """The words of a canonical key, for embedding and keyword search: "language preference"."""
    return key.partition(".")[2].replace("_", " ")


def nearest_keys(wanted: str, known: list[str], limit: int = 3) -> list[str]:
    """The known keys that look most like the wanted one, best first; unlike ones are left out."""
    scored = sorted(((_likeness(wanted, key), key) for key in known), reverse=True)
    return [key for likeness, key in scored[:limit] if likeness >= 0.5]


def _likeness(wanted: str, key: str) -> float:
    """0 to 1: letters in common order, or words in common when that says more."""
    a, b = set(topic_words(wanted).split()), set(topic_words(key).split())
    shared = len((a & b) - {"preference"}) / max(1, min(len(a), len(b)))
    letters = SequenceMatcher(None, topic_words(wanted), topic_words(key)).ratio()
    return max(letters, 0.9 * shared)


def _split_camel(text: str) -> str:
    return _CAMEL.sub(" ", unicodedata.normalize("NFKC", text))


def _spelling(word: str) -> list[str]:
    return [w for w in _SPELLINGS.get(word, word).split("_") if w]


def _take_prefix(words: list[str]) -> tuple[str, list[str]]:
    if len(words) > 1 and words[0] in _PREFIX_WORDS:
        prefix = _PREFIX_WORDS[words[0]]
        rest = words[1:]
        if words[0] in ("preference", "preferences"):
            rest = [*rest, "preference"]
        return prefix, rest
    return "user", words


def _singular(word: str) -> str:
    if len(word) <= 3 or word in _NOT_PLURAL or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("shes", "ches", "xes", "sses")):
        return word[:-2]
    return word[:-1] if word.endswith("s") else word
