"""Which statements are worth a note when no rule understood them, and how a note is written."""

import re

from models.offline.being import is_passing
from models.offline.facts import supposes

MIN_WORDS = 4
"""Shorter statements that nothing understood are no notes."""

_PERSONAL = re.compile(r"\b(?:i|me|my|mine|we|us|our|ours|myself)\b", re.IGNORECASE)
_PARTICULAR = re.compile(
    r"\b(?:password|passcode|code|pin|key|keys|wifi|wi-fi|number|meeting|appointment|flight|train|bus|deadline|server|address|door|gate|locker|account|login|user ?name|port|url|link|invoice|ticket|order|booking|reservation|"
    r"party|birthday|exam|interview|delivery|package|parcel|office|rent|budget|client|customer|boss|plumber|dentist|doctor|key|spare|printer|standup|sprint|release|launch|demo|workshop|conference|team|colleague|landlord|"
    r"neighbor|garage|warranty|contract|insurance|serial|ip|database|backup|staging|production|cluster|api|token|repo|branch|build|monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|tonight|next week|next month|"
    r"bin|trash|garbage|recycling|school|kindergarten|daycare|pickup|pick-up|medication|medicine|pills|dose|vet|gym|class|lesson|course|room|floor|shelf|drawer|box|cupboard|freezer|fridge)\b|\b\d{1,2}[:.]\d\d\b|\b\d{1,2} ?(?:am|pm)\b|\S+@\S+|https?:",
    re.IGNORECASE,
)
"""Things of a person's own days, in a sentence that need not say whose they are."""
_TELLS = re.compile(
    r"\b(?:is|are|was|has|have|will|starts?|ends?|opens?|closes?|restarts?|runs?|lives?|needs?|arrives?|leaves?|expires?|moved|goes|costs?|takes?|must|should|at|on)\b|:",
    re.IGNORECASE,
)
_CHATTER = re.compile(
    r"^(?:i (?:(?:want|need|would like|have|came|wish|would love|am going|just wanted|wanted) to (?:know|ask|talk|chat|see|test|try|tell|say|hear|find out|check|understand|leave|get started|start|think|go now|say)\b.*|"
    r"(?:do|did|could|can) not (?:know|understand|think|care|mind|remember|get (?:it|that|you)|see|believe)\b.*|(?:think|guess|know|see|understand|agree|disagree|hope|believe|mean|bet|suppose|wonder|forgot|told you|asked you|said)\b.{0,25}|"
    r"(?:love|like|hate|appreciate|enjoy|need|want|got|see|get|mean) (?:it|that|this|you|your)\b.{0,30}|will (?:be (?:right )?back|try|do (?:that|it)|see|think about it|let you know|check|ask|tell you)\b.*|"
    r"(?:need|want|would like|could use) (?:your |some |a |an )*(?:help|advice|favor|break|joke|story|poem|moment|minute|second|information|info|recommendation|suggestion|song|recipe|picture|image)\b.*|(?:have|got) (?:a|another|one|some|no|an) (?:question|request|idea|problem|favor)s?\b.*)|"
    r"we (?:will|should|can) (?:see|talk|do|try|continue)\b.*|let (?:me|us)\b.*|thank.*|(?:that|this|it) (?:is|was|sounds|looks|seems|works|helps?)\b.*)$",
    re.IGNORECASE,
)
"""Talk about the talk itself: "I want to ask something", "that sounds good"."""
_POLITE_END = re.compile(r",? (?:please|thanks|thank you|ok|okay|for me)[.!]*$", re.IGNORECASE)


def is_personal(body: str) -> bool:
    """Whether the person speaks of themselves or theirs."""
    return bool(_PERSONAL.search(body))


def is_notable(body: str) -> bool:
    """Whether the statement is about the person's own world, and lasting enough to keep."""
    if supposes(body) or len(body.split()) < MIN_WORDS or _CHATTER.match(body):
        return False
    if body.casefold().startswith("i am ") and is_passing(body[5:]):
        return False
    return is_personal(body) or bool(_PARTICULAR.search(body) and _TELLS.search(body))


def as_note(text: str) -> str:
    """The note as a sentence of its own: a capital first, no politeness behind."""
    cut = _POLITE_END.sub("", text.strip(" ,;:"))
    return cut[:1].upper() + cut[1:] if cut else text
