"""Facts of statements that fit a frame: "my sister Anna lives in Berlin", "Apollo is due on 3 March"."""

import re

from models.offline.daily_frames import DAILY_FRAMES
from models.offline.facts import (
    Fact,
    Owner,
    Talk,
    can_act,
    clean_value,
    is_negated,
    is_someone,
    owner_of,
    without_moment,
)
from models.offline.frames import FrameMatch, told
from models.offline.judgements import is_judgement
from models.offline.keys import named_words, topic_key
from models.offline.kinds import kind_of
from models.offline.personal_frames import PERSONAL_FRAMES
from models.offline.possessions import project_owner
from models.offline.project_frames import PROJECT_FRAMES

_ALSO = re.compile(r"\b(?:also|too|as well)\b", re.IGNORECASE)
_ONLY_ONE = ("age", "name", "city")
"""Attributes of which "also" makes no second one."""
_PRONOUNS = ("i", "we", "it", "he", "she", "they")
_OF_THE_WORLD = (
    "name", "birthplace", "birthday", "home_town", "height", "weight", "major", "university", "wedding_date",
    "spouse_name", "nationality", "religion", "learning", "hobby", "fear",
)  # fmt: skip
"""Attributes that people state of the famous: such a sentence is a note, no topic of the person."""
_WITHOUT_MOMENT = ("city", "employer", "job", "work_location")
"""Attributes that have begun at some time, which is no part of them."""
_BUILT_WITH = ("framework", "language", "database", "hosting")
_AT = re.compile(r"^.+? (?:at|for|with) (?P<employer>(?:the )?(?-i:[A-Z]).*)$")
_AS = re.compile(r"^.+? as (?:an? |the )?(?P<job>.+)$")
_FIRST = re.compile(r",| and | or | but |;|\bfluently\b|\bso\b")


def framed_facts(body: str, said: str, talk: Talk) -> list[Fact]:
    """The facts of the first frame that gives any."""
    for match in told((*PERSONAL_FRAMES, *DAILY_FRAMES, *PROJECT_FRAMES), body):
        found = _facts(match, said, talk)
        if found:
            return found
    return []


def _facts(match: FrameMatch, said: str, talk: Talk) -> list[Fact]:
    owner, value = _owner(match, talk), clean_value(match.value)
    if match.frame.attribute in _WITHOUT_MOMENT:
        value = without_moment(value)
    if owner is None or not value or is_negated(value) or is_judgement(value):
        return []
    if match.frame.attribute == "city" and kind_of(value):
        return []  # "we moved from Heroku to Render" is no removal
    words = [*owner.words, _attribute(match, value), *_part(match, value, said)]
    liking = words[-1].endswith("_preference")
    words[-1] = words[-1].removesuffix("_preference")
    content = said if match.frame.keeps == "sentence" else value
    facts = [Fact(content, topic_key(match.frame.root, words, is_liking=liking))]
    if owner.name:
        facts.append(Fact(owner.name, topic_key("user", [*owner.words, "name"])))
    return facts + _job_and_employer(match, value, owner)


def _owner(match: FrameMatch, talk: Talk) -> Owner | None:
    """Whom the frame is about; later pronouns point back to them."""
    owner = owner_of(match.subject, talk)
    if match.frame.root == "project":
        if owner is None and match.subject.casefold() in ("it", "they"):
            owner = Owner(talk.project)
        if owner is not None:
            owner, _ = project_owner(match.subject, owner, talk)
            talk.project = owner.words
        return owner
    if not can_act(match.subject, owner):
        return None
    if owner is not None and _is_name(match.subject, owner) and not _is_acquaintance(match):
        return None
    if owner is not None and (is_someone(owner.words) or _is_name(match.subject, owner)):
        talk.someone = owner.words
    return owner


def _is_acquaintance(match: FrameMatch) -> bool:
    """Whether a named subject may be somebody one knows: "Mozart was born in Salzburg" is history."""
    return match.frame.attribute not in _OF_THE_WORLD and not match.subject.endswith("s")


def _is_name(subject: str, owner: Owner) -> bool:
    return len(owner.words) == 1 and subject[:1].isupper() and subject.casefold() not in _PRONOUNS


def _attribute(match: FrameMatch, value: str) -> str:
    """The frame's attribute, made exact by the value: a home with a number is an address."""
    name = match.frame.attribute
    if name == "city" and re.search(r"\d", value):
        return "address"
    kind = kind_of(value)
    return kind if name in ("tech_stack", "hosting") and kind in _BUILT_WITH else name


def _part(match: FrameMatch, value: str, said: str) -> tuple[str, ...]:
    """The value's words where they belong into the key: one allergy stands beside another."""
    frame = match.frame
    is_second = (
        frame.root == "user" and frame.attribute not in _ONLY_ONE and bool(_ALSO.search(said))
    )
    if not frame.is_many and not is_second:
        return ()
    return named_words(_FIRST.split(value, maxsplit=1)[0])[:3]


def _job_and_employer(match: FrameMatch, value: str, owner: Owner) -> list[Fact]:
    """The employer in "a nurse at Acme", the job in "at Acme as a nurse"."""
    if match.frame.attribute == "job" and (found := _AT.match(value)):
        return [Fact(found["employer"], topic_key("user", [*owner.words, "employer"]))]
    if match.frame.attribute == "employer" and (found := _AS.match(value)):
        return [Fact(found["job"], topic_key("user", [*owner.words, "job"]))]
    return []
