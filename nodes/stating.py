"""What a user states in person, or asks to have kept or changed; rough, for several languages.

Needed only once other words than the user's were shown in a conversation: then a question about
a text, or a wish to have it told, must not make its words the user's.
"""

import re

from nodes.quoting import KEEPS
from nodes.sentences import is_question, sentences

_IN_PERSON = re.compile(
    r"\b(?:i|i'm|i've|my|mine|we|our|call me|ich|mein\w*|wir|unser\w*|je|mon|ma|mes|nous|notre|yo|mi|"
    r"mis|nuestr\w+|io|mio|mia|eu|meu|minha|ik|mijn|jeg|min|mitt|jag)\b|\bj'|^\W*(?:no|nope|actually)\b",
    re.IGNORECASE,
)
_DECLARES = re.compile(
    r"\b(?:is|are|was|were|has|have|had|will|must|costs?|ist|sind|war|hat|est|sont|es|son|tiene|è|sono|é|são|er)\b",
    re.IGNORECASE,
)
_REQUESTS_OR_REPORTS = re.compile(
    r"^\W*(?:(?:and|now|then|please|bitte|so)\W+)*(?:summari[sz]e|translate|read|explain|tell|show|list|find|search|"
    r"look|check|describe|compare|rewrite|review|quote|repeat|give|open|help|thanks?|hello|hi)\b|"
    r"\b(?:says?|said|states?|claims?|according to|reads|wrote|writes|mentions?|sagt|laut|dit|selon|dice|según)\b",
    re.IGNORECASE,
)
_ASSENTS = re.compile(
    r"^\W*(?:yes|yep|yeah|sure|ok(?:ay)?|please do|do (?:it|that|so)|ja|oui|sí|si|sim|exactly|right)\b",
    re.IGNORECASE,
)
_ABOUT_OTHERS = re.compile(
    r"\b(?:what(?:ever)?|how|was|ce que|lo que)\b.*\b(?:says?|said|states?|tells?|contains?|documents?|docs?|"
    r"e-?mails?|mail|pages?|files?|articles?|texts?|tools?|results?|messages?|it|this|that|they|sagt|steht|dit|dice)\b",
    re.IGNORECASE,
)
"""Asking to keep what something else says: its words are not the user's."""

_CHANGES = re.compile(
    r"\b(?:change|update|correct|set|mark|tag|move|lower|raise|pin|unpin|forget|less|more|most|important|"
    r"no longer|not any ?more|instead|änder\w*|korrigier\w*|aktualisier\w*|setze?|modifie\w*|corrige\w*|"
    r"cambia|actualiza|aggiorna|corregg\w*|mude|atualize|wijzig)\b",
    re.IGNORECASE,
)
"""Asking to have something changed that is kept."""

_ABBREVIATION = re.compile(r"\b(dr|mr|mrs|ms|prof|st|no|nr)\.", re.IGNORECASE)


def comes_back(text: str) -> bool:
    """Whether the user comes back to what was said before: agrees, or asks to keep it."""
    return bool(KEEPS.search(text) or _ASSENTS.search(text))


def wants_change(text: str) -> bool:
    """Whether the user asks for a change, in person."""
    return any(_CHANGES.search(s) and not is_question(s) for s in sentences(text))


def stated(text: str) -> str:
    """The sentences in which the user states something, or asks to keep it."""
    kept = []
    for sentence in sentences(_ABBREVIATION.sub(r"\1", text)):
        keeps = bool(KEEPS.search(sentence))
        if keeps and _ABOUT_OTHERS.search(sentence):
            continue
        if keeps or (not is_question(sentence) and _is_statement(sentence)):
            kept.append(sentence)
    return "\n".join(kept)


def _is_statement(sentence: str) -> bool:
    """Whether a sentence says something of its own: neither asks for work nor reports another's word."""
    if _IN_PERSON.search(sentence):
        return True
    return bool(_DECLARES.search(sentence)) and not _REQUESTS_OR_REPORTS.search(sentence)
