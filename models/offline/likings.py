"""Likings: "I prefer tabs over spaces", "I can't stand mushrooms", "I'm more of a tea person".

A preference among things of one sort is kept under the sort (`user.editor_preference`), so that a
new one takes its place. A liking of one thing is kept under the thing (`user.hiking_preference`),
so that many likings stand beside each other and "I don't like it any more" replaces the right one.
"""

import re

from models.offline.facts import Fact, Owner, Talk, can_act, clean_value, gerund, owner_of
from models.offline.frames import compiled
from models.offline.keys import attribute, named_words, topic_key
from models.offline.kinds import kind_of
from models.offline.lexicon import LIKING_NOUNS
from models.offline.words import singular

_PREFER = (
    r"(?:prefers?|favou?rs?|would rather (?:have|use|drink|eat|go with|take|be|do|see|get|work with|choose|go for)?|"
    r"would (?:always )?(?:prefer|choose|pick|go for|take|like)|tends? to prefer|leans? towards?|lean to|"
    r"(?:always |usually |normally |mostly )+(?:want|wants|choose|pick|go for|order|use|drink|take|get|write|code in|opt for|chooses|picks|orders|drinks|uses)|"
    r"opts? for|sticks? (?:with|to)|swears? by|am (?:really |very )?partial to|default to|gravitate towards?)"
)
_TELLS_PREFER = (
    r"if i (?:have|had) to (?:pick|choose|name|go with)(?: (?:just |only )?one)? ?(?:an? |my |one )?(?P<c>[\w' -]+?),? (?:it is|it would be|it will be|i would (?:pick|choose|say|go with)|i (?:pick|choose)) (?P<y>.+)",
    r"{S} (?:am (?:all )?(?:about|for|into)|like|love|prefer|want|choose|pick) (?P<y>.+?),? when it comes to (?P<c>[\w' -]+)",
    r"(?:for me|to me|with me|if it were up to me),? it is (?:always |usually |mostly )?(?P<y>.+?) (?:over|before|rather than|not) (?P<z>.+)",
    rf"(?:for|when it comes to|regarding|as for|in terms of|as regards|concerning|among|of all|on the subject of|with) (?P<c>(?!me\b|my\b)[\w' -]{{2,40}}?),? {{S}} (?:{_PREFER}|likes?|loves?|uses?) (?P<y>.+?)(?: (?:best|the most|most))?",
    rf"{{S}} {_PREFER} (?P<y>.+?) (?:over|to|rather than|instead of|than|more than|before|not|versus|vs\.?) (?P<z>(?!be\b|have\b|do\b).+)",
    rf"{{S}} {_PREFER} (?P<y>.+?) (?:as (?:my|an?|the|his|her)|when it comes to|in terms of) (?P<c>[\w' -]+)",
    r"{S} (?:prefers?|would rather have|favou?rs?) (?P<y>[\w' +#.-]+?) for (?P<c>[\w' -]+)",
    rf"{{S}} {_PREFER} (?:to (?P<v>\w+) )?(?P<y>.+)",
    r"{S} (?:likes?|loves?|enjoys?) (?P<y>.+?) (?:better|more)(?: than (?P<z>.+))?",
    r"{S} (?:likes?|loves?|enjoys?) (?P<y>[\w' +#.-]+?) (?:best|the most|most)(?: of all)?",
    r"{S} (?:am|been) (?:more of |rather |definitely |totally |very much |such |really )*(?:an? )?(?P<y>[\w'+# -]+?)[- ](?:person|user|guy|girl|lover|drinker|type|kind of person|fan|man|woman|addict|enthusiast)",
    r"{S} am (?:on )?team (?P<y>[\w'+# -]+)",
    r"(?:give me |i will take )?(?P<y>[\w'+#. -]+?) (?:over|instead of|rather than) (?P<z>[\w'+#. -]+?)(?:,? (?:any day|always|every time|any time|for me|please|all day))+",
    r"(?:nothing beats|there is nothing (?:better|like)|nothing is better than|you can not beat) (?P<y>.+)",
    r"(?:i think |i find |for me,? |to me,? )(?:that )?(?P<y>[\w'+#. -]+?) (?:is|are) (?:much |far |way )?(?:better|nicer|tastier|cooler) than (?P<z>.+)",
)
_TELLS_SUPERLATIVE = (
    r"(?:of|out of|among) all (?:the )?(?P<c>[\w' -]{2,30}?),? (?P<y>[\w'+#-]+(?: [\w'+#-]+)?) is (?:the one|what|the (?:best|nicest)|my favorite|the one that)(?: (?P<s>i|we) (?:like|love|prefer|enjoy)(?: the)?(?: most| best)?)?",
    r"(?:the|of all the|my) (?P<c>[\w' -]{2,40}?)s? (?:that |which )?(?P<s>i|we) (?:like|love|prefer|enjoy|use|favor)s?(?: the)?(?: most| best)? (?:is|are) (?P<y>.+)",
    r"(?:of|out of|among) all (?:the )?(?P<c>[\w' -]{2,40}?),? (?:i|we) (?:like|love|prefer|enjoy) (?P<y>.+?)(?: (?:best|the most|most))?",
    r"(?P<y>[\w' +#.-]+?) (?:is|are) the (?P<c>[\w' -]{2,40}?) (?:that |which )?(?P<s>i|we) (?:like|love|prefer|enjoy|use)(?: the)?(?: most| best)?",
)
_LIKE = (
    r"(?:(?:do |does |did )?(?P<n>not |never )?(?:really |much |particularly |quite |actually )*(?:likes?|loves?|enjoys?|adores?|fancy|fancies|appreciates?|digs?|care for|cares for|mind)|"
    r"{be} (?:not |never )?(?:really |very |quite |so |totally |much |particularly |a bit )*(?:into|fond of|keen on|crazy about|mad about|passionate about|obsessed with|addicted to|in love with|hooked on|"
    r"(?:an? |no )?(?:really |very )?(?:big |huge |great |massive |real )*(?:fan|lover|admirer) of)|"
    r"(?:hates?|dislikes?|detests?|loathes?|despises?|abhors?|can not (?:stand|bear|get enough of)|could (?:live on|eat|drink|listen to|watch|read|play|talk about)|have a (?:soft spot|weakness|thing|passion) for|am not (?:into|fond of|keen on|a fan of)))"
)
_TELLS_LIKE = (
    rf"{{S}} {_LIKE} (?P<y>.+)",
    r"(?P<y>[\w' -]{2,40}?) (?:is|are) (?:not my (?:thing|cup of tea)|my (?:passion|guilty pleasure|thing|cup of tea))",
)
_CUT = re.compile(
    r"\b(?:but|because|when|whenever|while|with|in|on|at|for|from|especially|particularly|as|very|so|more|most|a lot|"
    r"much|and|or|than|over|every|after|before|during|that|which|since|unless|if|to|without|really|if)\b|[,;(]",
    re.IGNORECASE,
)
_ORDINARY = frozenset(
    "it that this them you him her one things thing something everything nothing what how people someone".split()
)
_KIND_HEADS = frozenset("mode theme seat person food music tea coffee wine beer".split())


def liking(clause: str, said: str, talk: Talk) -> Fact | None:
    """The fact of a statement of taste, or None when it is none."""
    return (
        _superlative(clause, talk) or _preference(clause, said, talk) or _like(clause, said, talk)
    )


def preference_key(
    first: str, other: str = "", category: str = "", owner: Owner | None = None
) -> str | None:
    """The key of a choice: by its named category, its kind, its head noun, or the pair itself."""
    words = owner.words if owner else ()
    if category:
        named = attribute(category)
        if named:
            return topic_key("user", [*words, *named.words], is_liking=True)
    first, other = (_bare_object(v) for v in (first, other))
    kind = kind_of(first) or (kind_of(other) if other else None) or _head_kind(first)
    if kind:
        return topic_key("user", [*words, kind], is_liking=True)
    a, b = named_words(first), named_words(other)
    if not a or len(a) > 5:
        return None
    if b and len(a) + len(b) <= 6:
        a, b = sorted((a, b))
        return topic_key("user", [*words, *a, "or", *b], is_liking=True)
    return topic_key("user", [*words, *a], is_liking=True)


def liking_key(thing: str, owner: Owner | None = None) -> str | None:
    """The key of one thing's liking: "hiking in the Alps" and "hiking" are one."""
    words = named_words(_bare_object(thing))
    if not words or len(words) > 4 or words[0] in _ORDINARY:
        return None
    return topic_key("user", [*(owner.words if owner else ()), *words], is_liking=True)


def _preference(clause: str, said: str, talk: Talk) -> Fact | None:
    for template in _TELLS_PREFER:
        found = compiled(template).fullmatch(clause)
        if not found:
            continue
        groups = {k: v or "" for k, v in found.groupdict().items()}
        owner = owner_of(groups.get("s") or "i", talk)
        value = clean_value(groups["y"])
        if (
            owner is None
            or not can_act(groups.get("s") or "i", owner)
            or not value
            or value.casefold() in _ORDINARY
            or value.casefold().startswith(
                ("to know", "to ask", "you to", "if you", "that you", "not to")
            )
        ):
            continue
        key = preference_key(value, clean_value(groups.get("z", "")), groups.get("c", ""), owner)
        if key is None:
            continue
        is_plain_value = not groups.get("z") and not groups.get("v") and _names_its_kind(key, value)
        return Fact(value if is_plain_value else said, key)
    return None


def _superlative(clause: str, talk: Talk) -> Fact | None:
    for template in _TELLS_SUPERLATIVE:
        found = compiled(template).fullmatch(clause)
        named = attribute(found["c"]) if found else None
        if found and named:
            owner = owner_of(found.groupdict().get("s") or "i", talk) or Owner()
            value = clean_value(found["y"])
            if value:
                return Fact(value, topic_key("user", [*owner.words, *named.words], is_liking=True))
    return None


def _like(clause: str, said: str, talk: Talk) -> Fact | None:
    for template in _TELLS_LIKE:
        found = compiled(template).fullmatch(clause)
        owner = owner_of(found.groupdict().get("s") or "i", talk) if found else None
        if not found or owner is None or not can_act(found.groupdict().get("s") or "i", owner):
            continue
        thing = clean_value(found["y"])
        key = liking_key(thing, owner)
        if key and not thing.casefold().startswith(
            ("to know", "to ask", "you to", "if you", "to talk", "to see", "to hear")
        ):
            return Fact(said, key)
    return None


def _bare_object(text: str) -> str:
    """The noun of an object without what follows it; "to cook" becomes "cooking"."""
    text = re.sub(
        r"^(?:an? |my |the )?(?:(?:nice|good|lovely|hot|cold|big|strong|fresh|proper|decent|little|quick) )*(?:cup|glass|mug|bottle|slice|piece|bit|bowl|plate|pint|pot|dose|game|round) of ",
        "",
        text.strip(),
        flags=re.IGNORECASE,
    )
    text = re.sub(
        r"^(?:the (?:idea|smell|taste|sound|sight|look) of |some |any |all (?:of )?(?:the )?)",
        "",
        text.strip(),
        flags=re.IGNORECASE,
    )
    verb = re.match(r"^to (?!the\b|my\b)(\w+)(.*)$", text, re.IGNORECASE)
    if verb:
        text = gerund(verb[1].casefold()) + verb[2]
    head = _CUT.split(text, maxsplit=1)[0].strip()
    return head or text


def _head_kind(value: str) -> str | None:
    """The noun that names the sort: "window seats" are seats, "short answers" are answers."""
    words = value.split()
    if len(words) < 2:
        return None
    last = singular(words[-1].casefold())
    if kind_of(last) or last.endswith("ing"):
        return None
    named = attribute(last)
    return named.words[-1] if named else None


def _names_its_kind(key: str, value: str) -> bool:
    kind = key.partition(".")[2].removesuffix("_preference")
    return kind in LIKING_NOUNS or kind not in {"_".join(named_words(_bare_object(value)))}
