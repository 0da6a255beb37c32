"""Requests to keep something ("please remember that …", "note: …") and to forget something."""

import re
from dataclasses import dataclass
from typing import Literal

Wish = Literal["remember", "note"]

_POLITE = (
    r"(?:(?:please|kindly|hey|hi|hello|ok|okay|so|and|also|now|well|oh|mnemon|just|then|but|first|thanks|could you|can you|would you|will you|could u|can u|i want you to|i would like you to|i need you to|i would appreciate it if you(?: could)?|"
    r"you (?:should|must|need to|have to|can|could|might want to)|let us|make sure (?:to|you|that you)|be sure to|try to|do|always|i ask you to|it is important that you|it would be (?:great|nice|good) if you(?: could)?|"
    r"would you mind|do you mind|one thing to|something to|something else to|one more thing to|another thing to|here is something to|here is a fact to|a fact to|i would like to|i want to|for future reference,?|for later,?|help me)\b[,:]? ?)*"
)
_KEEP = (
    r"(?:remember(?:ing)?|memori[sz]e|do not (?:ever )?forget|never forget|do not let me forget|store|save|record|retain|keep (?:it |this |that )?(?:in mind|on file|in (?:your )?memory|track of|a record of|on record)|bear in mind|learn|"
    r"commit (?:this |that |it |the following )?to memory|add (?:this |that |it |the following )?to (?:your |my )?(?:memory|memories|profile|facts)|put (?:this |that |it )?(?:in|into) (?:your )?memory|save (?:this |that |it )?(?:to|in) (?:your )?memory|"
    r"(?:take|make) (?:a )?(?:mental )?(?:note|record) (?:of (?:this|that|the fact that)|that|of)|hold on to)"
)
_NOTE = (
    r"(?:note(?: down)?|(?:take|make) (?:a )?(?:quick |mental |short )?note(?: down)?|jot (?:this |that |it )?down|write (?:this |that |it )?down|put (?:this |that |it )?down|log|add (?:this |that )?(?:to|as) (?:a |your |my )?notes?|"
    r"note to self|memo|quick note|nota bene|n\.?b\.?|for the record|for your records|keep a note)"
)
_LINK = r"(?:[,:;.-]+ ?|\b)(?: ?(?:for me|for later|please|this|the following|that|also|about me|of|the fact|down|forever|permanently|for next time|for the future|for future reference|something|one thing|as a (?:note|fact|preference|memory)|in your memory|to memory|somewhere|a fact|it)\b[,:;.-]*)* ?"
_BEFORE = re.compile(
    rf"^{_POLITE}(?P<v>{_KEEP}|{_NOTE})\b{_LINK}(?P<content>.*)$", re.IGNORECASE | re.DOTALL
)
_AFTER = re.compile(
    rf"^(?P<content>.{{4,}}?)[,.;:!-]+ (?:so |and )?{_POLITE}(?:{_KEEP}|{_NOTE})(?: (?:that|this|it|them|these))?(?: (?:fact|thing|information|info|detail|one|well|too|also|always|forever|about me|for me|please|down|for later|for next time|for future reference|in (?:your )?memory|ok|okay|thanks|will you|would you|in mind))*$",
    re.IGNORECASE | re.DOTALL,
)
_NP_VALUE = re.compile(
    r"^(?:my|our|the) [\w' -]{2,40}?(?::| -|,| =)? ?(?:[A-Z0-9\"'+(#][\w.@+-]*|\S*\d\S*)(?: .*)?$"
)
_THAT = re.compile(
    r"^(?:that|this|it|these|them|those|so|what i (?:just )?(?:said|told you|wrote)|the above|all (?:of )?(?:that|this)|both)?[.! ]*(?:please|for me|too|as well|thanks|forever|down)?[.! ]*$",
    re.IGNORECASE,
)
_DO_YOU = re.compile(r"^(?:do|did) (?:you|u) (?:still )?remember\b", re.IGNORECASE)
_WH = re.compile(r"^(?:what|where|when|who|whom|which|how|why|if|whether)\b", re.IGNORECASE)
_ANSWERED = re.compile(r": |, (?:it|that) is|^what i (?:said|told)", re.IGNORECASE)
_MINE = re.compile(r"^(?:my|our|me)\b", re.IGNORECASE)
_VERB = re.compile(
    r" (?:is|are|was|were|has|have|had|will|must|should|needs?|likes?|loves?|hates?|prefers?|lives?|works?|am|can|do|does|uses?|starts?|moved)\b|[:=]",
    re.IGNORECASE,
)
_REMIND_WHERE = re.compile(
    r"^(?:please )?remind me (?:later )?(?P<content>(?:where|what|when|who|how|which)\b[^:?]*: .+)$",
    re.IGNORECASE,
)
_FORGET = re.compile(
    r"^(?:please |can you |could you |i want you to |you (?:can|should|may) |would you |just |now |ok |hey |and |also )*(?:(?:forget|delete|erase|remove|wipe|clear|unlearn|purge|drop|undo|discard|unsave)\b(?! about it$| it$| to\b)(?P<x>.*)|do not remember\b(?P<y>.*)|stop remembering\b(?P<z>.*))$",
    re.IGNORECASE,
)
_FORGET_OBJECT = re.compile(
    r"\b(?:my|me|that|this|it|everything|all|memory|memories|what i|about|the (?:last|note|fact|memory|thing)|our|save|you know|note|topic|user\.|project\.|constraint\.)\b",
    re.IGNORECASE,
)
_REMIND = re.compile(
    r"^(?:please |can you |could you |would you |hey |and |also )*(?:remind me (?:to|that i (?:have|need|must|should) to|(?:on|at|in|tomorrow|tonight|next|every)\b.*? to)|set (?:a |an )?(?:reminder|alarm|timer)(?: (?:to|for))?|wake me|do not let me forget to|ping me|alert me|notify me)\b ?(?P<x>.*)$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class KeepRequest:
    """A request to keep something; `content` is "" when it points back ("remember that")."""

    wish: Wish
    content: str


def remember_request(text: str) -> KeepRequest | None:
    """The request to keep something that the plain sentence makes, or None."""
    body = re.sub(
        r"[,.]? (?:ok|okay|will you|would you|can you|could you|please|thanks|thank you|alright)\??$",
        "",
        text.strip(),
        flags=re.IGNORECASE,
    ).strip()
    pointed = _REMIND_WHERE.match(body)
    if pointed:
        return KeepRequest("remember", pointed["content"])
    found = _BEFORE.match(body)
    if found and not _asks_instead(found["content"], text):
        wish: Wish = "note" if re.fullmatch(_NOTE, found["v"], re.IGNORECASE) else "remember"
        content = found["content"].strip(" ?")
        is_pointing = _THAT.match(content) or not re.search(r"\w", content)
        return KeepRequest(wish, "" if is_pointing else content)
    after = _AFTER.match(body.rstrip(" .!"))
    return KeepRequest("remember", after["content"].strip()) if after else None


def forgets(text: str) -> bool:
    """Whether the sentence asks to remove something from memory."""
    found = _FORGET.match(text.strip(" .!?"))
    if not found:
        return False
    what = found["x"] or found["y"] or found["z"] or ""
    return bool(_FORGET_OBJECT.search(what)) or bool(re.match(r"^ (?:what|where|who|how)", what))


def reminder(text: str) -> str | None:
    """What the person wants to be reminded of at some time, or None."""
    found = _REMIND.match(text.strip())
    return (found["x"].strip(" .!?") or None) if found else None


def _asks_instead(content: str, text: str) -> bool:
    """Whether it asks: "remember my birthday?" does, "remember my birthday is 3 May" does not."""
    rest = content.strip()
    if _DO_YOU.match(text.strip()):
        return True
    if _NP_VALUE.match(rest):
        return False
    if _WH.match(rest):
        return not _ANSWERED.search(rest)
    tells = bool(_VERB.search(rest))
    is_asked = text.rstrip().endswith("?") and bool(rest) and not _THAT.match(rest)
    return not tells and (is_asked or bool(_MINE.match(rest)))
