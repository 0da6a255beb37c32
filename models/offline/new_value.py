"""The new value that a correction gives, and the old one where it is named."""

import re

from models.offline.facts import clean_value

MAX_BARE_WORDS = 6
"""In "Y, not Z" without a verb."""

_MARK = re.compile(
    r"^(?:(?:actually|no|nope|nah|sorry|wait|hold on|correction|scratch that|strike that|oops|whoops|oh|my mistake|my bad|i misspoke|i was wrong|not quite|wrong|hmm|well|on second thoughts?|hang on|"
    r"that is (?:wrong|not right|incorrect|not correct|not true|outdated|no longer true|old)(?: any ?more)?|i made a mistake|i got (?:that|it) wrong|i (?:have )?changed my mind|changed my mind|i have to correct myself|let me correct (?:that|myself)|to correct myself|update|i take that back|forget that|ignore that|never mind(?: that)?|"
    r"i (?:meant|mean)(?: to say)?|rather|excuse me|apologies|i should have said|make that|it has changed|things (?:have )?changed|that has changed|that changed)\b[,.:;!-]* ?(?:and |but |about that[,.]? ?|about (?:it|this)[,.]? ?)?)+",
    re.IGNORECASE,
)
_MEANT = re.compile(
    r"^(?:i (?:meant|mean)(?: to say)?|i should have said|rather)[,:]? (?P<y>.+)$", re.IGNORECASE
)
_IT_IS = re.compile(
    r"^(?:it|that|this|mine|the (?:right|correct) (?:one|answer|value))(?: (?:is|was|are|should be|should have been|will be|has been|became|has become|is called|changed to|has changed to|switched to|moved to|needs to be|must be|is supposed to be|got changed to|has moved to|has been (?:moved|changed) to|is going to be|says|reads)| is)(?: (?:now|actually|really|in fact|rather|currently))*:? (?P<y>.+)$",
    re.IGNORECASE,
)
_MAKE_IT = re.compile(
    r"^(?:please |can you |could you |you can |let us )*(?:make|change|set|update|correct|switch|move|put|fix) (?:it|that|this|my answer|the (?:value|answer|entry))(?: (?:to(?: be)?|as|into|read|say))?:? (?P<y>.+)$",
    re.IGNORECASE,
)
_NOT_THIS = re.compile(
    r"^not (?P<old>.+?)(?:,|;| but|:| -)+ (?:it is |but |rather |actually )*(?P<y>.+)$",
    re.IGNORECASE,
)
_THIS_NOT = re.compile(r"^(?P<y>[^,]+?),? (?:and )?not (?P<old>.+)$", re.IGNORECASE)
_NOW = re.compile(
    r"^(?:now (?:it is )?)?(?P<y>[\w'+#. /:-]{1,60}?)(?: (?:now|instead|these days|nowadays|is (?:right|correct|better)|it is|then|rather))$|^now (?:it is )?(?P<w>.{1,60})$",
    re.IGNORECASE,
)
_NO_VALUE = re.compile(
    r"^(?:.*\b(?:not|no longer|wrong|true|right|correct|sure|know|think|thanks|thank|problem|worries|need|idea|matter|wonder|hello|i am|you|why|what|how|please|ok|okay|fine|great|good|nice)\b.*|(?:yes|yeah|no|nope|sorry|wait|really|exactly|never|the other one|something else))$",
    re.IGNORECASE,
)
_SENTENCE = re.compile(
    r"^(?:i|we|you|my|our|the|there|he|she|they|if|when|because|so|let|do|does|did|is|are|can|could|would|should|what|who|where|how|why|which)\b",
    re.IGNORECASE,
)
_NO_NAME = re.compile(
    r"^(?:not|no longer|wrong|right|correct|true|fine|ok|okay|all|nothing|a|the same)\b(?! \w+ (?:but|,))",
    re.IGNORECASE,
)
_PREPOSITION = re.compile(r"^(?:to|in|on|at|with|for) (?=\S+(?: \S+)?$)", re.IGNORECASE)


def is_correction(text: str) -> bool:
    """Whether the plain sentence takes something back."""
    return bool(_MARK.match(text))


def without_mark(text: str) -> str:
    """The sentence without "no, sorry, actually"."""
    return _MARK.sub("", text).strip(" ,.;:-!")


def new_and_old_value(text: str) -> tuple[str, str]:
    """The value that the sentence gives in place of another, both "" when it gives none."""
    body = without_mark(text) or text
    for pattern in (_IT_IS, _MAKE_IT, _MEANT, _NOT_THIS):
        found = pattern.match(body)
        if found:
            return _named(found["y"], found.groupdict().get("old") or "")
    if not is_correction(text):
        both = _THIS_NOT.match(body)
        if both and len(body.split()) <= MAX_BARE_WORDS:
            return _bare(both["y"], both["y"], both["old"])
        found = _NOW.match(body)
        return _bare(found["y"] or found["w"], body, "") if found else ("", "")
    shorter = _THIS_NOT.match(body) or _NOW.match(body)
    groups = shorter.groupdict() if shorter else {}
    value = groups.get("y") or groups.get("w") or body
    return _bare(_PREPOSITION.sub("", value), value, groups.get("old") or "")


def _named(value: str, old: str) -> tuple[str, str]:
    """The values of "it is Y", "make it Y, not Z"."""
    both = _THIS_NOT.match(value)
    if both:
        value, old = both["y"], old or both["old"]
    value = clean_value(value)
    return ("", "") if _NO_NAME.match(value) else (value, clean_value(old))


def _bare(value: str, body: str, old: str) -> tuple[str, str]:
    """A value on its own, unless what is said is a sentence or no value at all."""
    if not value or _NO_VALUE.match(body) or _SENTENCE.match(body):
        return "", ""
    return clean_value(value), clean_value(old)
