"""What a sentence says, as words that can be compared: for English in full, for others by spelling.

"I've got two cats." and "The user has 2 cats" have one gist, "I have no cats" has another. What
carries meaning stays (negations, numbers, names, times, directions); articles, auxiliary verbs,
who reports it and how a word is inflected go. Pure text, no model.
"""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass

from memory.gate.gist_words import (
    CAPITAL,
    DAYS,
    DIRECTIONS,
    EMPTY,
    MONTHS,
    NUMBERS,
    PARTICIPLE,
    PAST,
    SAME,
    SPEAKERS,
)

SPEAKER = "§"
"""Stands for the user: "I", "my", "the user's"."""

_UNSEEN = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_SPELLED_OUT = (
    (re.compile(r"[’‘`´]"), "'"),
    (re.compile(r"(?:'ve|'s|\b(?:have|has)) got\b"), " have"),
    (re.compile(r"\bcan't\b|\bcannot\b"), "can not"),
    (re.compile(r"\bwon't\b"), "will not"),
    (re.compile(r"(?<=\w)n't\b"), " not"),
    (re.compile(r"(?<=\w)'d\b"), " would"),
    (re.compile(r"(?<=\w)'ll\b"), " will"),
    (re.compile(r"(?<=\w)'(?:s|ve|re|m)\b|(?<=s)'(?=\s)"), " "),
    (re.compile(r"\b(dr|mr|mrs|ms|prof|st)\.(?=\s)"), r"\1"),
    (re.compile(r"(?<=\d),(?=\d{3}\b)"), ""),
    (re.compile(r"\bat the moment\b|\bright now\b"), " "),
)
_LEAD_IN = re.compile(
    r"^\W*(?:(?:please\s+)?(?:note|remember|keep in mind|be aware)\b(?:\s+that\b|\s*:)?\s*)?"
    r"(?:(?:the\s+)?user\s+(?:(?:has|have|had|also)\s+)*"
    r"(?:said|says|mentioned|mentions|stated|states|noted|reported|wrote|shared|explained|told me|told us)"
    r"(?:\s+that)?\s+(?:(?:they|he|she)\b)?)?"
)
_LEAD_OUT = re.compile(
    r",?\s+as (?:they|he|she|i|the user) (?:said|mentioned|put it)\W*$|,\s*the user said\W*$|\s+please\W*$"
)
_TOKEN = re.compile(r"(?<![\w.])[-−]?\d+(?:[.:/]\d+)*(?:st|nd|rd|th)?\b|[^\W_]+|\?")
_SENTENCE_END = re.compile(r"(?<=[.!?;])\s+(?=\S)|\n+")


@dataclass(frozen=True, slots=True)
class Gist:
    """What one sentence says.

    Attributes:
        words: What carries meaning, in order, the speaker where first named.
        names: Those of them that are names, in order.
        capital: What is written with a capital where no sentence begins.
        small: What is written without one.
    """

    words: tuple[str, ...]
    names: tuple[str, ...]
    capital: frozenset[str] = frozenset()
    small: frozenset[str] = frozenset()

    @property
    def content(self) -> tuple[str, ...]:
        """The words without the speaker."""
        return tuple(word for word in self.words if word != SPEAKER)

    @property
    def is_directed(self) -> bool:
        """Whether the order of the words tells who, whither or what not."""
        return not DIRECTIONS.isdisjoint(self.words)


def gists(text: str, *, is_answer: bool = False) -> list[Gist]:
    """The gist of each sentence; sentences that say nothing are left out.

    Args:
        text: One or several sentences.
        is_answer: The assistant speaks, so "you" is the user.
    """
    found = (_gist(sentence, is_answer) for sentence in _sentences(text))
    return [gist for gist in found if gist.content]


def content_words(text: str) -> list[str]:
    """What carries meaning in a text, in order, without the speaker."""
    return [word for gist in gists(text) for word in gist.content]


def visible(text: str) -> str:
    """The text in one form of Unicode, without characters that show nothing."""
    return _UNSEEN.sub("", unicodedata.normalize("NFKC", text))


def _sentences(text: str) -> list[str]:
    plain = re.sub(r"\b(Dr|Mr|Mrs|Ms|Prof|St)\.", r"\1", visible(text))
    return [part for part in _SENTENCE_END.split(plain) if part.strip()]


def _gist(sentence: str, is_answer: bool) -> Gist:
    names = _names(sentence)
    plain = sentence.casefold()
    for pattern, instead in _SPELLED_OUT:
        plain = pattern.sub(instead, plain)
    plain = _LEAD_OUT.sub("", _LEAD_IN.sub("", plain))
    raw = _dated(_TOKEN.findall(plain))
    words: list[str] = []
    for place, token in enumerate(raw):
        after = raw[place + 1] if place + 1 < len(raw) else ""
        word = _word(token, after, is_answer)
        if word and not (word == SPEAKER and SPEAKER in words):
            words.append(word)
    return Gist(
        words=tuple(words),
        names=tuple(word for word in words if word in names),
        capital=_stems(re.findall(rf"(?<=[\w,:;)] ){CAPITAL}\w*", sentence)),
        small=_stems(re.findall(r"\b[a-zäöüåøæéß]\w*", sentence)),
    )


def _word(token: str, after: str, is_answer: bool) -> str:
    """What one token adds; "" when nothing."""
    if token in SPEAKERS or (is_answer and token in {"you", "your", "yours"}):
        return SPEAKER
    if token in EMPTY:
        return ""
    if token in PAST:
        return "" if PARTICIPLE.search(after) else "past"
    return _stem(token)


def _dated(tokens: list[str]) -> list[str]:
    """The tokens with "3 May" and "May 3rd" as one and the same."""
    told = list(tokens)
    for place in range(len(told) - 1):
        one, two = told[place], told[place + 1]
        # "the 3rd of May"
        if two == "of" and place + 2 < len(told) and _day(one) and told[place + 2] in MONTHS:
            told[place : place + 3] = [f"{MONTHS[told[place + 2]]}-{_day(one)}", "", ""]
        elif _day(one) and two in MONTHS:
            told[place : place + 2] = [f"{MONTHS[two]}-{_day(one)}", ""]
        elif one in MONTHS and _day(two):
            told[place : place + 2] = [f"{MONTHS[one]}-{_day(two)}", ""]
    return [token for token in told if token]


def _day(token: str) -> str:
    number = re.sub(r"(?:st|nd|rd|th)$", "", token)
    return number if number.isdecimal() and 1 <= int(number) <= 31 else ""


def _stem(token: str) -> str:
    """The token without what inflection adds; numbers in digits, some synonyms as one."""
    if token[:1].isdecimal() or token[:1] in "-−":
        return re.sub(r"(?:st|nd|rd|th)$", "", token).replace("−", "-")
    token = NUMBERS.get(token, SAME.get(token, token))
    if len(token) > 4 and token.endswith("our"):
        token = token[:-3] + "or"
    if len(token) > 5 and token.endswith("ours"):
        token = token[:-4] + "ors"
    if len(token) > 4 and token.endswith("ing"):
        token = re.sub(r"([bdgkmnprt])\1$", r"\1", token[:-3])
    elif len(token) > 3 and token.endswith("ies"):
        token = token[:-3] + "y"
    elif len(token) > 4 and token.endswith(("ches", "shes", "sses", "xes")):
        token = token[:-2]
    elif len(token) > 3 and token.endswith("s") and not token.endswith(("ss", "us", "is")):
        token = token[:-1]
    return token[:-1] if len(token) > 2 and token.endswith("e") else token


def _names(sentence: str) -> frozenset[str]:
    """Stems of what is written with a capital; months and days are no names."""
    found = {word.casefold() for word in re.findall(rf"\b{CAPITAL}\w+", sentence)}
    return _stems(found - DAYS - MONTHS.keys())


def _stems(words: Iterable[str]) -> frozenset[str]:
    return frozenset(_stem(word.casefold()) for word in words)
