"""Sentence frames: how a fact is said, and the mirror of it, how the same fact is asked for.

A frame names one attribute and has patterns for both sides, so that "I was born in Porto" and
"where was I born?" meet under one key. The tables are in `personal_frames` and `project_frames`;
this module turns their templates into regular expressions.

Templates are regular expressions with these marks:
    {S}   who it is about, with adverbs after it     {be}  am, is, are, was, were
    {y}   the value, to the end                      {do}  do, does, did, can, should, …
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Literal

_ADVERBS = (
    r"(?: (?:really|also|currently|still|now|just|usually|mostly|generally|normally|actually|"
    r"absolutely|totally|definitely|truly|simply|quite|so|happen to|tend to|typically|mainly|"
    r"personally|basically|officially|honestly|originally|sometimes|both|all|already|recently|"
    r"finally|primarily|presently|always|too|very much|mainly|as of now|have|has|proudly|most))*?"
)
_NAME = r"(?-i:[A-Z][\w'-]*)(?: (?-i:[A-Z][\w'-]*))?"
_OWNED = r"(?:my|our|his|her|their|its) (?:[\w'&-]+ ){0,3}?[\w'&-]+"
_PROJECT = (
    r"(?:our|the|my|this)(?: \w+)? (?:project|app|application|product|team|company|startup|service|website|site|api|"
    r"backend|frontend|platform|tool|pipeline|prototype|build|game|codebase|code|system|server|backend|frontend)(?:,? (?:called |named |code-?named )?(?-i:[A-Z])[\w'-]*,?)?"
)
_PART_OF = r"the \w+(?: \w+)? (?:of|for) (?:the |our |project )*(?-i:[A-Z])[\w'-]*"
_TELL_SUBJECT = (
    rf"(?P<s>i|we|he|she|they|it|{_PART_OF}|{_PROJECT}|{_OWNED}|(?:project )?{_NAME}){_ADVERBS}"
)
_ASK_SUBJECT = (
    r"(?P<s>i|we|he|she|they|it|(?:my|our|the|this|that) (?:[\w'&-]+ ){0,3}?[\w'&-]+|"
    r"(?!(?:my|our|the|do|does|did|is|are|you)\b)[\w'-]+(?: (?:project|app)| (?-i:[A-Z])[\w'-]*)?)"
)
_BE = r"(?:am|is|are|was|were|be)"
_DO = r"(?:do|does|did|can|could|should|would|will|have|has|am|is|are|was|were)"

Keeps = Literal["value", "sentence"]


@dataclass(frozen=True)
class Frame:
    """One attribute and how it is said and asked.

    Attributes:
        attribute: The words of the key after the owner's, joined by `_`.
        tells: Patterns of statements with `{S}` and `{y}`.
        asks: Patterns of direct questions with `{S}`; `(?P<y>…)` where a value is asked about.
        is_many: The value is a part of the key, because a person has several (allergies).
        keeps: Whether the value alone is stored, or the sentence that says it.
        root: Whose attribute it is.
    """

    attribute: str
    tells: tuple[str, ...] = ()
    asks: tuple[str, ...] = ()
    is_many: bool = False
    keeps: Keeps = "value"
    root: Literal["user", "project"] = "user"


@dataclass(frozen=True)
class FrameMatch:
    """A frame found in a clause or question: about whom, and the value (may be empty)."""

    frame: Frame
    subject: str
    value: str


def told(frames: Iterable[Frame], clause: str) -> Iterator[FrameMatch]:
    """The frames that the statement fits, in the order of the table."""
    for frame in frames:
        for pattern in _tell_patterns(frame):
            found = pattern.fullmatch(clause)
            if found:
                yield _match(frame, found)
                break


def asked(frames: Iterable[Frame], question: str) -> Iterator[FrameMatch]:
    """The frames that the direct question fits, in the order of the table."""
    for frame in frames:
        for pattern in _ask_patterns(frame):
            found = pattern.fullmatch(question)
            if found:
                yield _match(frame, found)
                break


def compiled(template: str, *, is_question: bool = False) -> re.Pattern[str]:
    """The regular expression of a template (see the head of this module)."""
    return _compiled(template, is_question)


def _match(frame: Frame, found: re.Match[str]) -> FrameMatch:
    groups = found.groupdict()
    return FrameMatch(frame, groups.get("s") or "i", (groups.get("y") or "").strip())


@cache
def _tell_patterns(frame: Frame) -> tuple[re.Pattern[str], ...]:
    return tuple(_compiled(t, False) for t in frame.tells)


@cache
def _ask_patterns(frame: Frame) -> tuple[re.Pattern[str], ...]:
    return tuple(_compiled(t, True) for t in frame.asks)


@cache
def _compiled(template: str, is_question: bool) -> re.Pattern[str]:
    marks = {
        "{S}": _ASK_SUBJECT if is_question else _TELL_SUBJECT,
        "{be}": _BE if is_question else rf"{_BE}{_ADVERBS}",
        "{y}": r"(?P<y>.+)",
        "{do}": _DO,
    }
    for mark, pattern in marks.items():
        template = template.replace(mark, pattern)
    return re.compile(template, re.IGNORECASE)
