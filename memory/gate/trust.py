"""Whose word a memory is, and what follows from it. The write gate applies this to every save.

What a tool, a document or an import brought is kept as such: it never becomes a topic, is never
pinned, never takes the place of another's word, and saying it again does not raise it. What a model
saves in a conversation counts as the user's word only if the user's own words there hold it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from core.engram import Trust
from core.errors import InvalidInput
from memory.gate.drafts import Draft
from memory.gate.gist import SPEAKER, content_words, gists, visible
from memory.neighbours import own_words

RANK: dict[Trust, int] = {"user": 2, "agent": 1, "tool": 0, "document": 0, "import": 0}
"""Whose word weighs more."""

FOREIGN: tuple[Trust, ...] = ("tool", "document", "import")
"""Words that are neither the user's nor the assistant's."""

WHOSE = {"tool": "a tool", "document": "a document", "import": "an import"}

MOST_UNPINNED = 0.7
"""Importance of what the user did not say, at most: below every use of `pin_importance` by default
(0.8). Whatever that setting is, the context pins only the user's own words."""

SHARED_STEM_CHARS = 5
"""Two words that begin alike for so long are one, if they do not end too differently."""

STEM_REST_CHARS = 4


@dataclass(frozen=True, slots=True)
class Heard:
    """What was heard in the conversation out of which a model saves.

    Attributes:
        said: The user's own words, one text for each message, without what they only quote.
        foreign: The least of the origins of other text that was shown in the conversation; None
            when nothing but the user and the model spoke.
        wants_change: The user asks in this turn to have something changed.
    """

    said: tuple[str, ...] = ()
    foreign: Trust | None = None
    wants_change: bool = False

    def holds(self, content: str) -> bool:
        """Whether one of the user's messages has every telling word of a text."""
        wanted = set(content_words(content)) or set(visible(content).casefold().split())
        return bool(wanted) and any(_has_all(_words(text), wanted) for text in self.said)


def as_heard(draft: Draft, heard: Heard | None) -> Draft:
    """The draft under the trust it deserves; a topic that is not the user's word becomes a fact."""
    if heard is None or draft.kind == "episode" or draft.trust in FOREIGN:
        return draft
    if heard.holds(draft.content):
        return draft
    if heard.foreign is None:
        return replace(draft, trust="agent", source="agent")
    # Nobody else is to meet what a text from elsewhere has put into a model's mouth.
    scope = draft.scope if draft.replaces else "user"
    brought = replace(draft, trust=heard.foreign, source=heard.foreign, scope=scope)
    if draft.topic is None:
        return brought
    told = own_words(draft.topic, draft.content)
    return replace(brought, kind="fact", topic=None, content=told)


def allowed(draft: Draft) -> Draft:
    """The draft within what its trust allows.

    Raises:
        InvalidInput: It would make a topic of what is not the user's or the assistant's word.
    """
    if draft.trust in FOREIGN and draft.topic is not None:
        raise InvalidInput(
            f"What {WHOSE[draft.trust]} says cannot be a topic: a topic is the user's word. Keep "
            f"it with remember(..., trust={draft.trust!r}), or let the user say it.",
            reason="no topic from elsewhere",
        )
    if draft.trust == "user":
        return draft
    return replace(draft, importance=min(draft.importance, MOST_UNPINNED))


def check_replacing(older: Trust, draft: Draft) -> None:
    """Refuse to let a foreign word take the place of the user's or the assistant's.

    Raises:
        InvalidInput: It would.
    """
    if draft.trust in FOREIGN and RANK[older] > RANK[draft.trust]:
        raise InvalidInput(
            f"What {WHOSE[draft.trust]} says cannot take the place of what was kept before. Only "
            "the user can change that: by saying it, or with 'mnemon memories update'.",
            reason="no replacing from elsewhere",
        )


def check_changing(trust: Trust, heard: Heard | None) -> None:
    """Refuse to change what is kept of the user's when only a text from elsewhere can want it.

    Raises:
        InvalidInput: Such a text was shown, and the user has not asked for a change.
    """
    if heard is None or heard.foreign is None or heard.wants_change:
        return
    if RANK[trust] > RANK[heard.foreign]:
        raise InvalidInput(
            f"Text from {WHOSE[heard.foreign]} was shown, and the user has not asked for a change: "
            "nothing was changed. Ask the user.",
            reason="no change from elsewhere",
        )


def as_trusted(trust: Trust) -> tuple[Trust, ...]:
    """Every trust that weighs at least as much: what is kept so need not be kept again."""
    return tuple(other for other, rank in RANK.items() if rank >= RANK[trust])


def least(trusts: Sequence[Trust]) -> Trust | None:
    """The foreign origin among these that a doubtful text is given; None when there is none."""
    return next((trust for trust in ("document", "tool", "import") if trust in trusts), None)


def _words(text: str) -> frozenset[str]:
    told = [word for gist in gists(text) for word in gist.words if word != SPEAKER]
    return frozenset([*told, *visible(text).casefold().split()])


def _has_all(said: frozenset[str], wanted: set[str]) -> bool:
    return all(word in said or any(_is_form(word, other) for other in said) for word in wanted)


def _is_form(one: str, other: str) -> bool:
    """Whether two words differ in their endings only: `vegetarian` and `Vegetarierin`."""
    shared = 0
    for mine, theirs in zip(one, other, strict=False):
        if mine != theirs or mine.isdecimal():
            break
        shared += 1
    rest = max(len(one), len(other)) - shared
    return shared >= SHARED_STEM_CHARS and rest <= STEM_REST_CHARS
