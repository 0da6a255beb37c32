"""What a statement says, as facts with topic keys. The order of the tries is the order of trust.

A frame whose verb says what is meant comes before tastes and possessions, and these before "my X
is Y", which fits almost anything. What fits nothing gives no fact; the caller may keep a note.
"""

import re

from models.offline.being import is_passing, traits
from models.offline.facts import (
    Fact,
    Owner,
    Talk,
    can_act,
    clean_value,
    is_negated,
    is_someone,
    owner_of,
)
from models.offline.frames import FrameMatch, compiled, told
from models.offline.habits import habit, timed
from models.offline.keys import Attribute, attribute, has_own_name, named_words, topic_key
from models.offline.kinds import kind_of
from models.offline.lexicon import (
    NAMED_THINGS,
    PETS,
    PROJECT_NOUNS,
    RELATIONS,
    SHARED_NOUNS,
    synonyms,
)
from models.offline.likings import liking, preference_key
from models.offline.personal_frames import PERSONAL_FRAMES
from models.offline.possessions import possession, project_owner
from models.offline.project_frames import PROJECT_FRAMES
from models.offline.rules import rule

_OPINION = re.compile(
    r"^(?:(?:well|so|oh|ok|okay|hey|hi|hello|yes|yeah|sure|actually|in fact|also|and|but|by the way|btw|fyi|ps|p\.s\.|just so you know|for your information|"
    r"for the record|as (?:i said|you know|mentioned)|to be (?:clear|honest|precise)|honestly|frankly|personally|obviously|of course|basically|"
    r"i (?:think|guess|believe|suppose|would say|must say|must admit|admit|confess|have to say|said|told you|mean|want you to know|should mention|forgot to mention|should say|can tell you|just wanted to say|wanted to say|wanted to tell you|need to tell you|am telling you|already told you|just realized|noticed|found out|can say)(?: that)?|"
    r"(?:you )?(?:should|must|need to|might want to|ought to) know(?: that)?|did you know(?: that)?|do you know that|let me tell you(?: that)?|here is (?:a fact|something)(?: about me)?|"
    r"the thing is|the fact is|fact|fun fact|it is true that|note that|guess what|one more thing|another thing|something else|news|good news|bad news|update|quick update|thing is|it turns out(?: that)?|turns out|as it happens|as a matter of fact|about me|for context|context|background|first(?:ly)?|second(?:ly)?|also|finally|lastly|next|then|my dear|dear)\b[,:!.-]* )+",
    re.IGNORECASE,
)
_POLITE_TAIL = re.compile(
    r"(?:,? (?:please|thanks|thank you|ok|okay|now|nowadays|these days|currently|at the moment|at present|right now|by the way|btw|already|ever))+$"
)
_SCOPE = re.compile(
    r"^(?:in|for|on|with|regarding|about|within) (?:(?:the|our|my) )?(?:project (?P<q>(?-i:[A-Z])\w+)|(?P<p>(?-i:[A-Z])\w+)(?: project| app)?),? (?P<main>(?:the|we|our|i|all|every|each|never|always|only) .+)$",
    re.IGNORECASE,
)
_INTRO = re.compile(
    r"^(?:when(?:ever)?|while|if|on|in|at|during|after|before|for) (?!i (?:was|were)\b)[\w' -]{3,60}?,? (?P<main>(?:i|we) (?:(?:always|usually|normally|mostly|generally|often) )*(?:prefer|like|love|want|need|hate|use|choose|pick|take|wear|drink|eat|order|go for|would rather)\b.*)$",
    re.IGNORECASE,
)
_COPULA = re.compile(
    r"^(?P<np>(?!(?:what|where|who|when|how|why|there|here|this|that|it|he|she|they|you|i|we|if|because)\b).{2,80}?)"
    r"(?: (?:is|are|was|were|will be|has been|equals|should be|stands at|reads|remains|became|has become|now is)|(?<=[^\W\d])(?: ?[:=] ?| -> | - )(?=[^\s/])) ?(?P<y>(?<=[ :=>-]).+)$",
    re.IGNORECASE,
)
_MOVED = re.compile(
    r"^(?P<np>.{2,60}?) (?:(?:has|have|was|were|is|got|gets|will be|being|had|just) )*(?:been )?(?:now )?(?:moved|pushed|postponed|shifted|changed|rescheduled|delayed|extended|"
    r"brought forward|bumped|updated|switched|slipped|fixed|scheduled|planned|raised|increased|lowered|reduced|cut|renamed|agreed|set|confirmed)(?: (?:back|forward|out|up|ahead|over))?(?: from .+?)? (?:to|until|till|for|on|at|by|as|in) (?P<y>.+)$",
    re.IGNORECASE,
)
_SET = re.compile(
    r"^(?:please )?(?:(?:we|i|they|he|she|you can|can you|could you|let us|the client|my boss|management|the team)(?: have| has| had| just| need to| had to| will)* )?(?:moved?|pushed?|postponed?|shift(?:ed)?|changed?|reschedule[d]?|delay(?:ed)?|extend(?:ed)?|update[d]?|rename[d]?|set|correct|make|switch(?:ed)?|raised?|lowered) "
    r"(?P<np>(?:the|my|our) .{2,60}?) (?:back )?(?:from .+? )?(?:to|until|till|for|as|into|=) (?P<y>.+)$",
    re.IGNORECASE,
)
_INVERSE = re.compile(
    r"^(?P<y>(?!(?:my|our|the|this|that|it|he|she|they|there|here|what|which|who|where|i|we|his|her)\b).{1,60}?) (?:is|are|was|will be) (?P<np>(?:my|our|the) .+)$",
    re.IGNORECASE,
)
_WHERE_I = re.compile(
    r"^(?P<y>.{2,60}?) is where (?P<s>(?:i|we|my [\w ]+?)) (?P<v>live|lives|work|works|was born|were born|grew up|am from|come from|study|studied|am based)(?: now)?$",
    re.IGNORECASE,
)
_RELATED = re.compile(
    r"^(?P<n>(?-i:[A-Z])[\w'-]+(?: (?-i:[A-Z])[\w'-]+)?),? (?:who is )?(?P<np>my [\w' -]{2,30}?),? (?P<rest>(?:is|was|has|lives|works|likes|loves|hates|prefers|plays|speaks|turned|was|drives|studies)\b.*)$",
    re.IGNORECASE,
)
_JUDGEMENT = re.compile(
    r"^(?:(?:so|very|really|a bit|quite|too|pretty|not|extremely|rather|super|absolutely|totally|kind of|just|always|still|getting|now) )*(?:boring|stressful|great|nice|good|bad|hard|easy|awesome|slow|broken|fast|expensive|cheap|old|new|"
    r"long|important|amazing|terrible|dead|dirty|late|fine|ok|okay|full|empty|beautiful|ugly|difficult|fun|cool|awful|horrible|noisy|quiet|close|far|ready|done|ruined|gone|lost|missing|tight|wrong|right|"
    r"here|there|annoying|lovely|interesting|exhausting|unrealistic|crashing|working|down|up|running|approaching|coming up|charging|acting up)(?: .*)?$",
    re.IGNORECASE,
)
_LISTED = re.compile(
    r"^(?:my )?(?:prefs?|preferences|favorites|setup|tools?|tooling|tastes|choices)(?: are| is|:| =)? (?P<y>.+)$",
    re.IGNORECASE,
)
_SHORT_IS = re.compile(
    r"^((?:my|our) (?:[\w-]+ ){0,2}?[\w-]+)'s ((?!.*\b(?:is|are|was|were|has|have|had|likes?|loves?|hates?|prefers?|lives?|works?|will|plays?|drives?|speaks?|starts?|ends?|needs?|must|should|turned|studies|can|moved|goes|takes?|got)\b).+)$",
    re.IGNORECASE,
)
"""In a clause without a verb, 's is one: "my hometown's Gdansk"."""
_FAVORITE = re.compile(
    r"^my (?:own |personal |absolute |all-time |clear )*(?:favorite|preference|choice|first choice|go-to|pick|preferred choice)(?: (?:one|thing|choice|option|of all|of them all))*$",
    re.IGNORECASE,
)
_TASTE_OR_ORDER = re.compile(r"^(?:always|never|do not|avoid|stop|no)\b", re.IGNORECASE)
MAX_CHARS = 400
"""A longer clause is a story, not one fact."""


def statement_facts(clause: str, said: str, talk: Talk) -> list[Fact]:
    """The facts of one clause in plain spelling; `said` is the clause as it was typed."""
    body = _OPINION.sub("", clause.strip(" .!,;")).strip()
    if not body or len(body) > MAX_CHARS:
        return []
    said = said.strip(" .!,;") if body == clause.strip(" .!,;") else tail_of(said, body)
    body = _POLITE_TAIL.sub("", body)
    scope = _SCOPE.match(body)
    if scope:
        talk.project = named_words(scope["p"] or scope["q"])
        body = scope["main"]
    intro = _INTRO.match(body)
    if intro:
        return statement_facts(intro["main"], said, talk) or _plainly(body, said, talk)
    return _plainly(body, said, talk)


def _plainly(body: str, said: str, talk: Talk) -> list[Fact]:
    body = _SHORT_IS.sub(r"\1 is \2", body)
    found = (
        _from_place(body, talk)
        or _related(body, talk)
        or habit(body, said, talk)
        or _framed(body, said, talk)
        or _rule(body, said)
        or _liking(body, said, talk)
        or possession(body, said, talk)
        or _being(body, talk)
        or _changed(body, talk)
        or _copula(body, talk)
        or _inverse(body, talk)
        or timed(body, said, talk)
    )
    talk.topics.extend(f.topic for f in found if f.topic)
    return found


def tail_of(said: str, body: str) -> str:
    """The end of what was typed that reads `body` once plain: the person's own spelling of it."""
    from models.offline.text import bare, plain

    wanted = bare(body)
    words = said.split()
    for at in range(len(words)):
        tail = " ".join(words[at:])
        if bare(plain(tail)) == wanted:
            return tail.strip(" .!,;:")
    return body


def _rule(body: str, said: str) -> list[Fact]:
    found = rule(body, said)
    return [found] if found else []


def _liking(body: str, said: str, talk: Talk) -> list[Fact]:
    listed = _LISTED.match(body)
    if listed:
        values = [v.strip() for v in re.split(r",| and |;|/", listed["y"])]
        keys = [(v, kind_of(v)) for v in values]
        return [Fact(v, topic_key("user", [kind], is_liking=True)) for v, kind in keys if kind]
    found = liking(body, said, talk)
    return [found] if found else []


def _from_place(body: str, talk: Talk) -> list[Fact]:
    """ "Oslo is where I live" is "I live in Oslo"."""
    turned = _WHERE_I.match(body)
    if not turned:
        return []
    verb = turned["v"] if turned["v"].endswith("from") else f"{turned['v']} in"
    return _framed(f"{turned['s']} {verb} {turned['y']}", body, talk)


def _related(body: str, talk: Talk) -> list[Fact]:
    """ "Anna, my sister, lives in Berlin" is two facts about my sister."""
    found = _RELATED.match(body)
    named = attribute(found["np"]) if found else None
    if not found or not named or named.words[-1] not in RELATIONS:
        return []
    rest = statement_facts(f"{found['np']} {found['rest']}", f"{found['np']} {found['rest']}", talk)
    return [Fact(found["n"], topic_key("user", [*named.words, "name"])), *rest]


def _framed(body: str, said: str, talk: Talk) -> list[Fact]:
    for match in (*told(PERSONAL_FRAMES, body), *told(PROJECT_FRAMES, body)):
        fact = _frame_fact(match, said, talk)
        if fact:
            return fact
    return []


def _frame_fact(match: FrameMatch, said: str, talk: Talk) -> list[Fact]:
    owner = owner_of(match.subject, talk)
    if (
        owner is None
        and match.frame.root == "project"
        and match.subject.casefold() in ("it", "they")
    ):
        owner = Owner(talk.project)
    value = clean_value(match.value)
    if match.frame.root == "user" and not can_act(match.subject, owner):
        return []
    if owner is None or not value or is_negated(value) or _JUDGEMENT.match(value):
        return []
    is_project = match.frame.root == "project"
    if is_project:
        owner, _ = project_owner(match.subject, owner, talk)
        talk.project = owner.words
    elif is_someone(owner.words):
        talk.someone = owner.words
    elif (
        match.subject[:1].isupper()
        and owner.words
        and len(owner.words) == 1
        and match.subject.casefold() not in ("i", "we", "it", "he", "she", "they")
    ):
        talk.someone = owner.words
    words = [*owner.words, _attribute_for(match, value)]
    if match.frame.is_many:
        words += list(_value_words(value))
    elif (
        re.search(r"\b(?:also|too|as well)\b", said, re.IGNORECASE)
        and not is_project
        and match.frame.attribute not in ("age", "name", "city")
    ):
        words += list(_value_words(value))
    content = said if match.frame.keeps == "sentence" else value
    key = topic_key(
        match.frame.root,
        [w for w in words if w not in ("preference",)],
        is_liking=words[-1].endswith("preference"),
    )
    facts = [Fact(content, key.replace("_preference_preference", "_preference"))]
    if owner.name:
        facts.append(Fact(owner.name, topic_key("user", [*owner.words, "name"])))
    return facts + _employer_in(match, value, owner)


def _attribute_for(match: FrameMatch, value: str) -> str:
    """The frame's attribute, made exact by the value: a home with a number is an address."""
    name = match.frame.attribute
    if name == "city" and re.search(r"\d", value):
        return "address"
    if name in ("tech_stack", "hosting"):
        kind = kind_of(value)
        return kind if kind in ("framework", "language", "database", "hosting") else name
    return name


def _employer_in(match: FrameMatch, value: str, owner: Owner) -> list[Fact]:
    """ "I work as a nurse at Acme" tells the employer too, and "for Acme as a nurse" the job."""
    if match.frame.attribute == "job":
        found = re.match(r"^.+? (?:at|for|with) (?P<e>(?:the )?(?-i:[A-Z]).*)$", value)
        if found:
            return [Fact(found["e"], topic_key("user", [*owner.words, "employer"]))]
    if match.frame.attribute == "employer":
        found = re.match(r"^.+? as (?:an? |the )?(?P<e>.+)$", value)
        if found:
            return [Fact(found["e"], topic_key("user", [*owner.words, "job"]))]
    return []


def _value_words(value: str) -> tuple[str, ...]:
    first = re.split(r",| and | or | but |;|\bfluently\b|\bso\b", value, maxsplit=1)[0]
    return named_words(first)[:3]


def _being(body: str, talk: Talk) -> list[Fact]:
    """ "I am …" and "she is …"; people and pets by name go through "my X is Y"."""
    found = compiled(r"{S} {be} (?P<y>.+)").fullmatch(body)
    if not found or found["s"].casefold() not in ("i", "he", "she", "they", "it"):
        return []
    is_self = found["s"].casefold() == "i"
    owner = owner_of(found["s"], talk)
    value = clean_value(found["y"])
    if owner is None or is_negated(value) or (is_self and is_passing(value)):
        return []
    is_pet = bool(owner.words) and owner.words[-1] in PETS
    return [
        Fact(t.value, topic_key("user", [*owner.words, t.attribute]))
        for t in traits(value, is_self=is_self, is_pet=is_pet)
    ]


def _changed(body: str, talk: Talk) -> list[Fact]:
    """ "The release moved to Friday", "we pushed the deadline to May", "set my name to Sam"."""
    found = _SET.match(body) or _MOVED.match(body)
    if not found:
        return []
    named = _named(found["np"], talk)
    value = clean_value(found["y"])
    return [Fact(value, named)] if named and value else []


def _copula(body: str, talk: Talk) -> list[Fact]:
    found = _COPULA.match(body)
    if not found or _TASTE_OR_ORDER.match(body):
        return []
    value = clean_value(found["y"])
    owner = (
        owner_of(found["np"], talk)
        if re.match(r"(?:my|our) ", found["np"], re.IGNORECASE)
        else None
    )
    if owner and owner.name and not is_negated(value):
        talk.someone = owner.words
        told = traits(value, is_self=False, is_pet=owner.words[-1] in PETS)
        return [
            Fact(owner.name, topic_key("user", [*owner.words, "name"])),
            *(Fact(t.value, topic_key("user", [*owner.words, t.attribute])) for t in told),
        ]
    if _FAVORITE.match(found["np"]) and not is_negated(value):
        key = preference_key(value)
        return [Fact(value, key)] if key else []
    named = _attribute_of(found["np"], talk)
    if named is None or not value or is_negated(value):
        return []
    if has_own_name(named.words) and not named.is_liking:
        return _about_someone(named, value, talk)
    if _JUDGEMENT.match(value) and not named.is_liking and not named.head.endswith("size"):
        return []
    if is_someone(named.words[:-1]):
        talk.someone = named.words[:-1]
    elif is_someone(named.words):
        talk.someone = named.words
    return [Fact(value, _joined_key(named, talk))]


def _about_someone(named: Attribute, value: str, talk: Talk) -> list[Fact]:
    """ "My sister is Anna" (name), "… a doctor" (job), "my car is a Tesla" (the car itself)."""
    words = named.words
    if words[-1] in NAMED_THINGS - PETS:
        if re.match(r"^(?:an? |the |my )|^\d|^(?-i:[A-Z])", value) or kind_of(value):
            return [Fact(value, named.key)]
        return []
    talk.someone = words
    return [
        Fact(t.value, topic_key("user", [*words, t.attribute]))
        for t in traits(value, is_self=False, is_pet=words[-1] in PETS)
    ]


def _inverse(body: str, talk: Talk) -> list[Fact]:
    """ "Elixir is my favorite language", "Anna is my sister"."""
    found = _INVERSE.match(body)
    if not found or len(found["y"].split()) > 7:
        return []
    if _FAVORITE.match(found["np"]):
        return _copula(f"{found['np']} is {found['y']}", talk)
    named = _attribute_of(found["np"], talk)
    value = clean_value(found["y"])
    if named is None or not value:
        return []
    if named.words[-1] in RELATIONS and not named.is_liking:
        talk.someone = named.words
        return [Fact(value, topic_key("user", [*named.words, "name"]))]
    return [Fact(value, _joined_key(named, talk))]


def _named(phrase: str, talk: Talk) -> str | None:
    named = _attribute_of(phrase, talk)
    return _joined_key(named, talk) if named else None


def _attribute_of(phrase: str, talk: Talk) -> Attribute | None:
    """The attribute of a phrase that is the person's or the project's, not the world's."""
    lower = phrase.casefold()
    named = attribute(phrase)
    if named is None:
        return None
    if re.match(r"^(?:his|her|their|its)\b", lower):
        owners = talk.someone or talk.project
        return (
            Attribute(named.root if named.root == "project" else "user", (*owners, *named.words))
            if owners
            else None
        )
    is_ours = re.search(r"\b(?:my|our|mine)\b", lower) or lower.startswith(
        ("favorite ", "preferred ")
    )
    if is_ours:
        return named
    is_known = named.words[-1] in set(synonyms().values()) | PROJECT_NOUNS | SHARED_NOUNS
    if re.search(r"'s? ", phrase) and is_known:
        return named
    if lower.startswith("the ") or re.search(r" (?:of|for) ", lower):
        return named if named.root == "project" and is_known else None
    return named if is_known and len(named.words) <= 2 and len(lower.split()) <= 3 else None


def _joined_key(named: Attribute, talk: Talk) -> str:
    """The key; a bare project attribute joins the project that was talked of last."""
    if named.root == "project" and len(named.words) == 1 and talk.project:
        return topic_key("project", [*talk.project, *named.words])
    for topic in reversed(talk.topics):
        if (
            named.root == "project"
            and topic.startswith("project.")
            and topic.endswith(f"_{named.head}")
        ):
            return topic if len(named.words) == 1 else named.key
    return named.key
