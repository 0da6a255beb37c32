"""The one save that a message plainly asks for: for a language model that claimed it and made none.

Rather nothing than the wrong thing: a message with several facts, a quotation, code, pasted lines
or no request in so many words gives None.
"""

import re

from models.offline.acts import Keep
from models.offline.moves import save_call
from models.offline.reading import read
from models.offline.requests import remember_request
from models.offline.results import Call
from models.offline.sentences import sentences
from models.offline.setting import Setting
from models.offline.text import plain, tidy

MAX_MESSAGE_CHARS = 300
"""A longer message tells more than one thing, or was pasted."""

MIN_NOTE_WORDS = 3
"""A shorter note tells nothing by itself."""

_FOREIGN = re.compile(
    r"```|`|^\s*[>|{<]|\n.*\n|[\"“”„«»]|(?<!\w)'[^']+'(?!\w)|\w\(|://", re.MULTILINE
)
"""Marks of a quotation, of code, of pasted lines."""

_ABOUT_WORDS = re.compile(
    r"\b(?:says?|said|wrote|writes|reads|translate|rephrase|summari[sz]e|quote|sentence|phrase|for example)\b",
    re.IGNORECASE,
)


def one_requested_save(message: str) -> Call | None:
    """The call that carries out the only request to remember something; None when in doubt.

    Args:
        message: The user's words.
    """
    if len(message) > MAX_MESSAGE_CHARS or _FOREIGN.search(message) or _ABOUT_WORDS.search(message):
        return None
    if not any(remember_request(plain(said)) for said in sentences(tidy(message))):
        return None
    acts = read(message, Setting())
    facts = [fact for act in acts if isinstance(act, Keep) for fact in act.facts]
    if len(facts) != 1 or any(isinstance(act, Keep) and act.is_reminder for act in acts):
        return None
    if facts[0].topic is None and len(facts[0].content.split()) < MIN_NOTE_WORDS:
        return None
    return save_call(facts[0])
