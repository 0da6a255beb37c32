"""A message read as acts: what to keep, what to look up, what to say without memory.

Each sentence becomes one act or several. Later sentences may point back ("remember that", "he is
five"), also to earlier messages of the conversation.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from models.offline.being import is_passing
from models.offline.corrections import Kept, corrected, is_correction, without_mark
from models.offline.facts import Fact, Talk
from models.offline.questions import Query, query_of
from models.offline.asking import has_wrapping, is_question, unwrapped
from models.offline.requests import forgets, remember_request, reminder
from models.offline.sentences import MAX_CHARS, clauses, sentences
from models.offline.smalltalk import CANNOT, FORGET_HELP, is_command, reply
from models.offline.statements import statement_facts, tail_of
from models.offline.text import bare, plain, tidy


@dataclass(frozen=True, slots=True)
class Keep:
    """Facts to save. `was_asked`: the person asked for it in so many words."""

    facts: tuple[Fact, ...]
    was_asked: bool = False
    is_reminder: bool = False


@dataclass(frozen=True, slots=True)
class Ask:
    """A question to memory. `is_personal`: it is about the person or what they said."""

    question: str
    query: Query
    is_personal: bool = True


@dataclass(frozen=True, slots=True)
class Say:
    """Words that need no memory."""

    text: str


@dataclass(frozen=True, slots=True)
class Heard:
    """A statement that is not saved."""

    said: str


Act = Keep | Ask | Say | Heard


@dataclass(slots=True)
class Setting:
    """What a message can point back to.

    `kept` is what was saved or asked for before, oldest first; `said` the statements before.
    """

    talk: Talk = field(default_factory=Talk)
    kept: list[Kept] = field(default_factory=list)
    said: list[str] = field(default_factory=list)


MAX_MESSAGE_CHARS = 20_000
"""What is read of a message sentence by sentence; a longer one is a document."""
MAX_FACTS = 12
"""Facts of one message that are saved at once."""

_SUPPOSED = re.compile(
    r"^(?:(?:and|but|so|well|hmm|ok|now) )*(?:if|suppose|supposing|imagine|what if|let us (?:say|pretend|assume|imagine)|pretend|assume|assuming|hypothetically|in theory|were i|had i|unless|even if|as if|say i|"
    r"maybe (?:i|we|my)|perhaps (?:i|we|my)|i (?:might|may|could|would(?! (?:rather|prefer|like to be called|always|love to be called|choose|pick|go for|never|take tea|appreciate it if you))) |we (?:might|may|could) |i (?:am|was) (?:thinking (?:of|about)|considering|wondering|not sure|unsure|undecided|tempted|toying)|i wish|i wonder|i (?:do not|never) know (?:if|whether)|"
    r"i doubt|i hope|i was wondering|i am not certain|it could be|there might be|in case|theoretically|someone|somebody|some people|people|most people|many people|everybody|everyone else|one day i|for example|e\.g|i almost|i nearly|i would have)\b",
    re.IGNORECASE,
)
_CONDITIONAL_RULE = re.compile(
    r"^(?:if|when|whenever|every time|in case|once) (?:i|you|we|someone|somebody|the|my|a|it|there|asked|in doubt)\b.*?,? (?:then )?(?P<order>(?:please )?(?:you (?:should|must) )?(?:always|never|do not|use|answer|reply|give|write|call|make|avoid|add|include|ask|keep|start|be|respond|tell|explain|speak|suggest|offer|recommend)\b.*)$",
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
_PERSONAL = re.compile(r"\b(?:i|me|my|mine|we|us|our|ours|myself)\b", re.IGNORECASE)
_PARTICULAR = re.compile(
    r"\b(?:password|passcode|code|pin|key|keys|wifi|wi-fi|number|meeting|appointment|flight|train|bus|deadline|server|address|door|gate|locker|account|login|user ?name|port|url|link|invoice|ticket|order|booking|reservation|"
    r"party|birthday|exam|interview|delivery|package|parcel|office|rent|budget|client|customer|boss|plumber|dentist|doctor|key|spare|printer|standup|sprint|release|launch|demo|workshop|conference|team|colleague|landlord|"
    r"neighbor|garage|warranty|contract|insurance|serial|ip|database|backup|staging|production|cluster|api|token|repo|branch|build|monday|tuesday|wednesday|thursday|friday|saturday|sunday|tomorrow|tonight|next week|next month|"
    r"bin|trash|garbage|recycling|school|kindergarten|daycare|pickup|pick-up|medication|medicine|pills|dose|vet|gym|class|lesson|course|room|floor|shelf|drawer|box|cupboard|freezer|fridge)\b|\b\d{1,2}[:.]\d\d\b|\b\d{1,2} ?(?:am|pm)\b|\S+@\S+|https?:",
    re.IGNORECASE,
)
_ENDED = re.compile(r"\b(?:no longer|any ?more|any longer)\b", re.IGNORECASE)
_CHATTER = re.compile(
    r"^(?:i (?:(?:want|need|would like|have|came|wish|would love|am going|just wanted|wanted) to (?:know|ask|talk|chat|see|test|try|tell|say|hear|find out|check|understand|leave|get started|start|think|go now|say)\b.*|"
    r"(?:do|did|could|can) not (?:know|understand|think|care|mind|remember|get (?:it|that|you)|see|believe)\b.*|(?:think|guess|know|see|understand|agree|disagree|hope|believe|mean|bet|suppose|wonder|forgot|told you|asked you|said)\b.{0,25}|"
    r"(?:love|like|hate|appreciate|enjoy|need|want|got|see|get|mean) (?:it|that|this|you|your)\b.{0,30}|will (?:be (?:right )?back|try|do (?:that|it)|see|think about it|let you know|check|ask|tell you)\b.*|"
    r"(?:need|want|would like|could use) (?:your |some |a |an )*(?:help|advice|favor|break|joke|story|poem|moment|minute|second|information|info|recommendation|suggestion|song|recipe|picture|image)\b.*|(?:have|got) (?:a|another|one|some|no|an) (?:question|request|idea|problem|favor)s?\b.*)|"
    r"we (?:will|should|can) (?:see|talk|do|try|continue)\b.*|let (?:me|us)\b.*|thank.*|(?:that|this|it) (?:is|was|sounds|looks|seems|works|helps?)\b.*)$",
    re.IGNORECASE,
)


def read(text: str, setting: Setting) -> list[Act]:
    """The acts of a message, in order."""
    whole = tidy(text)[:MAX_MESSAGE_CHARS]
    spoken = sentences(whole)
    if not spoken:
        return []
    acts: list[Act] = []
    for position, said in enumerate(spoken):
        rest = spoken[position + 1 :]
        acts += _sentence(said, setting, _has_value_next(said, rest))
    return _limited(acts)


def recall_setting(texts: Iterable[str], kept: Sequence[Kept]) -> Setting:
    """The setting that earlier messages of the person leave, oldest first."""
    setting = Setting(kept=list(kept))
    for text in texts:
        for said in sentences(tidy(text)[:MAX_MESSAGE_CHARS]):
            body = plain(said)
            if is_question(body):
                query_of(body, setting.talk)
                continue
            request = remember_request(body)
            for clause in clauses(request.content if request and request.content else said):
                statement_facts(plain(clause), clause, setting.talk)
            if not request or request.content:
                setting.said.append(said)
    return setting


def _has_value_next(said: str, rest: Sequence[str]) -> bool:
    return bool(rest) and not said.rstrip().endswith("?")


def _sentence(said: str, setting: Setting, has_more: bool) -> list[Act]:
    body = plain(said)
    if len(said) > MAX_CHARS:
        return _long(said, body)
    greeting = re.match(
        r"^(?:hi|hello|hey|good (?:morning|evening|afternoon))(?: (?:there|mnemon))?[,.!]+ (?=\S)",
        body,
        re.IGNORECASE,
    )
    if greeting:
        body = body[greeting.end() :]
        said = tail_of(said, body)
    answer = reply(body)
    if answer:
        return [Say(answer)]
    return (
        _forgetting(body)
        or _keeping(said, body, setting)
        or _asking(said, body, setting)
        or _telling(said, body, setting)
    )


def _forgetting(body: str) -> list[Act]:
    return [Say(FORGET_HELP)] if forgets(body) else []


def _keeping(said: str, body: str, setting: Setting) -> list[Act]:
    what = reminder(body)
    if what:
        return [Keep((Fact(tail_of(said, body)),), was_asked=True, is_reminder=True)]
    request = remember_request(body)
    if request is None:
        return []
    if not request.content:
        return _keep_earlier(setting)
    content = request.content
    if not re.search(re.escape(bare(content)), bare(body)):
        content = body
    typed = tail_of(said, content)
    facts: list[Fact] = []
    rest: list[str] = []
    for clause in clauses(typed):
        found = _facts(plain(clause), clause, setting, was_asked=True)
        facts += found
        if not found:
            rest.append(clause)
    if rest and not facts:
        return [Keep((Fact(_as_note(typed)),), was_asked=True)]
    facts += [Fact(_as_note(clause)) for clause in rest if len(clause.split()) > 1]
    return [Keep(tuple(facts), was_asked=True)]


def _as_note(text: str) -> str:
    """The note as a sentence of its own: a capital first, no trailing politeness."""
    cut = re.sub(
        r",? (?:please|thanks|thank you|ok|okay|for me)[.!]*$",
        "",
        text.strip(" ,;:"),
        flags=re.IGNORECASE,
    )
    return cut[:1].upper() + cut[1:] if cut else text


def _keep_earlier(setting: Setting) -> list[Act]:
    """ "Remember that": the statement before, in this message or the one before."""
    if not setting.said:
        return [Say('What should I remember? Say it in one sentence, such as "Remember that …".')]
    said = setting.said[-1]
    facts = [f for c in clauses(said) for f in _facts(plain(c), c, setting, was_asked=True)]
    return [Keep(tuple(facts or [Fact(_as_note(said))]), was_asked=True)]


def _asking(said: str, body: str, setting: Setting) -> list[Act]:
    told = re.match(
        r"^(?:did|do) you (?:already )?know (?:that )?(?:i|my|we|our)\b(?!.*\b(?:what|where|who|when|how)\b)",
        body,
        re.IGNORECASE,
    )
    if (
        told
        and not re.match(r"^do you know (?:my|our) [\w' -]+\?*$", body, re.IGNORECASE)
        and statement_facts(body.rstrip("? "), body, Talk())
    ):
        return []
    tag = re.match(
        r"^(?P<body>.+), (?:you know|right|ok|okay|alright|yes|no|is not it|do not i|is it not|remember|see|got it|isn't it|don't i)\?$",
        body,
        re.IGNORECASE,
    )
    if tag and not is_question(tag["body"]):
        return []
    parts = _question_parts(said)
    if not parts:
        return []
    acts: list[Act] = []
    for part in parts:
        acts += _ask(part, plain(part), setting)
    return acts


def _question_parts(said: str) -> list[str]:
    """The questions of a sentence; [] when it is none."""
    body = plain(said)
    if not (is_question(body) or (has_wrapping(body) and _wants_memory(body))):
        return []
    parts = (
        clauses(said.rstrip("?")) if said.rstrip().endswith("?") or is_question(body) else [said]
    )
    if len(parts) > 1 and not all(is_question(plain(p)) or has_wrapping(plain(p)) for p in parts):
        return []
    both = re.match(
        r"^(?P<lead>.*?)(?P<a>my [\w' -]+?),? and (?P<b>my [\w' -]+?)\??$", said, re.IGNORECASE
    )
    if len(parts) == 1 and both and not re.search(r"\b(?:between|both|or)\b", both["lead"]):
        return [f"{both['lead']}{both['a']}?", f"what is {both['b']}?"]
    return parts


def _wants_memory(body: str) -> bool:
    """Whether a request without a question mark asks memory: "tell me my name", "my shoe size again"."""
    if is_command(body) and not re.match(
        r"^(?:list|show|give me|tell me)\b.*\b(?:my|our|i|about|you know)\b", body, re.IGNORECASE
    ):
        return False
    asks = unwrapped(body)
    if asks.is_about or is_question(asks.core):
        return True
    return bool(re.match(r"^(?:my|our|the) [\w' -]+$", asks.core, re.IGNORECASE)) and not re.search(
        r"\b(?:is|are|was|were|has|have|likes?|loves?|lives?|works?)\b", asks.core
    )


def _ask(said: str, body: str, setting: Setting) -> list[Act]:
    answer = reply(unwrapped(body).core) or reply(body)
    if answer:
        return [Say(answer)]
    query = query_of(body, setting.talk)
    is_personal = bool(query.is_about or _PERSONAL.search(body) or query.keys) and not is_command(
        body
    )
    if (
        re.match(r"^(?:can|could|would|will) you\b", body, re.IGNORECASE)
        and is_command(body)
        and not query.keys
        and not _PERSONAL.search(body)
    ):
        return [Say(CANNOT)]
    return [Ask(said.strip(), query, is_personal)]


def _telling(said: str, body: str, setting: Setting) -> list[Act]:
    fact = _correction(said, body, setting)
    if fact:
        return [Keep(tuple(fact))]
    acts: list[Act] = []
    facts: list[Fact] = []
    for clause in clauses(said):
        plain_clause = plain(clause)
        if is_question(plain_clause) and len(clauses(said)) > 1:
            acts += _ask(clause, plain_clause, setting)
            continue
        found = _facts(plain_clause, clause, setting)
        if not found and not _SUPPOSED.match(plain_clause):
            ended = _taken_back(plain_clause)
            setting.kept += ended
            if _ENDED.search(plain_clause):
                found = [Fact(clause.strip(" ."), kept.topic) for kept in ended[:1]]
        if not found and len(clauses(said)) > 1:
            leaning = corrected(plain_clause, setting.kept, plain(said))
            found = [leaning] if leaning else []
        facts += found
        if not found:
            acts += _unkept(_in_context(clause, plain_clause, said), plain_clause, facts)
    setting.said.append(said)
    return [*([Keep(tuple(facts))] if facts else []), *acts]


def _in_context(clause: str, body: str, said: str) -> str:
    """A clause about "she" or "it" says little alone: the whole sentence is kept instead."""
    return (
        said.strip() if re.match(r"(?:he|she|it|they|that|this)\b", body, re.IGNORECASE) else clause
    )


def _taken_back(body: str) -> list[Kept]:
    """The topics of a statement that is taken back: "I no longer work at Nokia" is about the employer."""
    positive = re.sub(
        r"\b(?:no longer|not|never|any ?more|any longer|do not|does not)\b ?",
        "",
        re.sub(r"\b(?:do|does) not\b ?", "", body),
    ).strip()
    if positive == body:
        return []
    return [
        Kept(f.topic, f.content) for f in statement_facts(positive, positive, Talk()) if f.topic
    ]


def _unkept(clause: str, body: str, facts: list[Fact]) -> list[Act]:
    """What to do with a statement that no rule understood: keep it as a note, or only hear it."""
    if is_command(body) and not re.match(r"^(?:i|we|my|our)\b", body, re.IGNORECASE):
        return [Say(CANNOT)]
    if _is_notable(body) or (
        clause != body and bare(clause) != bare(body) and _is_notable(plain(clause))
    ):
        facts.append(Fact(_as_note(clause)))
        return []
    return [Heard(clause)]


def _is_notable(body: str) -> bool:
    """Whether the statement is about the person's own world, and lasting enough to keep."""
    if _SUPPOSED.match(body) or len(body.split()) < 4 or _CHATTER.match(body):
        return False
    me = re.match(r"^i am (?P<v>.+)$", body, re.IGNORECASE)
    if me and is_passing(me["v"]):
        return False
    return bool(
        _PERSONAL.search(body)
        or (
            _PARTICULAR.search(body)
            and re.search(
                r"\b(?:is|are|was|has|have|will|starts?|ends?|opens?|closes?|restarts?|runs?|lives?|needs?|arrives?|leaves?|expires?|moved|goes|costs?|takes?|must|should|at|on)\b|:",
                body,
            )
        )
    )


def _correction(said: str, body: str, setting: Setting) -> list[Fact]:
    """What a correction gives: a whole statement of its own, or a value for an earlier topic."""
    marked = is_correction(body)
    rest = without_mark(body) if marked else body
    if marked and rest and not _SUPPOSED.match(rest):
        typed = tail_of(said, rest)
        found = [f for c in clauses(typed) for f in _facts(plain(c), c, setting)]
        if found:
            return found
    if is_question(body):
        return []
    fact = corrected(body, setting.kept)
    return [fact] if fact else []


def _facts(body: str, said: str, setting: Setting, *, was_asked: bool = False) -> list[Fact]:
    """The facts of a clause, unless it supposes, reports or tells of the past."""
    rule = _CONDITIONAL_RULE.match(body)
    if rule:
        found = statement_facts(rule["order"], said, setting.talk)
        return [
            Fact(said.strip(" ."), f.topic)
            for f in found[:1]
            if f.topic and f.topic.startswith("constraint.")
        ]
    if _SUPPOSED.match(body) or _REPORTED.match(body):
        return []
    if _PAST.search(body):
        return []
    found = statement_facts(body, said, setting.talk)
    setting.kept.extend(Kept(f.topic or "", f.content) for f in found)
    return found


def _long(said: str, body: str) -> list[Act]:
    request = remember_request(body)
    if request and request.content:
        return [Keep((Fact(_as_note(request.content)),), was_asked=True)]
    return [Heard(said)]


def _limited(acts: list[Act]) -> list[Act]:
    """One value for each topic (the last one said), and no more facts than are saved at once."""
    last: dict[str, Fact] = {}
    for act in acts:
        if isinstance(act, Keep):
            last |= {f.topic: f for f in act.facts if f.topic}
    done: set[str] = set()
    count = 0
    limited: list[Act] = []
    for act in acts:
        if not isinstance(act, Keep):
            limited.append(act)
            continue
        kept = []
        for fact in act.facts:
            name = fact.topic or bare(fact.content)
            if name in done or count >= MAX_FACTS:
                continue
            done.add(name)
            count += 1
            kept.append(last[fact.topic] if fact.topic else fact)
        if kept:
            limited.append(Keep(tuple(kept), act.was_asked, act.is_reminder))
    return limited
