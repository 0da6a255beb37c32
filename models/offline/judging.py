"""Judges by rules whether a new statement makes an older one untrue today: plain cases, in English.

A wrong retirement is worse than a contradiction that stays: what is not understood may stand.
"""

from collections.abc import Sequence

from core.judging import Statement, Verdict
from models.offline.judging_claims import claims
from models.offline.judging_ends import ends
from models.offline.judging_grammar import Claim
from models.offline.judging_owned import FREE_VALUES
from models.offline.judging_places import sort_of_place
from models.offline.judging_shapes import are_alike, shape
from models.offline.judging_words import Told, count_sentences, same_thing, stems, told

_ANY_VALUE = (
    "my favorite ", "marital", "diet", "prefer", "work as", "study", "employer", "number of", "act", "age",
)  # fmt: skip
"""Respects whose values are all of one sort, whatever they look like."""

LONGEST_PREFIX_LEAD = 2
"""Words of an ended act that must stand at the front of the older one: the verb and its object."""


async def judge_by_rules(new: Statement, older: Sequence[Statement]) -> Verdict:
    """The first of the older statements that the new one contradicts."""
    return verdict(new.text, [statement.text for statement in older])


def verdict(new: str, older: Sequence[str]) -> Verdict:
    """The judgement of texts; see `judge_by_rules`."""
    for place, old in enumerate(older):
        why = contradiction(old, new)
        if why is not None:
            return Verdict(place, why)
    return Verdict(None, "No rule finds that one of them is no longer true.")


def contradiction(old: str, new: str) -> str | None:
    """Why the newer text makes the older one untrue, None when it does not."""
    if count_sentences(old) > 1:
        return None  # it says something else too, which would go with it
    before = [
        c
        for t in told(old)
        if not (t.changed and t.ended)
        for c in claims(t)
        if c.holds or c.respect.startswith("liking")
    ]
    if any(" and " in f" {c.value} " for c in before):
        return None
    for sentence in told(new):
        for was in before:
            if why := _against(was, sentence):
                return why
    return None


def _against(was: Claim, sentence: Told) -> str | None:
    if ends(was, sentence):
        return f"It says that this is over: {was.respect} {was.value}."
    for now in claims(sentence):
        if why := _excludes(was, now, sentence):
            return why
    return None


def _excludes(was: Claim, now: Claim, sentence: Told) -> str | None:
    """Why two claims cannot both be true today."""
    if (was.subject, was.respect) != (now.subject, now.respect):
        return None
    if was.respect == "act":
        return "It denies just that." if _denies(was, now, sentence) else None
    if was.respect.startswith("liking"):
        return "It says the opposite of the same thing." if was.holds != now.holds else None
    if now.holds and _takes_its_place(was, now, sentence):
        return f"Both tell the {was.respect} of {was.subject}, and only one can be true now."
    return None


def _takes_its_place(was: Claim, now: Claim, sentence: Told) -> bool:
    """Whether one value of a respect goes when the other comes."""
    if was.respect == "uses":
        return False  # what is used beside another thing is used too
    if same_thing(was.value, now.value) or not _same_sort(was, now):
        return False
    return sentence.changed or now.alone or _is_another_place(was, now) or _is_moved(sentence)


def _denies(was: Claim, now: Claim, sentence: Told) -> bool:
    if now.holds or not was.holds:
        return False
    before, after = was.value.split(), now.value.split()
    if before == after:
        return True
    is_over = sentence.ended or not sentence.text.casefold().startswith("i do not")
    return is_over and len(after) >= LONGEST_PREFIX_LEAD and before[: len(after)] == after


def _same_sort(was: Claim, now: Claim) -> bool:
    """Whether the two values can take each other's place at all."""
    if was.respect == "home":
        within = sort_of_place(was.value) == "country" != sort_of_place(now.value)
        return not within
    if was.respect.startswith(_ANY_VALUE) or was.respect.endswith(FREE_VALUES):
        return "elsewhere" not in (shape(was.value), shape(now.value))
    return are_alike(was.value, now.value)


def _is_another_place(was: Claim, now: Claim) -> bool:
    sort = sort_of_place(was.value)
    return was.respect == "home" and sort is not None and sort == sort_of_place(now.value)


def _is_moved(sentence: Told) -> bool:
    words = stems(sentence.text)
    moves = (
        "move",
        "mov",
        "relocat",
        "postpon",
        "reschedul",
        "shift",
        "push",
        "delay",
        "chang",
        "becom",
        "turn",
    )
    return any(word in moves for word in words)
