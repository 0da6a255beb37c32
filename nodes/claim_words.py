"""English: the words by which `nodes.claims` knows a claim, and what makes it something else.

Written for text without contractions ("I have", not "I've"); every pattern ignores case.
"""

import re

from nodes.tongue import Tongue, words

_ADVERBS = r"(?:\s+(?:just|now|also|both|all|gone ahead and|\w+ly))*"
_DONE = r"(?:saved|stored|remembered|memori[sz]ed|noted(?: down)?|recorded|logged|(?:jotted|written) down)"
_DO = r"(?:save|store|remember|memori[sz]e|note|record|log|jot down|write down|keep(?: track of)?|bear)"
_MEMORY = (
    r"(?:(?:my|your|the|long-term|permanent)\s+)*"
    r"(?:memory|memories|notes|records|profile|preferences?)"
)
_THING = (
    r"(?:it|that|this|these|those|them|everything|both(?:\s+\w+)?|memory|"
    r"all of (?:it|that|this|them))"
)
_KEPT = (
    rf"(?:{_MEMORY}|(?:preferred|favou?rite)\s+\w+|favou?rites?|name|birthday|details|information|"
    r"facts?|note|records?|deadline|stack|constraints?|rules?|settings?|goals?)"
)
_I = r"\b(?:I|we)"
_I_HAVE = rf"{_I}(?:\s+have)?{_ADVERBS}\s+"
_I_WILL = rf"{_I}\s+(?:will|shall|am\s+going\s+to){_ADVERBS}(?:\s+(?:be|make)\s+sure\s+to)?\s+"
_IS = r"\s+(?:has|have|is|are|was|were)(?:\s+now)?(?:\s+been)?"
_KEEPING = rf"(?:in|to|into|for)\s+(?:{_MEMORY}|later|next|future|you|good)"
_ENDS = r"\s*(?:$|[.!,;:)-])"
_COMPLETE = (
    rf"(?={_ENDS}|\s+(?:{_KEEPING}|as|now|under|so|and|down|there)\b|\s+to\s+(?-i:[A-Z\d…]))"
)
_INTERJECTIONS = (
    r"(?:(?:ok(?:ay)?|sure(?: thing)?|done|great|got it|alright|all (?:right|set)|perfect|yes|thanks?|"
    r"thank you|understood|of course|certainly|and|right|good)\b[\s,:;.!-]*)*"
)

CLAIMS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        # I have saved …; I have jotted that down; I understood and noted it
        rf"{_I_HAVE}{_DONE}\b",
        rf"{_I_HAVE}(?:jotted|written|noted)\s+{_THING}\s+down\b",
        rf"{_I}\b[^.;:]*\band{_ADVERBS}\s+{_DONE}\s+{_THING}\b",
        # I have made a note; I have that saved
        rf"{_I_HAVE}(?:(?:made|kept)\s+a\s+(?:mental\s+)?note|taken\s+(?:a\s+)?note)\b",
        rf"{_I}\s+(?:have|have\s+got|got)\s+(?:{_THING}|your\s+\w+){_ADVERBS}\s+{_DONE}\b",
        # I have added that to my memory; I have deleted it from my notes
        rf"{_I_HAVE}(?:added|put|committed|entered|written|kept|filed|tucked|stashed|stowed)\b[^.;]*"
        rf"\b(?:to|in|into|under)\s+{_MEMORY}\b",
        rf"{_I_HAVE}(?:forgotten|deleted|removed|erased|cleared)\b[^.;]*\b(?:from|in)\s+{_MEMORY}\b",
        rf"{_I_HAVE}(?:forgotten|deleted|removed|erased)\s+(?:{_THING}{_COMPLETE}|your\s+\w+)",
        # I have updated that; I have set your preferred editor
        rf"{_I_HAVE}(?:updated|changed|corrected|replaced|set)\s+"
        rf"(?:{_THING}{_COMPLETE}|(?:\S+\s+){{0,4}}?{_KEPT}\b)",
        # I will remember that; I will make a note; I will not forget
        rf"{_I_WILL}(?:always\s+)?(?:{_DO}\s+(?:{_THING}|your|the\s+fact|you)\b|"
        r"(?:make\s+a\s+(?:mental\s+)?|take\s+)note\b|be\s+remembering\b|remember\b(?!\s+(?:to|how)\b))",
        rf"{_I}\s+(?:will|shall)\s+(?:not|never)\s+forget\b",
        # That is saved now; your preference has been stored
        rf"\b{_THING}(?:\s+(?:has|have)(?:\s+now)?\s+been|\s+(?:is|are)(?:\s+been)?){_ADVERBS}\s+"
        rf"(?:(?:{_DONE}|updated){_COMPLETE}|(?:added|committed|put)\s+(?:in)?to\s+{_MEMORY}\b|"
        r"updated\s+with\b)",
        r"\byour\s+(?:\S+\s+){1,4}?(?:is|are)\s+(?:now\s+)?on\s+file\b",
        rf"\b(?:your|the|this|that)\s+(?:\S+\s+){{0,4}}?(?:{_KEPT}|\w+,?){_IS}{_ADVERBS}\s+"
        rf"(?:{_DONE}|updated|added)(?:\s+(?:{_KEEPING}|to\s+what\s+I\s+know|as|under|now)\b|\s*(?:$|[.!]))",
        # Saved. Done, noted! Memory saved: …
        rf"^{_INTERJECTIONS}(?:(?:memory|preference|note|fact|topic)s?\s+)?(?:(?:now|\w+ly)\s+)*"
        rf"(?:(?:{_DONE}|updated)(?={_ENDS}|\s+(?:{_THING}|your|the fact|to|in|for|under)\b|"
        rf"\s+as\s+(?:your\b|\S+\.\S|…))|added\s+to\s+{_MEMORY}\b)",
        rf"\bconsider\s+{_THING}\s+{_DONE}",
        r"\b(?:memory|preferences?|profile|notes)\s+(?:updated|saved)\b",
    )
)

DENIED = re.compile(
    r"\b(?:not|never|nothing|no|none|cannot|unable|without|fail(?:ed|s)?|neither|instead of)\b",
    re.IGNORECASE,
)

SUPPOSED = re.compile(
    r"\b(?:if|unless|once|when|whenever|after|before|until|would|could|should|might|can|may|let me|"
    r"shall|(?:want|like) me to|able to|in order to|so that|assuming|suppose|as soon as|pretend|"
    r"says?|said|claims?|claimed|means?|(?:tell|ask) me to|just (?:say|ask))\b",
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
    r"\b(?:(?<!\bon )files?|documents?|disk|variables?|cache|functions?|code|methods?|modules?|scripts?|"
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

FORGETS = re.compile(r"\b(?:not|never)\s+forget", re.IGNORECASE)
"""The one denial that promises."""

FORGETTING = words(
    "forgotten", "deleted", "removed", "erased", "cleared", r"vergessen", r"gelöscht", "entfernt",
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
        "notes", "taken", "file", "tucked", "stashed", "stowed",
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
