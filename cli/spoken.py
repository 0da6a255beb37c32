"""Whether words of a command line are a sentence, or a topic and its value."""

import re

_KEY = re.compile(r"[\w.:/-]+")
"""What a topic's key is written with. Anything else (a blank, a question mark) is no key."""

_BEGINNINGS = frozenset("i i'm im i've my mine me we we're our the a an this that there it".split())
"""Words that begin a sentence that somebody did not put in quotes, and that are nobody's topic."""


def is_sentence(words: tuple[str, ...]) -> bool:
    """Whether the words are a fact, said in one sentence or left to standard input.

    A single word that could be a key is a topic, whose value comes from standard input.
    """
    if not words or words == ("-",):
        return True
    if len(words) == 1:
        return not _KEY.fullmatch(words[0].strip()) and bool(words[0].strip())
    return words[0].casefold() in _BEGINNINGS
