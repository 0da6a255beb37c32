"""What a person typed, made plain: one kind of quote and space, contractions and typos undone.

`tidy` keeps the person's own words (they are what is stored and quoted); `plain` is the form the
grammar is matched against: "whats my fav colour" becomes "what is my favorite color"'s sibling.
Nothing here decides what a sentence means.
"""

import re
import unicodedata
from functools import cache

from models.offline.spelling import mend, mend_attributes

_QUOTES = str.maketrans(
    {
        "‘": "'", "’": "'", "‚": "'", "‛": "'", "`": "'", "´": "'", "ʼ": "'",
        "“": '"', "”": '"', "„": '"', "«": '"', "»": '"',
        "–": "-", "—": " - ", "―": " - ", "…": "...", "¿": "", "¡": "",
    }
)  # fmt: skip

_TO_BE_AFTER = "name|birthday|job|age|number|email|address|deadline|favou?rite|password|surname"
"""Nouns after which 's is nearly always "is": "my name's Sam"."""

_CONTRACTIONS: tuple[tuple[str, str], ...] = (
    (r"\b(my|our) go to\b", r"\1 go-to"),
    (r"^were(?= (?:do|does|did|is|am|are|was)\b)", "where"),
    (r"\bcan ?not\b|\bcan'?t\b", "can not"),
    (r"\bwon'?t\b", "will not"),
    (r"\bain'?t\b", "am not"),
    (r"\b(do|does|did|is|are|was|were|have|has|had|would|could|should|must|need)n'?t\b", r"\1 not"),
    (r"\bi'?m\b", "I am"),
    (r"\b(you|we|they)'re\b|\b(you|they)re\b", r"\1\2 are"),
    (r"\b(i|you|we|they)'?ve\b", r"\1 have"),
    (r"\b(i|you|we|they|he|she|it|that)'ll\b", r"\1 will"),
    (r"\b(i|you|we|they|he|she)'?d (?=(?:rather|prefer|like|love|choose|pick|go|want|be|hate|say)\b)", r"\1 would "),
    (r"\b(i|you|we|they|he|she)'d\b", r"\1 had"),
    (r"\b(what|who|where|when|how|which|that|there|here|he|she)'?s\b", r"\1 is"),
    (r"\bit's\b|^its(?= (?:not |now |actually |really )*\S+(?: now)?$)", "it is"),
    (r"\blet's\b", "let us"),
    (rf"\b({_TO_BE_AFTER})'s(?= )", r"\1 is"),
    (r"(\bmy [\w ]{1,30}?\w)'s(?= (?:an?|the|not|called|named|in|at|on|due|now|allergic|\d\S*)\b)", r"\1 is"),
)  # fmt: skip


_SLANG = re.compile(
    r"^(?:(?:yo|ngl|tbh|lol|omg|bro|dude|man|ugh|haha|hehe|lmao|fr|welp|ok so|okay so|erm?|uhm?|hmm+)\b[,!. ]+)+(?=\S)|(?:,? (?:lol|lmao|haha|hehe|xd|fr|tbh|ngl|imo|imho))+(?=[.!?]*$)",
    re.IGNORECASE,
)
"""Openers and closers of chat talk that say nothing."""


def tidy(text: str) -> str:
    """The person's words in valid, composed Unicode, with plain quotes and single spaces.

    Line breaks stay (they end sentences); invisible marks, NULs and lone surrogates go.
    """
    valid = text.encode("utf-8", "ignore").decode("utf-8")
    composed = unicodedata.normalize("NFC", valid).translate(_QUOTES)
    seen = "".join(_visible(c) for c in composed)
    lines = (re.sub(r"[^\S\n]+", " ", line).strip() for line in seen.split("\n"))
    return "\n".join(line for line in lines if line)


def plain(text: str) -> str:
    """The tidy text without contractions, chat spellings and typos of the words that steer us."""
    mended = mend_attributes(mend(_SLANG.sub("", text)))
    for pattern, spelled_out in _contractions():
        mended = pattern.sub(spelled_out, mended)
    return re.sub(r" +", " ", mended).strip()


def tail_of(said: str, body: str) -> str:
    """The end of what was typed that reads `body` once plain: the person's own spelling of it."""
    wanted = bare(body)
    words = said.split()
    for at in range(len(words)):
        tail = " ".join(words[at:])
        if bare(plain(tail)) == wanted:
            return tail.strip(" .!,;:")
    return body


def bare(text: str) -> str:
    """Lower case, letters and digits only: for asking whether two texts say the same."""
    return " ".join(re.findall(r"\w+", text.casefold()))


def _visible(char: str) -> str:
    if char == "\n":
        return char
    category = unicodedata.category(char)
    if category in ("Zs", "Zl", "Zp") or char in "\t\r\v\f":
        return " "
    return "" if category in ("Cc", "Cf", "Cs", "Co") else char


@cache
def _contractions() -> tuple[tuple[re.Pattern[str], str], ...]:
    return tuple((re.compile(p, re.IGNORECASE), r) for p, r in _CONTRACTIONS)


def says_same(a: str, b: str) -> bool:
    """Whether one text says all that the other says, word for word."""
    first, second = bare(a), bare(b)
    return bool(first and second) and (first in second or second in first)
