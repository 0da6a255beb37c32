"""Characters that show nothing to a person, and may say something to a model, or turn a line around.

Marks of direction, tag characters (a whole hidden alphabet), blanks of no width. The joiners that
scripts and emoji need stay.
"""

import re

_UNSEEN = re.compile(
    "[\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\U000e0000-\U000e007f]"
)


def without_unseen(text: str) -> str:
    """The text as a person sees it. What is stored stays as it was given."""
    return _UNSEEN.sub("", text)
