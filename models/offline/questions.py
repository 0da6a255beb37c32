"""What a question wants from memory: the topic keys that answer it, and what to search for.

The mirror of `statements`: the same frames and the same noun phrases give the same keys.
"""

import re
from dataclasses import dataclass, field

from models.offline.asking import Asked, unwrapped
from models.offline.facts import Owner, Talk, owner_of
from models.offline.frames import FrameMatch, asked, compiled
from models.offline.habits import asked_habit, asked_time
from models.offline.keys import Attribute, attribute, named_words, topic_key
from models.offline.kinds import kind_of, narrower
from models.offline.lexicon import (
    LIKING_NOUNS,
    PETS,
    PROJECT_NOUNS,
    RELATIONS,
    SHARED_NOUNS,
    synonyms,
)
from models.offline.likings import liking_key, preference_key
from models.offline.personal_frames import PERSONAL_FRAMES
from models.offline.possessions import project_owner, tool_key
from models.offline.project_frames import PROJECT_FRAMES
from models.offline.rules import rule_key
from models.offline.words import stem, telling_words

_LIKE_VERB = r"(?:like|love|prefer|enjoy|favor|hate|dislike|detest|want|fancy|adore|be into|into|fond of|keen on|swear by)"
_BEST = r"(?:(?: the)? (?:best|most|more|better|least)(?: of all)?)?"
_LIKED = (
    rf"(?:what|which) (?:is|are) (?:the |my )?(?P<c>[\w' -]{{2,40}}?) (?:that |which )?(?P<s>i|we|my [\w' -]+?|he|she) {_LIKE_VERB}s?{_BEST}",
    rf"(?:what|which)(?: (?:kind|type|sort|style|genre|brand|flavor) of)? (?P<c>(?!do\b|does\b|one\b)[\w' -]{{2,40}}?) {{do}} {{S}} (?:find |consider )?{_LIKE_VERB}{_BEST}(?: (?:to (?:use|eat|drink|read|watch|play|wear|listen to|have|write in|code in|program in|work with|work in|order|cook|visit)|using|eating|drinking|watching|listening to|playing|reading|wearing|doing))?(?: (?:on|in|at|for|when|while|during|with|over) .*)?",
    rf"(?:what|which) (?P<c>(?!do\b)[\w' -]{{2,30}}?) {{do}} {{S}} (?:code|program|write|develop|work)(?: most(?:ly)?)?(?: in| with)",
    r"(?:what|which)(?: (?:kind|type|sort|style|genre) of)? (?P<c>[\w' -]{2,30}?) {be} {S} (?:into|fond of|keen on|a fan of|crazy about|partial to)",
)
_LIKED_VERBS = {
    "drink": ("drink",), "eat": ("food", "cuisine"), "watch": ("movie", "show"), "read": ("book",), "listen to": ("music", "band", "song"),
    "code in": ("language",), "program in": ("language",), "write code in": ("language",), "order": ("drink", "food"),
    "edit with": ("editor",), "edit code with": ("editor",), "cook": ("food",), "wear": ("color",), "edit in": ("editor",), "browse with": ("browser",), "write in": ("language",), "write code with": ("editor",),
}  # fmt: skip
_LIKED_VERB_ASK = rf"what {{do}} {{S}} (?:(?:{_LIKE_VERB}|tend|choose) (?:to )?)?(?P<v>drink|eat|watch|read|listen to|code in|program in|write code in|order|edit with|edit code with|cook|wear|edit in|browse with|write in|write code with)(?:ing)?(?: .{{0,30}})?"
_DO_LIKE = (
    rf"{{do}} {{S}} (?:find |not )?{_LIKE_VERB} (?P<y>.+?) (?:or|over|to|more than|rather than|better than) (?P<z>.+)",
    rf"(?:which|what) {{do}} {{S}} {_LIKE_VERB}{_BEST}[,:]? (?P<y>.+?) or (?P<z>.+)",
    rf"{{be}} {{S}} (?:more of |rather )*an? (?P<y>[\w' -]+?)(?:[- ]person)? or an? (?P<z>[\w' -]+?)(?:[- ](?:person|lover|user|drinker))?",
    r"(?P<y>(?!is\b|are\b|do\b|am\b|what\b|which\b)[\w' +#.-]{1,30}?) or (?P<z>[\w' +#.-]{1,30})",
    r"{be} {S} an? (?P<y>[\w'+# -]+?)[- ](?:person|user|lover|drinker|type|fan|guy)",
    rf"{{do}} {{S}} (?:not )?{_LIKE_VERB} (?P<y>.+)",
    r"how {do} {S} feel (?:about|of|on|towards?|for|regarding|when it comes to|in|concerning) (?P<y>.+)",
    r"what {do} {S} think (?:about|of|on|towards?|for|regarding|when it comes to|in|concerning) (?P<y>.+)",
    r"what (?:is|are) (?:my|our) (?:opinion|view|take|stance|feelings?|attitude|thoughts?|preference|taste)s? (?:about|of|on|towards?|for|regarding|when it comes to|in|concerning) (?P<y>.+)",
    r"{be} {S} (?:into|fond of|keen on|a (?:big |huge )?fan of|crazy about|good with|ok with|okay with|against|partial to) (?P<y>.+)",
    r"(?:can|could) {S} (?:not )?stand (?P<y>.+)",
)
_NP_USED = (
    r"(?:what|which)(?: (?:kind|type|sort|brand) of)? (?P<c>[\w' -]{2,40}?) {do} {S} (?:use|run|work with|rely on|employ|choose|chose|pick|decide on|decide to use|go with|settle on|select|go for|agree on|agree to use|be using|using|working with|running|opt for|decide for|adopt)(?: (?:for|as|on) (?P<z>.+))?",
    r"what {do} {S} (?:use|work with|rely on|choose|pick|decide on|decide to use|go with|settle on|select|agree on|using|run|running) (?:as|for|to do|to) (?:(?:my|our|the|a|an) )?(?P<c>.+)",
    r"(?:what|which) (?P<c>[\w' -]{2,40}?) {be} {S} (?:using|running|on|working with|going with|going to use)",
    r"which (?P<c>[\w' -]{2,40}?) {do} {S} (?:have|own|drive|wear|take|hold|play|need)",
    r"what (?:kind|type|sort|brand|make|model|breed) of (?P<c>[\w' -]{2,40}?) {do} {S} (?:have|own|drive|wear|take|hold|play|need|ride)",
    r"what (?P<c>[\w' -]{2,40}?) {do} {S} (?:have|own|hold|wear|need|ride|got)",
)
_HAVE_ASK = (
    r"how many (?P<c>[\w' -]{2,40}?) {do} {S} (?:have|own|got|keep)",
    r"{do} {S} (?:have|own|got|keep) (?:an? |any |some )?(?P<c>[\w' -]{2,40})",
)
_SPECIAL = (
    (r"who am i", ("name", "nickname")),
    (r"what do you (?:know|remember) of me", ()),
    (r"what am i", ("job",)),
)
_NP = (
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
_RULE_ASKS = (
    r"(?:what|which|how|when|where|in what|in which|how long|what kind of|what sort of|at what|what time)(?: [\w' -]{1,40}?)? (?:should|must|may|can|shall|are|do|would|will) (?:you|your [\w ]+?)(?: (?:not|never|always|be|have to|need to|supposed to|allowed to|meant to))* ?(?P<x>.*)",
    r"(?:should|may|can|must|could|are|shall|would|will|do) (?:you|your [\w ]+?)(?: (?:allowed|supposed|meant|permitted|free|not|ever|have|need) ?(?:to)?)* (?P<x>.+)",
    r"(?:do|would|should) (?:i|we) (?:want|like|allow|mind|permit|accept|tolerate|ban|forbid)(?: you)?(?: to)?(?: use| using| see| seeing)? (?P<x>.+)",
    r"(?:what|which) (?:is|are) (?:my|the|our) (?:rule|policy|constraint|guideline|instruction|stance|position|restriction)s? (?:about|on|for|regarding|concerning|when it comes to) (?P<x>.+)",
    r"(?:is|are) (?P<x>.+?) (?:ok|okay|allowed|fine|forbidden|banned|permitted|off[- ]limits|acceptable|welcome|a problem)(?: .*)?",
    r"(?:can|may|should|do|could|must) (?:we|i|the team|anyone) (?P<x>.+)",
    r"what (?:did|have) i (?:tell|told|ask|asked) you (?:not |never )?to (?:do|avoid|use|say)? ?(?P<x>.*)",
    r"when (?:do|should|must|can|may) (?:we|you|i|the team|our team) (?:not|never) (?P<x>.+)",
)
_PAST = re.compile(
    r"\b(?:previous(?:ly)?|old|former(?:ly)?|used to|before that|originally|first|earlier value)\b",
    re.IGNORECASE,
)
_ABOUT_ME = re.compile(
    r"^(?:(?:all |everything |anything |what you (?:know|remember) )?(?:about )?(?:me|myself|us)|who i am|my (?:profile|preferences|likes(?: and dislikes)?|facts|memories|details|personal (?:facts|details|information|info)|info|information|data|life|person|interests and .*)|"
    r"(?:all |everything )?(?:you (?:know|remember|have stored|have saved)|i (?:told|have told|said to|taught) you)(?: so far)?(?: about (?:me|myself|us))?)$",
    re.IGNORECASE,
)
_FRAME_WORDS = frozenset(
    stem(w)
    for w in "name called city town country day date year month number kind color live work born old many long day person place people use work company size type language".split()
)
_COMPANIONS: dict[str, tuple[str, ...]] = {
    "name": ("nickname", "first_name"), "nickname": ("name",), "city": ("address", "home_town"), "employer": ("job", "work_location"), "job": ("employer", "major"),
    "work_location": ("employer",), "home_town": ("birthplace", "nationality", "city"), "nationality": ("home_town",), "age": ("birthday",), "birthday": ("age",), "birthplace": ("birthday", "home_town"),
    "university": ("major", "school"), "major": ("university",), "wedding_date": ("anniversary",), "anniversary": ("wedding_date",), "marital_status": ("spouse_name", "wife_name", "husband_name", "partner_name"),
    "spouse_name": ("wife_name", "husband_name", "partner_name"), "deadline": ("release_date",), "release_date": ("deadline",), "lead": ("manager", "owner", "team_lead", "tech_lead"), "manager": ("lead", "owner"), "owner": ("lead", "manager"),
    "hosting": ("cloud",), "tech_stack": ("framework", "language"), "address": ("city",), "team_lead": ("lead",), "tech_lead": ("lead",), "start_date": ("release_date",), "school": ("university",),
    "phone": ("mobile",), "boss": ("boss_name",), "learning": ("instrument",), "hobby": (), "country": ("city",), "diet": (), "work": ("job", "employer"), "mother_tongue": ("native_language",), "first_name": ("name",), "health": ("diabete", "asthma", "type_1_diabete", "type_2_diabete"),
    "birth_year": ("birthday",), "birth_city": ("birthplace",), "favorite": (), "allergy": (), "surname": ("name",), "zodiac_sign": (), "spoken_language": ("native_language",),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Query:
    """What to ask memory.

    Attributes:
        keys: Topics whose value answers the question, the best first.
        soft_keys: Topics that may answer it, if what they hold fits.
        search: What to search for when no key answers.
        focus: Words the answer must bear on.
        kind: The sort of value that is wanted, such as `language`; "" when unknown.
        is_about: It asks about a subject at large, not for one attribute.
        is_about_me: It asks for everything known of the person.
        is_past: It asks how something was before.
        label: What was asked for, in words for "I don't know …".
    """

    search: str
    keys: tuple[str, ...] = ()
    soft_keys: tuple[str, ...] = ()
    focus: tuple[str, ...] = ()
    kind: str = ""
    is_about: bool = False
    is_about_me: bool = False
    is_past: bool = False
    label: str = ""


@dataclass(slots=True)
class _Keys:
    """Keys found so far, in order, each once."""

    sure: list[str] = field(default_factory=list)
    soft: list[str] = field(default_factory=list)
    kind: str = ""
    label: str = ""

    def add(self, *keys: str | None) -> None:
        self.sure += [k for k in keys if k and k not in self.sure]

    def maybe(self, *keys: str | None) -> None:
        self.soft += [k for k in keys if k and k not in self.soft and k not in self.sure]


def query_of(question: str, talk: Talk) -> Query:
    """What to ask memory for this question, given in plain spelling."""
    asks = unwrapped(question)
    core = asks.core or question.strip(" ?!.")
    if _ABOUT_ME.match(core):
        return Query(
            search="I am, my name is, I live in, I work as, I like, I prefer, my family, my favorite",
            is_about=True,
            is_about_me=True,
            label="you",
        )
    keys = _keys_of(core, talk)
    if asks.is_about:
        keys.maybe(rule_key(core), liking_key(core))
    _widen(keys)
    return Query(
        search=_search_words(asks, core),
        keys=tuple(keys.sure[:4]),
        soft_keys=tuple(k for k in keys.soft if k not in keys.sure)[:6],
        focus=tuple(_focus(core)),
        kind=keys.kind,
        is_about=asks.is_about and not keys.sure,
        is_past=bool(_PAST.search(question)),
        label=keys.label or _label(core),
    )


def _keys_of(core: str, talk: Talk) -> _Keys:
    keys = _Keys()
    for find in (
        _special,
        _framed,
        _habits,
        _orders,
        _liked,
        _phrase,
        _used,
        _do_like,
        _have,
        _about_one,
        _rules,
    ):
        find(core, talk, keys)
        if keys.sure:
            break
    return keys


def _special(core: str, talk: Talk, keys: _Keys) -> None:
    for pattern, names in _SPECIAL:
        if re.fullmatch(pattern, core, re.IGNORECASE):
            keys.add(*(f"user.{name}" for name in names))


def _framed(core: str, talk: Talk, keys: _Keys) -> None:
    personal = list(asked(PERSONAL_FRAMES, core))
    for match in (*personal, *asked(PROJECT_FRAMES, core)):
        if match.frame.root == "project" and personal:
            continue
        key = _frame_key(match, talk)
        if key is None:
            continue
        keys.add(key)
        if match.frame.is_many and match.value:
            thing = named_words(re.sub(r"^(?:any|anything|something) ?", "", match.value))
            keys.add(*([f"{key}_{'_'.join(thing[:3])}"] if thing else []))
            keys.sure.reverse()
            if match.frame.attribute == "diet":
                keys.maybe(liking_key(match.value), "user.diet")
        if match.frame.attribute == "learning":
            keys.maybe("user.major")
    if keys.sure:
        keys.label = ""


def _frame_key(match: FrameMatch, talk: Talk) -> str | None:
    owner = owner_of(match.subject, talk)
    if match.frame.root == "project":
        if owner is None:
            owner = Owner(talk.project)
        if match.frame.attribute in (
            "deadline",
            "start_date",
        ) and match.subject.casefold().startswith("my "):
            owner = Owner(named_words(match.subject))
        owner, is_generic = project_owner(match.subject, owner, talk)
        if (
            match.frame.attribute in ("start_date",)
            and not is_generic
            and owner.words
            and owner.words[-1] not in PROJECT_NOUNS | {owner.words[0]}
        ):
            return None
        return topic_key("project", [*owner.words, match.frame.attribute])
    if owner is None:
        return None
    name = match.frame.attribute
    return topic_key("user", [*owner.words, name])


def _habits(core: str, talk: Talk, keys: _Keys) -> None:
    keys.add(asked_habit(core, talk))
    if not keys.sure:
        keys.maybe(asked_time(core, talk))


def _orders(core: str, talk: Talk, keys: _Keys) -> None:
    if (
        re.fullmatch(
            r"(?:how|in what (?:style|way|tone)|what (?:style|tone)) (?:should|must|do|shall|can) (?:you|your (?:answers|replies|responses|explanations))(?: (?:answer|reply|respond|talk|speak|write|explain|be|sound|look|communicate|phrase|format))*(?: .{0,30})?",
            core,
            re.IGNORECASE,
        )
        and rule_key(core) not in _named_rules()
    ):
        keys.add("constraint.answer_length", "constraint.tone", "constraint.answer_format")
        return
    which = re.fullmatch(
        r"(?:what|which) (?P<c>[\w' -]{2,30}?) (?:should|shall|do|would|must|can) (?:you|i) [\w ]*?(?:book|pick|choose|use|order|buy|get|take|reserve|select|bring|make|cook|serve|recommend|suggest|play)\b.*",
        core,
        re.IGNORECASE,
    )
    named = attribute(which["c"]) if which else None
    if named and not re.search(r"\blanguage\b", core, re.IGNORECASE):
        keys.add(topic_key("user", named.words, is_liking=True))
        keys.kind = named.head
        return
    about = re.fullmatch(_RULE_ASKS[3], core, re.IGNORECASE)
    if about:
        keys.add(rule_key(about["x"]))
        return
    for pattern in _RULE_ASKS[:2]:
        found = re.fullmatch(pattern, core, re.IGNORECASE)
        if found and not re.search(
            r"\b(?:call me|address me|know|remember|help|do for me)\b", core, re.IGNORECASE
        ):
            keys.add(rule_key(core if rule_key(core) in _named_rules() else found["x"] or core))
            return


def _rules(core: str, talk: Talk, keys: _Keys) -> None:
    for pattern in _RULE_ASKS[2:]:
        found = re.fullmatch(pattern, core, re.IGNORECASE)
        if found and found["x"].strip():
            keys.maybe(rule_key(found["x"]), liking_key(found["x"]))
            return


def _named_rules() -> set[str]:
    return {
        f"constraint.{n}"
        for n in (
            "answer_language",
            "answer_length",
            "answer_format",
            "unit",
            "tone",
            "emoji",
            "spelling",
            "time_format",
            "date_format",
            "pronoun",
        )
    }


def _liked(core: str, talk: Talk, keys: _Keys) -> None:
    found = re.fullmatch(
        _LIKED_VERB_ASK.replace("{do}", r"(?:do|does|did|would|should)").replace(
            "{S}", r"(?P<s>i|we|he|she|my [\w' -]+?)"
        ),
        core,
        re.IGNORECASE,
    )
    if found:
        owner = owner_of(found["s"], talk)
        if owner is not None:
            names = _LIKED_VERBS[found["v"].casefold()]
            keys.add(*(topic_key("user", [*owner.words, n], is_liking=True) for n in names))
            keys.kind = names[0]
            return
    for template in _LIKED:
        found = compiled(template, is_question=True).fullmatch(core)
        owner = owner_of(found["s"], talk) if found else None
        named = attribute(found["c"]) if found else None
        if found and owner is not None and named:
            _add_liking(named, owner, keys)
            return


def _add_liking(named: Attribute, owner: Owner, keys: _Keys) -> None:
    keys.add(topic_key("user", [*owner.words, *named.words], is_liking=True))
    if len(named.words) > 1:
        keys.maybe(topic_key("user", [*owner.words, named.head], is_liking=True))
    if not owner.words and named.root == "project":
        keys.maybe(named.key)
    keys.kind = named.head


def _phrase(core: str, talk: Talk, keys: _Keys) -> None:
    for pattern in _NP:
        found = re.fullmatch(pattern, core, re.IGNORECASE)
        if not found:
            continue
        phrase = found["np"]
        groups = found.groupdict()
        if groups.get("t"):
            phrase = (
                f"favorite {phrase}"
                if not groups["t"].startswith(("mine", "ours"))
                else f"my {phrase}"
            )
        if groups.get("o"):
            phrase = f"{groups['o']}'s {phrase}"
        if groups.get("a"):
            phrase = f"{phrase}'s {groups['a']}"
        if _add_phrase(phrase, talk, keys):
            return


def _add_phrase(phrase: str, talk: Talk, keys: _Keys) -> bool:
    phrase = re.sub(
        r" (?:called|named|again|for|of|about|on|in|at|like|made of|due|due on|from|born|located|scheduled|taking place|happening|held|set for|kept|stored|hidden|parked|supposed to .*|going to .*|spelled|spelt|written|pronounced|for again)$",
        "",
        phrase,
    )
    lower = phrase.casefold()
    named = attribute(phrase)
    if named is None:
        return False
    if re.match(r"^(?:his|her|their|its)\b", lower):
        owners = talk.someone or talk.project
        named = Attribute(named.root, (*owners, *named.words), named.is_liking) if owners else named
    keys.label = _label(phrase)
    is_ours = (
        bool(re.search(r"\b(?:my|our|mine|his|her|their)\b", lower))
        or lower.startswith(("favorite", "preferred"))
        or named.is_liking
    )
    is_known = named.words[-1] in set(synonyms().values()) | PROJECT_NOUNS | SHARED_NOUNS
    if (
        not is_ours
        and not (named.root == "project" and is_known)
        and not ("'s " in phrase and is_known and len(named.words) == 2)
    ):
        keys.maybe(
            named.key,
            f"user.{'_'.join(named.words)}"
            if named.root == "project"
            else f"project.{'_'.join(named.words)}",
        )
        return True
    _add_named(named, keys)
    return True


def _add_named(named: Attribute, keys: _Keys) -> None:
    words = named.words
    keys.kind = named.head
    if words[-1] in RELATIONS | PETS and not named.is_liking:
        keys.add(topic_key("user", [*words, "name"]))
        keys.maybe(
            named.key, *(topic_key("user", [*words, t]) for t in ("job", "city", "breed", "age"))
        )
        return
    keys.add(named.key)
    if named.root == "project":
        keys.maybe(f"user.{'_'.join(words)}")
        if len(words) > 1 and words[-1] in PROJECT_NOUNS:
            keys.maybe(f"user.{'_'.join(words[:-1])}")
    elif not named.is_liking:
        keys.maybe(f"project.{'_'.join(words)}")
        if words[-1] in (
            "appointment",
            "meeting",
            "exam",
            "party",
            "wedding",
            "interview",
            "flight",
            "trip",
            "class",
            "lesson",
        ):
            keys.maybe(topic_key("user", [*words, "time"]))


def _used(core: str, talk: Talk, keys: _Keys) -> None:
    for template in _NP_USED:
        found = compiled(template, is_question=True).fullmatch(core)
        owner = owner_of(found["s"], talk) if found else None
        if not found or owner is None:
            continue
        purpose = found.groupdict().get("z") or found["c"]
        owner, is_project = project_owner(found["s"], owner, talk)
        named = attribute(found["c"])
        if named is None:
            continue
        project = topic_key("project", [*owner.words, *named.words])
        mine = topic_key("user", [*owner.words, *named.words], is_liking=True)
        keys.kind = named.head
        first = (
            project
            if is_project or (named.root == "project" and found["s"].casefold() != "i")
            else mine
        )
        keys.add(first)
        keys.maybe(
            project if first == mine else mine, topic_key("user", [*owner.words, *named.words])
        )
        keys.maybe(tool_key("", purpose, owner, is_project=is_project))
        return


def _do_like(core: str, talk: Talk, keys: _Keys) -> None:
    for template in _DO_LIKE:
        found = compiled(template, is_question=True).fullmatch(core)
        if not found:
            continue
        groups = found.groupdict()
        owner = owner_of(groups.get("s") or "i", talk)
        if owner is None:
            continue
        first, other = groups["y"], groups.get("z") or ""
        if other:
            keys.add(preference_key(first, other, "", owner))
        keys.add(liking_key(first, owner))
        if other:
            keys.maybe(liking_key(other, owner))
        kind = kind_of(first)
        named = attribute(first)
        if kind:
            keys.maybe(topic_key("user", [*owner.words, kind], is_liking=True))
        if named and named.words[-1] in LIKING_NOUNS:
            keys.add(topic_key("user", [*owner.words, *named.words], is_liking=True))
        return


def _have(core: str, talk: Talk, keys: _Keys) -> None:
    for template in _HAVE_ASK:
        found = compiled(template, is_question=True).fullmatch(core)
        owner = owner_of(found["s"], talk) if found else None
        words = named_words(found["c"]) if found else ()
        if not found or owner is None or not words:
            continue
        keys.add(topic_key("user", [*owner.words, *words]))
        keys.maybe(topic_key("user", [*owner.words, *words, "name"]))
        keys.kind = words[-1]
        return


def _about_one(core: str, talk: Talk, keys: _Keys) -> None:
    """A short noun phrase on its own: "shoe size", "my sister"."""
    if len(core.split()) > 5:
        return
    named = attribute(core)
    if named and named.words[-1] in set(synonyms().values()) | LIKING_NOUNS:
        keys.maybe(named.key)


def _widen(keys: _Keys) -> None:
    """Keys of narrower nouns and of attributes that may answer in another's place."""
    for key in list(keys.sure):
        root, _, tail = key.partition(".")
        for name, others in _COMPANIONS.items():
            if tail == name or tail.endswith(f"_{name}"):
                keys.maybe(*(f"{root}.{tail.removesuffix(name)}{other}" for other in others))
        words = tail.split("_")
        for at, word in enumerate(words):
            keys.maybe(
                *(
                    f"{root}.{'_'.join([*words[:at], n, *words[at + 1 :]])}"
                    for n in narrower(word)[:4]
                )
            )


def _focus(core: str) -> list[str]:
    return telling_words(core)


def _search_words(asks: Asked, core: str) -> str:
    return core if core else asks.core


def _label(phrase: str) -> str:
    """ "My dog's name" as the assistant would say it: "your dog's name"."""
    swaps = {
        "my": "your",
        "our": "your",
        "i": "you",
        "me": "you",
        "mine": "yours",
        "we": "you",
        "am": "are",
        "your": "my",
        "you": "I",
    }
    return re.sub(
        r"\b(?:my|our|i|me|mine|we|am|your|you)\b",
        lambda m: swaps[m.group().casefold()],
        phrase,
        flags=re.IGNORECASE,
    )
