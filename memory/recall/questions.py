"""What a question asks for besides meaning: a time, and perhaps nothing but a time."""

import re
from dataclasses import dataclass
from datetime import datetime

from memory.ledger.query_words import STOP_WORDS, telling_words, words_of
from memory.recall.time_phrases import DAYS, MONTHS, TimeSpan, named_time

ABOUT_ANYTHING = frozenset(
    "agree agreed anything ask asked chat chatted conversation conversations decide decided discuss "
    "discussed did doing done everything happen happened happening learn learned learnt memories "
    "memory mention mentioned new note noted notes plan planned remember remembered said save saved "
    "say saying something speak spoke stuff talk talked talking tell thing things told topics "
    "write wrote".split()
)
"""Words that tell no memory from another: "what did we talk about last week?" wants all of it."""


MOST_NAMES = 4

_NAME = re.compile(r"(?<=[\s(\"'])[A-Z][^\W\d_]+(?:-[A-Z]\w+)*|^[A-Z][^\W\d_]+(?='s\b)")
_NO_NAMES = frozenset([*MONTHS, *DAYS, *(month[:3] for month in MONTHS)])


@dataclass(frozen=True, slots=True)
class AskedTime:
    """The time a question names; `is_all` when whatever happened then is the answer."""

    span: TimeSpan
    is_all: bool


def asked_names(text: str) -> list[str]:
    """The names in a question, in lower case: capitals within a sentence, without months and days."""
    found = dict.fromkeys(name for match in _NAME.finditer(text) for name in words_of(match[0]))
    return [n for n in found if n not in STOP_WORDS and n not in _NO_NAMES][:MOST_NAMES]


def asked_time(text: str, now: datetime) -> AskedTime | None:
    """The time a question is about, None when it names none.

    Args:
        text: The question.
        now: The present, against which "yesterday" is read.
    """
    named = named_time(text, now)
    if named is None:
        return None
    is_about_anything = not ABOUT_ANYTHING.isdisjoint(words_of(named.besides))
    telling = set(telling_words(named.besides)) - ABOUT_ANYTHING
    return AskedTime(named.span, is_all=is_about_anything and not telling)
