"""What a question wants from memory: the topic keys that answer it, and what to search for.

The mirror of `statements`: the same frames, noun phrases and rules give the same keys.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from models.offline.asked_frames import asked_activity, asked_frame, asked_self
from models.offline.asked_phrases import asked_noun, asked_phrase, asked_possession, asked_tool
from models.offline.asked_rules import asked_order, asked_permission
from models.offline.asked_tastes import asked_category, asked_thing
from models.offline.facts import Talk
from models.offline.kinds import narrower
from models.offline.likings import liking_key
from models.offline.rules import rule_key
from models.offline.wanted import Wanted, label_of_phrase
from models.offline.words import telling_words
from models.offline.wrapping import unwrapped

MAX_KEYS = 4
MAX_SOFT_KEYS = 6

_PAST = re.compile(
    r"\b(?:previous(?:ly)?|(?<!how )old(?= \w+)(?! (?:am|is|are|was|were|i|my|we)\b)|former(?:ly)?|used to|before that|originally|first|earlier value)\b",
    re.IGNORECASE,
)
_ABOUT_ME = re.compile(
    r"^(?:(?:all |everything |anything |what you (?:know|remember) )?(?:about )?(?:me|myself|us)|who i am|my (?:profile|preferences|likes(?: and dislikes)?|facts|memories|details|personal (?:facts|details|information|info)|info|information|data|life|person|interests and .*)|"
    r"(?:all |everything )?(?:you (?:know|remember|have stored|have saved)|i (?:told|have told|said to|taught) you)(?: so far)?(?: about (?:me|myself|us))?|(?:what (?:have|did) i (?:tell|told|said|say|taught)(?: to)?(?: you)?(?: so far)?|everything|all(?: of it)?|all memories|all my memories|your memory|what you remember))$",
    re.IGNORECASE,
)
_ABOUT_RULES = re.compile(
    r"^(?:(?:what|which)(?: \w+)? (?:must|should|may|can|are) (?:you|we)(?: (?:always|never|not|supposed to|not supposed to|not allowed to|allowed to))+(?: (?:do|avoid|follow))?|"
    r"(?:(?:what|which) (?:is|are) )?(?:all )?(?:my|your|our|the) (?:rules|constraints|guidelines|instructions)(?: (?:for you|so far))?|(?:what|which) (?:rules|constraints|guidelines|instructions) (?:do you have|did i (?:give|set|tell you)|have i (?:given|set)|do you follow|are there|must you follow|should you follow)(?: .*)?|"
    r"(?:list|show)(?: me)?(?: all)? (?:my|the|your) (?:rules|constraints)|what should you avoid|what did i (?:forbid|ban|tell you (?:not to do|to avoid)))$",
    re.IGNORECASE,
)
_MOMENT = r"(?:yesterday|the day before yesterday|today|this morning|tonight|last night|(?:the |this |last |previous |past )(?:\w+ )?(?:days?|weeks?|weekend|months?|years?)|on \S+(?: \S+)?|in \w+(?: \d{4})?|\w+ (?:days?|weeks?|months?|years?) ago)"
_ABOUT_A_TIME = re.compile(
    rf"^(?:what|anything|everything|all)\b(?: else| new)?(?: that)?(?: (?:did|have|has|was|were))?(?: (?:i|we|you))?(?: (?:ever|all))?"
    rf"(?: (?:say|said|tell|told|talk(?:ed)?|discuss(?:ed)?|mention(?:ed)?|note(?:d)?|happen(?:ed)?|do|done|write|written|decide[d]?|plan(?:ned)?|learn(?:ed|t)?|save[d]?|ask(?:ed)?))?"
    rf"(?: (?:to )?(?:you|me|us))?(?: about| from| of)?(?: in| during| over)? ?{_MOMENT}$",
    re.IGNORECASE,
)
_ALL_RULES = "always, never, do not, must, must not, only, avoid, please use, answer in"
_ALL_OF_ME = "I am, my name is, I live in, I work as, I like, I prefer, my family, my favorite"
"""What to search for when everything is wanted."""
_COMPANIONS: dict[str, tuple[str, ...]] = {
    "name": ("nickname", "first_name"), "nickname": ("name",), "city": ("address", "home_town"), "employer": ("job", "work_location"), "job": ("employer", "major"),
    "work_location": ("employer",), "home_town": ("birthplace", "nationality", "city"), "nationality": ("home_town",), "age": ("birthday",), "birthday": ("age",), "birthplace": ("birthday", "home_town"),
    "university": ("major", "school"), "major": ("university",), "wedding_date": ("anniversary",), "anniversary": ("wedding_date",), "marital_status": ("spouse_name", "wife_name", "husband_name", "partner_name"),
    "spouse_name": ("wife_name", "husband_name", "partner_name"), "deadline": ("release_date",), "release_date": ("deadline",), "lead": ("manager", "owner", "team_lead", "tech_lead"), "manager": ("lead", "owner"), "owner": ("lead", "manager"),
    "hosting": ("cloud",), "tech_stack": ("framework", "language"), "address": ("city",), "team_lead": ("lead",), "tech_lead": ("lead",), "start_date": ("release_date",), "school": ("university",),
    "phone": ("mobile",), "boss": ("boss_name",), "learning": ("instrument",), "hobby": (), "country": ("city",), "diet": (), "work": ("job", "employer"), "mother_tongue": ("native_language",), "first_name": ("name",), "health": ("diabete", "asthma", "type_1_diabete", "type_2_diabete"),
    "birth_year": ("birthday",), "birth_city": ("birthplace",), "favorite": (), "allergy": (), "surname": ("name",), "zodiac_sign": (), "spoken_language": ("native_language",),
}  # fmt: skip
"""Attributes that may answer in another's place: who asks for the employer may be told the job."""


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
        everything: `user` when it asks for all that is known of the person, `constraint` for all rules,
            `time` for all that was said at a time.
        is_past: It asks how something was before.
        label: What was asked for, in words for "I don't know …".
    """

    search: str
    keys: tuple[str, ...] = ()
    soft_keys: tuple[str, ...] = ()
    focus: tuple[str, ...] = ()
    kind: str = ""
    is_about: bool = False
    everything: str = ""
    is_past: bool = False
    label: str = ""


def query_of(question: str, talk: Talk) -> Query:
    """What to ask memory for this question, given in plain spelling."""
    asks = unwrapped(question)
    core = asks.core or question.strip(" ?!.")
    if _ABOUT_RULES.match(core) or _ABOUT_RULES.match(question.strip(" ?!.")):
        return Query(search=_ALL_RULES, is_about=True, everything="constraint", label="your rules")
    if _ABOUT_ME.match(core):
        return Query(search=_ALL_OF_ME, is_about=True, everything="user", label="you")
    if _ABOUT_A_TIME.match(question.strip(" ?!.")):
        asked = question.strip(" ?!.")
        return Query(search=asked, is_about=True, everything="time", label="what was said then")
    wanted = _wanted(core, talk)
    if asks.is_about:
        wanted.maybe(rule_key(core), liking_key(core))
    _widen(wanted)
    return Query(
        search=core,
        keys=tuple(wanted.sure[:MAX_KEYS]),
        soft_keys=tuple(k for k in wanted.soft if k not in wanted.sure)[:MAX_SOFT_KEYS],
        focus=tuple(telling_words(core)),
        kind=wanted.kind,
        is_about=asks.is_about and not wanted.sure,
        is_past=bool(_PAST.search(question)),
        label=wanted.label or label_of_phrase(core),
    )


def _wanted(core: str, talk: Talk) -> Wanted:
    """The keys of the first way of asking that gives a sure one; weaker ones gather on the way."""
    wanted = Wanted()
    ways: tuple[Callable[[], None], ...] = (
        lambda: asked_self(core, wanted),
        lambda: asked_frame(core, talk, wanted),
        lambda: asked_activity(core, talk, wanted),
        lambda: asked_order(core, wanted),
        lambda: asked_category(core, talk, wanted),
        lambda: asked_phrase(core, talk, wanted),
        lambda: asked_tool(core, talk, wanted),
        lambda: asked_thing(core, talk, wanted),
        lambda: asked_possession(core, talk, wanted),
        lambda: asked_noun(core, wanted),
        lambda: asked_permission(core, wanted),
    )
    for way in ways:
        way()
        if wanted.sure:
            break
    return wanted


def _widen(wanted: Wanted) -> None:
    """Keys of narrower nouns, and of attributes that may answer in another's place."""
    for key in list(wanted.sure):
        root, _, tail = key.partition(".")
        for name, others in _COMPANIONS.items():
            if tail == name or tail.endswith(f"_{name}"):
                wanted.maybe(*(f"{root}.{tail.removesuffix(name)}{other}" for other in others))
        words = tail.split("_")
        for at, word in enumerate(words):
            for noun in narrower(word)[:4]:
                wanted.maybe(f"{root}.{'_'.join([*words[:at], noun, *words[at + 1 :]])}")
