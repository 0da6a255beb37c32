"""Chat spellings and slips of the finger in the words that steer the grammar.

Only words of a short list are mended, and only towards them: a name or a rare word is never
"corrected" into something else.
"""

import re
from functools import cache
from itertools import pairwise

from models.offline.lexicon import attribute_words

_CHAT = {
    "pls": "please", "plz": "please", "plese": "please", "pleas": "please", "pleaes": "please", "pleae": "please", "thx": "thanks",
    "u": "you", "ur": "your", "abt": "about", "bc": "because", "cuz": "because", "rn": "right now",
    "fav": "favorite", "favs": "favorites", "fave": "favorite", "faves": "favorites",
    "favourite": "favorite", "favourites": "favorites", "favored": "favorite", "favoured": "favorite",
    "bday": "birthday", "b-day": "birthday", "lang": "language", "langs": "languages",
    "im": "I am", "ive": "I have", "wanna": "want to", "gonna": "going to", "gotta": "have to",
    "dunno": "do not know", "wats": "what is", "wat": "what", "wot": "what", "wht": "what", "waht": "what",
    "hte": "the", "teh": "the", "taht": "that", "thta": "that", "adn": "and", "nad": "and", "mi": "my", "ym": "my",
    "liek": "like", "lkie": "like", "lvoe": "love", "wrok": "work", "wrk": "work", "wokr": "work", "lvie": "live", "prefr": "prefer", "nmae": "name", "naem": "name",
    "prefere": "prefer", "preffer": "prefer", "perfer": "prefer", "whre": "where", "wehre": "where", "wher": "where",
    "whcih": "which", "wich": "which", "whihc": "which", "hwo": "how", "hwen": "when", "whne": "when",
    "rmember": "remember", "rember": "remember", "remebr": "remember", "rmbr": "remember", "dont": "do not",
    "gf": "girlfriend", "bf": "boyfriend", "hubby": "husband", "wifey": "wife", "insta": "instagram", "appt": "appointment", "pw": "password", "pwd": "password", "passwd": "password", "wen": "when", "whats": "what is",
    "adress": "address", "addres": "address", "dedline": "deadline", "tmrw": "tomorrow", "tmr": "tomorrow", "colour": "color", "colours": "colors", "programme": "program",
    "wi-fi": "wifi", "e-mail": "email", "memorise": "memorize", "realise": "realize",
}  # fmt: skip

_NEAR = (
    "remember favorite favourite preferred preference language birthday allergic vegetarian "
    "deadline database framework anniversary appointment girlfriend boyfriend daughter restaurant "
    "profession university colleague breakfast programming"
).split()
"""Words mended when one letter is off. None has an everyday neighbour with the same first letter
(project ~ protect, computer ~ commuter and employer ~ employee are left out for that)."""

_NEAR_BY_TWO = frozenset({"remember", "favorite", "favourite", "preferred", "language", "birthday"})
"""Of these, two slips are mended as well."""

_KNOWN = frozenset(
    "remembers remembered remembering favorites favourites favorable favored preferences languages "
    "birthdays deadlines databases frameworks daughters allergies prefer prefers preferring "
    "vegetarians pleased colleagues breakfasts appointments member december reference referred "
    "prepared restaurants universities professions professional".split()
)

_AFTER_MY = re.compile(
    r"\b(?P<my>(?:my|our|your) (?:favorite |preferred )?|favorite |preferred )(?P<noun>[A-Za-z]{3,})\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[A-Za-z][A-Za-z-]*(?!')\b")


def mend(text: str) -> str:
    """The text with chat spellings written out and near misses of steering words mended."""
    return _WORD.sub(lambda found: _mended(found.group()), text)


def _mended(word: str) -> str:
    lower = word.lower()
    if lower in _CHAT and (word != word.upper() or len(word) == 1 or lower not in ("mi", "im")):
        return _CHAT[lower]
    return _nearest(lower) or word


@cache
def _nearest(word: str) -> str | None:
    if len(word) < 6 or word in _KNOWN:
        return None
    for target in _NEAR:
        slips = 2 if target in _NEAR_BY_TWO else 1
        if word[0] != target[0] or abs(len(word) - len(target)) > slips:
            continue
        if 0 < slips_between(word, target) <= slips:
            return "favorite" if target == "favourite" else target
    return None


def mend_attributes(text: str) -> str:
    """The text with a missing, doubled or swapped letter mended in the noun after "my (favorite)"."""
    return _AFTER_MY.sub(lambda found: found["my"] + _nearest_attribute(found["noun"]), text)


@cache
def _nearest_attribute(noun: str) -> str:
    lower = noun.lower()
    if lower in attribute_words() or noun[0].isupper():
        return noun
    near = [word for word in attribute_words() if _is_slip(lower, word)]
    return near[0] if len(near) == 1 else noun


def _is_slip(typed: str, word: str) -> bool:
    """Whether a letter was left out, doubled or swapped, the likeliest slips."""
    if typed[0] != word[0] or slips_between(typed, word) != 1:
        return False
    is_doubled = len(typed) > len(word) and any(a == b for a, b in pairwise(typed))
    is_swapped = len(typed) == len(word) and sorted(typed) == sorted(word)
    return len(typed) < len(word) or is_doubled or is_swapped


def slips_between(a: str, b: str) -> int:
    """Letters to add, drop, change or swap to make one word the other (optimal alignment)."""
    before: list[int] = []
    last = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        row = [i]
        for j, y in enumerate(b, 1):
            best = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                best = min(best, before[j - 2] + 1)
            row.append(best)
        before, last = last, row
    return last[-1]
