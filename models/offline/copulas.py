"""Facts of "X is Y", "Y is my X", "X moved to Y" and "I am Y"."""

import re

from models.offline.being import Trait, is_passing, traits
from models.offline.facts import Fact, Owner, Talk, clean_value, is_negated, is_someone, owner_of
from models.offline.frames import compiled
from models.offline.judgements import is_judgement
from models.offline.keys import Attribute, attribute, has_own_name, topic_key
from models.offline.kinds import kind_of
from models.offline.lexicon import NAMED_THINGS, PETS, RELATIONS, is_known
from models.offline.likings import preference_key

MAX_VALUE_WORDS = 7
"""In "Y is my X", a longer Y is a clause of its own."""

_COPULA = re.compile(
    r"^(?P<np>(?!(?:what|where|who|when|how|why|there|here|this|that|it|he|she|they|you|i|we|if|because)\b).{2,80}?)"
    r"(?: (?:is|are|was|were|will be|has been|equals|should be|stands at|reads|remains|became|has become|now is)|(?<=[^\W\d])(?: ?[:=] ?| -> | - )(?=[^\s/])) ?(?P<y>(?<=[ :=>-]).+)$",
    re.IGNORECASE,
)
_MOVED = re.compile(
    r"^(?P<np>.{2,60}?) (?:(?:has|have|was|were|is|got|gets|will be|being|had|just) )*(?:been )?(?:now )?(?:moved|pushed|postponed|shifted|changed|rescheduled|delayed|extended|"
    r"brought forward|bumped|updated|switched|slipped|fixed|scheduled|planned|raised|increased|lowered|reduced|cut|renamed|set|confirmed)(?: (?:back|forward|out|up|ahead|over))?(?: from .+?)? (?:to|until|till|for|on|at|by|as|in) (?P<y>.+)$",
    re.IGNORECASE,
)
_SET = re.compile(
    r"^(?:please )?(?:(?:we|i|they|he|she|you can|can you|could you|let us|the client|my boss|management|the team)(?: have| has| had| just| need to| had to| will)* )?(?:moved?|pushed?|postponed?|shift(?:ed)?|changed?|reschedule[d]?|delay(?:ed)?|extend(?:ed)?|update[d]?|rename[d]?|set|correct|make|switch(?:ed)?|raised?|lowered) "
    r"(?P<np>(?:the|my|our) .{2,60}?) (?:back )?(?:from .+? )?(?:to|until|till|for|as|into|=) (?P<y>.+)$",
    re.IGNORECASE,
)
_INVERSE = re.compile(
    r"^(?P<y>(?!(?:my|our|the|this|that|it|he|she|they|there|here|what|which|who|where|i|we|his|her)\b).{1,60}?) (?:is|are|was|will be) (?P<np>(?:my|our|the) .+)$",
    re.IGNORECASE,
)
_FAVORITE = re.compile(
    r"^my (?:own |personal |absolute |all-time |clear )*(?:favorite|preference|choice|first choice|go-to|pick|preferred choice)(?: (?:one|thing|choice|option|of all|of them all))*$",
    re.IGNORECASE,
)
_ORDER = re.compile(r"^(?:always|never|do not|avoid|stop|no)\b", re.IGNORECASE)
_OF_THEM = re.compile(r"^(?:his|her|their|its)\b", re.IGNORECASE)
_IS_A_THING = re.compile(r"^(?:an? |the |my )|^\d|^(?-i:[A-Z])")


def being(body: str, talk: Talk) -> list[Fact]:
    """Facts of "I am Y" and "she is Y"."""
    found = compiled(r"{S} {be} (?P<y>.+)").fullmatch(body)
    if not found or found["s"].casefold() not in ("i", "he", "she", "they", "it"):
        return []
    is_self = found["s"].casefold() == "i"
    owner, value = owner_of(found["s"], talk), clean_value(found["y"])
    if owner is None or is_negated(value) or (is_self and is_passing(value)):
        return []
    is_pet = bool(owner.words) and owner.words[-1] in PETS
    return _trait_facts(owner.words, traits(value, is_self=is_self, is_pet=is_pet))


def changed(body: str, talk: Talk) -> list[Fact]:
    """Facts of "the release moved to Friday", "we pushed the deadline to May"."""
    found = _SET.match(body) or _MOVED.match(body)
    named = _attribute_of(found["np"], talk) if found else None
    value = clean_value(found["y"]) if found else ""
    return [Fact(value, _joined_key(named, talk))] if named and value else []


def copula(body: str, talk: Talk) -> list[Fact]:
    """Facts of "my X is Y", "X: Y", "the X of Apollo is Y"."""
    found = _COPULA.match(body)
    if not found or _ORDER.match(body):
        return []
    return _named_value(found["np"], clean_value(found["y"]), talk)


def inverse(body: str, talk: Talk) -> list[Fact]:
    """Facts of "Elixir is my favorite language", "Anna is my sister"."""
    found = _INVERSE.match(body)
    if not found or len(found["y"].split()) > MAX_VALUE_WORDS:
        return []
    named, value = _attribute_of(found["np"], talk), clean_value(found["y"])
    if named is not None and value and named.head in RELATIONS and not named.is_liking:
        talk.someone = named.words
        return [Fact(value, topic_key("user", [*named.words, "name"]))]
    return _named_value(found["np"], value, talk)


def _named_value(phrase: str, value: str, talk: Talk) -> list[Fact]:
    """The fact that what the phrase names has this value."""
    if not value or is_negated(value):
        return []
    introduced = _introduced(phrase, value, talk)
    if introduced:
        return introduced
    if _FAVORITE.match(phrase):
        key = preference_key(value)
        return [Fact(value, key)] if key else []
    named = _attribute_of(phrase, talk)
    return [] if named is None else _valued(named, value, talk)


def _introduced(phrase: str, value: str, talk: Talk) -> list[Fact]:
    """Facts of "my husband Tom is a firefighter", which tells his name as well."""
    if not re.match(r"(?:my|our) ", phrase, re.IGNORECASE):
        return []
    owner = owner_of(phrase, talk) or Owner()
    if not (owner.name or owner.is_one_of_many):
        return []
    talk.someone = owner.words
    told = traits(value, is_self=False, is_pet=owner.words[-1] in PETS)
    if owner.is_one_of_many:
        return _trait_facts(owner.words, told)
    name = Fact(owner.name, topic_key("user", [*owner.words, "name"]))
    return [name, *_trait_facts(owner.words, told)]


def _valued(named: Attribute, value: str, talk: Talk) -> list[Fact]:
    if has_own_name(named.words) and not named.is_liking:
        return _about_someone(named, value, talk)
    if is_judgement(value) and not named.is_liking and not named.head.endswith("size"):
        return []
    written_in = kind_of(value.removeprefix("in ")) if value.startswith("in ") else None
    if named.root == "project" and written_in in ("language", "framework", "database"):
        named = Attribute("project", (*named.words, written_in))
    someone = next((w for w in (named.words[:-1], named.words) if is_someone(w)), None)
    talk.someone = someone or talk.someone
    return [Fact(value, _joined_key(named, talk))]


def _about_someone(named: Attribute, value: str, talk: Talk) -> list[Fact]:
    """Facts of "my sister is Anna" (name), "… a doctor" (job), "my car is a Tesla" (the car)."""
    words = named.words
    if named.head in NAMED_THINGS - PETS:
        is_thing = _IS_A_THING.match(value) or kind_of(value)
        return [Fact(value, named.key)] if is_thing else []
    talk.someone = words
    return _trait_facts(words, traits(value, is_self=False, is_pet=named.head in PETS))


def _trait_facts(words: tuple[str, ...], found: list[Trait]) -> list[Fact]:
    return [Fact(t.value, topic_key("user", [*words, t.attribute])) for t in found]


def _attribute_of(phrase: str, talk: Talk) -> Attribute | None:
    """The attribute of a phrase that is the person's or the project's, not the world's."""
    lower, named = phrase.casefold(), attribute(phrase)
    if named is None:
        return None
    if _OF_THEM.match(lower):
        owners = talk.someone or talk.project
        return Attribute(named.root, (*owners, *named.words)) if owners else None
    if re.search(r"\b(?:my|our|mine)\b", lower) or lower.startswith(("favorite ", "preferred ")):
        return named
    if not is_known(named.head):
        return None
    return named if _is_particular(phrase, named) else None


def _is_particular(phrase: str, named: Attribute) -> bool:
    """Whether a known attribute without "my" is meant: "Tom's birthday", "the deadline", "name"."""
    lower = phrase.casefold()
    if re.search(r"'s? ", phrase):
        return True
    if lower.startswith("the ") or re.search(r" (?:of|for) ", lower):
        return named.root == "project"
    return len(named.words) <= 2 and len(lower.split()) <= 3


def _joined_key(named: Attribute, talk: Talk) -> str:
    """The key; a bare project attribute joins the project that was talked of last."""
    if named.root != "project" or len(named.words) > 1:
        return named.key
    if talk.project:
        return topic_key("project", [*talk.project, *named.words])
    end = f"_{named.head}"
    earlier = (t for t in reversed(talk.topics) if t.startswith("project.") and t.endswith(end))
    return next(earlier, named.key)
