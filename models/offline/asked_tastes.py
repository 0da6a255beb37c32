"""Questions about tastes: "which tea do I like?", "cats or dogs?", "do I like hiking?"."""

import re

from models.offline.facts import Owner, Talk, owner_of
from models.offline.frames import compiled
from models.offline.keys import Attribute, attribute, topic_key
from models.offline.kinds import kind_of
from models.offline.lexicon import LIKING_NOUNS
from models.offline.likings import liking_key, preference_key
from models.offline.wanted import Wanted

_LIKE_VERB = r"(?:like|love|prefer|enjoy|favor|hate|dislike|detest|want|fancy|adore|be into|into|fond of|keen on|swear by)"
_BEST = r"(?:(?: the)? (?:best|most|more|better|least)(?: of all)?)?"
_LIKED = (
    rf"(?:what|which) (?:is|are) (?:the |my )?(?P<c>[\w' -]{{2,40}}?) (?:that |which )?(?P<s>i|we|my [\w' -]+?|he|she) {_LIKE_VERB}s?{_BEST}",
    rf"(?:what|which)(?: (?:kind|type|sort|style|genre|brand|flavor) of)? (?P<c>(?!do\b|does\b|one\b)[\w' -]{{2,40}}?) {{do}} {{S}} (?:find |consider )?{_LIKE_VERB}{_BEST}(?: (?:to (?:use|eat|drink|read|watch|play|wear|listen to|have|write in|code in|program in|work with|work in|order|cook|visit)|using|eating|drinking|watching|listening to|playing|reading|wearing|doing))?(?: (?:on|in|at|for|when|while|during|with|over) .*)?",
    r"(?:what|which) (?P<c>(?!do\b)[\w' -]{2,30}?) {do} {S} (?:code|program|write|develop|work)(?: most(?:ly)?)?(?: in| with)",
    r"(?:what|which)(?: (?:kind|type|sort|style|genre) of)? (?P<c>[\w' -]{2,30}?) {be} {S} (?:into|fond of|keen on|a fan of|crazy about|partial to)",
)
_LIKED_VERBS = {
    "drink": ("drink",), "eat": ("food", "cuisine"), "watch": ("movie", "show"), "read": ("book",), "listen to": ("music", "band", "song"),
    "code in": ("language",), "program in": ("language",), "write code in": ("language",), "order": ("drink", "food"),
    "edit with": ("editor",), "edit code with": ("editor",), "cook": ("food",), "wear": ("color",), "edit in": ("editor",), "browse with": ("browser",), "write in": ("language",), "write code with": ("editor",),
}  # fmt: skip
_LIKED_VERB = (
    r"what (?:do|does|did|would|should) (?P<s>i|we|he|she|my [\w' -]+?) "
    rf"(?:(?:{_LIKE_VERB}|tend|choose) (?:to )?)?(?P<v>{'|'.join(_LIKED_VERBS)})(?:ing)?(?: .{{0,30}})?"
)
_DO_LIKE = (
    rf"{{do}} {{S}} (?:find |not )?{_LIKE_VERB} (?P<y>.+?) (?:or|over|to|more than|rather than|better than) (?P<z>.+)",
    rf"(?:which|what) {{do}} {{S}} {_LIKE_VERB}{_BEST}[,:]? (?P<y>.+?) or (?P<z>.+)",
    r"{be} {S} (?:more of |rather )*an? (?P<y>[\w' -]+?)(?:[- ]person)? or an? (?P<z>[\w' -]+?)(?:[- ](?:person|lover|user|drinker))?",
    r"(?P<y>(?!is\b|are\b|do\b|am\b|what\b|which\b)[\w' +#.-]{1,30}?) or (?P<z>[\w' +#.-]{1,30})",
    r"{be} {S} an? (?P<y>[\w'+# -]+?)[- ](?:person|user|lover|drinker|type|fan|guy)",
    rf"{{do}} {{S}} (?:not )?{_LIKE_VERB} (?P<y>.+)",
    r"how {do} {S} feel (?:about|of|on|towards?|for|regarding|when it comes to|in|concerning) (?P<y>.+)",
    r"what {do} {S} think (?:about|of|on|towards?|for|regarding|when it comes to|in|concerning) (?P<y>.+)",
    r"what (?:is|are) (?:my|our) (?:opinion|view|take|stance|feelings?|attitude|thoughts?|preference|taste)s? (?:about|of|on|towards?|for|regarding|when it comes to|in|concerning) (?P<y>.+)",
    r"{be} {S} (?:into|fond of|keen on|a (?:big |huge )?fan of|crazy about|good with|ok with|okay with|against|partial to) (?P<y>.+)",
    r"(?:can|could) {S} (?:not )?stand (?P<y>.+)",
)


def asked_category(core: str, talk: Talk, wanted: Wanted) -> None:
    """Keys of "which X do I like" and "what do I drink"."""
    if _asked_verb(core, talk, wanted):
        return
    for template in _LIKED:
        found = compiled(template, is_question=True).fullmatch(core)
        owner = owner_of(found["s"], talk) if found else None
        named = attribute(found["c"]) if found else None
        if owner is not None and named is not None:
            _add_category(named, owner, wanted)
            return


def asked_thing(core: str, talk: Talk, wanted: Wanted) -> None:
    """Keys of "do I like X", "X or Y?", "how do I feel about X"."""
    for template in _DO_LIKE:
        found = compiled(template, is_question=True).fullmatch(core)
        owner = owner_of(found.groupdict().get("s") or "i", talk) if found else None
        if found and owner is not None:
            _add_thing(found["y"], found.groupdict().get("z") or "", owner, wanted)
            return


def _asked_verb(core: str, talk: Talk, wanted: Wanted) -> bool:
    found = re.fullmatch(_LIKED_VERB, core, re.IGNORECASE)
    owner = owner_of(found["s"], talk) if found else None
    if not found or owner is None:
        return False
    names = _LIKED_VERBS[found["v"].casefold()]
    wanted.add(*(topic_key("user", [*owner.words, n], is_liking=True) for n in names))
    wanted.kind = names[0]
    return True


def _add_category(named: Attribute, owner: Owner, wanted: Wanted) -> None:
    wanted.add(topic_key("user", [*owner.words, *named.words], is_liking=True))
    if len(named.words) > 1:
        wanted.maybe(topic_key("user", [*owner.words, named.head], is_liking=True))
    if not owner.words and named.root == "project":
        wanted.maybe(named.key)
    wanted.kind = named.head


def _add_thing(first: str, other: str, owner: Owner, wanted: Wanted) -> None:
    if other:
        wanted.add(preference_key(first, other, "", owner))
        wanted.maybe(liking_key(other, owner))
    wanted.add(liking_key(first, owner))
    kind, named = kind_of(first), attribute(first)
    if kind:
        wanted.maybe(topic_key("user", [*owner.words, kind], is_liking=True))
    if named and named.head in LIKING_NOUNS:
        wanted.add(topic_key("user", [*owner.words, *named.words], is_liking=True))
