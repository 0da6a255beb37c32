"""What a question asks for besides meaning: a time, and perhaps nothing but a time."""

from dataclasses import dataclass
from datetime import datetime

from memory.ledger.words import telling_words, words_of
from memory.time_phrases import TimeSpan, named_time

ABOUT_ANYTHING = frozenset(
    "agree agreed anything ask asked chat chatted conversation conversations decide decided discuss "
    "discussed did doing done everything happen happened happening learn learned learnt memories "
    "memory mention mentioned new note noted notes plan planned remember remembered said save saved "
    "say saying something speak spoke stuff talk talked talking tell thing things told topics "
    "write wrote".split()
)
"""Words that tell no memory from another: "what did we talk about last week?" wants all of it."""


@dataclass(frozen=True, slots=True)
class AskedTime:
    """The time a question names; `is_all` when whatever happened then is the answer."""

    span: TimeSpan
    is_all: bool


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
