"""What a user says in person, and what they only quote or paste: a mail, a page, a log, code.

Pasted text may hold instructions to the assistant or false facts; a save may not rest on it. Rough on
purpose, and on the safe side: what looks pasted counts as pasted. Text that is pasted without any
mark cannot be told from one's own.
"""

import re
from typing import NamedTuple

MOST_QUOTED_WORDS = 5
"""A longer quotation is somebody's text; a shorter one is a title, a name, a motto."""

MOST_OWN_QUOTED_WORDS = 20
"""Of a quotation that the user asks to keep."""

LEAD_CHARS = 80

_BLOCKS = (
    re.compile(r"```.*?(?:```|\Z)|~~~.*?(?:~~~|\Z)", re.DOTALL),
    re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL),
    re.compile(r"<(\w[\w-]*)\b[^>]*>.*?(?:</\1\s*>|\Z)", re.DOTALL),
    re.compile(r"(?m)^[ \t]*>.*$"),
    re.compile(r"(?m)^[ \t]*\[//\]:.*$"),
    re.compile(r"(?ms)^[ \t]*(?:#+ ?)?\W{0,3}(?:system|assistant|user|human|tool|function|from|subject)\b\W{0,3}:.*\Z", re.IGNORECASE),
    re.compile(r"(?m)^[ \t]*[\[{].*$"),
    re.compile(r"\b\w+\([^()\n]*[=\"'][^\n]*\)"),
)  # fmt: skip
_REPORTED = (
    r"sent|send|wrote|writes?|got|received|found|says?|said|reads?|states?|told|tells|"
    r"e-?mails?|mail|letter|page|website|site|document|doc|article|text|message|transcript|logs?|output|"
    r"results?|notes?|file|quote|paste[ds]?|below|following|translate|summari[sz]e|review|proofread|"
    r"schrieb|schreibt|sagt|steht|écrit|dit|escribió|dice"
)
_INTRODUCED = re.compile(
    rf"(?:\b(?:{_REPORTED})\b[^\n.!?]{{0,60}}|\bthis|\bhere)\s*:[ \t]*\n?(?P<rest>.+)\Z",
    re.IGNORECASE | re.DOTALL,
)
_QUOTED = re.compile(
    r"\"[^\"]+(?:\"|\Z)|“[^”]+(?:”|\Z)|„[^“”]+(?:[“”]|\Z)|«[^»]+(?:»|\Z)|「[^」]+(?:」|\Z)|"
    r"(?<!\w)'[^'\n]{20,}'(?!\w)|(?<!\w)‘[^’\n]{20,}’(?!\w)"
)

KEEPS = re.compile(
    r"\b(?:remember|memori[sz]e|save|store|keep|note|record|write down|don't forget|do not forget|"
    r"merke?n?|notiere?n?|speichere?n?|retiens|enregistre|note[zr]?|souviens|recuerda|guarda|anota|"
    r"ricorda|salva|annota|lembre|guarde|anote|onthoud|bewaar|noteer|husk|kom ihåg)\b",
    re.IGNORECASE,
)
"""Asking to keep something, in the languages that claims are read in."""

_IS_MINE = re.compile(r"\bmy\b[^\n]*\bis\b|\bcalled?\b", re.IGNORECASE)


class Words(NamedTuple):
    """A message, taken apart."""

    own: str
    pasted: str


def own_and_pasted(text: str) -> Words:
    """What a user says in person, and what is quoted or pasted."""
    pasted: list[str] = []

    def take(match: re.Match[str]) -> str:
        pasted.append(match[0])
        return "\n"

    own = text
    for block in _BLOCKS:
        own = block.sub(take, own)
    own = _QUOTED.sub(lambda match: match[0] if _is_own(match, own) else take(match), own)
    introduced = _INTRODUCED.search(own)
    if introduced and not KEEPS.search(_line_before(own, introduced.start("rest"))):
        pasted.append(introduced["rest"])
        own = own[: introduced.start("rest")]
    return Words(own.strip(), "\n".join(pasted).strip())


def _is_own(match: re.Match[str], text: str) -> bool:
    """Whether a quotation is the user's: a few words, or what is asked to be kept by its name."""
    words = len(match[0].split())
    if "\n" in match[0] or words > MOST_OWN_QUOTED_WORDS:
        return False
    lead = text[max(0, match.start() - LEAD_CHARS) : match.start()].rpartition("\n")[2]
    if re.search(rf"\b(?:{_REPORTED})\b", lead, re.IGNORECASE):
        return False
    return words <= MOST_QUOTED_WORDS or bool(KEEPS.search(lead) or _IS_MINE.search(lead))


def _line_before(text: str, position: int) -> str:
    return text[:position].rstrip().rpartition("\n")[2]
