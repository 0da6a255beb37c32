"""Questions that name an attribute: "what is my dog's name?", "which editor do I use?", "shoe size?"."""

import re

from models.offline.facts import Owner, Talk, owner_of
from models.offline.frames import compiled
from models.offline.keys import Attribute, attribute, named_words, topic_key
from models.offline.lexicon import (
    LIKING_NOUNS,
    PETS,
    PROJECT_NOUNS,
    RELATIONS,
    is_known,
)
from models.offline.possessions import project_owner, tool_key
from models.offline.wanted import Wanted, label_of_phrase

_PHRASES = (
    r"(?:in |on )?(?:what|which) (?P<np>[\w' -]{2,40}?) (?:am|are) (?P<t>i|we)(?: (?:in|on|at|from))?",
    r"(?:what|which|who|whom|where|when|how much|how long|how big|how large|how high|how old|how many people|how many|at what time|what time|what date|what day|on what day|on which day|on what date|in what year|how) (?:is|are|was|were|will) (?P<np>(?:my|our|the|his|her|their|its|[A-Z]|project|favorite|preferred)\b.*)",
    r"(?:what|which)(?: of [\w ]+)? (?P<np>[\w' -]+?) (?:is|are|was) (?P<t>(?:my|our) (?:favorite|preferred|favorites|go-to|preference)(?: one)?)",
    r"(?:what|which) (?P<np>[\w' -]+?) (?:is|are) (?P<t>mine|ours)",
    r"(?:what|which) (?:day|date|time|year|month|place|city|one|number|person|people) (?:is|are|was|were) (?P<np>(?:my|our|the) .+)",
    r"(?:what|which) (?P<a>color|size|brand|make|model|breed|type) (?:is|are|was) (?P<np>(?:my|our) .+)",
    r"(?:what|which) (?P<np>[\w' -]{2,30}) (?:is|are) (?:the )?(?P<o>(?:my|our) [\w' -]+|[A-Z][\w'-]*) (?:using|based on|on)",
    r"(?:what|which) (?P<np>[\w' -]{2,40}?) (?:does|do|has|did) (?P<o>(?:my|our|the) [\w' -]+?|[A-Za-z][\w'-]*) (?:have|use|need|want|run on|run)",
    r"(?:until|by|from|since|at) (?:when|what time) (?:is|are|does|do) (?P<np>(?:my|our|the) .+)",
    r"(?:is|are|was) (?P<np>(?:my|our) .+?) (?:still )?(?P<y>(?:in|on|at|an?|the|[A-Z0-9]).*)",
    r"(?:what|who) (?:does|do) (?P<np>(?:my|our) .+?) (?:mean|refer to)",
    r"(?P<np>(?:my|our|favorite|preferred|the) [\w' -]+|[A-Z][\w]*'s [\w' -]+)",
    r"who (?:is|are|was) (?P<np>[A-Z]\w+)",
    r"(?:what|when|where|who|what time|at what time|on what day) (?:is|are) (?P<np>[\w' -]{2,40})",
)
_USED = (
    r"(?:what|which)(?: (?:kind|type|sort|brand) of)? (?P<c>[\w' -]{2,40}?) {do} {S} (?:use|run|work with|rely on|employ|choose|chose|pick|decide on|decide to use|go with|settle on|select|go for|agree on|agree to use|be using|using|working with|running|opt for|decide for|adopt)(?: (?:for|as|on) (?P<z>.+))?",
    r"what {do} {S} (?:use|work with|rely on|choose|pick|decide on|decide to use|go with|settle on|select|agree on|using|run|running) (?:as|for|to do|to) (?:(?:my|our|the|a|an) )?(?P<c>.+)",
    r"(?:what|which) (?P<c>[\w' -]{2,40}?) {be} {S} (?:using|running|on|working with|going with|going to use)",
    r"which (?P<c>[\w' -]{2,40}?) {do} {S} (?:have|own|drive|wear|take|hold|play|need)",
    r"what (?:kind|type|sort|brand|make|model|breed) of (?P<c>[\w' -]{2,40}?) {do} {S} (?:have|own|drive|wear|take|hold|play|need|ride)",
    r"what (?P<c>[\w' -]{2,40}?) {do} {S} (?:have|own|hold|wear|need|ride|got)",
)
_HAVE = (
    r"how many (?P<c>[\w' -]{2,40}?) {do} {S} (?:have|own|got|keep)",
    r"{do} {S} (?:have|own|got|keep) (?:an? |any |some )?(?P<c>[\w' -]{2,40})",
)
_PHRASE_END = re.compile(
    r" (?:called|named|again|for|of|about|on|in|at|like|made of|due|due on|from|born|located|scheduled|taking place|"
    r"happening|held|set for|kept|stored|hidden|parked|supposed to .*|going to .*|spelled|spelt|written|pronounced)$"
)
_EVENTS = frozenset(
    "appointment meeting exam party wedding interview flight trip class lesson".split()
)
_OF_SOMEONE = ("job", "city", "breed", "age")


def asked_phrase(core: str, talk: Talk, wanted: Wanted) -> None:
    """Keys of "what is my X", "my X?", "which X is my favorite"."""
    for pattern in _PHRASES:
        found = re.fullmatch(pattern, core, re.IGNORECASE)
        if found and _add_phrase(_whole_phrase(found.groupdict()), talk, wanted):
            return


def asked_tool(core: str, talk: Talk, wanted: Wanted) -> None:
    """Keys of "which X do we use (for Y)", "what do I use for X"."""
    for template in _USED:
        found = compiled(template, is_question=True).fullmatch(core)
        owner = owner_of(found["s"], talk) if found else None
        named = attribute(found["c"]) if found else None
        if found and owner is not None and named is not None:
            purpose = found.groupdict().get("z") or found["c"]
            _add_tool(found["s"], purpose, owner, named, wanted)
            return


def asked_possession(core: str, talk: Talk, wanted: Wanted) -> None:
    """Keys of "do I have a X", "how many Xs do I have"."""
    for template in _HAVE:
        found = compiled(template, is_question=True).fullmatch(core)
        owner = owner_of(found["s"], talk) if found else None
        words = named_words(found["c"]) if found else ()
        if owner is not None and words:
            wanted.add(topic_key("user", [*owner.words, *words]))
            wanted.maybe(topic_key("user", [*owner.words, *words, "name"]))
            wanted.kind = words[-1]
            return


def asked_noun(core: str, wanted: Wanted) -> None:
    """A short noun phrase on its own: "shoe size"."""
    named = attribute(core) if len(core.split()) <= 5 else None
    if named and (is_known(named.head) or named.head in LIKING_NOUNS):
        wanted.maybe(named.key)


def _whole_phrase(groups: dict[str, str | None]) -> str:
    """The noun phrase with what the question says about it elsewhere."""
    phrase = groups.get("np") or ""
    if groups.get("t"):
        mine = (groups["t"] or "").casefold() in ("mine", "ours", "i", "we")
        phrase = f"my {phrase}" if mine else f"favorite {phrase}"
    if groups.get("o"):
        phrase = f"{groups['o']}'s {phrase}"
    return f"{phrase}'s {groups['a']}" if groups.get("a") else phrase


def _add_phrase(phrase: str, talk: Talk, wanted: Wanted) -> bool:
    phrase = _PHRASE_END.sub("", phrase)
    named = attribute(phrase)
    if named is None:
        return False
    if re.match(r"(?:his|her|their|its)\b", phrase, re.IGNORECASE):
        named = Attribute(
            named.root, (*(talk.someone or talk.project), *named.words), named.is_liking
        )
    wanted.label = label_of_phrase(phrase)
    if _is_own(phrase, named):
        _add_named(named, wanted)
    else:
        tail = "_".join(named.words)
        wanted.maybe(named.key, f"user.{tail}" if named.root == "project" else f"project.{tail}")
    return True


def _is_own(phrase: str, named: Attribute) -> bool:
    """Whether it is the person's or the project's attribute, not one of the world's."""
    lower = phrase.casefold()
    if named.is_liking or re.search(r"\b(?:my|our|mine|his|her|their)\b", lower):
        return True
    is_named = "'s " in phrase and len(named.words) == 2
    return lower.startswith(("favorite", "preferred")) or (
        is_known(named.head) and (named.root == "project" or is_named)
    )


def _add_named(named: Attribute, wanted: Wanted) -> None:
    words = named.words
    wanted.kind = named.head
    if named.head in RELATIONS | PETS and not named.is_liking:
        wanted.add(topic_key("user", [*words, "name"]))
        wanted.maybe(named.key, *(topic_key("user", [*words, t]) for t in _OF_SOMEONE))
        return
    wanted.add(named.key)
    if named.root == "project":
        wanted.maybe(topic_key("user", words))
        if len(words) > 1 and named.head in PROJECT_NOUNS:
            wanted.maybe(topic_key("user", words[:-1]))
    elif not named.is_liking:
        wanted.maybe(topic_key("project", words))
        if named.head in _EVENTS:
            wanted.maybe(topic_key("user", [*words, "time"]))


def _add_tool(subject: str, purpose: str, owner: Owner, named: Attribute, wanted: Wanted) -> None:
    owner, is_project = project_owner(subject, owner, Talk())
    words = [*owner.words, *named.words]
    project, mine = topic_key("project", words), topic_key("user", words, is_liking=True)
    wanted.kind = named.head
    if is_project or (named.root == "project" and subject.casefold() != "i"):
        wanted.add(project)
    else:
        wanted.add(mine)
    wanted.maybe(project, mine, topic_key("user", words))
    wanted.maybe(tool_key("", purpose, owner, is_project=is_project))
