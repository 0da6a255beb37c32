"""The words of a judgement: two or more statements of one person, and what becomes of them."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Statement:
    """Something that was said to be so, and when."""

    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Verdict:
    """Which older statement is no longer true, if any.

    Attributes:
        retires: Its place among the older ones, from 0 on; None: all may stand.
        why: The reasoning in plain words. It may hold content, so it is never stored.
    """

    retires: int | None
    why: str


Judge = Callable[[Statement, Sequence[Statement]], Awaitable[Verdict]]
"""Compares a new statement with older ones, the nearest first.

Raises `core.errors.ModelUnavailable` when it cannot be asked, and `InvalidInput` when it gave no verdict.
"""
