"""Sizes, ways of taking things, and what is done when: "I take my coffee black", "gym on Tuesdays".

Each has its mirror for questions, so that "when do I go to the gym?" finds what was said.
"""

import re

from models.offline.facts import Fact, Talk, clean_value, is_someone, owner_of
from models.offline.frames import compiled
from models.offline.keys import attribute, named_words, topic_key
from models.offline.words import stem, words_of

_WEAR = r"(?P<c>shoes?|feet|foot|shirts?|t-shirts?|tee shirts?|trousers|pants|jeans|dress(?:es)?|jackets?|hats?|gloves?|rings?|boots?|helmet|skis?|bra|coats?)"
_SIZES = (
    rf"{{S}} (?:wears?|takes?|needs?|am|is|has|have|use) (?:an? )?(?:(?:eu|uk|us|european|men's|women's) )?size (?P<y>[\w./]+(?: (?:and a half|wide|narrow))?) (?:in |for )?(?:my )?{_WEAR}",
    rf"{{S}} {_WEAR} (?:is|are) (?:an? )?(?:(?:eu|uk|us|european) )?size (?P<y>[\w./]+)",
    rf"{{S}} (?:wears?|takes?|needs?) (?:an? )?(?P<y>\d[\d./]*) (?:in |for )?(?:my )?{_WEAR}",
    rf"(?P<s>my) {_WEAR} (?:is|are) (?:an? )?(?:(?:eu|uk|us|european) )?size (?P<y>[\w./]+)",
)
_SIZE_ASKS = (
    rf"(?:what|which) size(?: of| in)? {_WEAR} {{do}} {{S}} (?:wear|take|have|need|use)",
    rf"(?:what|which) {_WEAR} size {{do}} {{S}} (?:wear|take|have|need|use)?",
    rf"(?:what|which) size {{do}} {{S}} (?:wear|take|have|need)? ?(?:in|for) {_WEAR}",
    rf"(?:what|which) size (?:is|are) (?P<s>my) {_WEAR}",
)
_TAKEN = (
    r"{S} (?:take|takes|drink|drinks|like|likes|have|has|prefer|prefers|want|eat|eats|order|orders|enjoy) (?:my|his|her|their|our) (?P<c>\w+(?: \w+)??) "
    r"(?P<y>(?:black|white|with|without|well|rare|medium|strong|weak|hot|cold|plain|sweet|neat|spicy|extra|very|on the|sunny|scrambled|iced|decaf|no|un\w+|\w+ed|shaken|dark|dry|raw|crispy|al dente|fried|sugar|straight|in the|warm|super|really|light)\b.*)"
)
_TAKEN_ASK = r"how {do} {S} (?:take|drink|like|have|prefer|want|eat|order|enjoy)(?: to (?:drink|have|eat|take))? (?:my |his |her |their )?(?P<c>\w+(?: \w+)?)"

_WHEN_WORD = (
    r"(?:\d|monday|tuesday|wednesday|thursday|friday|saturday|sunday|day|weekend|week|month|year|noon|midnight|morning|evening|afternoon|night|"
    r"january|february|march|april|may\b|june|july|august|september|october|november|december|spring|summer|autumn|winter|lunch|breakfast|dinner|christmas|easter|"
    r"o'clock|hour|weekday|tomorrow|tonight|sunrise|sunset|half past|quarter)"
)
_TIMED = (
    rf"{{S}} (?P<v>(?!(?:am|is|are|was|were|not|do|can|will) (?:not|tired|old)\b|think\b|like\b|love\b|hate\b|prefer\b|would\b|could\b|might\b|may\b|should\b).{{2,60}}?) "
    rf"(?P<t>(?:on|at|every|each|around|before|after|from|in|by|until|twice|once|three times|next|this|last|tomorrow|tonight|during|since)\b.{{0,60}}?{_WHEN_WORD}.*|tomorrow|tonight|daily|weekly|monthly|twice a \w+|once a \w+|\w+ times a \w+)"
)
_TIMED_ASKS = (
    r"(?:when|what time|at what time|what days?|(?:on )?which days?|on what days?|how often|what date|on what date|which year|what year|in (?:what|which) year|what month|since when|until when) {do} {S} (?P<v>(?!born\b).+)",
)
_LIGHT = frozenset(
    "a an the my our his her their to go goes going went do does doing did have has having had get getting take takes taking took make am is are was were be will up out off for with at in on usually always and some all of back over been just supposed scheduled due need needs must should it never ever not no".split()
)


def habit(clause: str, talk: Talk) -> list[Fact]:
    """The fact of a size, a way of taking something, or a thing done at a time."""
    return _size(clause, talk) or _taken(clause, talk)


def timed(clause: str, said: str, talk: Talk) -> list[Fact]:
    """The fact that something is done at some time, kept as it was said."""
    found = compiled(_TIMED).fullmatch(clause)
    owner = owner_of(found["s"], talk) if found else None
    if not found or owner is None or not (owner.words == () or is_someone(owner.words)):
        return []
    key = activity_key(owner.words, found["v"])
    return [Fact(said, key)] if key else []


def asked_habit(question: str, talk: Talk) -> str | None:
    """The key of a question about a size or a way of taking something."""
    for template in _SIZE_ASKS:
        found = compiled(template, is_question=True).fullmatch(question)
        if found:
            return _size_key(found["s"], found["c"], talk)
    found = compiled(_TAKEN_ASK, is_question=True).fullmatch(question)
    owner = owner_of(found["s"], talk) if found else None
    named = attribute(found["c"]) if found else None
    if owner is None or named is None:
        return None
    return topic_key("user", [*owner.words, *named.words], is_liking=True)


def asked_time(question: str, talk: Talk) -> str | None:
    """The key of a question when something is done."""
    for template in _TIMED_ASKS:
        found = compiled(template, is_question=True).fullmatch(question)
        owner = owner_of(found["s"], talk) if found else None
        if found and owner is not None:
            return activity_key(owner.words, found["v"])
    return None


def activity_key(owner: tuple[str, ...], activity: str) -> str | None:
    """The key of an activity: "go to the gym" and "am going to the gym" are one."""
    words = [stem(w) for w in words_of(activity.casefold()) if w not in _LIGHT]
    words = [w for w in words if re.fullmatch(r"[a-z0-9]+", w)]
    if not words or len(words) > 4:
        return None
    return topic_key("user", [*owner, *words, "time"])


def _size(clause: str, talk: Talk) -> list[Fact]:
    for template in _SIZES:
        found = compiled(template).fullmatch(clause)
        if found:
            key = _size_key(found["s"], found["c"], talk)
            return [Fact(found["y"], key)] if key else []
    return []


def _size_key(subject: str, wear: str, talk: Talk) -> str | None:
    owner = owner_of("i" if subject.casefold() == "my" else subject, talk)
    wear = "shoe" if wear.casefold() in ("feet", "foot", "boot", "boots") else wear
    words = named_words(f"{wear} size")
    return topic_key("user", [*owner.words, *words]) if owner is not None else None


def _taken(clause: str, talk: Talk) -> list[Fact]:
    found = compiled(_TAKEN).fullmatch(clause)
    owner = owner_of(found["s"], talk) if found else None
    named = attribute(found["c"]) if found else None
    if not found or owner is None or named is None:
        return []
    key = topic_key("user", [*owner.words, *named.words], is_liking=True)
    return [Fact(clean_value(found["y"]), key)]
