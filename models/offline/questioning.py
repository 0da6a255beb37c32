"""Sentences that ask: one question or several, to memory or to the assistant itself."""

import re

from models.offline.acts import Act, Ask, Say
from models.offline.facts import Talk, supposes
from models.offline.notable import is_personal
from models.offline.query import query_of
from models.offline.sentences import clauses
from models.offline.setting import Setting
from models.offline.smalltalk import CANNOT, is_command, reply
from models.offline.statements import statement_facts
from models.offline.text import plain, tidy
from models.offline.wrapping import has_wrapping, is_question, unwrapped

NOTHING_SAID = "You have said nothing before this in our conversation."
_WHAT_I_SAID = re.compile(
    r"^(?:(?:can|could) you )?(?:repeat |tell me )?what (?:did|have) i (?:just |last )?(?:say|said|tell you|told you|write|written|ask|asked|mention)(?: to you)?(?: (?:just now|last|a moment ago|right now|a minute ago|a second ago|before that))?\??$|^what was (?:my last|the last) (?:message|question|sentence|thing i said)\??$",
    re.IGNORECASE,
)
_DID_YOU_KNOW = re.compile(
    r"^(?:did|do) you (?:already )?know (?:that )?(?:i|my|we|our)\b(?!.*\b(?:what|where|who|when|how)\b)",
    re.IGNORECASE,
)
_KNOW_MINE = re.compile(r"^do you know (?:my|our) [\w' -]+\?*$", re.IGNORECASE)
_TAGGED = re.compile(
    r"^(?P<body>.+), (?:you know|right|ok|okay|alright|yes|no|is not it|do not i|is it not|remember|see|got it)\?$",
    re.IGNORECASE,
)
_TWO_OF_MINE = re.compile(
    r"^(?P<lead>(?!.*\b(?:between|both|or)\b).*?)(?P<a>my [\w' -]+?),? and (?P<b>my [\w' -]+?)\??$",
    re.IGNORECASE,
)
_LIST_MINE = re.compile(
    r"^(?:list|show|give me|tell me)\b.*\b(?:my|our|i|about|you know)\b", re.IGNORECASE
)
_NOUN = re.compile(
    r"^(?:my|our|the) (?!.*\b(?:is|are|was|were|has|have|likes?|loves?|lives?|works?)\b)[\w' -]+$",
    re.IGNORECASE,
)


def asked(said: str, body: str, setting: Setting) -> list[Act]:
    """The acts of a sentence that asks; [] when it does not."""
    if _tells_after_all(body):
        return []
    return [act for part in _parts(said, body) for act in ask(part, plain(part), setting)]


def ask(said: str, body: str, setting: Setting) -> list[Act]:
    """The act of one question."""
    answer = reply(unwrapped(body).core) or reply(body)
    if answer:
        return [Say(answer)]
    if _WHAT_I_SAID.match(body):
        return [Say(f'You said: "{tidy(setting.spoken)}"' if setting.spoken else NOTHING_SAID)]
    query = query_of(body, setting.talk)
    is_order = is_command(body)
    about_person = bool(query.is_about or query.keys or is_personal(body))
    if supposes(body) or (is_order and not query.keys and not is_personal(body)):
        return [Say(CANNOT)]
    return [Ask(said.strip(), query, about_person and not is_order)]


def _tells_after_all(body: str) -> bool:
    """Whether the question mark only asks for attention: "did you know I sail?", "…, ok?"."""
    if _DID_YOU_KNOW.match(body) and not _KNOW_MINE.match(body):
        return bool(statement_facts(body.rstrip("? "), body, Talk()))
    tagged = _TAGGED.match(body)
    return tagged is not None and not is_question(tagged["body"])


def _parts(said: str, body: str) -> list[str]:
    """The questions of a sentence; [] when it is none."""
    is_asked = is_question(body)
    if not (is_asked or (has_wrapping(body) and _wants_memory(body))):
        return []
    parts = clauses(said.rstrip("?")) if is_asked else [said]
    if len(parts) > 1 and not all(is_question(plain(p)) or has_wrapping(plain(p)) for p in parts):
        return []
    both = _TWO_OF_MINE.match(said) if len(parts) == 1 else None
    return [f"{both['lead']}{both['a']}?", f"what is {both['b']}?"] if both else parts


def _wants_memory(body: str) -> bool:
    """Whether a request without a question mark asks memory: "tell me my name"."""
    if is_command(body) and not _LIST_MINE.match(body):
        return False
    asks = unwrapped(body)
    return asks.is_about or is_question(asks.core) or bool(_NOUN.match(asks.core))
