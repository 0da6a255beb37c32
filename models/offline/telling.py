"""Sentences that tell something: requests to keep it, corrections, plain statements."""

import re

from models.offline.acts import Act, Heard, Keep, Say
from models.offline.corrections import Kept, corrected
from models.offline.facts import Fact, Talk, supposes
from models.offline.new_value import is_correction, without_mark
from models.offline.notable import as_note, is_notable
from models.offline.questioning import ask
from models.offline.requests import remember_request, reminder
from models.offline.sentences import clauses
from models.offline.setting import Setting
from models.offline.smalltalk import CANNOT, is_command
from models.offline.statements import statement_facts
from models.offline.text import bare, plain, tail_of
from models.offline.wrapping import is_question

WHAT_TO_KEEP = 'What should I remember? Say it in one sentence, such as "Remember that …".'

_CONDITIONAL_RULE = re.compile(
    r"^(?:if|when|whenever|every time|in case|once) (?:i|you|we|someone|somebody|the|my|a|it|there|asked|in doubt)\b.*?(?:,| then)(?: then)? (?P<order>(?:please )?(?:you (?:should|must) )?(?:always|never|do not|use|answer|reply|give|write|call|make|avoid|add|include|ask|keep|start|be|respond|tell|explain|speak|suggest|offer|recommend)\b.*)$",
    re.IGNORECASE,
)
_PAST = re.compile(
    r"\b(?:used to|formerly|back then|in the old days|when (?:i|we|he|she) (?:was|were) (?:an? |young|little|small|\d|in|at)|as an? (?:kid|child|teenager|teen|student|boy|girl|baby)|in my (?:childhood|youth|teens|twenties|thirties|previous|last|old|former))\b",
    re.IGNORECASE,
)
_REPORTED = re.compile(
    r"^(?!i\b|we\b)(?P<who>(?:my |our |the |his |her )?[\w' -]{1,40}?) (?:said|says|told (?:me|us|him|her|them)|claims?|claimed|thinks?|thought|believes?|wrote|asked|mentioned|insists?|replied|answered|wants (?:me|us) to|suggested|recommended|heard|hopes|asked me)\b",
    re.IGNORECASE,
)
_ENDED = re.compile(r"\b(?:no longer|any ?more|any longer)\b", re.IGNORECASE)
_NEGATION = re.compile(
    r"\b(?:(?:do|does) not|no longer|not|never|any ?more|any longer)\b ?", re.IGNORECASE
)
_POINTING = re.compile(r"(?:he|she|it|they|that|this|his|her|their|its)\b", re.IGNORECASE)


def kept_on_request(said: str, body: str, setting: Setting) -> list[Act]:
    """The act of "remember …", "note …", "remind me to …"; [] when nothing is requested."""
    what = reminder(body)
    if what:
        return [Keep((Fact(f"Reminder: {what}"),), is_reminder=True)]
    request = remember_request(body)
    if request is None:
        return []
    if not request.content:
        return _keep_earlier(setting)
    return [Keep(_requested_facts(tail_of(said, request.content), setting))]


def told(said: str, body: str, setting: Setting) -> list[Act]:
    """The acts of a statement or correction."""
    fixed = _correction(said, body, setting)
    if fixed:
        return [Keep(tuple(fixed))]
    facts: list[Fact] = []
    acts: list[Act] = []
    parts = clauses(said)
    for part in parts:
        if len(parts) > 1 and is_question(plain(part)):
            acts += ask(part, plain(part), setting)
            continue
        found = _facts(plain(part), part, setting) or _leaning(part, said, parts, setting)
        facts += found
        acts += [] if found else _left_over(part, said, facts)
    setting.latest.append(said)
    return [*([Keep(tuple(facts))] if facts else []), *acts]


def kept_whole(said: str, body: str) -> list[Act]:
    """The act of a sentence too long to take apart."""
    request = remember_request(body)
    wanted = request.content if request else ""
    return [Keep((Fact(as_note(wanted)),))] if wanted else [Heard(said)]


def _requested_facts(typed: str, setting: Setting) -> tuple[Fact, ...]:
    """The facts of what is to be kept; what no rule understands becomes a note."""
    found = [(clause, _facts(plain(clause), clause, setting)) for clause in clauses(typed)]
    if not any(facts for _, facts in found):
        return (Fact(as_note(typed)),)
    notes = [clause for clause, facts in found if not facts and len(clause.split()) > 1]
    return (*(f for _, facts in found for f in facts), *(Fact(as_note(n)) for n in notes))


def _keep_earlier(setting: Setting) -> list[Act]:
    """Keep what "remember that" points to: the statement before it."""
    if not setting.latest:
        return [Say(WHAT_TO_KEEP)]
    return [Keep(_requested_facts(setting.latest[-1], setting))]


def _correction(said: str, body: str, setting: Setting) -> list[Fact]:
    """What a correction gives: a whole statement of its own, or a value for an earlier topic."""
    rest = without_mark(body) if is_correction(body) else ""
    if rest and not supposes(rest):
        parts = clauses(tail_of(said, rest))
        found = [f for part in parts for f in _facts(plain(part), part, setting)]
        if found:
            return found
    fact = None if is_question(body) else corrected(body, setting.kept, body)
    return [fact] if fact else []


def _facts(body: str, said: str, setting: Setting) -> list[Fact]:
    """The facts of a clause, unless it supposes, reports or tells of the past."""
    conditional = _CONDITIONAL_RULE.match(body)
    if conditional:
        found = statement_facts(conditional["order"], said, setting.talk)
        rules = [f for f in found if f.topic and f.topic.startswith("constraint.")]
        return [Fact(said.strip(" ."), f.topic) for f in rules[:1]]
    if supposes(body) or _REPORTED.match(body) or _PAST.search(body):
        return []
    found = statement_facts(body, said, setting.talk)
    setting.kept.extend(Kept(f.topic or "", f.content) for f in found)
    return found


def _leaning(part: str, said: str, parts: list[str], setting: Setting) -> list[Fact]:
    """What a clause says about something before it: that it ended, or what it is now."""
    body = plain(part)
    if supposes(body):
        return []
    ended = _taken_back(body)
    setting.kept += ended
    fact = corrected(body, setting.kept, plain(said)) if len(parts) > 1 else None
    if fact:
        return [fact]
    return [Fact(part.strip(" ."), k.topic) for k in ended[:1] if _ENDED.search(body)]


def _taken_back(body: str) -> list[Kept]:
    """The topics of what a clause denies: "I no longer work at Nokia" is about the employer."""
    affirmed = _NEGATION.sub("", body).strip()
    if affirmed == body:
        return []
    facts = statement_facts(affirmed, affirmed, Talk())
    return [Kept(f.topic, f.content) for f in facts if f.topic]


def _left_over(part: str, said: str, facts: list[Fact]) -> list[Act]:
    """A clause that no rule understood becomes a note, or is only heard."""
    body = plain(part)
    whole = said.strip() if _POINTING.match(body) else part
    if is_command(body) and not re.match(r"(?:i|we|my|our)\b", body, re.IGNORECASE):
        return [Say(CANNOT)]
    if not is_notable(body) and (bare(whole) == bare(part) or not is_notable(plain(whole))):
        return [Heard(part)]
    facts.append(Fact(as_note(whole)))
    return []
