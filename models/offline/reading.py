"""A message read as acts: what to keep, what to look up, what to say without memory.

Each sentence becomes one act or several. Later sentences may point back ("remember that", "he is
five"), also to earlier messages of the conversation.
"""

import re

from models.offline.acts import Act, Say, each_once
from models.offline.questioning import asked
from models.offline.requests import forgets, remember_request
from models.offline.sentences import MAX_CHARS, sentences
from models.offline.setting import MAX_MESSAGE_CHARS, Setting
from models.offline.smalltalk import ALL_RIGHT, FORGET_HELP, reply
from models.offline.telling import kept_on_request, kept_whole, told
from models.offline.text import plain, tail_of, tidy

_GREETING = re.compile(
    r"^(?:hi|hello|hey|good (?:morning|evening|afternoon))(?: (?:there|mnemon))?[,.!]+ (?=\S)",
    re.IGNORECASE,
)


def read(text: str, setting: Setting) -> list[Act]:
    """The acts of a message, in order; [] when it is empty."""
    whole = tidy(text)[:MAX_MESSAGE_CHARS]
    spoken = sentences(whole)
    if spoken and not re.search(r"\w", whole):
        return [Say(ALL_RIGHT)]
    if not any(remember_request(plain(said)) for said in spoken):
        setting.latest = []
    return each_once([act for said in spoken for act in _sentence(said, setting)])


def _sentence(said: str, setting: Setting) -> list[Act]:
    body = plain(said)
    if len(said) > MAX_CHARS:
        return kept_whole(said, body)
    greeting = _GREETING.match(body)
    if greeting:
        body = body[greeting.end() :]
        said = tail_of(said, body)
    answer = reply(body)
    if answer:
        return [Say(answer)]
    if forgets(body):
        return [Say(FORGET_HELP)]
    return (
        kept_on_request(said, body, setting)
        or asked(said, body, setting)
        or told(said, body, setting)
    )
