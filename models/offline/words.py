"""Words as concepts: singular, stem, and which words of a sentence carry its subject.

Used to build topic keys (`singular`) and to judge whether a memory bears on a question
(`stem`, `telling_words`). English only.
"""

import re
from functools import cache

from models.offline.spelling import slips_between

_IRREGULAR = {
    "children": "child", "people": "person", "men": "man", "women": "woman", "feet": "foot", "teeth": "tooth",
    "mice": "mouse", "wives": "wife", "lives": "life", "knives": "knife", "allergies": "allergy",
    "colour": "color", "colours": "color", "favourite": "favorite", "flavour": "flavor",
    "grey": "gray",
    "centre": "center",
    "theatre": "theater",
    "licence": "license",
    "organisation": "organization",
    "heroes": "hero",
    "potatoes": "potato",
    "tomatoes": "tomato",
    "quizzes": "quiz",
    "buses": "bus",
    **{
        f"{word}s": word
        for word in (
            "movie cookie calorie brownie hoodie smoothie selfie zombie foodie roomie auntie rookie pixie birdie "
            "headache toothache niche cache"
        ).split()
    },
    "neighbour": "neighbor", "neighbours": "neighbor", "behaviour": "behavior",
}  # fmt: skip

_VERBS = {
    "went": "go", "gone": "go", "said": "say", "told": "tell", "bought": "buy", "lived": "live", "lives": "live",
    "living": "live", "met": "meet", "sat": "sit", "slept": "sleep", "spoke": "speak", "spoken": "speak",
    "took": "take", "taken": "take", "taught": "teach", "thought": "think", "wore": "wear", "worn": "wear",
    "wrote": "write", "written": "write", "won": "win", "ran": "run", "drove": "drive", "driven": "drive",
    "drank": "drink", "ate": "eat", "eaten": "eat", "flew": "fly", "grew": "grow", "kept": "keep", "left": "leave",
    "lost": "lose", "made": "make", "paid": "pay", "rode": "ride", "saw": "see", "seen": "see", "sold": "sell",
    "sent": "send", "swam": "swim", "woke": "wake", "broke": "break", "broken": "break", "chose": "choose",
    "chosen": "choose", "began": "begin", "born": "born", "built": "build", "hid": "hide", "hidden": "hide",
    "got": "get", "had": "have", "gave": "give", "knew": "know", "held": "hold", "stood": "stand", "led": "lead",
    "allergies": "allergy", "allergic": "allergy", "decision": "decide", "decisions": "decide",
    "married": "marry", "marriage": "marry", "moved": "move", "geography": "geograph", "geographical": "geograph",
    "birth": "born", "children": "child", "people": "person", "wives": "wife", "medicine": "medication",
    "vegetarian": "vegetarian", "hobbies": "hobby", "flight": "fly", "choice": "choose", "explanation": "explain", "explanations": "explain", "answers": "answer", "replies": "reply", "appointment": "appoint",
    "french": "france", "english": "england", "dutch": "netherlands", "spanish": "spain", "italian": "italy",
    "portuguese": "portugal", "danish": "denmark", "polish": "poland", "swiss": "switzerland",
    "swedish": "sweden", "finnish": "finland", "norwegian": "norway", "greek": "greece", "turkish": "turkey",
    "chinese": "china", "welsh": "wales", "irish": "ireland", "scottish": "scotland", "british": "britain",
    "belgian": "belgium", "hungarian": "hungary", "czech": "czechia", "icelandic": "iceland",
    "brazilian": "brazil", "mexican": "mexico", "german": "germany", "canadian": "canada",
}  # fmt: skip

_NO_PLURAL_ENDINGS = ("ss", "us", "is", "as", "os", "ics", "js")
_NOT_PLURAL = frozenset(
    "jules agnes ines yves hans evans williams peters roberts edwards jacobs adams daniels stevens richards phillips "
    "simons andrews matthews rogers athens brussels naples wales netherlands philippines shorts goods customs savings "
    "earnings contents minutes papers arms works spirits lenses jenkins rails devops https cors does goes sometimes thanks headquarters "
    "address business status class boss canvas gas bus always news series species glasses dress "
    "process access css sass js aws os ios kubernetes postgres redis windows atlas paris texas "
    "james alias bias tennis chess analysis basis christmas jeans pants this is his was has as us "
    "yes does its thus various previous famous lens kindness illness fitness wireless sales lotus "
    "thomas lucas chris jess charles wellness mass pass grass glass cross loss less".split()
)

STOP = frozenset(
    "a about above after again all also always am an and any anything are as ask asked at away back "
    "be been before being but by bye can could currently did do does doing done down each either else "
    "ever every exactly few for forget forgot forgotten from get gets getting give go going gone got had has have having he hello her here hers hey hi him "
    "himself his how i if in info information into is it its itself just keep kind know known let lets like liked likes "
    "lot lots make made many may me mean mention mentioned might mind mine more most much must my "
    "myself name named need needed never next no nor not now of off ok okay on once one only or other our ours out "
    "over own part perhaps please put quick quite rather really recall remember remembered remind right said same save saved say saying "
    "see shall she should so some somebody someone something sort stored still store stuff such sure take tell telling than "
    "thank thanks that the their theirs them then there these they thing things this those though through time "
    "to today told too try type under until up upon us use used using very want wanted was we well went were what whats when where "
    "whether which while who whom whose why will with without would write wrote yes yet you your yours "
    "favorite favourite prefer preferred preference best love loved enjoy usually called call choice taking takes took taken "
    "detail details memory memories question previously earlier ago long often another anyone everything".split()
)
"""Words that say nothing about the subject of a question to a memory."""

_WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)?")


@cache
def singular(word: str) -> str:
    """A lower-case noun in the singular and in American spelling."""
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) <= 3 or word in _NOT_PLURAL or word.endswith(_NO_PLURAL_ENDINGS):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("shes", "ches", "xes", "sses")):
        return word[:-2]
    return word[:-1] if word.endswith("s") else word


@cache
def stem(word: str) -> str:
    """What inflected forms of one word share: "restarts", "restarted", "restarting" are one."""
    word = word.casefold().removesuffix("'s").removesuffix("'")
    base = _VERBS.get(word) or singular(word)
    if (
        len(base) == 3
        and base == word
        and base.endswith("s")
        and base not in _NOT_PLURAL
        and base[1] not in "aeiouys"
    ):
        base = base[:-1]  # PRs, PCs, TVs
    return _cut(_VERBS.get(base, base))


def _cut(base: str) -> str:
    """The word without its verb ending, a doubled letter, a final e."""
    for ending in ("ings", "ing", "ed", "ly", "er", "est"):
        if base.endswith(ending) and len(base) - len(ending) >= 3:
            base = base[: -len(ending)]
            if len(base) > 3 and base[-1] == base[-2] and base[-1] not in "lse":
                base = base[:-1]
            break
    if base.endswith("e") and not base.endswith("ee") and len(base) > 3:
        return base[:-1]
    return base[:-1] + "y" if base.endswith("i") else base


def words_of(text: str) -> list[str]:
    """The words of a text as written, in order."""
    return _WORD.findall(text)


def telling_words(text: str) -> list[str]:
    """The lower-case words that carry the subject, in order, each once."""
    found = (w.casefold().removesuffix("'s") for w in words_of(text))
    return list(dict.fromkeys(w for w in found if w not in STOP and (len(w) > 1 or w.isdigit())))


def is_alike(a: str, b: str) -> bool:
    """Whether two stems are one word or derived from one: "australia" and "australian"."""
    if a == b:
        return True
    short, long = sorted((a, b), key=len)
    if len(short) >= 6 and short[0] == long[0] and slips_between(short, long) == 1:
        return True
    return len(short) >= 5 and long.startswith(short) and len(long) - len(short) <= 4
