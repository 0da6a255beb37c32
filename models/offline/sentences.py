"""A message cut into sentences, and a sentence into clauses that each say one thing.

"My name is Sam and I live in Oslo" is two clauses; "I live in Oslo and work at Acme" is two as well,
the second with the first one's subject; "my cats are Tom and Jerry" is one.
"""

import re
from collections.abc import Iterator
from functools import cache

MAX_CHARS = 600
"""A longer sentence is no plain statement; it is kept whole and not taken apart."""

MAX_SENTENCES = 60
"""Sentences of one message that are understood one by one; what follows is only quoted."""

_ABBREVIATIONS = frozenset(
    "mr mrs ms dr prof st no vs etc e.g i.e approx a.m p.m jr sr inc ltd co dept fig vol ca jan feb "
    "mar apr jun jul aug sep sept oct nov dec tel ext".split()
)
_END = re.compile(r"(?<=[.!?;])[\"')\]]*\s+|\n+")
_BULLET = re.compile(r"^(?:[-*\u2022>]|\d{1,2}[.)])\s+")

_I = r"(?:i(?:'?(?:m|ve))?|i'(?:d|ll))\b"
_VERB = (
    r"(?:is|are|was|were|isn't|aren't|has|have|had|will|should|must|needs?|likes?|loves?|hates?|"
    r"prefers?|enjoys?|lives?|works?|uses?|speaks?|plays?|runs?|starts?|ends?|opens?|closes?|goes|"
    r"moved|turns?|studies|drives?|can't|cannot|doesn't|don't|dislikes?|wants?|got|leads?|owns?|"
    r"manages?|reports?|depends?|expires?|costs?|takes?|means|called|named)"
)
_THING = rf"(?:my|our|his|her|their|its|the)\s[\w' -]{{1,40}}?(?:\s{_VERB}\b|'s\s)"
_ORDER = (
    r"(?:please\s)?(?:remember|note|never|always|don't|do not|call me|avoid|keep in mind|"
    r"make sure|answer|reply|save|stop)\b"
)
_ASKING = (
    r"(?:what|where|when|who|which|how|do i|does my|am i|is my|are my|was i|can you|could you|did i|"
    r"what's|where's|who's|when's)\b"
)
_STARTS = (
    rf"(?:{_I}\s?\w|{_THING}|(?:he|she|they|we|you|it)(?:'\w+)?\s\w|(?:it|that|he|she)'s\s|"
    rf"{_ORDER}|{_ASKING}|favou?rite\s\w+\s|"
    r"(?-i:[A-Z])[\w-]+(?:\s(?-i:[A-Z])[\w-]+)?\s(?:is|are|was|has|lives|works|likes|loves|leads|owns|does|will|comes|handles|manages|prefers|hates)\b)"
)
_JOINT = (
    r"\s*(?:,\s*(?:(?:and|but|also|plus|while|whereas|yet)\b)?|\b(?:and|but|plus|while|whereas)\b|&)"
    r"\s+(?:(?:also|then|now|that|actually|as well|in addition|additionally|please)\s+)*"
)
_SHARED = (
    r"(?:(?:am|is|was|are|have|has)(?:\salso|\snow)?|work(?:s|ed)?|lives?|likes?|loves?|hates?|prefers?|"
    r"speaks?|plays?|drives?|owns?|study|studies|studied|moved|enjoys?|uses?|can't|don't|doesn't|"
    r"dislikes?|runs?|starts?|costs?|needs?|wants?|will|must|opens?|closes?|ends?|takes?|barks?|sleeps?|eats?|hosts?|deploys?|go by|goes by|went to|was born|use)"
)
_SUBJECT = re.compile(
    r"^(?P<subject>i|we|he|she|they|it|(?:my|our|the) [\w' -]{1,40}?|(?-i:[A-Z])[\w-]+)(?:'m|'s|'ve)?\s+"
    rf"(?:{_VERB}|am|like|love|live|work|{_SHARED})\b",
    re.IGNORECASE,
)
_FINITE = re.compile(
    rf"^(?:i|im|ive|we|you|he|she|they|it)(?:'\w+)?\s\w|\b{_VERB}\b|\w'(?:s|m|re)\s|\bam\b|[:=]",
    re.IGNORECASE,
)


_DENIED = re.compile(
    r"\b(?:is not|are not|was not|isn't|aren't|wasn't|isnt|no longer|'s not)\b", re.IGNORECASE
)
_SUBORDINATE = re.compile(
    r"(?:if|when|whenever|while|although|though|since|because|as|after|before|once|unless)\b(?!.*\b(?:and|but)\b)",
    re.IGNORECASE,
)
_IT_IS = re.compile(r"(?:it|that|he|she|they)(?:'s| is|'re| are)\b", re.IGNORECASE)


def sentences(text: str) -> list[str]:
    """The sentences of a tidy text, with their final marks; quoted ones are not cut."""
    found = [_BULLET.sub("", s).strip() for s in _cut(text)]
    return [s for s in found if s.strip(" .!?;,")][:MAX_SENTENCES]


def clauses(sentence: str) -> list[str]:
    """The clauses of a statement, each able to stand alone; a long or quoted sentence stays whole."""
    body = sentence.strip().rstrip(".!;, ")
    if len(body) > MAX_CHARS or body.count('"') >= 2:
        return [body]
    parts: list[str] = []
    rest = body
    for joint in list(_joints().finditer(body)):
        left = body[len(body) - len(rest) : joint.start()]
        if joint.start() < len(body) - len(rest) or not _FINITE.search(left):
            continue
        if _DENIED.search(left) and _IT_IS.match(body[joint.end() :]):
            continue  # "is not Bob, it's Rob" is one correction
        if _SUBORDINATE.match(left) and joint.group().strip() == ",":
            continue  # "if …, …" and "when …, …" are one
        parts.append(left)
        rest = body[joint.end() :]
    parts.append(rest)
    return list(_with_shared_subjects([p.strip(" ,") for p in parts if p.strip(" ,")]))


def _cut(text: str) -> Iterator[str]:
    start = 0
    for end in _END.finditer(text):
        piece = text[start : end.start()]
        if "\n" not in end.group() and (_is_abbreviated(piece) or piece.count('"') % 2):
            continue
        yield piece + end.group().strip()
        start = end.end()
    yield text[start:]


def _is_abbreviated(piece: str) -> bool:
    last = piece.rsplit(maxsplit=1)[-1].casefold() if piece.split() else ""
    return last.endswith(".") and (
        last.rstrip(".") in _ABBREVIATIONS or bool(re.fullmatch(r"\w\.", last))
    )


def _with_shared_subjects(parts: list[str]) -> Iterator[str]:
    for part in parts:
        begun = _SUBJECT.match(part)
        if begun is None:
            yield _whole(part)
            continue
        pieces = _shared_joints().split(part)
        yield pieces[0]
        for piece in pieces[1:]:
            yield f"{begun['subject']} {piece}"


def _whole(part: str) -> str:
    """Give a second clause such as "favourite food is pizza" the "my" that it leaves out."""
    return f"my {part}" if re.match(r"favou?rite\b", part, re.IGNORECASE) else part


@cache
def _joints() -> re.Pattern[str]:
    return re.compile(rf"{_JOINT}(?={_STARTS})", re.IGNORECASE)


@cache
def _shared_joints() -> re.Pattern[str]:
    return re.compile(rf",?\s+(?:and|but)\s+(?:also\s+)?(?={_SHARED}\s+\S)", re.IGNORECASE)
