"""What one has and uses: "I have a dog named Rex", "we use Postgres", "I've a flight on Monday"."""

import re

from models.offline.facts import Fact, Owner, Talk, clean_value, is_someone, owner_of
from models.offline.frames import compiled
from models.offline.keys import attribute, named_words, topic_key
from models.offline.kinds import kind_of
from models.offline.lexicon import PETS, RELATIONS
from models.offline.words import singular

_HAS = (
    r"{S} (?:have|has|have got|has got|own|owns|got|adopted|bought|just bought|am the owner of|ride|rides|keep|keeps) (?P<y>.+)",
    r"there (?:is|are) (?P<y>.+?) (?:in my (?:life|home|house|family)|at my (?:home|house|place))",
)
_USES = (
    r"(?:for|as) (?P<z>(?:my |our |the |a |an )?[\w' -]{2,40}?),? {S} (?:use|uses|am using|is using|are using|chose|picked|went with|go with|work with|rely on|have|settled on) (?P<y>.+)",
    r"{S} (?:use|uses|am using|is using|are using|been using|work with|works with|rely on|relies on|am working with|code with|develop with|be on|am on|run|runs|am running|is running|employ|employs) "
    r"(?P<y>[^,]+?) (?:for|as) (?P<z>(?:my |our |the |a |an |most |all )*[\w' -]+)",
    r"{S} (?:use|uses|am using|is using|are using|been using|work with|works with|rely on|relies on|am working with|code with|develop with|am on|are on|is on|run|runs|am running|is running|runs on|depends on|store (?:our |the |all )*(?:data|everything|it) in|stores (?:its |all |the )*data in|persists to) (?P<y>.+)",
    r"{S} (?P<v>code|codes|program|programs|write code|write programs|develop|write|do my coding|write my code|coding|programming) (?:mostly |mainly |exclusively |primarily )?in (?P<y>.+)",
    r"{S} (?:switched|moved|migrated|changed|went|am switching|converted)(?: (?:over|back|everything|our \w+|my \w+|(?P<x>(?-i:[A-Z])\w+)))*(?: from (?P<o>.+?))? to (?P<y>.+)",
    r"{S} (?:replaced|swapped|ditched|dropped) (?P<o>.+?) (?:with|for|by|in favou?r of) (?P<y>.+)",
)
_CHOSE = (
    r"(?:for|as) (?P<z>(?:the |our |my )?[\w' -]{2,40}?),? (?P<s>we|i|our team|the team)(?: have| has| finally)* (?:decided (?:on|to (?:use|go with))|chose|chosen|picked|selected|settled (?:on|for)|agreed (?:on|to use)|went (?:with|for)|are going with|will use|go with) (?P<y>.+)",
    r"(?P<s>we|i|our team|the team|it was decided that we|[A-Z]\w+)(?: have| has| finally| all| just)* (?:decided (?:on|for|to (?:use|go with|go for|adopt|pick|stick with|choose|switch to|move to|migrate to))|"
    r"chose|chosen|picked|selected|settled (?:on|for)|agreed (?:on|to use|to go with)|opted for|went (?:with|for)|(?:am|are|is) going (?:with|to use)|will (?:use|go with|be using)|standardi[sz]ed on|adopted|voted for) (?P<y>.+?)"
    r"(?: (?:for|as) (?P<z>(?:the |our |my |a |an )?[\w' -]+))?",
)
_NAMED = re.compile(
    r"^(?P<np>.+?),? (?:called|named|by the name of|whose names? (?:is|are)|and (?:his|her|its|their) names? (?:is|are)|who is (?:called|named)) (?P<n>.+)$",
    re.IGNORECASE,
)
_APPOSED = re.compile(
    r"^(?P<np>[\w' -]+?)(?:[,:(]| -) ?(?P<n>(?-i:[A-Z])[\w'-]+(?:(?:,| and|, and| &) (?-i:[A-Z])[\w'-]+)*)\)?$",
    re.IGNORECASE,
)
_WHEN = re.compile(
    r"^(?P<np>.+?) (?P<t>(?:(?:on|at|from|until|by|every|next|this|in) .*(?:\d|day|week|month|noon|morning|evening|afternoon|night|january|february|march|april|may|june|july|august|september|october|november|december).*)|tomorrow.*|tonight.*)$",
    re.IGNORECASE,
)
_ADJECTIVES = frozenset(
    "old new young big small little large tiny huge red blue green black white grey gray brown yellow orange purple pink silver golden "
    "nice good great beautiful lovely cute second first third used broken fast slow expensive cheap "
    "two three four five six seven eight nine ten no many several some few one couple pair of electric "
    "vintage rescue three-legged fluffy wonderful other another amazing modern adorable twin huge tall own more just".split()
)
_NOT_HAD = re.compile(
    r"^(?:to|been|no idea|(?:an? |the |some |any |no |one |another |two |few |more |my )*(?:idea|question|problem|feeling|doubt|request|hunch|look|fun|"
    r"time|way|clue|chance|moment|minute|point|thought|suggestion|favor|issue|lot to|bad day|good day|nice day|headache|cold|hangover|decided|moved|"
    r"changed|started|finished|seen|gone|lived|worked|done|said|told|hard time|difficulty|trouble|break|think|thing|something|it|that|this|you|nothing|everything|"
    r"go|rid|up|home|back|better|worse|tired|married|lost|hired|engaged|divorced|to know|used to)\b)",
    re.IGNORECASE,
)
_PROJECT_KINDS = frozenset(
    "database framework hosting ci test_framework message_queue package_manager issue_tracker chat_tool language".split()
)


def possession(clause: str, said: str, talk: Talk) -> list[Fact]:
    """The facts of a statement about what is had, used or chosen; [] when it is none."""
    return _used(clause, talk) or _had(clause, said, talk)


def tool_key(value: str, purpose: str, owner: Owner, *, is_project: bool) -> str | None:
    """The key under which a tool is kept: by what it is for, else by its kind."""
    named = (
        attribute(re.sub(r"^(?:my|our|the|an?|most|all) ", "", purpose.strip()))
        if purpose
        else None
    )
    kind = kind_of(value)
    words = list(named.words) if named and len(named.words) <= 3 else [kind] if kind else None
    if words is None:
        return None
    if purpose and kind and not named:
        words = [kind]
    if is_project:
        return topic_key("project", [*owner.words, *words])
    return topic_key("user", [*owner.words, *words], is_liking=True)


def _used(clause: str, talk: Talk) -> list[Fact]:
    for template in (*_USES, *_CHOSE):
        found = compiled(template).fullmatch(clause)
        if not found:
            continue
        groups = {k: v or "" for k, v in found.groupdict().items()}
        fact = _tool(groups, talk)
        if fact:
            return [fact]
    return []


def _tool(groups: dict[str, str], talk: Talk) -> Fact | None:
    value, subject = clean_value(groups["y"]), groups.get("s") or "i"
    owner = owner_of(subject, talk)
    if owner is None or not value or len(value.split()) > 8:
        return None
    owner, is_project = project_owner(subject, owner, talk)
    kind = kind_of(value)
    owner, groups = _for_project(groups, owner, kind)
    if owner.words and not is_project and groups.get("x"):
        is_project = True
    if groups.get("v"):
        kind = "language"
        groups = {**groups, "z": groups.get("z") or "language"}
    if owner.words and not is_project and kind in _PROJECT_KINDS and subject[:1].isupper():
        is_project = True
    key = tool_key(value, groups.get("z", ""), owner, is_project=is_project)
    return Fact(value, key) if key else None


def _for_project(
    groups: dict[str, str], owner: Owner, kind: str | None
) -> tuple[Owner, dict[str, str]]:
    """Whose tool it is in "we use MySQL for Atlas" and "we switched Atlas to MySQL": Atlas's."""
    purpose = groups.get("z", "")
    if (
        kind
        and re.fullmatch(r"(?:project )?(?-i:[A-Z])[\w-]+", purpose)
        and not kind_of(purpose)
        and purpose not in ("CI", "IDE", "ORM", "API")
    ):
        return Owner(named_words(purpose.removeprefix("project "))), {
            **groups,
            "z": "",
            "x": purpose,
        }
    if groups.get("x"):
        return Owner(named_words(groups["x"])), groups
    return owner, groups


def project_owner(subject: str, owner: Owner, talk: Talk) -> tuple[Owner, bool]:
    """Whose tool it is: ours is the project's, "our project Apollo" is Apollo's."""
    lower = subject.casefold()
    if lower in ("we", "our team", "the team", "it was decided that we"):
        return Owner(talk.project), True
    if lower == "it":
        return Owner(talk.project), True
    generic = {
        "project", "app", "application", "product", "team", "company", "startup", "service", "website", "site",
        "backend", "frontend", "platform", "system", "codebase", "api", "tool", "game",
    }  # fmt: skip
    words = named_words(subject)
    if any(w in generic for w in words):
        named = tuple(
            w
            for w in words
            if w not in generic - {"backend", "frontend", "api"}
            and w not in ("called", "named", "new", "side")
        )
        return Owner(named), True
    return owner, False


def _had(clause: str, said: str, talk: Talk) -> list[Fact]:
    for template in _HAS:
        found = compiled(template).fullmatch(clause)
        owner = owner_of(found.groupdict().get("s") or "i", talk) if found else None
        if not found or owner is None:
            continue
        thing = clean_value(found["y"])
        if not thing or _NOT_HAD.match(thing):
            return []
        named = _named_thing(thing, owner, talk)
        subject = found.groupdict().get("s") or "i"
        is_stranger = bool(owner.words) and not is_someone(owner.words) and subject[:1].isupper()
        return named or ([] if is_stranger else _plain_thing(thing, said, owner, talk))
    return []


def _named_thing(thing: str, owner: Owner, talk: Talk) -> list[Fact]:
    named = _NAMED.match(thing) or _APPOSED.match(thing)
    if not named:
        return []
    words = _noun(named["np"])
    if not words or (not _NAMED.match(thing) and words[-1] not in RELATIONS | PETS):
        return []
    talk.someone = (*owner.words, *words)
    return [Fact(clean_value(named["n"]), topic_key("user", [*owner.words, *words, "name"]))]


def _plain_thing(thing: str, said: str, owner: Owner, talk: Talk) -> list[Fact]:
    timed = _WHEN.match(thing)
    words = _noun(timed["np"] if timed else thing)
    if not words or len(words) > 4:
        return []
    if is_someone(words) and not owner.words:
        talk.someone = words
    kind = kind_of(" ".join(thing.split()[-1:])) or kind_of(re.sub(r"^(?:an?|the|my) ", "", thing))
    if kind == "car":
        words = ("car",)
    return [Fact(said, topic_key("user", [*owner.words, *words]))]


def _noun(phrase: str) -> tuple[str, ...]:
    """The noun of "a lovely old red bike with a bell": bike."""
    phrase = re.sub(r"\b[\w-]+[ -](?:year|month|week)s?[ -]old ", "", phrase, flags=re.IGNORECASE)
    head = re.split(
        r"\b(?:with|who|which|that|for|from|in|at|on|of|to|and|but)\b|,", phrase, maxsplit=1
    )[0]
    kept = [
        w
        for w in head.split()
        if w.casefold() not in _ADJECTIVES
        and not w.isdigit()
        and not re.fullmatch(r"\w+-year-old", w)
    ]
    words = named_words(" ".join(kept))
    return tuple(singular(w) for w in words)
