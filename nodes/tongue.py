"""What `nodes.claims` must know of a language. All patterns ignore case."""

import re
from dataclasses import dataclass

NOTHING = re.compile(r"(?!)")
"""Matches nowhere."""


@dataclass(frozen=True)
class Tongue:
    """The words of one language.

    Attributes:
        stems: A quick look: without one of these there is no claim.
        claims: How a claim reads.
        denied: Words before the verb, or right behind it, that deny it.
        supposed: Words before the verb that make it an offer, a condition, somebody else's saying.
        history: Words that put it into the past.
        not_memory: Words behind the verb that tell that it is not about memory.
        is_about_all: Whether these words tell it before the verb too, as the subject.
        denied_behind: Words anywhere behind the verb that deny it, where a language does so.
        present: A tense of now: no date behind it makes it a thing of the past.
        content: Where the verb's object ends and what was saved begins.
        forgets: The one denial that promises: "I won't forget".
    """

    stems: re.Pattern[str]
    claims: tuple[re.Pattern[str], ...]
    denied: re.Pattern[str]
    supposed: re.Pattern[str]
    history: re.Pattern[str]
    not_memory: re.Pattern[str]
    is_about_all: bool = False
    denied_behind: re.Pattern[str] = NOTHING
    present: re.Pattern[str] = NOTHING
    content: re.Pattern[str] = NOTHING
    forgets: re.Pattern[str] = NOTHING


def words(*patterns: str) -> re.Pattern[str]:
    """Any of these as whole words."""
    return re.compile(rf"\b(?:{'|'.join(patterns)})\b", re.IGNORECASE)


def label(*verbs: str) -> str:
    """One to four words in front of a participle, such as "Nombre guardado"; none of these verbs."""
    return rf"(?:(?!(?:{'|'.join(verbs)})\b)[\w'./…-]+\s+){{1,4}}?"


def phrases(*patterns: str) -> tuple[re.Pattern[str], ...]:
    """Each of these anywhere."""
    return tuple(re.compile(pattern, re.IGNORECASE) for pattern in patterns)
