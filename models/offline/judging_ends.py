"""Sentences that say that something is over: left a firm, sold a car, switched from one to another."""

import re

from models.offline.judging_grammar import Claim
from models.offline.judging_words import Told, same_thing, stems

_N = r"(?P<v>[\w' .+#&-]+?)"
_TAIL = r"(?: and .+)?"
_LEFT_WORK = rf"(?P<s>i|my \w+) (?:have |has )?(?:quit|left|resigned from|was fired from|was laid off by|got fired from)(?: (?:my|her|his|the) job)?(?: at| with)? {_N}"
_RETIRED = r"(?P<s>i|my \w+) (?:have |has |am |is )?(?:retired|unemployed|lost (?:my|her|his) job)"
_GOT_RID = rf"i (?:have )?(?:sold|scrapped|got rid of|gave away|cancelled|canceled|quit|left|closed)(?: (?:my|the))?(?: (?:membership|account|subscription|contract) (?:at|with|in|to|for|of))? {_N}(?: subscription| membership| account| contract)?{_TAIL}"
_PARTED = (
    rf"{_N} and i (?:have )?(?:broke up|broken up|split up|separated|divorced|are divorced|are separated)",
    rf"i (?:have )?(?:broke up|broken up|split up|separated) (?:with|from) {_N}",
    rf"i am (?:divorced|separated) from {_N}",
)
_SWITCHED = (
    rf"(?P<s>i|we|our \w+|the \w+) (?:have |has )?(?:switched|changed|migrated|converted|gone)(?: over)? from {_N} to .+",
    rf"(?P<s>i|we) (?:have |has )?(?:replaced|swapped|dropped|ditched|abandoned) {_N} (?:with|by|for|in favor of) .+",
)
_RENAMED = r"i (?:have )?renamed my (?P<v>[\w ]+?) (?:to|as) .+"
_USE = (
    "use",
    "us",
    "driv",
    "study",
    "learn",
    "drink",
    "play",
    "read",
    "ride",
    "wear",
    "speak",
    "bank",
)
_OWNED = ("my car", "my bike", "my house", "my phone", "my laptop", "my boat", "my motorbike")
_PAID = (
    "my subscription",
    "my gym",
    "my bank",
    "my internet provider",
    "my club",
    "my insurance",
    "my phone provider",
)
_PARTNERS = (
    "my partner",
    "my boyfriend",
    "my girlfriend",
    "my husband",
    "my wife",
    "my fiance",
    "my fiancee",
)


def ends(was: Claim, sentence: Told) -> bool:
    """Whether the sentence says that what was claimed is over."""
    text = sentence.text
    if sentence.instead_of and _is_used(was, sentence.instead_of) and _same_subject(was, text):
        return True
    return (
        _ends_work(was, text)
        or _ends_owning(was, text)
        or _ends_love(was, text)
        or _is_switched(was, text)
        or _is_renamed(was, text)
    )


def _ends_work(was: Claim, text: str) -> bool:
    if was.respect not in ("employer", "work as"):
        return False
    if found := re.fullmatch(_RETIRED, text, re.IGNORECASE):
        return found["s"].casefold() == was.subject
    left = re.fullmatch(_LEFT_WORK, text, re.IGNORECASE)
    return bool(
        left
        and was.respect == "employer"
        and left["s"].casefold() == was.subject
        and stems(left["v"]) == stems(was.value)  # "left Nokia early" is no resignation
    )


def _ends_owning(was: Claim, text: str) -> bool:
    found = re.fullmatch(_GOT_RID, text, re.IGNORECASE)
    if found is None or was.subject != "i":
        return False
    is_owned = was.respect in (*_OWNED, *_PAID, "drive")
    return is_owned and same_thing(found["v"], was.value)


def _ends_love(was: Claim, text: str) -> bool:
    names = (re.fullmatch(pattern, text, re.IGNORECASE) for pattern in _PARTED)
    name = next((found["v"] for found in names if found), None)
    if name is None:
        return False
    if was.respect in _PARTNERS:
        return same_thing(name, was.value)
    words = was.value.split()
    told = stems(name)
    return (
        was.respect == "act"
        and words[-len(told) :] == told
        and words[:1] == ["be"]
        and words[1].startswith(("marr", "engag"))
    )


def _is_switched(was: Claim, text: str) -> bool:
    found = next((f for p in _SWITCHED if (f := re.fullmatch(p, text, re.IGNORECASE))), None)
    return found is not None and _same_subject(was, text) and _is_used(was, found["v"])


def _is_renamed(was: Claim, text: str) -> bool:
    found = re.fullmatch(_RENAMED, text, re.IGNORECASE)
    return found is not None and was.respect in (
        f"my {found['v'].casefold()}",
        f"my {found['v'].casefold()} name",
    )


def _is_used(was: Claim, thing: str) -> bool:
    """Whether the claim is that this thing is used, in whichever words."""
    if was.respect == "act":
        words, used = was.value.split(), stems(thing)
        return words[:1] != [] and words[0] in _USE and words[1:] == used
    return was.respect.startswith(
        ("my ", "study", "drive", "train on", "uses", "bank with")
    ) and set(stems(thing)) == set(stems(was.value))


def _same_subject(was: Claim, text: str) -> bool:
    said = text.casefold()
    if was.subject == "i":
        return said.startswith(("i ", "we "))
    return said.startswith((f"{was.subject} ", "we "))
