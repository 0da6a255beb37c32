"""What a plain statement claims: about whom, in which respect, which value, and whether it is so.

Every pattern takes the whole sentence: words that are not understood make it no claim at all, so that
nothing is retired for what was overlooked.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from models.offline.judging_places import sort_of_place
from models.offline.judging_shapes import shape
from models.offline.judging_words import Told, stems
from models.offline.words import singular

_S = r"(?P<s>i|we|my (?:\w+ )?\w+|our \w+|the [\w' -]+?)"
_V = r"(?P<v>(?:[^,;:]|(?<=\d):(?=\d))+?)"
_NAME = r"(?-i:[A-Z\u00c0-\u00de])[\w'-]*(?: (?:(?-i:[A-Z\u00c0-\u00de])[\w'-]*|de|la|am|upon))*"
_BE = r"(?:am|is|are)"
_HOUSE = r"an? (?:\w+ )?(?:house|flat|apartment|studio|home|cottage|bungalow|townhouse)\b"

_PARTNERS = frozenset("partner boyfriend girlfriend husband wife spouse fiance fiancee".split())
_PEOPLE = _PARTNERS | frozenset(
    "manager boss supervisor doctor dentist landlord landlady tutor therapist".split()
)
_THINGS = frozenset(
    "car bike phone laptop computer tablet watch camera editor browser shell bank gym employer school "
    "university database dog cat horse rabbit parrot".split()
)
_FIGURES = frozenset(
    ["number", "email", "address", "shoe size", "size", "weight", "height", "rent", "salary", "pin"]
)
ONE_AT_A_TIME = _PARTNERS | _FIGURES | {"manager", "boss", "supervisor", "employer", "landlord"}
"""What a person has one of: a new value needs no "now"."""

_CONTACT = {"phone number": "number", "telephone number": "number", "email address": "email"}
FREE_VALUES = ("password", "passphrase", "hint", "nickname", "codename", "username", "job title")
"""What may be any word."""

_VAGUE = ("elsewhere", "people", "word", "words")
_MARITAL = r"(?P<v>single|married|engaged|divorced|widowed|separated|unmarried)"
_DIET = r"(?P<v>vegetarian|vegan|pescetarian|pescatarian|carnivore)"
_LIKE = r"(?P<verb>like|love|enjoy|adore|hate|dislike|detest|can not stand|am fond of|am a fan of|am into)"
_GLAD = ("like", "love", "enjoy", "adore", "am fond of", "am a fan of", "am into")

_SINGLE_VERBS = (
    "study at|study|wake up at|get up at|go to bed at|weigh|earn|drive|train on|report to|play for|bank with|"
    "sleep in|commute by|start work at|work as"
)


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing that is said of somebody or something.

    Attributes:
        subject: "i", "my sister", "the meeting with kim".
        respect: In which respect, such as `home` or `favorite editor`.
        value: What it is.
        holds: False when it is denied.
        alone: Only one value can be true at a time, "now" or not.
    """

    subject: str
    respect: str
    value: str
    holds: bool = True
    alone: bool = False


def claims(told: Told) -> list[Claim]:
    """All that a sentence claims; the same sentence may be read in more than one way."""
    return [*_read(told.text), *_acts(told.text)]


def _read(text: str) -> Iterator[Claim]:
    yield from _home(text)
    yield from _work(text)
    yield from _owned(text)
    yield from _uses(text)
    yield from _states(text)
    yield from _times(text)
    if found := _match(rf"{_S} (?:have )?(?P<r>{_SINGLE_VERBS}) {_V}", _base_verbs(text)):
        yield Claim(_subject(found), found["r"], found["v"])
    if found := _match(
        r"i have an? (?:subscription|membership|account) (?:to|at|with|in) (?P<v>[\w' -]+)", text
    ):
        yield Claim("i", "my subscription", found["v"])
    if found := _match(
        rf"{_S} (?:have|has|have got) (?P<n>one|two|three|four|five|six|an?|\d+) (?P<v>\w+)", text
    ):
        yield Claim(_subject(found), f"number of {singular(found['v'].lower())}", found["n"])


def _home(text: str) -> Iterator[Claim]:
    lives = (
        r"(?:live|lives|am living|is living|am based|is based|reside|resides|have settled|settled)"
    )
    if found := _match(rf"{_S} {lives} (?:in|at|near) {_V}", text):
        is_address = bool(re.match(r"\d", found["v"]))
        if is_address or _is_lived_in(found["v"]):
            yield Claim(_self(found), "my address" if is_address else "home", found["v"])
    elif found := _match(rf"my home is in {_V}", text):
        yield Claim("i", "home", found["v"])
    moved = rf"{_S} (?:have |has )?(?:just )?(?:moved|relocated)(?: house| home)?(?: from (?P<a>{_NAME}))? (?:in)?to {_V}"
    if (found := _match(moved, text)) and _is_home(found["v"], found["a"]):
        yield Claim(_self(found), "home", found["v"])


def _is_lived_in(value: str) -> bool:
    """Whether it is a place by name, or a home of some kind; a hotel is none."""
    return bool(
        re.match(_HOUSE, value, re.IGNORECASE)
        or re.match(r"(?:the )?(?-i:[A-Z\u00c0-\u00de])", value)
    )


def _is_home(value: str, left: str | None) -> bool:
    """Whether that is a place to live: people also move to teams, and to the next room."""
    is_house = re.match(_HOUSE, value, re.IGNORECASE)
    place = re.sub(r" in .*", "", value)
    known = sort_of_place(place) or sort_of_place((left or "").strip())
    return bool(is_house or known or (left and re.fullmatch(_NAME, value)))


def _work(text: str) -> Iterator[Claim]:
    works = r"(?:work|works|am working|is working|am employed|is employed)"
    has_job = r"(?:have |has )?(?:got|found|started|have|has) a job"
    if found := _first(
        text,
        rf"{_S} (?:(?:have )?changed jobs? and )?{works} (?:at|for|by) {_V}",
        rf"{_S} {has_job} (?:at|with) {_V}",
        rf"{_S} {_BE} an? [\w -]+ at {_V}",
    ):
        yield Claim(_subject(found), "employer", found["v"])
    if found := _match(rf"{_S} (?:works|am working|is working) as {_V}", text):
        yield Claim(_subject(found), "work as", found["v"])


def _owned(text: str) -> Iterator[Claim]:
    """Of what is owned: "my favourite editor is Vim", "I have a new phone number: 5"."""
    found = _match(
        rf"(?:my|our|the) (?P<r>[\w' -]{{2,40}}?) {_BE}(?: (?P<c>called|named))? {_V}", text
    )
    has = found or _match(
        r"i have an? (?P<r>phone number|email address|address): (?P<v>\S.*)", text
    )
    if has is None:
        return
    respect = _CONTACT.get(has["r"].casefold(), has["r"].casefold()).replace(
        "favourite", "favorite"
    )
    respect = respect.replace("preferred", "favorite")
    is_name = bool(found and found["c"]) or respect.endswith(" name")
    bare = re.sub(r"(?:'s)? name$", "", respect)
    is_person = bare in _PEOPLE
    alone = bare in ONE_AT_A_TIME or (is_person and is_name)
    if respect.startswith("favorite ") or bare.endswith(FREE_VALUES):
        yield Claim("i", f"my {bare}", has["v"], alone=True)
    elif shape(has["v"]) not in _VAGUE and _is_one_of_a_kind(bare, shape(has["v"])):
        yield Claim(
            "i", f"my {bare}{' name' if is_name and not is_person else ''}", has["v"], alone=alone
        )


def _is_one_of_a_kind(noun: str, sort: str) -> bool:
    """Whether such a value tells which one it is: people and things have names, figures have digits."""
    if noun in _PEOPLE:
        return sort == "name"
    if noun in _THINGS:
        return sort in ("name", "model")
    return noun in _FIGURES and sort in ("mail", "address", "number", "clock", "name")


def _uses(text: str) -> Iterator[Claim]:
    if found := _match(rf"(?P<s>the [\w' -]+|our \w+|we) (?:uses?|runs? on|hosts? on) {_V}", text):
        yield Claim(_thing(found["s"]), "uses", found["v"])


def _states(text: str) -> Iterator[Claim]:
    if found := _match(
        rf"{_S} (?:{_BE}|got|have become|became|have gone|went|turned) (?:an? )?{_MARITAL}(?: (?:to|from) .+)?",
        text,
    ):
        yield Claim(_self(found), "marital state", found["v"], alone=True)
    elif _match(rf"{_NAME} and i (?:have )?(?:got|are) married", text):
        yield Claim("i", "marital state", "married", alone=True)
    become = rf"(?:{_BE}|have become|became|have gone|went|have turned|turned)"
    if found := _first(text, rf"{_S} {become} (?:an? )?{_DIET}", rf"{_S} eats? (?P<v>meat)"):
        yield Claim(_subject(found), "diet", found["v"])
    if found := _match(rf"{_S} (?:{_BE} (?P<v>\d{{1,3}}) years old|turned (?P<w>\d{{1,3}}))", text):
        yield Claim(_subject(found), "age", found["v"] or found["w"], alone=True)
    if found := _match(rf"i prefer {_V} (?:over|to|rather than) (?P<w>[^,;:]+)", text):
        yield Claim(
            "i",
            f"preference among {sorted((' '.join(stems(found['v'])), ' '.join(stems(found['w']))))}",
            found["v"],
            alone=True,
        )


def _times(text: str) -> Iterator[Claim]:
    """When something is: "the meeting is on Tuesday", "the meeting was moved to Thursday"."""
    thing = r"(?P<s>(?:the|my|our) [\w' .-]+?)"
    is_at = rf"{thing} (?:is|are|takes place|starts?|leaves?|departs?|begins?|ends?|opens?|closes?)(?: (?:planned|scheduled|due|set))? (?:for|on|at|in|by) {_V}"
    moved = rf"{thing} (?:(?:was|were|is|are|got|has been|have been) )?(?:moved|postponed|rescheduled|shifted|pushed(?: back)?|brought forward|delayed|changed) (?:to|until) {_V}"
    found = _match(is_at, text) or _match(moved, text) or _match(rf"{thing} is {_V}", text)
    if found and shape(found["v"]) in ("clock", "day"):
        verb = re.search(r" (leave|depart|end|close)s? ", text)
        is_end = bool(verb and verb[1] in ("end", "close"))
        yield Claim(_thing(found["s"]), "end" if is_end else "time", found["v"])


def _acts(text: str) -> Iterator[Claim]:
    """Of what is done: "I drink coffee every morning", "I stopped drinking coffee", "I do not like olives"."""
    if found := _match(rf"i (?P<not>(?:do )?not )?{_LIKE} {_V}", text):
        is_glad = found["verb"].casefold() in _GLAD
        yield Claim(
            "i", f"liking {' '.join(stems(found['v']))}", "", holds=is_glad == (not found["not"])
        )
    stopped = r"i (?:have )?(?:stopped|quit|given up|gave up) (?P<v>\w+ing\b.*)"
    if found := _match(stopped, text):
        yield Claim("i", "act", " ".join(stems(found["v"])), holds=False)
    elif found := _match(r"i (?P<am>am )?(?P<not>(?:do )?not )?(?P<v>[a-z].+)", text):
        lead = "be " if found["am"] and not re.match(r"\w+ing\b", found["v"]) else ""
        yield Claim("i", "act", lead + " ".join(stems(found["v"])), holds=not found["not"])


def _match(pattern: str, text: str) -> re.Match[str] | None:
    return re.fullmatch(pattern, text, re.IGNORECASE)


def _first(text: str, *patterns: str) -> re.Match[str] | None:
    return next((found for p in patterns if (found := _match(p, text))), None)


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


def _subject(found: re.Match[str]) -> str:
    return _thing(found["s"])


def _self(found: re.Match[str]) -> str:
    """Who lives somewhere: one person tells of himself as "we" too."""
    subject = _thing(found["s"])
    return "i" if subject == "we" else subject


def _thing(text: str) -> str:
    words = text.casefold().split()
    return (
        " ".join(["the", *words[1:]])
        if words[0] in ("my", "our") and len(words) > 2
        else " ".join(words)
    )
