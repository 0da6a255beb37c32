"""What upkeep did, told to the person: printed by code from what was committed, with the way back."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from typing import TYPE_CHECKING

from cli.options import Given
from cli.render import tell
from cli.text import one_line
from core.errors import NotFound

if TYPE_CHECKING:
    from memory import Memory
    from nodes.upkeep import Retired, UpkeepReport

SHOWN_CHARS = 100
"""Of a memory in one line."""


def tell_upkeep(reports: Iterable[UpkeepReport], memory: Memory, given: Given) -> None:
    """One line for each fact that was replaced or learnt, and for what went wrong."""
    for report in reports:
        for line in upkeep_lines(report, memory, given):
            tell(line, dim=False)
        for text in report.get("told", []):
            tell(text)


def upkeep_lines(report: UpkeepReport, memory: Memory, given: Given) -> list[str]:
    """The replaced and the learnt facts with the commands that undo each."""
    return [
        *(_replaced(retired, memory, given) for retired in report.get("retired", [])),
        *(_learnt(learnt, memory, given) for learnt in report.get("learnt", [])),
    ]


def _replaced(retired: Retired, memory: Memory, given: Given) -> str:
    old, new = _content(memory, retired["old"]), _content(memory, retired["new"])
    undo = _command(given, "memories", "restore", retired["old"])
    return f"replaced: {old} by {new}  (undo: {undo})"


def _learnt(learnt: str, memory: Memory, given: Given) -> str:
    return f"learnt: {_content(memory, learnt)}  (undo: {_command(given, 'forget', learnt)})"


def _content(memory: Memory, engram_id: str) -> str:
    """What a memory says, in quotes."""
    try:
        return repr(one_line(memory.get(engram_id).content, SHOWN_CHARS))
    except NotFound:
        return "(forgotten meanwhile)"


def _command(given: Given, *words: str) -> str:
    """A command line with the options that lead to the same memory."""
    options = [(f"--{name}", getattr(given, name)) for name in ("home", "user")]
    chosen = [part for name, value in options if value is not None for part in (name, value)]
    return shlex.join(["mnemon", *chosen, *words])
