"""What a plain statement claims: about whom, in which respect, which value, and whether it is so.

Every pattern takes the whole sentence: words that are not understood make it no claim at all, so that
nothing is retired for what was overlooked.
"""

import re
from collections.abc import Iterator

from models.offline.judging_grammar import (
    BE,
    NAME,
    SUBJECT,
    VALUE,
    Claim,
    first,
    match,
    oneself,
    subject_of,
    thing,
)
from models.offline.judging_owned import owned
from models.offline.judging_places import sort_of_place
from models.offline.judging_shapes import shape
from models.offline.judging_words import Told, stems
from models.offline.kinds import kind_of
from models.offline.words import singular

_HOUSE = r"an? (?:\w+ )?(?:house|flat|apartment|studio|home|cottage|bungalow|townhouse)\b"

_MARITAL = r"(?P<v>single|married|engaged|divorced|widowed|separated|unmarried)"
_DIET = r"(?P<v>vegetarian|vegan|pescetarian|pescatarian|carnivore)"
_LIKE = r"(?P<verb>like|love|enjoy|adore|hate|dislike|detest|can not stand|am fond of|am a fan of|am into)"
_GLAD = ("like", "love", "enjoy", "adore", "am fond of", "am a fan of", "am into")

_SINGLE_VERBS = (
    "study at|study|wake up at|get up at|go to bed at|weigh|earn|drive|train on|report to|play for|bank with|"
    "sleep in|commute by|start work at|work as"
)


def claims(told: Told) -> list[Claim]:
    """All that a sentence claims; the same sentence may be read in more than one way."""
    return [*_read(told.text), *_acts(told.text)]


def _read(text: str) -> Iterator[Claim]:
    yield from _home(text)
    yield from _work(text)
    yield from owned(text)
    yield from _uses(text)
    yield from _states(text)
    yield from _times(text)
    if found := match(rf"{SUBJECT} (?:have )?(?P<r>{_SINGLE_VERBS}) {VALUE}", _base_verbs(text)):
        yield Claim(subject_of(found), found["r"], found["v"])
    if found := match(
        r"i have an? (?:subscription|membership|account) (?:to|at|with|in) (?P<v>[\w' -]+)", text
    ):
        yield Claim("i", "my subscription", found["v"])
    if found := match(
        rf"{SUBJECT} (?:have|has|have got) (?P<n>one|two|three|four|five|six|an?|\d+) (?P<v>\w+)",
        text,
    ):
        yield Claim(subject_of(found), f"number of {singular(found['v'].lower())}", found["n"])


def _home(text: str) -> Iterator[Claim]:
    lives = (
        r"(?:live|lives|am living|is living|am based|is based|reside|resides|have settled|settled)"
    )
    if found := match(rf"{SUBJECT} {lives} (?:in|at|near) {VALUE}", text):
        is_address = bool(re.match(r"\d", found["v"]))
        if is_address or _is_lived_in(found["v"]):
            yield Claim(oneself(found), "my address" if is_address else "home", found["v"])
    elif found := match(rf"my home is in {VALUE}", text):
        yield Claim("i", "home", found["v"])
    moved = rf"{SUBJECT} (?:have |has )?(?:just )?(?:moved|relocated)(?: house| home)?(?: from (?P<a>{NAME}))? (?:in)?to {VALUE}"
    if (found := match(moved, text)) and _is_home(found["v"], found["a"]):
        yield Claim(oneself(found), "home", found["v"])


def _is_lived_in(value: str) -> bool:
    """Whether it is a place by name, or a home of some kind; a hotel is none."""
    return bool(
        re.match(_HOUSE, value, re.IGNORECASE)
        or re.match(r"(?:the )?(?-i:[A-Z\u00c0-\u00de])", value)
    )


NOT_LIVED_IN = frozenset(
    "accounting analytics backend compliance consulting customer data design development engineering "
    "finance frontend hr infrastructure it legal logistics management marketing notion obsidian "
    "operations people platform procurement product production qa research sales security slack "
    "spotify support teams testing zoom".split()
)
"""What people move to at work: departments and services that are named like places."""


def _is_home(value: str, left: str | None) -> bool:
    """Whether that is a place to live: people also move to teams, and to the next room."""
    is_house = re.match(_HOUSE, value, re.IGNORECASE)
    place = re.sub(r" in .*", "", value)
    known = sort_of_place(place) or sort_of_place((left or "").strip())
    is_name = re.fullmatch(NAME, place) is not None
    is_else = kind_of(place) is not None or place.casefold() in NOT_LIVED_IN
    return bool(is_house or known or (is_name and (left or not is_else)))


def _work(text: str) -> Iterator[Claim]:
    works = r"(?:work|works|am working|is working|am employed|is employed)"
    has_job = r"(?:have |has )?(?:got|found|started|have|has) a job"
    if found := first(
        text,
        rf"{SUBJECT} (?:(?:have )?changed jobs? and )?{works} (?:at|for|by) {VALUE}",
        rf"{SUBJECT} {has_job} (?:at|with) {VALUE}",
        rf"{SUBJECT} {BE} an? [\w -]+ at {VALUE}",
    ):
        yield Claim(subject_of(found), "employer", found["v"])
    if found := match(rf"{SUBJECT} (?:works|am working|is working) as {VALUE}", text):
        yield Claim(subject_of(found), "work as", found["v"])


def _uses(text: str) -> Iterator[Claim]:
    if found := match(
        rf"(?P<s>the [\w' -]+|our \w+|we) (?:uses?|runs? on|hosts? on) {VALUE}", text
    ):
        yield Claim(thing(found["s"]), "uses", found["v"])


def _states(text: str) -> Iterator[Claim]:
    if found := match(
        rf"{SUBJECT} (?:{BE}|got|have become|became|have gone|went|turned) (?:an? )?{_MARITAL}(?: (?:to|from) .+)?",
        text,
    ):
        yield Claim(oneself(found), "marital state", found["v"], alone=True)
    elif match(rf"{NAME} and i (?:have )?(?:got|are) married", text):
        yield Claim("i", "marital state", "married", alone=True)
    become = rf"(?:{BE}|have become|became|have gone|went|have turned|turned)"
    if found := first(
        text, rf"{SUBJECT} {become} (?:an? )?{_DIET}", rf"{SUBJECT} eats? (?P<v>meat)"
    ):
        yield Claim(subject_of(found), "diet", found["v"])
    if found := match(
        rf"{SUBJECT} (?:{BE} (?P<v>\d{{1,3}}) years old|turned (?P<w>\d{{1,3}}))", text
    ):
        yield Claim(subject_of(found), "age", found["v"] or found["w"], alone=True)
    if found := match(rf"i prefer {VALUE} (?:over|to|rather than) (?P<w>[^,;:]+)", text):
        yield Claim(
            "i",
            f"preference among {sorted((' '.join(stems(found['v'])), ' '.join(stems(found['w']))))}",
            found["v"],
            alone=True,
        )


def _times(text: str) -> Iterator[Claim]:
    """When something is: "the meeting is on Tuesday", "the meeting was moved to Thursday"."""
    what = r"(?P<s>(?:the|my|our) [\w' .-]+?)"
    is_at = rf"{what} (?:is|are|takes place|starts?|leaves?|departs?|begins?|ends?|opens?|closes?)(?: (?:planned|scheduled|due|set))? (?:for|on|at|in|by) {VALUE}"
    moved = rf"{what} (?:(?:was|were|is|are|got|has been|have been) )?(?:moved|postponed|rescheduled|shifted|pushed(?: back)?|brought forward|delayed|changed) (?:to|until) {VALUE}"
    found = match(is_at, text) or match(moved, text) or match(rf"{what} is {VALUE}", text)
    if found and shape(found["v"]) in ("clock", "day"):
        verb = re.search(r" (leave|depart|end|close)s? ", text)
        is_end = bool(verb and verb[1] in ("end", "close"))
        yield Claim(thing(found["s"]), "end" if is_end else "time", found["v"])


def _acts(text: str) -> Iterator[Claim]:
    """Of what is done: "I drink coffee every morning", "I stopped drinking coffee", "I do not like olives"."""
    if found := match(rf"i (?P<not>(?:do )?not )?{_LIKE} {VALUE}", text):
        is_glad = found["verb"].casefold() in _GLAD
        yield Claim(
            "i", f"liking {' '.join(stems(found['v']))}", "", holds=is_glad == (not found["not"])
        )
    stopped = r"i (?:have )?(?:stopped|quit|given up|gave up) (?P<v>\w+ing\b.*)"
    if found := match(stopped, text):
        yield Claim("i", "act", " ".join(stems(found["v"])), holds=False)
    elif found := match(r"i (?P<am>am )?(?P<not>(?:do )?not )?(?P<v>[a-z].+)", text):
        lead = "be " if found["am"] and not re.match(r"\w+ing\b", found["v"]) else ""
        yield Claim("i", "act", lead + " ".join(stems(found["v"])), holds=not found["not"])


def _base_verbs(text: str) -> str:
    """The verbs of `_SINGLE_VERBS` as they go with "I"."""
    text = re.sub(r"\b(?:am|is) (study|weigh|earn|driv|train|commut)ing\b", r"\1", text, flags=re.I)
    text = re.sub(r"\b(driv|commut)(?= )", r"\1e", text, flags=re.I)
    text = re.sub(r"\bstud(?:ies|ying)\b", "study", text, flags=re.I)
    return re.sub(
        r"\b(wake|get|weigh|earn|drive|train|report|play|sleep|work|start|go)s\b(?=.)|\bgoes\b",
        lambda m: m[1] or "go",
        text,
    )
