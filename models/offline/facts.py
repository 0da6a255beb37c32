"""A fact found in a statement, whom it is about, and its value without the trimmings."""

import re
from dataclasses import dataclass, field
from functools import cache

from models.offline.keys import is_person, named_words
from models.offline.lexicon import PETS, RELATIONS
from models.offline.words import singular


@dataclass(frozen=True, slots=True)
class Fact:
    """What is to be kept: under a topic, or as a note when `topic` is None."""

    content: str
    topic: str | None = None


@dataclass(frozen=True, slots=True)
class Owner:
    """Whom a statement or question is about: () is the person, (`sister`,) their sister.

    `name` is what the sentence calls them besides ("my sister Anna"); of many friends each goes by
    name (`is_one_of_many`).
    """

    words: tuple[str, ...] = ()
    name: str = ""
    is_one_of_many: bool = False


@dataclass(slots=True)
class Talk:
    """What pronouns can point back to, in reading order."""

    someone: tuple[str, ...] = ()
    project: tuple[str, ...] = ()
    topics: list[str] = field(default_factory=list)


_SELF = frozenset({"i", "we", "me", "us", "myself", "you"})
_PRONOUNS = frozenset({"he", "she", "they", "it", "him", "her", "them"})
_MANY_OF = frozenset(
    "friend colleague neighbor cousin aunt uncle client student nephew niece teacher".split()
)
_APPOSITION = re.compile(
    r"^(?P<who>(?:my|our) (?:[\w'-]+ ){0,2}?(?P<noun>[\w-]+)),? (?:called |named )?(?P<name>(?-i:[A-Z])[\w'-]+)$",
    re.IGNORECASE,
)
_TAIL = re.compile(
    r"(?:,? (?:now|nowadays|these days|any ?more|at the moment|at present|currently|by the way|btw|"
    r"as of (?:today|now)|from now on|please|thanks|thank you|thank you very much|too|as well|instead|actually|again|"
    r"right now|for now|for reference|for future reference|fyi|already|ok|okay|lol|haha|though|you know|"
    r"in case you (?:wondered|wonder|care|need it|need to know|ever need it|forget|did not know)|if you (?:must|need to|want to) know|"
    r"just so you know|for the record|of course|obviously|i think|i guess|i believe|for sure|to be honest|tbh|"
    r"so (?:please )?(?:remember|note|keep|save|do not forget)\b.*|remember (?:that|it|this)|all the time|at all|"
    r"more than anything(?: else)?|above all(?: else)?|by far|the most|best of all|no matter what|ok\?|right))+$",
    # Case counts: "Love Actually" is a title.
)
_LEAD = re.compile(
    r"^(?:(?:now|actually|really|just|probably|definitely|currently|still|always|going to be|clearly|simply|"
    r"certainly|obviously|honestly|also|in fact|changed to|set to|called|named|now called|usually|indeed)"
    r"(?:,? )|:\s*)+(?=\S)",
    re.IGNORECASE,
)
_BECAUSE = re.compile(
    r",? (?:because|since (?!\d|last|january|february|march|april|may|june|july|august|september|october|november|december|20|19|childhood|birth|i was)|so that|"
    r"although|though|even though|in case|which (?:is|are|was|i|we|makes|means)|where (?:i|we|she|he)|so (?:i|we|you|it|that|please)\b|"
    r"and (?:i|we) (?:really )?(?:like|love) it|but (?:i|it|not|we|do not|please|my)\b|as (?:i|you|we) (?:said|know|told|mentioned)).*$",
    re.IGNORECASE,
)
_NOT_OTHER = re.compile(
    r"^(?P<new>.+?)(?:,? (?:and )?not |,? rather than |,? instead of |,? no longer )(?P<old>.+)$",
    re.IGNORECASE,
)
_BUT = re.compile(
    r"^(?:not|no longer|neither) (?P<old>.+?)(?: any ?more| any longer)?(?:,? but (?:rather )?(?:now )?|[,;:-]+ (?:it|that|this|he|she|they) (?:is|are) (?:now |actually )?|[,;] (?:now )?|[,;:] actually )(?P<new>.+)$",
    re.IGNORECASE,
)
_NEGATED = re.compile(r"^(?:not|no longer|never|neither)\b", re.IGNORECASE)


_SUPPOSED = re.compile(
    r"^(?:(?:and|but|so|well|hmm|ok|now) )*(?:if (?:i|we|my|our|there|he|she|they|it|one)\b(?! (?:have|had) to (?:pick|choose|name|go)| (?:is|were|was) up to me)|"
    r"suppose|supposing|imagine|what if|let us (?:say|pretend|assume|imagine)|pretend|assume|assuming|hypothetically|in theory|were i|had i|unless|even if|as if|say i|"
    r"maybe (?:i|we|my)|perhaps (?:i|we|my)|(?:i|we) (?:might|may|could(?! (?:eat|drink|listen to|watch|read|play|live on|live in|talk about)\b)|would\b(?=.*\bif\b)|would have) ?|"
    r"i (?:am|was) (?:thinking (?:of|about)|considering|wondering|not sure|unsure|undecided|tempted|toying)|i wish|i wonder|i (?:do not|never) know (?:if|whether)|"
    r"i doubt|i hope|i am not certain|it could be|there might be|in case|theoretically|someone|somebody|some people|people(?! (?:\w+ )?call me)|most people(?! (?:\w+ )?call me)|"
    r"many people|everybody|everyone else|one day i|for example|e\.g|i almost|i nearly)\b",
    re.IGNORECASE,
)


def supposes(text: str) -> bool:
    """Whether the plain sentence supposes or wonders instead of telling."""
    return bool(_SUPPOSED.match(text))


def clean_value(text: str) -> str:
    """The value itself: "vim now, by the way" is "vim"; "not red but blue" is "blue"."""
    value = _BECAUSE.sub("", text.strip(" ,;:.!"))
    for _ in range(3):
        value = _LEAD.sub("", _TAIL.sub("", value.strip(" ,;:.!)(")))
    replaced = _BUT.match(value) or _NOT_OTHER.match(value)
    if replaced and replaced["new"].strip():
        value = _TAIL.sub("", replaced["new"].strip(" ,;"))
    return _unquoted(value.strip(" ,;:.!?"))


_MOMENT = re.compile(
    r"(?<=\S),? (?:(?:just |only )?(?:yesterday|today|recently|earlier|last (?:night|week|weekend|month|year|spring|summer|autumn|fall|winter)|"
    r"this (?:morning|week|month|year|spring|summer|autumn|winter)|(?:about |almost |over )?[\w-]+ (?:days?|weeks?|months?|years?) ago)|"
    r"(?:in|since|from|for|until) (?:january|february|march|april|may|june|july|august|september|october|november|december|(?:19|20)\d\d|"
    r"(?:about |almost |over )?[\w-]+ (?:days?|weeks?|months?|years?|decades?)(?: now)?)(?: (?:19|20)\d\d)?)$",
    re.IGNORECASE,
)


def without_moment(value: str) -> str:
    """A place or an employer without when it began: "Oslo last month" is "Oslo"."""
    return _MOMENT.sub("", value).strip() or value


def is_negated(value: str) -> bool:
    """Whether the value only says what is not so."""
    return bool(_NEGATED.match(value))


def owner_of(subject: str, talk: Talk) -> Owner | None:
    """Whom a grammatical subject stands for, or None when a pronoun points nowhere."""
    lower = subject.casefold().strip()
    if lower in _SELF:
        return Owner()
    if lower in _PRONOUNS:
        return Owner(talk.someone) if talk.someone else None
    named = _APPOSITION.match(subject.strip())
    if named and singular(named["noun"].casefold()) in RELATIONS | PETS:
        words = named_words(named["who"])
        if words and words[-1] in _MANY_OF:
            return Owner(named_words(named["name"]), is_one_of_many=True)
        return Owner(words, named["name"])
    words = named_words(subject)
    return Owner(words) if words and len(words) <= 4 else None


def can_act(subject: str, owner: Owner | None) -> bool:
    """Whether the subject is a person or animal, who can like, live and be called something."""
    if owner is None or not owner.words:
        return True
    lower = subject.casefold()
    if lower.startswith(("my ", "our ", "his ", "her ", "their ", "its ", "the ")):
        return is_someone(owner.words)
    return True


def is_someone(words: tuple[str, ...]) -> bool:
    """Whether the words stand for a person or an animal that pronouns may point back to."""
    return is_person(words) or (bool(words) and words[-1] in PETS)


def _unquoted(value: str) -> str:
    for quote in ('"', "'"):
        if len(value) > 1 and value.startswith(quote) and value.endswith(quote):
            return value[1:-1].strip()
    return value


@cache
def gerund(verb: str) -> str:
    """The -ing form: "to cook" and "cooking" name one thing."""
    if verb.endswith("ing"):
        return verb
    if verb.endswith("ie"):
        return verb[:-2] + "ying"
    if verb.endswith("e") and not verb.endswith(("ee", "ye", "oe")):
        return verb[:-1] + "ing"
    if len(verb) <= 5 and re.fullmatch(r"[^aeiou]*[aeiou][^aeiouwxy]", verb):
        return verb + verb[-1] + "ing"
    return verb + "ing"
