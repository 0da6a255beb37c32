"""Questions that mirror a frame: "where was I born?", "when is Apollo due?", "who am I?"."""

import re

from models.offline.daily_frames import DAILY_FRAMES
from models.offline.facts import Owner, Talk, can_act, owner_of
from models.offline.frames import FrameMatch, asked
from models.offline.habits import asked_habit, asked_time
from models.offline.keys import named_words, topic_key
from models.offline.likings import liking_key
from models.offline.personal_frames import PERSONAL_FRAMES
from models.offline.possessions import project_owner
from models.offline.project_frames import PROJECT_FRAMES
from models.offline.wanted import Wanted

_SPECIAL = (
    (r"who am i", ("name", "nickname")),
    (r"what do you (?:know|remember) of me", ()),
    (r"what am i", ("job",)),
)


def asked_self(core: str, wanted: Wanted) -> None:
    """Keys of "who am I"."""
    for pattern, names in _SPECIAL:
        if re.fullmatch(pattern, core, re.IGNORECASE):
            wanted.add(*(f"user.{name}" for name in names))


def asked_frame(core: str, talk: Talk, wanted: Wanted) -> None:
    """Keys of the frames that the question fits; a project's only when no personal one does."""
    matches = list(asked((*PERSONAL_FRAMES, *DAILY_FRAMES), core))
    matches = matches or list(asked(PROJECT_FRAMES, core))
    for match in matches:
        key = _frame_key(match, talk)
        if key is not None:
            _add(match, key, wanted)


def asked_activity(core: str, talk: Talk, wanted: Wanted) -> None:
    """Keys of sizes, ways of taking something and times of doing something."""
    wanted.add(asked_habit(core, talk))
    if not wanted.sure:
        wanted.maybe(asked_time(core, talk))


def _add(match: FrameMatch, key: str, wanted: Wanted) -> None:
    name = match.frame.attribute
    wanted.kind = wanted.kind or name.removesuffix("_preference")
    if match.frame.is_many and match.value:
        thing = named_words(re.sub(r"^(?:any|anything|something) ?", "", match.value))
        wanted.add(*([f"{key}_{'_'.join(thing[:3])}"] if thing else []))
        if name == "diet":
            wanted.maybe(liking_key(match.value), "user.diet")
    wanted.add(key)
    if name == "learning":
        wanted.maybe("user.major")


def _frame_key(match: FrameMatch, talk: Talk) -> str | None:
    owner, name = owner_of(match.subject, talk), match.frame.attribute
    if match.frame.root == "user":
        if owner is None or not can_act(match.subject, owner):
            return None
        return topic_key("user", [*owner.words, name])
    if name == "deadline" and match.subject.casefold().startswith("my "):
        owner = Owner(named_words(match.subject))
    owner, is_generic = project_owner(match.subject, owner or Owner(talk.project), talk)
    if name == "start_date" and not is_generic and len(owner.words) > 1:
        return None
    return topic_key("project", [*owner.words, name])
