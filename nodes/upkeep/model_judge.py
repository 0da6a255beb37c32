"""A language model as a judge: what it is asked, and how its verdict is read.

Anything but one clear verdict after a reasoning is malformed, and never taken for a "keep".
"""

import re
from collections.abc import Sequence

from core.errors import InvalidInput
from core.judging import Judge, Statement, Verdict
from models import ChosenModel
from models.offline.judging import judge_by_rules
from nodes.upkeep.asking import answer_of, fenced, quoted
from prompts import load

BUILT_IN = "offline"
"""The spec of the built-in model, which judges by rules."""

_VERDICT = re.compile(
    r"[\s*_#>`-]*(?:verdict\s*[:=]?)?[\s*_`]*(?:(?P<keep>KEEP)|SUPERSEDE[\s#<(\[]*(?P<number>\d{1,2})[>)\]]*)[\s*_.`]*",
    re.IGNORECASE,
)


def judge_of(chosen: ChosenModel) -> Judge:
    """The judge that goes with a chat model."""
    if chosen.spec == BUILT_IN:
        return judge_by_rules

    async def judge(new: Statement, older: Sequence[Statement]) -> Verdict:
        said = await answer_of(chosen, load("judge").template, _case(new, older))
        return read_verdict(said, len(older))

    return judge


def read_verdict(said: str, choices: int) -> Verdict:
    """The verdict on the last line of what a judge said.

    Args:
        said: Its whole answer.
        choices: How many older statements there were.

    Raises:
        InvalidInput: There is no clear verdict.
    """
    lines = [line for line in said.splitlines() if line.strip()]
    found = [match for line in lines if (match := _VERDICT.fullmatch(line))]
    if not found or not _VERDICT.fullmatch(lines[-1]):
        raise InvalidInput("no verdict on the last line")
    if len({(m["keep"] is None, m["number"]) for m in found}) > 1:
        raise InvalidInput("more than one verdict")
    reasoning = "\n".join(line for line in lines if not _VERDICT.fullmatch(line)).strip()
    if found[-1]["keep"] is not None:
        return Verdict(None, reasoning)
    number = int(found[-1]["number"])
    if not 1 <= number <= choices:
        raise InvalidInput("a verdict on a statement that is not there")
    if not reasoning:
        raise InvalidInput("a verdict without a reasoning")
    if re.search(r"\bKEEP\b", reasoning):
        raise InvalidInput("more than one verdict")
    return Verdict(number - 1, reasoning)


def _case(new: Statement, older: Sequence[Statement]) -> str:
    lines = [f"new ({new.at.date()}): {quoted(new.text)}"]
    lines += [
        f"{number} ({statement.at.date()}): {quoted(statement.text)}"
        for number, statement in enumerate(older, 1)
    ]
    return fenced("statements", lines)
