"""Corrections that lean on what was said before: "actually, it's Rust now", "no, I meant Lyon"."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from models.offline.facts import Fact, clean_value
from models.offline.kinds import kind_of
from models.offline.new_value import is_correction, new_and_old_value
from models.offline.spelling import slips_between
from models.offline.text import bare

MAX_VALUE_WORDS = 8
"""What is longer is a sentence of its own."""

_I_AM_AT = re.compile(
    r"^(?:now )?i am (?:now )?(?P<p>at|with|in|on|using)(?: the)? (?P<y>.+)$", re.IGNORECASE
)
_PLACED = {
    "at": ("employer", "university", "city"),
    "with": ("employer",),
    "in": ("city", "home_town"),
    "on": ("os_preference", "editor_preference"),
    "using": ("_preference",),
}
"""Topics that "I am at …" may correct, by the preposition."""
_TIMELIKE = re.compile(
    r"\d|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may\b|june|july|august|september|october|november|december|tomorrow|week|month|noon",
    re.IGNORECASE,
)
_TIME_TOPIC = re.compile(
    r"(?:deadline|date|birthday|anniversary|time|standup|appointment|meeting|age|day)$"
)
_CHANGE = re.compile(
    r"\b(?:now|instead|rather|should|changed|change|moved|update|make|set|put|switch|fix|correct|no longer|any ?more|these days|nowadays|then)\b",
    re.IGNORECASE,
)
"""A bare "it is …" corrects only when it says that something changed: "it is raining" does not."""


@dataclass(frozen=True, slots=True)
class Kept:
    """Something kept or looked up in the conversation before: under a topic, or as a note."""

    topic: str
    content: str


def corrected(text: str, before: Sequence[Kept], message: str) -> Fact | None:
    """The fact that the correction gives an earlier topic, or None when it gives no value.

    Args:
        text: The sentence or clause in plain spelling.
        before: What was kept or asked last, oldest first; a correction needs something to correct.
        message: The whole sentence, which may name the old value.
    """
    if not before:
        return None
    if bare(message) != bare(text) and (placed := _I_AM_AT.match(text)):
        return _placed(placed["p"].casefold(), clean_value(placed["y"]), before)
    value, old = new_and_old_value(text)
    if not value or len(value.split()) > MAX_VALUE_WORDS:
        return None
    changes = is_correction(text) or old or _CHANGE.search(f"{text} {message}")
    if not changes and not _is_respelled(value, before):
        return None
    return _applied(value, old, _meant(value, old, message, before))


def _applied(value: str, old: str, kept: Kept) -> Fact | None:
    """The new value under the topic; for a note, a note that corrects it."""
    if kept.topic:
        return Fact(value, kept.topic)
    is_like = _TIMELIKE.search(value) and _TIMELIKE.search(kept.content)
    if is_like or (old and bare(old) in bare(kept.content)):
        return Fact(f'Correction to "{kept.content}": {value}')
    return None


def _placed(preposition: str, value: str, before: Sequence[Kept]) -> Fact | None:
    """The topic that "I'm at Ericsson now" gives a value in a sentence that names the old one."""
    ends = _PLACED[preposition]
    topic = next((k.topic for k in reversed(before) if k.topic.endswith(ends)), None)
    return Fact(value, topic) if topic else None


def _is_respelled(value: str, before: Sequence[Kept]) -> bool:
    """Whether it is nearly the last value: "it's Katrin" after "Kathrin" only spells it right."""
    new, old = value.casefold().split(","), before[-1].content.casefold()
    return bool(old) and 0 < slips_between(new[0].strip(), old) <= min(2, len(old) // 3)


def _meant(value: str, old: str, message: str, before: Sequence[Kept]) -> Kept:
    """Which thing kept is corrected: the one with the old value, of the same sort, or the last."""
    newest = list(reversed(before))
    tests: tuple[Callable[[Kept], bool], ...] = (
        lambda kept: bool(old) and bare(old) in bare(kept.content),
        lambda kept: _is_mentioned(kept.content, message),
        lambda kept: _is_of_sort(kept.topic, kind_of(value)),
        lambda kept: bool(_TIMELIKE.search(value)) and _is_of_time(kept),
    )
    for test in tests:
        for kept in newest:
            if test(kept):
                return kept
    return newest[0]


def _is_mentioned(content: str, message: str) -> bool:
    said = bare(content)
    return bool(said) and f" {said} " in f" {bare(message)} " and len(content) < len(message) / 2


def _is_of_sort(topic: str, kind: str | None) -> bool:
    return kind is not None and topic.removesuffix("_preference").endswith(kind)


def _is_of_time(kept: Kept) -> bool:
    return bool(_TIME_TOPIC.search(kept.topic) or _TIMELIKE.search(kept.content))
