"""The English words that `memory.gate.gist` drops, unites or keeps: data, and nothing else."""

import re

SPEAKERS = frozenset("i me my mine myself we our ours us user users".split())
EMPTY = frozenset(
    "a an the this that these those am is are be been being has have do does of in on at for to "
    "with as by it its there and so just really very also currently now please called named name "
    "about which located".split()
)
"""Dropped: they change with the wording and not with what is said."""

PAST = frozenset("was were had did".split())
PARTICIPLE = re.compile(r"\w{2,}ed$|^(?:born|made|done|given|taken|held|sent|built|kept|paid|set)$")
SAME = {
    "reside": "live", "resides": "live", "residing": "live", "enjoy": "like", "enjoys": "like",
    "enjoyed": "liked", "relocated": "moved", "preference": "prefer", "preferred": "prefer",
    "preferences": "prefer", "favourite": "prefer", "favorite": "prefer", "each": "every", "tyre": "tire",
    "tyres": "tire", "children": "child", "kid": "child", "kids": "child", "mum": "mother",
    "mom": "mother", "dad": "father", "phone": "telephone", "wi": "wifi",
}  # fmt: skip
NUMBERS = {
    word: str(number)
    for number, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen "
        "fifteen sixteen seventeen eighteen nineteen twenty".split()
    )
} | {
    word: str(number)
    for number, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth".split(), start=1
    )
}
MONTHS = {
    name: number
    for number, names in enumerate(
        "january jan|february feb|march mar|april apr|may|june jun|july jul|august aug|"
        "september sep sept|october oct|november nov|december dec".split("|"),
        start=1,
    )
    for name in names.split()
}
CAPITAL = "[A-ZÄÖÜÅØÆÉ]"
DAYS = frozenset("monday tuesday wednesday thursday friday saturday sunday".split())
DIRECTIONS = frozenset(
    "not no never without none nor from than over under above below before after until since "
    "instead rather between versus vs only nicht kein keine pas ne non".split()
)
"""With one of these in it, another order of the same words says something else."""
