"""The parts that the judge's patterns are made of: who is meant, which value, one whole sentence."""

import re
from dataclasses import dataclass

SUBJECT = r"(?P<s>i|we|my (?:\w+ )?\w+|our \w+|the [\w' -]+?)"
VALUE = r"(?P<v>(?:[^,;:]|(?<=\d):(?=\d))+?)"
NAME = r"(?-i:[A-Z\u00c0-\u00de])[\w'-]*(?: (?:(?-i:[A-Z\u00c0-\u00de])[\w'-]*|de|la|am|upon))*"
BE = r"(?:am|is|are)"


@dataclass(frozen=True, slots=True)
class Claim:
    """One thing that is said of somebody or something.

    Attributes:
        subject: "i", "my sister", "the meeting with kim".
        respect: In which respect, such as `home` or `favorite editor`.
        value: What it is.
        holds: False when it is denied.
        alone: Only one value can be true at a time, "now" or not.
    """

    subject: str
    respect: str
    value: str
    holds: bool = True
    alone: bool = False


def match(pattern: str, text: str) -> re.Match[str] | None:
    """The sentence under a pattern that takes all of it, in any case."""
    return re.fullmatch(pattern, text, re.IGNORECASE)


def first(text: str, *patterns: str) -> re.Match[str] | None:
    """The sentence under the first of these patterns that takes it."""
    return next((found for p in patterns if (found := match(p, text))), None)


def subject_of(found: re.Match[str]) -> str:
    """Who or what a match is about."""
    return thing(found["s"])


def oneself(found: re.Match[str]) -> str:
    """Who lives somewhere: one person tells of himself as "we" too."""
    subject = thing(found["s"])
    return "i" if subject == "we" else subject


def thing(text: str) -> str:
    """A subject in one spelling, whoever's it is: "the meeting with kim"."""
    words = text.casefold().split()
    return (
        " ".join(["the", *words[1:]])
        if words[0] in ("my", "our") and len(words) > 2
        else " ".join(words)
    )
