"""English: what makes something else of a sentence that reads like a claim (`nodes.claim_patterns`).

Written for text without contractions ("I have", not "I've"); every pattern ignores case.
"""

import re

from nodes.claim_patterns import CLAIMS
from nodes.tongue import Tongue, words

DENIED = re.compile(
    r"\b(?:not|never|nothing|no|none|cannot|unable|without|fail(?:ed|s)?|neither|instead of)\b",
    re.IGNORECASE,
)

SUPPOSED = re.compile(
    r"\b(?:if|unless|once|when|whenever|after|before|until|would|could|should|might|can|may|let me|"
    r"shall|(?:want|like) me to|able to|in order to|so that|assuming|suppose|as soon as|pretend|"
    r"(?:confirm|tell me|say so|ask|answer)\b.{0,30}\band (?:I|we)|says?|said|claims?|claimed|means?|(?:tell|ask) me to|just (?:say|ask))\b",
    re.IGNORECASE,
)

HISTORY = re.compile(
    r"\b(?:already|earlier|previously|yesterday|ago|back then|before|"
    r"last (?:time|week|month|year|session|conversation)|"
    r"in (?:an|our|the) (?:earlier|last|previous|past)|you (?:told|asked|said|mentioned)|"
    r"(?:on|in|from|since) (?:\d{4}|(?:mon|tues|wednes|thurs|fri|satur|sun)day|"
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*))\b|\b\d{4}-\d\d-\d\d\b",
    re.IGNORECASE,
)

PRESENT = re.compile(r"\b(?:have|has|is|are|will)\b", re.IGNORECASE)
"""A present perfect or a promise: no date behind it makes it a thing of the past."""

NOT_MEMORY = re.compile(
    r"\b(?:(?<!\bon )files?(?!\s+(?:it|that|this|them|those)\s+away)|documents?|disk|variables?|cache|functions?|code|methods?|modules?|scripts?|"
    r"commit|branch|folder|directory|clipboard|photos?|album|cookies?|arrays?|"
    r"(?:you|me|us)\s+(?:\w+\s+){0,3}(?:time|money|effort|trouble|seat|place|spot)|"
    r"(?:noted|recorded|logged)\s+(?:a few|some|several|two|three|the following|below|above))\b",
    re.IGNORECASE,
)

CONTENT = re.compile(
    r"[:…]|\b(?:that\s+(?!(?:last|on|in|at|during|back|earlier)\b)(?=\w+\s+\w)|your\b|as\b)",
    re.IGNORECASE,
)
"""Where the verb's object ends and what was saved begins: its words say nothing about the claim."""

FORGETS = re.compile(
    r"\b(?:not|never)\s+(?:to\s+)?forget|\bnever\s+forget|\bno\s+longer\s+(?:keep|store|remember|hold|retain)|"
    r"\b(?:count|rely)\s+on\s+me\b",
    re.IGNORECASE,
)
"""Denials that promise, and what stands behind a "can" and promises."""

FORGETTING = words(
    "forgotten", "forget", "delete", "erase", "gone", "deleted", "removed", "erased", "cleared", "wiped", "purged", "discarded", "scrubbed",
    r"no longer (?:keep|store|remember|hold|retain)", r"vergessen", r"gelöscht", "entfernt",
    "vergeten", "verwijderd", "gewist", r"oublié\w*", r"supprimé\w*", r"effacé\w*", "olvidado",
    r"borrado", "eliminado", "dimenticato", "cancellato", "eliminato", r"esqueci\w*", r"apaguei",
    "removi", r"excluí",
)  # fmt: skip
"""Words of a claim to have forgotten, in all languages."""

FORMER = words(
    "old", "older", "previous", "former", "earlier", "outdated", r"alte\w*", r"vorherige\w*",
    "oude", "vorige", r"ancien\w*", r"anterior\w*", r"antig[uo]\w*", r"vecchi\w*", r"precedent\w*",
)  # fmt: skip
"""What a new value takes the place of is gone from what stands."""

ENGLISH = Tongue(
    stems=words(
        r"sav(?:ed|e)", r"stored?", r"remember\w*", r"memori\w+", r"noted?", r"record(?:ed|s)?",
        r"logg?(?:ed)?", r"jot(?:ted)?", "written", "write", r"keep(?:ing)?", "kept", "bear",
        r"add(?:ed)?", "put", "committed", "entered", "filed", "forgotten", "forget", "deleted",
        "removed", "erased", "cleared", "updated", "changed", "corrected", "replaced", "set",
        "notes?", "taken", r"filed?", "tuck(?:ed)?", r"stash(?:ed)?", "stowed", r"retain(?:ed)?", "captured",
        "registered", "preserved", "marked", "placed", "memory", "memories", "brain", "profile", "wiped",
        "purged", "discarded", "dropped", "scrubbed", "gone", "delete", "erase", "wipe", "remembering", "notes", "records", "no longer", "hold on", "recall", "locked in",
        "saving", "storing", "noting", "recording", "created", r"entr(?:y|ies)", "made", "making", "amended",
        "adjusted", "promise", "count on", "rely on", "trust me",
    ),
    claims=CLAIMS,
    denied=DENIED,
    supposed=SUPPOSED,
    history=HISTORY,
    not_memory=NOT_MEMORY,
    present=PRESENT,
    content=CONTENT,
    forgets=FORGETS,
)  # fmt: skip
