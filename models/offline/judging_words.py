"""A statement made ready for judging: contractions undone, signs of change taken out and noted.

What is only wished, doubted, reported, past or added to something ("also", "my second …") makes no
claim about today that could contradict anything; it is not taken apart at all.
"""

import re
from dataclasses import dataclass

from models.offline.text import plain, tidy
from models.offline.words import stem

MOST_CHARS = 160
"""A longer text says more than one thing."""

_MONTH = r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
_NOT_TODAY = re.compile(
    r"\b(?:if|unless|would|might|may be|maybe|perhaps|probably|possibly|could|should|think(?:ing)? (?:of|about)|"
    r"consider\w*|plans?(?:ning)? to|wants? to|hopes?|wish\w*|dream\w*|used to|formerly|previously|"
    r"as an? (?:child|kid|teenager|student)|visit(?:ed|ing)|told|says?|said|thinks?|believes?|hear[ds]?|suggest\w*|"
    r"recommend\w*|will|going to|about to|soon|tomorrow|next (?:week|month|year|spring|summer|autumn|fall|winter|"
    rf"{_MONTH})|this (?:week|month|year|morning|evening|weekend|summer|winter|spring|autumn)|at the moment|(?<!\d )today|tonight|for (?:the|a few|a|two|three|some) \w+|for now|"
    r"temporar\w+|until (?:then|\w+day)|second|third|another|other|others|also|too|as well|in addition|besides|"
    r"either|both|sometimes|often|usually|mostly|when|while|during|because|although|though|but|except|unlike|"
    r"almost|nearly|pretend\w*|joke\w*|joking|dreamt|imagine\w*|suppose\w*|was|were|had|did|ever|"
    r"in (?:19|20)\d\d|years? ago|months? ago|back then|at the time|ex|old|first|former|previous)\b|[?\"“”]",
    re.IGNORECASE,
)
_ALLOWED = re.compile(
    r"\b(?:(?:was|were|had) (?:just )?(?:moved|postponed|rescheduled|shifted|pushed|brought|delayed|changed|cancelled)"
    r"|years? old)\b|\S+@\S+",
    re.IGNORECASE,
)
"""Was, had and old where they tell of a change or an age, or stand in an address."""

_ENDED = re.compile(r"\b(?:no longer|any ?more|not after all|after all)\b", re.IGNORECASE)
_CHANGED = re.compile(
    r"\b(?:now|nowadays|currently|these days|from now on|again|recently|lately|finally|"
    rf"yesterday|\w+ (?:days?|weeks?) ago|last (?:\w+)|since (?:\w+)|in {_MONTH})\b",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(
    r"(?<=[.!?;])(?<!\bMr\.)(?<!\bMs\.)(?<!\bDr\.)(?<!\bSt\.)(?<!\bMrs\.)(?<!\bProf\.)\s+(?=[A-Z])|\n+"
)
_INSTEAD = re.compile(r",? instead(?: of (?P<of>[\w' .+#-]+))?$", re.IGNORECASE)
_FILLER = re.compile(r"\b(?:actually|really|just|already|meanwhile|officially|by the way)\b,?")
_ARTICLES = frozenset("a an the my our to".split())


@dataclass(frozen=True, slots=True)
class Told:
    """One sentence of a statement.

    Attributes:
        text: Without the signs of change; "I", "my" for the user in whichever person.
        changed: It says that this is new.
        ended: It says that something is over.
        instead_of: What it takes the place of, "" when that is not said.
    """

    text: str
    changed: bool
    ended: bool
    instead_of: str


def told(statement: str) -> list[Told]:
    """The sentences that claim something of today; [] for what is too long to be plain."""
    if len(statement) > MOST_CHARS:
        return []
    return [
        t for part in _SENTENCE_END.split(tidy(statement).strip()) if (t := _told(part)) is not None
    ]


def count_sentences(statement: str) -> int:
    """How many sentences a statement has."""
    return len(_SENTENCE_END.split(statement.strip()))


def same_thing(one: str, other: str) -> bool:
    """Whether two values say the same, or one says the other more closely."""
    a, b = set(stems(one)), set(stems(other))
    return a <= b or b <= a


def stems(text: str) -> list[str]:
    """The stems of a phrase, without articles."""
    words = re.findall(r"[\w'+#.:@]+", text.casefold())
    return [stem(word.strip(".:")) for word in words if word not in _ARTICLES]


def _told(sentence: str) -> Told | None:
    text = _in_first_person(plain(sentence).strip(" .!"))
    if _NOT_TODAY.search(_ALLOWED.sub(" ", text)):
        return None
    instead = _INSTEAD.search(text)
    if instead is not None:
        text = text[: instead.start()]
    ended = bool(_ENDED.search(text))
    text = _ENDED.sub(_not_for, text)
    changed = bool(_CHANGED.search(text)) or instead is not None
    text = _CHANGED.sub(" ", text)
    text, new = re.subn(r"\b(my|our|the|an?) (?:brand )?(?:new|current) ", r"\1 ", text, flags=re.I)
    text = " ".join(_FILLER.sub(" ", text).split()).strip(" ,.")
    return Told(text, changed or bool(new), ended, (instead and instead["of"]) or "")


def _not_for(found: re.Match[str]) -> str:
    """A negation for "no longer"; "any more" only goes with one."""
    return "not" if found.group().casefold() in ("no longer", "not after all") else " "


def _in_first_person(text: str) -> str:
    """Notes about the user tell of "the user"; people tell of themselves."""
    text = re.sub(r"^(?:the )?user's ", "my ", text, flags=re.IGNORECASE)
    text = re.sub(r"^(?:the )?user (?:is|has) ", _be_or_have, text, flags=re.IGNORECASE)
    return re.sub(r"^(?:the )?user ", "I ", text, flags=re.IGNORECASE)


def _be_or_have(found: re.Match[str]) -> str:
    return "I am " if found.group().rstrip().casefold().endswith("is") else "I have "
