"""Rules for the assistant or the project: "never use semicolons", "always answer in French".

A rule is kept whole, in the person's words, under what it is about: `constraint.semicolon`.
"""

import re

from models.offline.facts import Fact
from models.offline.keys import named_words

_PREFACE = re.compile(
    r"^(?:(?:please|from now on|from here on(?: out)?|in (?:the )?future|going forward|as a (?:general )?rule|(?:a |new |my |our |one |another )*(?:rule|constraint|guideline|policy)(?: is| of mine is)?(?: that)?|generally|"
    r"in general|whenever possible|if possible|for (?:all )?future (?:answers|replies|reference)|and|also|but|so|hey|okay|ok|just|kindly|"
    r"when (?:you )?(?:answer|reply|respond|write|talk)\w*(?: to)?(?: me)?|in your (?:answers|replies|responses)|it is (?:very |really )?important (?:to me )?(?:that|to)|"
    r"(?:you|i want you|i need you|i would like you|i would prefer you|i expect you|i ask you|i prefer you|i would appreciate it if you|can you|could you|would you|will you) ?(?:to |should |must |have to |need to |are to |can |may |ought to |shall |are supposed to )?|"
    r"(?:make|be) sure (?:that )?(?:you |to |you are )?|remember to|remember:|try to|take care (?:to|that you)|see to it that you|"
    r"(?:i|we) (?:insist|ask|demand|require) that you)\b[,:]? ?)+",
    re.IGNORECASE,
)
_MARK = re.compile(
    r"\b(?:from now on|from here on|in (?:the )?future|going forward|as a (?:general )?rule|rule|constraint|guideline|you (?:should|must|have to|need to|are to|may|can|shall|ought to|are not|are never)|"
    r"want you to|need you to|would like you to|would prefer you|expect you to|would appreciate it if you|make sure|be sure|remember to|always|whenever|every time|in your (?:answers|replies|responses)|important)\b",
    re.IGNORECASE,
)
_NEVER = re.compile(
    r"^(?:never(?: ever)?|(?:do|should|must|may|can|shall|are|am|is|be)? ?not(?: ever| be allowed to| allowed to| supposed to)?|avoid|stop|refrain from|no more|without|cease|quit|abstain from|keep away from|stay away from|steer clear of|under no circumstances|"
    r"(?:be )?(?:forbidden|prohibited|banned) (?:to|from))\b ?(?P<rest>.+)$",
    re.IGNORECASE,
)
_NO = re.compile(
    r"^no (?P<rest>(?!problem|thanks|thank|way|idea|worries|need|one|matter|longer|doubt|kidding|clue|it\b|i\b|that\b|you\b|we\b|my\b)[\w'-]+(?: [\w':.-]+){0,8})$",
    re.IGNORECASE,
)
_ALWAYS = re.compile(
    r"^(?:always|only(?: ever)?|at all times|every time)\b ?(?P<rest>.+)$", re.IGNORECASE
)
_STYLE = re.compile(
    r"^(?:(?:answer|reply|respond|speak|talk|communicate)(?: to me| me| my questions| all questions| questions)?(?: (?:(?:always|only|more|very) )*(?:in|with|without|using|like|as|at|only|briefly|shortly|concisely|politely|formally|informally|slowly|simply|honestly|directly|short|less|no)\b.*)|"
    r"(?:write|explain|format|phrase|summari[sz]e|describe|code)(?: (?:everything|things|it|all of it|your answers|answers|replies|code|text|this|all))? (?:(?:always|only|more|very) )*(?:in (?:english|german|french|spanish|italian|dutch|simple|plain|short|british|american|lower ?case|upper ?case|bullet|full|active|one|at most|markdown|\w+ (?:style|english|spelling|words|sentences|case)|\w+ (?:points|terms))|with(?:out)? (?:emojis?|jargon|examples|bullet|short|simple|headings|comments)|like i am|as if i|as simply|simply|briefly|shortly|concisely|politely|formally)\b.*|"
    r"(?:address|greet) me\b.*|"
    r"be (?:more |very |as |extremely |a bit |a little )*(?:brief|concise|short|direct|honest|polite|formal|informal|casual|friendly|terse|succinct|blunt|critical|professional|careful|quick|funny|serious|precise|detailed|thorough|sarcastic|patient|kind)\b.*|"
    r"keep (?:your |the |all |it|things|answers|replies|responses|explanations|everything)\b.*|"
    r"(?:use|stick to|prefer|give me|show me|convert to|default to|write in|speak) (?:only |the |my |more |plain |simple |short |proper )*(?:metric|imperial|celsius|fahrenheit|bullet|emoji|emojis|markdown|kilomet|simple|plain|short|british|american|uk|us|24|12|iso|english|german|french|spanish|italian|dutch|tables?|lists?|tabs|spaces|first name|last name|formal|informal|type hints|sources|citations|si\b|24-hour|inclusive|gender|they\b|he/him|she/her|they/them)\b.*)$",
    re.IGNORECASE,
)
_THING_MUST = re.compile(
    r"^(?P<what>(?:all |any |every |each |the |our |your |my )*[\w'-]+(?: [\w'-]+){0,4}?) (?:must|should|have to|has to|need to|needs to|shall|may|can|ought to|is to|are to)(?: (?:always|never|not|only))* (?P<rest>(?:be|have|use|contain|stay|go|not|never|include|follow|start|end|exceed|cost|take|run|pass|come|happen|only|always|remain|fit)\b.*)$",
    re.IGNORECASE,
)
_FORBIDDEN = re.compile(
    r"^(?P<what>[\w' -]{2,60}?) (?:is|are) (?:strictly |absolutely |totally |completely )*(?:forbidden|banned|prohibited|off[- ]limits|taboo|a no-go|no-gos?|not allowed|out of the question|not an option|mandatory|required|a must|compulsory|obligatory)(?: .*)?$",
    re.IGNORECASE,
)
_UNWANTED = re.compile(
    r"^(?:i|we) (?:do not|never|don't) (?:want|need|wish|like it when you)(?: to (?:see|have|get|hear|receive|be given))? (?:you to |you |any |anyone to )?(?P<rest>.+)$",
    re.IGNORECASE,
)
_ANSWERS_ONLY = re.compile(
    r"^(?P<what>(?:(?:all|your|my|only|short|long) )*(?:answers?|replies|responses|e-?mails?|code|comments|messages|summaries|explanations|numbers|dates|prices)) (?:only |always |just )?(?:in|with|without|as|under|below|at most|no longer than|no more than|please) .+$",
    re.IGNORECASE,
)
_OURS = re.compile(
    r"^(?:we|our team|the team|everyone|everybody|nobody|no one)(?: (?:have|has|had) (?:agreed|decided) (?:to|that we)| agreed (?:to|that we)| decided (?:to|that we))? ?(?:(?:must|should|can|may|will|do|are|have to|need to|only|always)(?: (?:not|never|always|only|allowed to))* |never |always |only )(?P<rest>.+)$",
    re.IGNORECASE,
)
_NOT_RULES = re.compile(
    r"^(?:worry|forget|mind|know|remember|think|care|understand|be sorry|get me wrong|bother|tell me|ask me how|have a|really know|believe|agree|recall|be afraid|say that|cry|panic|you |it$|that$|this$|so$|$)",
    re.IGNORECASE,
)
_SUBJECTS: tuple[tuple[str, str], ...] = (
    (
        r"\b(?:answer|reply|respond|speak|talk|write|communicate|answers|replies|responses)\b.*\bin (?:english|german|french|spanish|italian|dutch|portuguese|\w+ian|\w+ish|\w+ese)\b|\b(?:what|which) language\b|\bspeak (?:english|german|french|spanish|italian)\b",
        "answer_language",
    ),
    (r"\b(?:metric|imperial|celsius|fahrenheit|kilomet\w+|miles|units?|si units)\b", "unit"),
    (
        r"\b(?:brief|concise|short|shorter|terse|succinct|to the point|length|long|longer|verbose|rambl\w*|detailed|one sentence|two sentences|three sentences|one paragraph|sentences|words|thorough)\b(?!.*\bfunctions?\b)",
        "answer_length",
    ),
    (
        r"\b(?:bullet|bullets|bullet points|markdown|headings|numbered lists?|format)\b",
        "answer_format",
    ),
    (
        r"\b(?:formal|informal|casual|friendly|polite|tone|professional|sarcas\w+|blunt|direct)\b",
        "tone",
    ),
    (r"\bemojis?\b|\bemoticons?\b|\bsmileys?\b", "emoji"),
    (r"\b(?:british|american|uk|us) (?:english|spelling)\b|\bspelling\b", "spelling"),
    (r"\b(?:24[- ]hour|12[- ]hour|24h|12h|am/pm)\b|\btime format\b", "time_format"),
    (r"\bdate format\b|\biso dates?\b|\biso 8601\b", "date_format"),
    (r"\bpronouns?\b|\bthey/them\b|\bshe/her\b|\bhe/him\b", "pronoun"),
)
_VERBS = frozenset(
    "use using suggest suggesting recommend recommending call calling send sending mention mentioning include including write "
    "writing give giving make making show showing offer offering schedule scheduling book booking put putting add adding ask asking "
    "tell telling eat buy propose proposing deploy deploying commit push merge bring talk talking speak speaking discuss discussing "
    "answer reply respond be keep take have let contain start end ever order cook serve play do start bringing wake sign share sharing store "
    "disclose reveal say saying refer try touch plan order put set allow require follow go to see hear any me you your it contact contacting drop seat invite proposing".split()
)
_CUT = re.compile(
    r"\b(?:before|after|on|at|in|for|to me|with|without|when|if|unless|because|as|since|during|until|from|than|by|under|over|about me|again|anymore|any more|please|ever|or|and|into|while)\b|[,;(]",
    re.IGNORECASE,
)


def rule(clause: str, said: str) -> Fact | None:
    """The rule of an instruction that is meant to last, or None when it is none."""
    body = _PREFACE.sub("", clause).strip()
    is_marked = bool(_MARK.search(clause))
    for pattern in (_NEVER, _NO, _ALWAYS):
        found = pattern.match(body)
        if found and not _NOT_RULES.match(found["rest"]):
            return _kept(said, found["rest"])
    if _STYLE.match(body) or (
        is_marked
        and body != clause
        and re.match(
            r"^(?:use|call|give|add|include|ask|tell|write|check|show|put|make|start|end|greet|address|remind|wait|explain|cite|round|convert|speak|assume|treat)\b",
            body,
            re.IGNORECASE,
        )
    ):
        return _kept(said, body)
    return _about_things(clause, said)


def rule_key(about: str) -> str | None:
    """The key of a rule about this: the same for saying it and for asking about it."""
    for pattern, name in _SUBJECTS:
        if re.search(pattern, about, re.IGNORECASE):
            return f"constraint.{name}"
    head = next((p for p in _CUT.split(about) if p and p.strip()), about)
    found = _object_words(head) or list(named_words(head))[-1:] or list(named_words(about))[:3]
    return f"constraint.{'_'.join(found[:3])}" if found else None


def _object_words(head: str) -> list[str]:
    """The object of an order: "suggest any seafood" is about seafood."""
    words = head.split()
    while words and words[0].casefold() in _VERBS:
        words = words[1:]
    return [w for w in named_words(" ".join(words)) if w not in _VERBS or len(words) > 1]


def _about_things(clause: str, said: str) -> Fact | None:
    """Rules that are not said as an order: "answers must be short", "we never deploy on Fridays"."""
    for pattern, group in (
        (_FORBIDDEN, "what"),
        (_ANSWERS_ONLY, "what"),
        (_UNWANTED, "rest"),
        (_OURS, "rest"),
        (_THING_MUST, "what"),
    ):
        found = pattern.match(clause)
        if found and not re.match(
            r"(?:i|it|he|she|they|you|my \w+|that|this|what|who|there)$",
            found[group],
            re.IGNORECASE,
        ):
            about = found[group] if group == "rest" else found.group()
            return _kept(
                said,
                about
                if rule_key(about) != rule_key(found[group]) and _is_subject(about)
                else found[group],
            )
    return None


def _is_subject(about: str) -> bool:
    return any(re.search(pattern, about, re.IGNORECASE) for pattern, _ in _SUBJECTS)


def _kept(said: str, about: str) -> Fact | None:
    key = rule_key(about)
    return Fact(said, key) if key else None
