"""What a message can point back to: what was said, saved and asked before in the conversation."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from models.offline.corrections import Kept
from models.offline.facts import Talk
from models.offline.query import query_of
from models.offline.requests import forgets, remember_request
from models.offline.sentences import clauses, sentences
from models.offline.smalltalk import reply
from models.offline.statements import statement_facts
from models.offline.text import plain, tidy
from models.offline.wrapping import is_question

MAX_MESSAGE_CHARS = 20_000
"""What is read of a message sentence by sentence; a longer one is a document."""


@dataclass(slots=True)
class Setting:
    """What is known when a message is read.

    Attributes:
        talk: What pronouns point back to.
        kept: What was saved or looked up before, oldest first.
        said: The statements before, oldest first.
        latest: The statements of the last message, then of this one.
        spoken: The last message itself.
    """

    talk: Talk = field(default_factory=Talk)
    kept: list[Kept] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    latest: list[str] = field(default_factory=list)
    spoken: str = ""


def setting_after(texts: Iterable[str], kept: Sequence[Kept]) -> Setting:
    """The setting that earlier messages of the person leave, oldest first."""
    setting = Setting(kept=list(kept))
    for text in texts:
        setting.spoken, setting.latest = text, []
        for said in sentences(tidy(text)[:MAX_MESSAGE_CHARS]):
            _hear(said, setting)
    return setting


def _hear(said: str, setting: Setting) -> None:
    body = plain(said)
    if is_question(body):
        query_of(body, setting.talk)
        return
    request = remember_request(body)
    for clause in clauses(request.content if request and request.content else said):
        statement_facts(plain(clause), clause, setting.talk)
    is_pointing_back = request is not None and not request.content
    if not (is_pointing_back or reply(body) or forgets(body)):
        setting.said.append(said)
        setting.latest.append(said)
