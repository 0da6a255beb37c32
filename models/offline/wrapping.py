"""A question without its wrapping.

"Could you remind me what my dog is called?" asks "what is my dog called". Tells also whether it asks
about a subject at large ("what did I say about X") or for one attribute.
"""

import re
from dataclasses import dataclass
from functools import cache

_WHO = r"(?:i|we|my [\w' -]{1,40}?|our [\w' -]{1,40}?|he|she|they|it|you|the [\w' -]{1,40}?)"
_AGAIN = r"(?:,? (?:again|please|now|once more|quickly|briefly|exactly))*"

_LEADS: tuple[tuple[str, bool], ...] = (
    (
        r"(?:hey|hi|hello|ok|okay|so|and|but|well|um|uh|hmm|please|quick question|question|one question|another question|by the way|btw|now|also|then|actually|mnemon|good morning|good evening|right|alright|just curious|out of curiosity|sorry|excuse me|tell me|great|cool|thanks|thank you|oh|wait|say|listen|let us see|let me see|first|one more thing|i have a question|pop quiz|quiz time|test|for the record|just checking|in case you know|help me out|guess|refresh my memory|jog my memory|remind me)\b[,:.!?-]* ?(?=\S)",
        False,
    ),
    (
        r"(?:(?:can|could|would|will|do|might) (?:you|u) )?(?:please |kindly |be so kind (?:as )?to |possibly |perhaps |maybe |mind )*(?:tell(?:ing)?|remind(?:ing)?|show(?:ing)?|give|giving|help) (?:me|us)"
        + _AGAIN
        + r"(?: (?:all|everything|anything|something|what|whatever|more|a bit))?(?: (?:that )?(?:you|u) (?:know|remember|have|recall|have got|have stored|have saved))? (?:about|of|on|regarding|concerning) ",
        True,
    ),
    (
        r"(?:(?:can|could|would|will|do|might) (?:you|u) )?(?:please |kindly |be so kind (?:as )?to |possibly |perhaps |maybe |mind )*(?:tell(?:ing)?|remind(?:ing)?|show(?:ing)?|give|giving|help|say|help me remember|let me know)(?: (?:me|us))?"
        + _AGAIN
        + r"[,:]? (?=\S)",
        False,
    ),
    (
        r"what (?:all )?(?:else )?(?:do|can|did|would|could) (?:you|u) (?:still |actually |already |currently |happen to )*(?:know|remember|recall|have stored|have saved|have noted|have on file|have written down|have|tell me|say|remember me saying|remember me telling you|recall me saying|find|got|remember i said|have on record|have in (?:your )?memory|store|have in store)(?: (?:down|stored|saved|noted|written))? (?:about|of|on|regarding|concerning|for|with regard to|in relation to|related to|around) ",
        True,
    ),
    (
        r"what is (?:in|there in|stored in|saved in) (?:your |the )?(?:memory|notes|memories) (?:about|on|of|for|regarding) ",
        True,
    ),
    (
        r"(?:what|which things?|anything) (?:was it |is it |was |else )?(?:that )?(?:did|do|have|had) (?:i|we) (?:ever |already |just )?(?:say|said|tell|told|mention|mentioned|ask|asked|note|noted|write|save|saved|talk|talked|discuss|discussed|share|shared|explain|explained)(?: (?:to|with))?(?: (?:you|u))?(?: (?:to (?:remember|note|keep in mind)|down))?(?: (?:earlier|before|last time|yesterday|previously|last week|already|the other day))?(?: (?:about|regarding|on|concerning|of|to do with|with regard to))? ",
        True,
    ),
    (
        r"(?:what|everything|anything|the thing|something) (?:was it )?(?:that )?(?:i|we) (?:have |had )?(?:ever |already |just )?(?:say|said|tell|told|mention|mentioned|asked|noted|wrote|saved|talked|discussed|shared)(?: (?:to|with))?(?: (?:you|u))?(?: (?:to (?:remember|note|keep in mind)|down))?(?: (?:earlier|before|last time|yesterday|previously))?(?: (?:about|regarding|on|concerning|of))? ",
        True,
    ),
    (
        r"(?:did|have|had|do) (?:i|we) (?:ever |already |not |just )*(?:tell|told|say|said|mention|mentioned|note|talk|talked|discuss|discussed|save|saved|share|shared)(?: (?:to|with))?(?: (?:you|u))?(?: (?:anything|something|things|what|much|a word))?(?: (?:about|regarding|on|concerning|of))? ",
        True,
    ),
    (
        r"(?:do|did|can|could|would|will) (?:you|u) (?:still |happen to |even |also |already |perhaps |by any chance |actually )*(?:know|remember|recall|have|recollect)(?: (?:anything|something|everything|any (?:information|info|facts?|notes?|memory|memories|details?|record)|a note|notes|what i (?:said|told you|mentioned)))+(?: (?:stored|saved|noted))? (?:about|of|on|regarding|concerning|for|related to) ",
        True,
    ),
    (
        r"(?:do|did|can|could|would) (?:you|u) (?:still |happen to |even |also |perhaps |by any chance |actually )*(?:remember|recall|know|recollect)(?: (?:about|of))? (?=my |our |the )(?!the (?:capital|answer)\b)",
        False,
    ),
    (
        r"(?:do|did|can|could|would|are|have) (?:you|u) (?:still |happen to |even |also |perhaps |by any chance |actually |able to )*(?:know|remember|recall|tell|recollect|say|remembered|remembering)(?: (?:me|if|whether|that|about))* ",
        False,
    ),
    (r"(?:you (?:still |do )?(?:remember|recall|know))(?: (?:me|if|whether|that|about))* ", False),
    (
        r"(?:i|we) (?:(?:have |completely |totally |just |keep |always |seem to have |think i )*(?:forgot|forget|forgotten|forgetting)|(?:can|do|could) not (?:seem to |quite |really |for the life of me )?(?:remember|recall|think of)|(?:am|was|have been) (?:wondering|curious|not sure|unsure|trying to remember|looking for)|wonder|would (?:like|love) to (?:know|hear|see)|want to know|need to know|need|should know|want you to (?:tell me|recall)|am asking|do not know)(?: (?:about|if|whether|of|again))* ",
        False,
    ),
    (
        r"(?:(?:do you )?have (?:you )?(?:got )?)?any (?:idea|clue|memory|memories|recollection|record|records|notes?|information|info|thoughts)(?: (?:of|about|on|regarding))? ",
        True,
    ),
    (
        r"(?:(?:what|how) about|what of|(?:is there |have you )?(?:anything|something)(?: (?:stored|saved|known|in (?:your )?memory|noted|on file))? (?:about|on|regarding)|is there (?:any|a) (?:note|memory|information|info)(?: stored)? (?:about|on|of|regarding)|everything (?:you know )?about|anything about|info on|information (?:on|about)|details (?:on|about)|notes (?:on|about)|summari[sz]e (?:what you know about)?) ",
        True,
    ),
    (
        r"(?:search|query|check|scan|consult|go through|look (?:in|into|through)|dig (?:in|into|through))(?: (?:your|the|my))? (?:memory|memories|notes|records|past|history)(?: (?:for|about|on))?(?: (?:anything|something|everything)(?: (?:about|on))?)? ",
        True,
    ),
    (
        r"(?:search|look|check)(?: for| up)(?: (?:anything|something|everything)(?: (?:about|on))?)? ",
        True,
    ),
    (
        r"(?:find|recall|retrieve|look up|bring up|pull up|fetch|get|dig up|show|list|give|name|repeat|state|quote|display|print)(?: me)?(?: (?:all|everything|anything|what i said|the (?:note|memory|notes))(?: (?:of|about|on|regarding))?)? ",
        False,
    ),
    (
        r"(?:according to|from|based on|going by|in) (?:your |our |my )?(?:memory|notes|what i (?:said|told you)|our (?:last|previous|earlier) (?:chat|talk|conversation|session)s?|what you (?:know|remember)(?: about me)?|past (?:chats|conversations)|earlier),? ",
        False,
    ),
    (
        r"(?:the other day|last time|yesterday|earlier|before|previously|last week|a while ago|some time ago),? (?:i (?:said|told you|mentioned|asked|gave you)(?: something)?(?: about)?[,:]? ?)?(?=\S)",
        False,
    ),
    (r"remember (?=what|where|when|who|which|how|my |our )", False),
)
_TAIL = re.compile(
    r"(?:[,.]? ?\b(?:again|please|thanks|thank you|do you (?:still )?(?:know|remember|recall)(?: (?:it|that|what it (?:is|was)))?|remember|if you (?:still )?(?:remember|know|can)|(?:can|could|would) you (?:tell|remind) me|for me|exactly|"
    r"by the way|btw|anyway|you (?:still )?(?:know|remember)(?: it)?|according to (?:your (?:memory|notes)|you|what i (?:said|told you))|(?:in|from) (?:your )?(?:memory|notes)|i wonder|mnemon|right now|these days|nowadays|now|at the moment|"
    r"currently|just now|so far|mate|buddy|off the top of your head|any idea|any clue|at all|already|earlier|last time|yesterday|previously|the other day|did i (?:say|tell you|mention)|(?:that )?i (?:told|mentioned|gave)(?: to)? ?(?:you)?(?: about)?|i (?:said|mentioned)|as i told you|for future reference|"
    r"actually|exactly|once more|one more time|what is it|what was it|what are they|who is it|where is it|when is it|which one is it|tell me|remind me|help me out|stored|saved|in a few words|today|u know|huh|eh|then|though|ok|okay|right|correct))+$",
    re.IGNORECASE,
)
_ADVERBS = re.compile(
    r"\b(?:really|usually|currently|normally|generally|typically|actually|exactly|still|again|ever|even|always|mostly|mainly|truly|officially|personally|presently|roughly|approximately|also|once more|even|precisely|originally|most often|nowadays|these days|right now|at the moment|ultimately|finally|eventually|supposedly)\b ?",
    re.IGNORECASE,
)
_WH = (
    r"(?:(?:in|at|on|for|by|with|from|to|since|until) )?(?:what(?: (?:kind|type|sort|brand|make|model|color|style|genre|size|breed|flavor) of)?(?: (?!NOT\b)[\w'-]+){0,4}?|"
    r"which(?: (?!NOT\b)[\w'-]+){0,4}?|where|when|who|whom|whose [\w'-]+|why|how(?: (?:old|tall|heavy|big|many(?: [\w'-]+){1,2}?|much(?: [\w'-]+)??|long|often|far|high))?)"
).replace(
    "NOT",
    "(?:i|we|my|our|you|the|it|he|she|they|am|is|are|do|does|did|was|were|can|could|should|have|has|had|will|would|must)",
)
_INDIRECT_BE = re.compile(
    rf"^(?P<wh>{_WH}) (?P<s>{_WHO}) (?P<be>am|is|are|was|were|will be|can|should|would|must|have to|need to|had to)\b ?(?P<rest>.*)$",
    re.IGNORECASE,
)
_INDIRECT_DO = re.compile(
    rf"^(?P<wh>{_WH}) (?P<s>{_WHO}) (?P<v>(?!am\b|is\b|are\b|was\b|were\b|do\b|does\b|did\b)[a-z'-]+)(?P<rest>(?: .*)?)$",
    re.IGNORECASE,
)
_ASKS = re.compile(
    rf"^(?:{_WH} (?:am|is|are|was|were|do|does|did|can|could|should|would|will|shall|has|have|had|must|might)\b|(?:am|is|are|was|were|do|does|did|can|could|should|would|will|has|have|had|shall) (?:i|we|you|my|our|the|he|she|it|they|there|any|this|that|(?-i:[A-Z]))\b|"
    r"(?:what|who|which|where|when|whose|whom|why|how)\b)",
    re.IGNORECASE,
)


_WHEN_CLAUSE = re.compile(
    r"^when(?:ever)? \w+ing\b|^(?:when|whenever|where|what|how|who)(?:ever)? (?:i|we|you|my|the|it|someone|asked|in doubt)\b.+?(?:, ?| )(?:i|we|you|it|please|always|never|my|do not|use|there) (?:\w+ )*\w+|^what(?:ever)? (?:i|we) [\w' ]+ (?:is|are|was) ",
    re.IGNORECASE,
)
"""A statement that begins like a question: "when I fly I want an aisle seat", "what I like is tea"."""


@dataclass(frozen=True, slots=True)
class Asked:
    """The bare question, and whether it asks about a subject at large."""

    core: str
    is_about: bool


def unwrapped(question: str) -> Asked:
    """The question without politeness, memory talk and indirect order."""
    core, is_about = question.strip(" ?!.,;:"), False
    for _ in range(6):
        peeled, about = _peeled(core)
        if peeled == core:
            break
        core, is_about = peeled, is_about or about
        if about:
            break
    core = _TAIL.sub("", core).strip(' ?!.,;:"-')
    return Asked(directed(core), is_about)


def has_wrapping(text: str) -> bool:
    """Whether the text begins like a request to memory: "tell me …", "do you remember …"."""
    return any(p.match(text) for p, _ in _leads()[1:])


def is_question(text: str) -> bool:
    """Whether the sentence asks, with or without a question mark."""
    body = text.strip()
    return body.endswith("?") or bool(_ASKS.match(body) and not _WHEN_CLAUSE.match(body))


def directed(core: str) -> str:
    """An indirect question in direct order, without adverbs: "where I live" is "where do I live"."""
    core = re.sub(r" +", " ", _ADVERBS.sub("", core)).strip()
    found = _INDIRECT_BE.match(core)
    if found:
        return f"{found['wh']} {found['be']} {found['s']} {found['rest']}".strip()
    found = _INDIRECT_DO.match(core)
    if found and not _looks_like_noun(found["s"], found["v"]):
        return f"{found['wh']} do {found['s']} {_base(found['v'])}{found['rest']}"
    return core


def _looks_like_noun(subject: str, word: str) -> bool:
    """In "what the deadline …" nothing says that the next word is a verb."""
    return subject.casefold().startswith(("my ", "our ", "the ")) and not word.endswith("s")


def _base(verb: str) -> str:
    irregular = {
        "does": "do",
        "has": "have",
        "goes": "go",
        "said": "say",
        "chose": "choose",
        "decided": "decide",
        "picked": "pick",
        "moved": "move",
        "went": "go",
    }
    lower = verb.casefold()
    if lower in irregular:
        return irregular[lower]
    if lower.endswith("ies"):
        return lower[:-3] + "y"
    if lower.endswith(("sses", "shes", "ches", "xes")):
        return lower[:-2]
    return verb[:-1] if lower.endswith("s") and not lower.endswith("ss") else verb


def _peeled(core: str) -> tuple[str, bool]:
    for pattern, about in _leads():
        found = pattern.match(core)
        if found and len(core) > found.end():
            return core[found.end() :], about
    return core, False


@cache
def _leads() -> tuple[tuple[re.Pattern[str], bool], ...]:
    return tuple((re.compile(pattern, re.IGNORECASE), about) for pattern, about in _LEADS)
