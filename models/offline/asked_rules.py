"""Questions about rules: "may you use emojis?", "what's my rule on calls?", "how should you answer?"."""

import re

from models.offline.keys import attribute, topic_key
from models.offline.likings import liking_key
from models.offline.rules import rule_key
from models.offline.wanted import Wanted

_NAMED_RULES = frozenset(
    f"constraint.{name}"
    for name in (
        "answer_language answer_length answer_format unit tone emoji spelling time_format "
        "date_format pronoun"
    ).split()
)
"""Rules with a name of their own, whatever else the question says."""

_MANNER = (
    r"(?:how|in what (?:style|way|tone)|what (?:style|tone)) (?:should|must|do|shall|can) (?:you|your (?:answers|replies|responses|explanations))"
    r"(?: (?:answer|reply|respond|talk|speak|write|explain|be|sound|look|communicate|phrase|format))*(?: .{0,30})?"
)
_CHOICE = (
    r"(?:what|which) (?P<c>[\w' -]{2,30}?) (?:should|shall|do|would|must|can) (?:you|i) [\w ]*?"
    r"(?:book|pick|choose|use|order|buy|get|take|reserve|select|bring|make|cook|serve|recommend|suggest|play)\b.*"
)
_ANSWERS = re.compile(r"\b(?:answers?|repl(?:y|ies)|respond|responses?)\b", re.IGNORECASE)
_LIMIT = r"(?:how \w+|what|where|when) (?:may|can|should|must|is|are) (?P<x>(?:the|our|my|all)? ?[\w' -]+?) (?:allowed to be|be|have to be|supposed to be)(?: .*)?"
_ABOUT_RULE = r"(?:what|which) (?:is|are) (?:my|the|our) (?:rule|policy|constraint|guideline|instruction|stance|position|restriction)s? (?:about|on|for|regarding|concerning|when it comes to) (?P<x>.+)"
_ORDERS = (
    r"(?:what|which|how|when|where|in what|in which|how long|what kind of|what sort of|at what|what time)(?: [\w' -]{1,40}?)? (?:should|must|may|can|shall|are|do|would|will) (?:you|your [\w ]+?)(?: (?:not|never|always|be|have to|need to|supposed to|allowed to|meant to))* ?(?P<x>.*)",
    r"(?:should|may|can|must|could|are|shall|would|will|do) (?:you|your [\w ]+?)(?: (?:allowed|supposed|meant|permitted|free|not|ever|have|need) ?(?:to)?)* (?P<x>.+)",
)
_ALLOWED = (
    r"(?:do|would|should) (?:i|we) (?:want|like|allow|mind|permit|accept|tolerate|ban|forbid)(?: you)?(?: to)?(?: use| using| see| seeing)? (?P<x>.+)",
    r"(?:is|are) (?P<x>.+?) (?:ok|okay|allowed|fine|forbidden|banned|permitted|off[- ]limits|acceptable|welcome|a problem)(?: .*)?",
    r"(?:can|may|should|do|could|must) (?:we|i|the team|anyone) (?P<x>.+)",
    r"what (?:did|have) i (?:tell|told|ask|asked) you (?:not |never )?to (?:do|avoid|use|say)? ?(?P<x>.*)",
    r"when (?:do|should|must|can|may) (?:we|you|i|the team|our team) (?:not|never) (?P<x>.+)",
)
_NOT_RULES = re.compile(r"\b(?:call me|address me|know|remember|help|do for me)\b", re.IGNORECASE)


def asked_order(core: str, wanted: Wanted) -> None:
    """Keys of a question about what the assistant should or may do."""
    if _fits(_MANNER, core) and rule_key(core) not in _NAMED_RULES:
        wanted.add("constraint.answer_length", "constraint.tone", "constraint.answer_format")
        return
    if _ANSWERS.search(core) and rule_key(core) in _NAMED_RULES:
        wanted.add(rule_key(core))
        return
    limit = _fits(_LIMIT, core)
    if limit:
        wanted.add(rule_key(limit["x"]))
        return
    if _asked_choice(core, wanted):
        return
    about = _fits(_ABOUT_RULE, core)
    if about:
        wanted.add(rule_key(about["x"]))
        return
    found = next((m for pattern in _ORDERS if (m := _fits(pattern, core))), None)
    if found and not _NOT_RULES.search(core):
        key = rule_key(core)
        wanted.add(key if key in _NAMED_RULES else rule_key(found["x"] or core))


def asked_permission(core: str, wanted: Wanted) -> None:
    """Keys of a question whether something is wanted or allowed."""
    found = next((m for pattern in _ALLOWED if (m := _fits(pattern, core))), None)
    if found and found["x"].strip():
        wanted.maybe(rule_key(found["x"]), liking_key(found["x"]))


def _asked_choice(core: str, wanted: Wanted) -> bool:
    """Take "which seat should you book?" for a question after a preference."""
    which = _fits(_CHOICE, core)
    named = attribute(which["c"]) if which else None
    if named is None or re.search(r"\blanguage\b", core, re.IGNORECASE):
        return False
    wanted.add(topic_key("user", named.words, is_liking=True))
    wanted.kind = named.head
    return True


def _fits(pattern: str, core: str) -> re.Match[str] | None:
    return re.fullmatch(pattern, core, re.IGNORECASE)
