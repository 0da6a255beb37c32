"""From a noun phrase to a topic key, the same way for what is said and what is asked.

"the name of my dog", "my dog's name" and "dog name" are `user.dog_name`; "deadline for Apollo",
"Apollo's due date" are `project.apollo_deadline`; "favorite colour" is `user.color_preference`.
Keys are already in the spelling that memory keeps them in.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from models.offline.lexicon import (
    HOME_NOUNS,
    LIKING_ADJECTIVES,
    LIKING_NOUNS,
    LIKING_WORDS,
    NAMED_THINGS,
    PROJECT_NOUNS,
    RELATIONS,
    SHARED_NOUNS,
    longest_synonym,
    synonyms,
)
from models.offline.words import singular

MAX_WORDS = 5
"""A longer phrase is a description, not the name of an attribute."""

_DETERMINERS = frozenset("a an the my our your his her their its this that these those own".split())
_DROPPED = _DETERMINERS | frozenset(
    "very absolute current actual real personal official latest new present exact whole total "
    "of for to on in at from by i we me us is are was wa kind type sort style one some any about "
    "please again today now do like have with".split()
)
_OF = re.compile(
    r"^(?P<head>.+?) (?:of|for|on|in|at|to|behind|from) (?P<owner>(?:my|our|the|your|his|her|their|this|that) .+|[A-Z0-9].*)$"
)
_SIDE = re.compile(r" (?:on|from) (?:my|his|her|the) [\w']+ side(?: of the family)?", re.IGNORECASE)
_LIKING_TAIL = re.compile(r"^(?P<noun>.+?) of choice$", re.IGNORECASE)
_GENERIC_OWNERS = frozenset({"project", "app", "application", "product", "team", "company", "repo"})


@dataclass(frozen=True, slots=True)
class Attribute:
    """What a noun phrase names: whose (`root`), which words, and whether it is a liking."""

    root: str
    words: tuple[str, ...]
    is_liking: bool = False

    @property
    def key(self) -> str:
        """The topic key, such as `user.dog_name`."""
        return topic_key(self.root, self.words, is_liking=self.is_liking)

    @property
    def head(self) -> str:
        """The noun that says what sort of thing it is."""
        return self.words[-1] if self.words else ""


def topic_key(root: str, words: Sequence[str], *, is_liking: bool = False) -> str:
    """The key with this prefix and these words; a liking ends in `_preference`."""
    tail = [*words, "preference"] if is_liking and words[-1:] != ("preference",) else list(words)
    return f"{root}.{'_'.join(tail)}"


def attribute(phrase: str) -> Attribute | None:
    """What the phrase names, or None when it is not a usable name of anything."""
    phrase = _SIDE.sub("", phrase.strip(" .,!?;:\"'"))
    if not phrase:
        return None
    lower = phrase.casefold()
    tokens = _named([t for t in _flat(phrase) if t not in _DETERMINERS])
    liking = any(t in LIKING_WORDS for t in tokens) or bool(_LIKING_TAIL.match(phrase))
    adjective = any(t in LIKING_ADJECTIVES for t in tokens)
    words = _named([t for t in tokens if t not in _DROPPED | LIKING_WORDS | LIKING_ADJECTIVES])
    if not words or len(words) > MAX_WORDS or not all(_is_plain(w) for w in words):
        return None
    root = _root(lower, words, liking=liking)
    words = _without_generic_owner(root, words)
    if root == "user" and len(words) == 1 and (words[0] in LIKING_NOUNS or adjective):
        liking = True
    return Attribute(root, words, liking and root == "user")


def named_words(phrase: str) -> tuple[str, ...]:
    """The words of a phrase as they stand in a key: singular, plain, synonyms folded."""
    return tuple(w for w in _named_without_fillers(_flat(phrase)) if _is_plain(w))


def is_person(words: Sequence[str]) -> bool:
    """Whether the words end in somebody one is related to."""
    return bool(words) and words[-1] in RELATIONS


def has_own_name(words: Sequence[str]) -> bool:
    """Whether "my X is Y" may give X's name: people, pets, boats, companies."""
    return bool(words) and (words[-1] in RELATIONS or words[-1] in NAMED_THINGS)


def _flat(phrase: str) -> list[str]:
    """The words, owner first: "name of my dog" and "my dog's name" are [dog, name]."""
    liking = _LIKING_TAIL.match(phrase)
    if liking:
        return [*_flat(liking["noun"]), "choice"]
    turned = _OF.match(phrase)
    if turned and not _is_fixed(phrase):
        return [*_flat(turned["owner"]), *_flat(turned["head"])]
    unaccented = unicodedata.normalize("NFKD", phrase.casefold().replace("'s ", " "))
    letters = "".join(c for c in unaccented if not unicodedata.combining(c)).replace("'", "")
    go_to = letters.replace("go-to", "goto")
    tokens = re.findall(r"[^\W_]+", go_to)
    return [singular("go-to" if t == "goto" else t) for t in tokens]


def _is_fixed(phrase: str) -> bool:
    """Whether the whole phrase with its "of" is a name in the lexicon ("date of birth")."""
    words = tuple(
        singular(w) for w in re.findall(r"[^\W_]+", phrase.casefold()) if w not in ("my", "the")
    )
    return words in synonyms()


def _named_without_fillers(tokens: Sequence[str]) -> tuple[str, ...]:
    """Synonyms are folded before and after fillers go: "date of birth" needs its "of"."""
    whole = _named([t for t in tokens if t not in _DETERMINERS])
    return _named([t for t in whole if t not in _DROPPED])


def _named(tokens: Sequence[str]) -> tuple[str, ...]:
    """Synonyms folded, the longest first."""
    table, words, at = synonyms(), [], 0
    while at < len(tokens):
        for size in range(min(longest_synonym(), len(tokens) - at), 0, -1):
            name = table.get(tuple(tokens[at : at + size]))
            if name is not None:
                words.append(name)
                at += size
                break
        else:
            words.append(tokens[at])
            at += 1
    return tuple(words)


def _root(phrase: str, words: Sequence[str], *, liking: bool) -> str:
    """Whose attribute it is: the person's, or a project's."""
    if any(w in RELATIONS for w in words[:-1]) or (liking and words[-1] in LIKING_NOUNS):
        return "user"
    if any(w in PROJECT_NOUNS for w in words):
        return "project"
    whose = set(re.findall(r"\b(?:my|our|the)\b|'s ", phrase))
    if "my" in whose:
        return "user"
    if words[-1] in SHARED_NOUNS and whose:
        return "project"
    if "our" in whose and not _is_home(words) and not liking:
        return "project"
    return "user"


def _is_home(words: Sequence[str]) -> bool:
    return any(
        w in HOME_NOUNS or w in RELATIONS or w in NAMED_THINGS - {"server", "company"}
        for w in words
    )


def _without_generic_owner(root: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """The words without "project" where it names none: "the project's deadline"."""
    if root != "project" or len(words) == 1:
        return words if words != ("project",) else ("name",)
    return tuple(w for w in words if w != "project") or words


def _is_plain(word: str) -> bool:
    return bool(re.fullmatch(r"[a-z0-9_]+", word)) and len(word) <= 30
