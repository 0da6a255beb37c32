"""What a statement says, as facts with topic keys. The order of the tries is the order of trust.

A frame whose verb says what is meant comes before tastes and possessions, and these before "my X
is Y", which fits almost anything. What fits nothing gives no fact; the caller may keep a note.
"""

import re

from models.offline.copulas import being, changed, copula, inverse
from models.offline.facts import Fact, Talk, is_someone
from models.offline.framed_facts import framed_facts
from models.offline.habits import habit, timed
from models.offline.keys import attribute, named_words, topic_key
from models.offline.kinds import kind_of
from models.offline.lexicon import RELATIONS
from models.offline.likings import liking
from models.offline.possessions import possession
from models.offline.rules import rule
from models.offline.text import tail_of

MAX_CHARS = 400
"""A longer clause is a story, not one fact."""

_OPINION = re.compile(
    r"^(?:(?:well|so|oh|ok|okay|hey|hi|hello|yes|yeah|sure|actually|in fact|also|and|but|by the way|btw|fyi|ps|p\.s\.|just so you know|for your information|"
    r"for the record|as (?:i said|you know|mentioned)|to be (?:clear|honest|precise)|honestly|frankly|personally|obviously|of course|basically|"
    r"i (?:think|guess|believe|suppose|would say|must say|must admit|admit|confess|have to say|said|told you|mean|(?:want|need|would like) you to know|should mention|forgot to mention|should say|can tell you|just wanted to say|wanted to say|wanted to tell you|need to tell you|am telling you|already told you|just realized|noticed|found out|can say)(?: that)?|"
    r"(?:you )?(?:should|must|need to|might want to|ought to) know(?: that)?|did you know(?: that)?|do you know that|let me tell you(?: that)?|here is (?:a fact|something)(?: about me)?|"
    r"the thing is|the fact is|fact|fun fact|it is true that|note that|guess what|one more thing|another thing|something else|news|good news|bad news|update|quick update|thing is|it turns out(?: that)?|turns out|as it happens|if it (?:is|were|was) up to me|if i could choose|if i may choose|as a matter of fact|about me|for context|context|background|first(?:ly)?|second(?:ly)?|also|finally|lastly|next|then|my dear|dear)\b[,:!.-]* )+",
    re.IGNORECASE,
)
"""Openings that say nothing: "as I said, …", "did you know that …"."""
_POLITE_TAIL = re.compile(
    r"(?:,? (?:please|thanks|thank you|ok|okay|now|nowadays|these days|currently|at the moment|at present|right now|by the way|btw|already|ever))+$"
)
_SCOPE = re.compile(
    r"^(?:in|for|on|with|regarding|about|within) (?:(?:the|our|my) )?(?:project (?P<q>(?-i:[A-Z])\w+)|(?P<p>(?-i:[A-Z])\w+)(?: project| app)?),? (?P<main>(?:the|we|our|i|all|every|each|never|always|only) .+)$",
    re.IGNORECASE,
)
"""Which project is talked of: "in the Atlas project, …"."""
_INTRO = re.compile(
    r"^(?:when(?:ever)?|while|if|on|in|at|during|after|before|for) (?!i (?:was|were)\b)[\w' -]{3,60}?,? (?P<main>(?:i|we) (?:(?:always|usually|normally|mostly|generally|often) )*(?:prefer|like|love|want|need|hate|use|choose|pick|take|wear|drink|eat|order|go for|would rather)\b.*)$",
    re.IGNORECASE,
)
"""When something holds: "when I fly, I want …"."""
_SHORT_IS = re.compile(
    r"^((?:my|our) (?:[\w-]+ ){0,2}?[\w-]+)'s ((?!.*\b(?:is|are|was|were|has|have|had|likes?|loves?|hates?|prefers?|lives?|works?|will|plays?|drives?|speaks?|starts?|ends?|needs?|must|should|turned|studies|can|moved|goes|takes?|got)\b).+)$",
    re.IGNORECASE,
)
"""In a clause without a verb, 's is one: "my hometown's Gdansk"."""
_WHERE_I = re.compile(
    r"^(?P<y>.{2,60}?) is where (?P<s>(?:i|we|my [\w ]+?)) (?P<v>live|lives|work|works|was born|were born|grew up|am from|come from|study|studied|am based)(?: now)?$",
    re.IGNORECASE,
)
_RELATED = re.compile(
    r"^(?P<n>(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?),? (?:who is )?(?P<np>my [\w' -]{2,30}?),? (?P<rest>(?:is|was|has|lives|works|likes|loves|hates|prefers|plays|speaks|turned|was|drives|studies)\b.*)$",
    re.IGNORECASE,
)
_MENTIONED = re.compile(r"^(?:my|our) (?P<who>[\w-]+)\b(?!'s)", re.IGNORECASE)
"""Whom a sentence is about that says nothing to keep under a topic: pronouns may point there."""
_LISTED = re.compile(
    r"^(?:my )?(?:prefs?|preferences|favorites|setup|tools?|tooling|tastes|choices)(?: are| is|:| =)? (?P<y>.+)$",
    re.IGNORECASE,
)


def statement_facts(clause: str, said: str, talk: Talk) -> list[Fact]:
    """The facts of one clause in plain spelling; `said` is the clause as it was typed."""
    whole = clause.strip(" .!,;")
    body = _OPINION.sub("", whole).strip()
    if not body or len(body) > MAX_CHARS:
        return []
    said = said.strip(" .!,;") if body == whole else tail_of(said, body)
    body = _POLITE_TAIL.sub("", body)
    scope = _SCOPE.match(body)
    if scope:
        talk.project = named_words(scope["p"] or scope["q"])
        body = scope["main"]
    intro = _INTRO.match(body)
    if intro:
        return statement_facts(intro["main"], said, talk) or _facts(body, said, talk)
    return _facts(body, said, talk)


def _facts(body: str, said: str, talk: Talk) -> list[Fact]:
    body = _SHORT_IS.sub(r"\1 is \2", body)
    found = (
        _from_place(body, talk)
        or _related(body, talk)
        or habit(body, talk)
        or framed_facts(body, said, talk)
        or _one(rule(body, said))
        or _listed(body)
        or _one(liking(body, said, talk))
        or possession(body, said, talk)
        or being(body, talk)
        or changed(body, talk)
        or copula(body, talk)
        or inverse(body, talk)
        or timed(body, said, talk)
    )
    talk.topics.extend(f.topic for f in found if f.topic)
    mentioned = _MENTIONED.match(body)
    if not found and mentioned and is_someone(named_words(mentioned["who"])):
        talk.someone = named_words(mentioned["who"])
    return found


def _one(fact: Fact | None) -> list[Fact]:
    return [fact] if fact else []


def _from_place(body: str, talk: Talk) -> list[Fact]:
    """Turn "Oslo is where I live" into "I live in Oslo"."""
    turned = _WHERE_I.match(body)
    if not turned:
        return []
    verb = turned["v"] if turned["v"].endswith("from") else f"{turned['v']} in"
    return framed_facts(f"{turned['s']} {verb} {turned['y']}", body, talk)


def _related(body: str, talk: Talk) -> list[Fact]:
    """Split "Anna, my sister, lives in Berlin" into two facts about my sister."""
    found = _RELATED.match(body)
    named = attribute(found["np"]) if found else None
    if not found or not named or named.head not in RELATIONS:
        return []
    rest = f"{found['np']} {found['rest']}"
    name = Fact(found["n"], topic_key("user", [*named.words, "name"]))
    return [name, *statement_facts(rest, rest, talk)]


def _listed(body: str) -> list[Fact]:
    """Give each item of "prefs: zsh, vim" the sort of thing it is as its topic."""
    listed = _LISTED.match(body)
    values = re.split(r",| and |;|/", listed["y"]) if listed else []
    sorts = [(value.strip(), kind_of(value.strip())) for value in values]
    return [Fact(v, topic_key("user", [kind], is_liking=True)) for v, kind in sorts if kind]
