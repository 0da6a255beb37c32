"""How an English sentence says that something was, or will be, kept. Without contractions.

Seven shapes, each over one list of verbs and one of places: who did it ("I have noted …"), what
was done to it ("your city is saved"), a bare participle ("Noted!", "Name stored: Ann"), a place
("is now on file"), a noun ("a note was made"), a promise, and a change or removal.
"""

import re

_ADVERBS = r"(?:\s+(?:just|now|also|both|all|since|already now|gone ahead and|safely|\w+ly))*"
_DONE = (
    r"(?:saved|stored|remembered|memori[sz]ed|noted(?: down)?|recorded|logged|retained|stashed|"
    r"(?:jotted|written|marked|taken) down|filed(?: away)?|tucked away|captured|registered|preserved)"
)
_DO = (
    r"(?:save|store|remember|memori[sz]e|note|record|log|retain|stash|jot down|write down|file|"
    r"keep(?: track of)?|bear|hold on\s?to|tuck|recall)"
)
_KEEPER = r"(?:memory|memories|notes|notebook|records|profile|preferences?|database|brain|files)"
_MEMORY = (
    rf"(?:(?:my|your|the|our|dietary|personal|saved|long-term|permanent|persistent|internal|own|user|memory|{_KEEPER})\s+)*"
    rf"{_KEEPER}(?:\s+(?:bank|store|database))?"
)
MEMORY_PLACE = re.compile(rf"\b(?:in|into|to|from|of)\s+(?:my|your|our|long-term)\s+{_KEEPER}\b")
_THING = (
    r"(?:it|that|this|these|those|them|everything|both(?:\s+\w+)?|memory|"
    r"all of (?:it|that|this|them))"
)
_KEPT = (
    rf"(?:{_MEMORY}|(?:preferred|favou?rite)\s+\w+|favou?rites?|(?:nick)?name|birthday|anniversary|details?|"
    r"information|info|facts?|note|records?|entry|entries|deadline|stack|constraints?|rules?|settings?|goals?|"
    r"address|phone(?: number)?|number|e-?mail address|city|location|home|job|role|diet|allerg(?:y|ies)|time ?zone|"
    r"pronouns|age|editor|language|hobby|hobbies|schedule|status|pin|interests?|choice|request)"
)
_SUBJECT = (
    r"(?:\b(?:I|we)|\b(?:the\s+)?(?:assistant|system|bot|ai|mnemon)(?=\s+(?:has|have|will)\b))"
)
_I = r"\b(?:I|we)"
_I_HAVE = rf"{_SUBJECT}(?:\s+ha(?:ve|s))?{_ADVERBS}\s+"
_I_WILL = (
    rf"{_SUBJECT}\s+(?:will|shall|am\s+going\s+to|promise\s+(?:to|(?:that\s+)?I\s+will)){_ADVERBS}"
    r"(?:\s+(?:be|make)\s+(?:sure|certain)\s+(?:to|I|that\s+I|we))?\s+"
)
_IS = r"\s+(?:has|have|is|are|was|were)(?:\s+now)?(?:\s+been)?"
_KEEPING = (
    rf"(?:in|to|into|for|with(?=in))(?:in)?\s+(?:{_MEMORY}|later|next|(?:the\s+|our\s+|any\s+)?future|"
    r"upcoming|you|good|reference|our\s+next)"
)
_ENDS = r"\s*(?:$|[.!,;:)-])"
_KEY = r"(?:…|[\w-]+\.[\w.-]+)"
_AS_NOTE = r"an?\s+(?:\w+\s+)?(?:memory|note|fact|preference|topic|entry|constraint)\b"
_TAILED = rf"(?:{_ENDS}|\s+(?:{_KEEPING}|successfully|safely|securely|as\s+(?:your\b|{_KEY}|{_AS_NOTE})|with\s+thanks|under\s+{_KEY}))"
_COMPLETE = rf"(?={_ENDS}|\s+(?:{_KEEPING}|as|now|under|so|and|down|there|successfully|safely)\b|\s+to\s+(?-i:[A-Z\d…]))"
_INTERJECTIONS = (
    r"(?:(?:ok(?:ay)?|sure(?: thing)?|done|great|got it|alright|all (?:right|set)|perfect|yes|yep|thanks?|"
    r"thank you|understood|of course|certainly|absolutely|and|right|good|no problem|roger|copy|cool|noted|"
    r"excellent|awesome|will do)\b[\s,:;.!-]*|[^\s,.:;!?]+(?:\s+[^\s,.:;!?]+){0,2}\s*(?:[,!-]+|\.\s)\s*)*"
)
_NOT_A_NAME = (
    r"(?!(?:he|she|they|you|who|it|is|was|be|been|were|are|not|get|got|gets|changes?|nothing)\b)"
)
_LABEL = rf"(?:{_NOT_A_NAME}[\w'.…/-]+\s+){{1,4}}?"
_GONE = r"(?:forgotten|deleted|removed|erased|cleared|wiped|purged|discarded|dropped|scrubbed)"

CLAIMS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        # Who did it. I have saved …; I have jotted that down; I understood and noted it
        rf"{_I_HAVE}(?!(?:captured|registered|preserved|marked)\b){_DONE}\b",
        rf"{_I_HAVE}(?:captured|registered|preserved|marked|filed)\s+(?:your|{_THING})\b",
        rf"{_I_HAVE}(?:jotted|written|noted|marked|taken|put)\s+(?:{_THING}|your(?:\s+\S+){{1,3}})\s+down\b",
        rf"{_I}\b[^.;:]*\band{_ADVERBS}\s+{_DONE}\s+{_THING}\b",
        rf"^(?:have|just|will|{_INTERJECTIONS}(?:have|just)){_ADVERBS}\s+{_DONE}\b",
        rf"{_I}\s+(?:have{_ADVERBS}(?:\s+got)?|got)\s+(?:{_THING}|your(?:\s+[\w']+){{1,4}}?){_ADVERBS}\s+"
        rf"(?:{_DONE}|on\s+(?:file|record)|in\s+{_MEMORY}|locked\s+in)\b",
        rf"{_I_HAVE}(?:added|put|committed|entered|written|kept|filed|tucked|stashed|stowed|placed|set|taken)\b"
        rf"[^.;]*\b(?:to|in|into|under)\s+{_MEMORY}\b",
        rf"{_I_HAVE}(?!(?:looked|searched|checked|found|seen|read|had|no|nothing|got|a|an|one|two|three|some)\b)\w+\s+"
        rf"[^.;]{{1,80}}\b(?:in|to|into|from)\s+(?:my|your)\s+{_KEEPER}\b",
        rf"[:,]\s*{_DONE}\s+[^.;]{{1,60}}\bin(?:to)?\s+{_MEMORY}\b",
        rf"\b(?:is|are)\s+(?:now\s+)?(?:gone|out)\s+(?:from|of)\s+my\s+{_KEEPER}\b",
        # What was done to it. That is saved now; your preference has been stored
        rf"\b{_THING}(?:\s+(?:has|have)(?:\s+now)?\s+been|\s+(?:is|are)(?:\s+been)?){_ADVERBS}\s+"
        rf"(?:(?:{_DONE}|updated|registered){_COMPLETE}|(?:added|committed|put)\s+(?:in)?to\s+{_MEMORY}\b|"
        r"updated\s+with\b)",
        rf"\b(?:your|the|this|that)\s+(?:\S+\s+){{0,4}}?(?:{_KEPT}|[\w@:/+-]+,?){_IS}{_ADVERBS}\s+"
        rf"(?:{_DONE}|updated|added)(?:\s+(?:{_KEEPING}|to\s+what\s+I\s+know|as|under|now|successfully)\b|"
        rf"\s*(?:$|[.!,:]))",
        rf"\b(?:your|this|that)\s[^.;:]*\b(?:has|have)\s+been\s[^.;:]*\band{_ADVERBS}\s+{_DONE}{_TAILED}",
        rf"\b(?:your|the|this|that)\s+(?:\S+\s+){{0,3}}?{_KEPT}{_IS}{_ADVERBS}\s+{_GONE}\b",
        # A bare participle. Saved. Done, noted! Name noted. Memory saved: … (saved)
        rf"^{_INTERJECTIONS}(?:(?:now|\w+ly)\s+)*"
        rf"(?:(?:{_DONE}|updated|{_GONE})(?={_ENDS}|\s+(?:successfully|safely|securely)\b|\s+(?:{_THING}|your|the fact|to|in|for|under)\b|"
        rf"\s+as\s+(?:your\b|{_KEY}|{_AS_NOTE})|\s+with\s+thanks)|(?:added|committed|put|written|entered|filed)\s+(?:in)?to\s+{_MEMORY}\b)",
        rf"^{_INTERJECTIONS}{_LABEL}(?:\w+ly\s+)*(?:{_DONE}|updated|registered){_TAILED}",
        rf"[:(>|-]\s*(?:now\s+)?{_DONE}\s*(?:[).!|]|$)",
        rf"\bconsider\s+{_THING}\s+{_DONE}",
        r"\b(?:memory|preferences?|profile|notes)\s+(?:updated|saved)\b",
        # A place. Your birthday is now on file; … is now in my memory
        r"\byour\s+(?:\S+\s+){1,4}?(?:is|are)\s+(?:now\s+)?on\s+file\b",
        rf"\b(?:is|are)\s+now\s+(?:\w+ly\s+)?(?:(?:part\s+of|in|on)\s+(?:(?:my|our|your)\s+)?(?:{_KEEPER}|file|record)|"
        rf"locked\s+in|something\s+I\s+(?:know|remember))\b",
        # A noun. I have made a note; a note has been made; memory entry created
        rf"{_I_HAVE}(?:(?:made|kept|created|added)\s+an?\s+(?:\w+\s+){{0,2}}(?:note|record|(?:memory\s+)?entry)|"
        r"taken\s+(?:a\s+)?note)\b(?!\s+(?:class|type))",
        r"\b(?:note|entry)\s+(?:(?:has|have)\s+been|was|is)\s+(?:\w+ly\s+)?(?:made|taken|created|added|saved)\b",
        rf"^{_INTERJECTIONS}(?:(?:new|memory|user|topic)\s+)+(?:note|entry|record|item|topic|fact|memory)\s+"
        rf"(?:\w+ly\s+)?(?:created|added|saved|made|stored)\b",
        rf"^{_INTERJECTIONS}(?:note|record)\s+(?:made|taken|kept|created)\b",
        # A promise. I will remember that; I will make a note; I will not forget; count on me
        rf"{_I_WILL}(?:always\s+)?(?:{_DO}\s+(?:{_THING}|your|the\s+fact|you)\b|"
        r"(?:make|take|keep)\s+(?:an?\s+)?(?:mental\s+)?note\b|be\s+remembering\b|"
        r"remember\b(?!\s+(?:to(?!\s+(?:call|address|use|greet|avoid))|how)\b)|keep\s+[^.;:]{1,60}\bin\s+mind\b|"
        rf"(?:add|put|commit)\s+[^.;:]{{1,60}}\bto\s+{_MEMORY}\b)",
        rf"^{_INTERJECTIONS}(?:will\s+(?:definitely\s+)?(?:remember|note|save|keep)|(?:keeping|noting|saving|remembering|storing)\s+"
        rf"(?:{_THING}|your)|making\s+a\s+note)\b",
        rf"{_I}\s+remember\s+{_THING}\s+now\b",
        rf"\b{_THING}\s+will\s+be\s+{_DONE}{_COMPLETE}",
        rf"\b(?:it|that|this)\s+is\s+(?:now\s+)?(?:\w+ly\s+)?in\s+my\s+{_KEEPER}\b",
        rf"{_I}\s+will\s+(?:be|make)\s+sure\s+(?:not\s+to|to\s+never|I\s+never)\s+forget\b",
        rf"{_I_HAVE}{_GONE}\s+(?:all|any|every|the)\s+(?:\w+\s+){{0,2}}(?:information|data|details?|notes?|memor(?:y|ies))\b",
        rf"{_I_HAVE}made\s+(?:sure|certain)\s+to\s+{_DO}\b",
        rf"{_I_WILL}(?:forget|delete|erase|remove|wipe)\s+(?:about\s+)?(?:{_THING}{_COMPLETE}|your\s+(?:\w+\s+)?{_KEPT}\b)",
        rf"{_I}\s+am\s+(?:now\s+)?(?:saving|storing|noting|recording|remembering)\s+(?:{_THING}|your)\b",
        rf"{_I}\s+(?:will|shall|promise(?:\s+to)?)\s+(?:not|never)\s+(?:to\s+)?forget\b",
        r"\b(?:you\s+can\s+)?(?:count|rely|trust)\s+(?:on\s+)?me\s+to\s+(?:remember|keep|not\s+forget)\b",
        # A change, a removal. I have updated that; I have deleted it from my notes
        rf"{_I_HAVE}(?:updated|changed|corrected|replaced|adjusted|amended|set)\s+"
        rf"(?:{_THING}{_COMPLETE}|(?:\S+\s+){{0,4}}?{_KEPT}\b)",
        rf"{_I_HAVE}{_GONE}\b[^.;]*\b(?:from|in)\s+{_MEMORY}\b",
        rf"{_I_HAVE}(?:forgotten|deleted|removed|erased|wiped|cleared)\s+(?:{_THING}{_COMPLETE}|(?:about\s+)?your\s+(?:\w+\s+)?{_KEPT}\b|"
        r"(?:everything|all)\s+about\b)",
        rf"{_I}\s+(?:will\s+)?no\s+longer\s+(?:keep|store|remember|hold|retain)\b",
    )
)
