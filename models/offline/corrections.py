"""Corrections that lean on what was said before: "actually, it's Rust now", "no, I meant Lyon"."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from models.offline.facts import Fact, clean_value
from models.offline.kinds import kind_of
from models.offline.text import bare

_MARK = re.compile(
    r"^(?:(?:actually|no|nope|nah|sorry|wait|hold on|correction|scratch that|strike that|oops|whoops|oh|my mistake|my bad|i misspoke|i was wrong|not quite|wrong|hmm|well|on second thoughts?|hang on|"
    r"that is (?:wrong|not right|incorrect|not correct|not true|outdated|no longer true|old)(?: any ?more)?|i made a mistake|i got (?:that|it) wrong|i (?:have )?changed my mind|changed my mind|i have to correct myself|let me correct (?:that|myself)|to correct myself|update|i take that back|forget that|ignore that|never mind(?: that)?|"
    r"i (?:meant|mean)(?: to say)?|rather|excuse me|apologies|i should have said|make that|it has changed|things (?:have )?changed|that has changed|that changed)\b[,.:;!-]* ?(?:and |but |about that[,.]? ?|about (?:it|this)[,.]? ?)?)+",
    re.IGNORECASE,
)
_MEANT = re.compile(
    r"^(?:i (?:meant|mean)(?: to say)?|i should have said|rather)[,:]? (?P<y>.+)$", re.IGNORECASE
)
_IT_IS = re.compile(
    r"^(?:it|that|this|he|she|they|mine|the (?:right|correct) (?:one|answer|value))(?: (?:is|was|are|should be|should have been|will be|has been|became|has become|is called|changed to|has changed to|switched to|moved to|needs to be|must be|is supposed to be|got changed to|has moved to|has been (?:moved|changed) to|is going to be|says|reads)| is)(?: (?:now|actually|really|in fact|rather|currently))*:? (?P<y>.+)$",
    re.IGNORECASE,
)
_MAKE_IT = re.compile(
    r"^(?:please |can you |could you |you can |let us )*(?:make|change|set|update|correct|switch|move|put|fix) (?:it|that|this|my answer|the (?:value|answer|entry))(?: (?:to(?: be)?|as|into|read|say))?:? (?P<y>.+)$",
    re.IGNORECASE,
)
_NOT_THIS = re.compile(
    r"^not (?P<old>.+?)(?:,|;| but|:| -)+ (?:it is |but |rather |actually )*(?P<y>.+)$",
    re.IGNORECASE,
)
_THIS_NOT = re.compile(r"^(?P<y>[^,]+?),? (?:and )?not (?P<old>.+)$", re.IGNORECASE)
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
_NOW = re.compile(
    r"^(?:now (?:it is )?)?(?P<y>[\w'+#. /:-]{1,60}?)(?: (?:now|instead|these days|nowadays|is (?:right|correct|better)|it is|then|rather))$|^now (?:it is )?(?P<w>.{1,60})$",
    re.IGNORECASE,
)
_NO_VALUE = re.compile(
    r"^(?:.*\b(?:not|no longer|wrong|true|right|correct|sure|know|think|thanks|thank|problem|worries|need|idea|matter|wonder|hello|i am|you|why|what|how|please|ok|okay|fine|great|good|nice)\b.*|(?:yes|yeah|no|nope|sorry|wait|really|exactly|never|the other one|something else))$",
    re.IGNORECASE,
)
_SENTENCE = re.compile(
    r"^(?:i|we|you|my|our|the|there|he|she|they|if|when|because|so|let|do|does|did|is|are|can|could|would|should|what|who|where|how|why|which)\b",
    re.IGNORECASE,
)
_TIMELIKE = re.compile(
    r"\d|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|may\b|june|july|august|september|october|november|december|tomorrow|week|month|noon",
    re.IGNORECASE,
)
_TIME_TOPIC = re.compile(
    r"(?:deadline|date|birthday|anniversary|time|standup|appointment|meeting|age|day)$"
)
MAX_VALUE_WORDS = 8


@dataclass(frozen=True, slots=True)
class Kept:
    """Something kept or looked up in the conversation before: under a topic, or as a note."""

    topic: str
    content: str


def is_correction(text: str) -> bool:
    """Whether the plain sentence takes something back."""
    return bool(_MARK.match(text))


def without_mark(text: str) -> str:
    """The sentence without "no, sorry, actually"."""
    return _MARK.sub("", text).strip(" ,.;:-!")


def corrected(text: str, before: Sequence[Kept], message: str = "") -> Fact | None:
    """The fact that the correction gives an earlier topic, or None when it gives no value.

    Args:
        text: The sentence in plain spelling.
        before: What was kept or asked last, oldest first; a correction needs something to correct.
        message: The whole message, which may name the old value.
    """
    if not before:
        return None
    placed = _I_AM_AT.match(without_mark(text) or text)
    if placed:
        ends = _PLACED[placed["p"].casefold()]
        kept = next((k for k in reversed(before) if k.topic.endswith(ends)), None)
        return Fact(clean_value(placed["y"]), kept.topic) if kept else None
    value, old = _value_of(text)
    if not value or len(value.split()) > MAX_VALUE_WORDS:
        return None
    kept = _meant(value, old, message, before)
    if kept.topic:
        return Fact(value, kept.topic)
    return Fact(f'Correction to "{kept.content}": {value}')


def _value_of(text: str) -> tuple[str, str]:
    """The new value, and the old one where it is named."""
    body = without_mark(text) or text
    for pattern in (_IT_IS, _MAKE_IT, _MEANT, _NOT_THIS):
        found = pattern.match(body)
        if found:
            inner = _THIS_NOT.match(found["y"])
            old = found.groupdict().get("old") or (inner["old"] if inner else "")
            value = clean_value(inner["y"] if inner else found["y"])
            return (
                ("", "")
                if re.match(
                    r"^(?:not|no longer|wrong|right|correct|true|fine|ok|okay|all|nothing|a|the same)\b(?! \w+ (?:but|,))",
                    value,
                    re.IGNORECASE,
                )
                else (value, clean_value(old))
            )
    if not is_correction(text):
        found = _NOW.match(body)
        if (
            found
            and (found["y"] or found["w"])
            and not _SENTENCE.match(body)
            and not _NO_VALUE.match(body)
        ):
            return clean_value(found["y"] or found["w"]), ""
        return "", ""
    shorter = _THIS_NOT.match(body) or _NOW.match(body)
    if shorter:
        groups = shorter.groupdict()
        body, old = groups.get("y") or groups.get("w") or body, groups.get("old") or ""
    else:
        old = ""
    body = (
        re.sub(r"^(?:to |in |on |at |with |for )(?=\S)", "", body)
        if len(body.split()) <= 3
        else body
    )
    if not body or _NO_VALUE.match(body) or _SENTENCE.match(body):
        return "", ""
    return clean_value(body), clean_value(old)


def _meant(value: str, old: str, message: str, before: Sequence[Kept]) -> Kept:
    """Which of the things kept is corrected: the one with the old value, of the same sort, or the last."""
    if old:
        for kept in reversed(before):
            if bare(old) in bare(kept.content):
                return kept
    for kept in reversed(before):
        if (
            bare(kept.content)
            and f" {bare(kept.content)} " in f" {bare(message)} "
            and len(kept.content) < len(message) / 2
        ):
            return kept
    kind = kind_of(value)
    for kept in reversed(before):
        if kind and kept.topic.rpartition(".")[2].removesuffix("_preference").endswith(kind):
            return kept
    if _TIMELIKE.search(value):
        for kept in reversed(before):
            if _TIME_TOPIC.search(kept.topic) or (kept.content and _TIMELIKE.search(kept.content)):
                return kept
    return before[-1]
