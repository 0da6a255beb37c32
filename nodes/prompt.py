"""All that a model is sent: instructions, the memory block, and the messages that fit."""

import json
from collections.abc import Sequence
from typing import Any

from langchain_core.messages import BaseMessage, SystemMessage
from langchain_core.messages.utils import count_tokens_approximately

from core.recalled import nothing_recalled
from core.state import SavedReceipt, TurnState
from models import ChosenModel
from nodes.context_block import context_block, fence_of
from nodes.history import fitting_history
from nodes.notices import what_was_saved
from nodes.tools import TOOL_SETS, TOOLS, MemoryTool
from nodes.written import WrittenTools, as_plain_talk
from prompts import load

MAX_QUOTED_CHARS = 300
"""Of the claims that are shown to the model again."""

CORE = frozenset(tool.name for tool in TOOL_SETS["core"])

ANSWER_TOKENS = 1024
"""Of the model's window kept free for what it says."""


def prompt_for(
    chosen: ChosenModel,
    state: TurnState,
    *,
    schemas: list[dict[str, Any]],
    written: WrittenTools | None,
    today: str,
    history_tokens: int,
    temporary: bool,
    must_answer: bool,
) -> list[BaseMessage]:
    """The messages of one request.

    Args:
        chosen: The model that is asked; its window bounds what is sent.
        state: The conversation, and what memory found for this turn.
        schemas: The tools the model is told about; [] for a model without tools.
        written: The tools whose calls it may write in its answer; None when those are not read.
        today: ISO date.
        history_tokens: Most tokens of past messages.
        temporary: Memory is off.
        must_answer: No tool may be called any more.
    """
    parts = [
        # What never changes stands first, so that a model's cache of it lasts.
        load("system").substitute(today=today),
        *_about_tools([schema["function"]["name"] for schema in schemas], written),
        load("temporary").template if temporary else "",
        _memory_block(state),
        _about_claims(state.get("unproved") or [], state.get("receipts") or []),
        load("answer_now").template if must_answer else "",
    ]
    instructions = SystemMessage("\n\n".join(part for part in parts if part))
    taken = count_tokens_approximately([instructions], tools=[*schemas])
    budget = _history_budget(history_tokens, chosen.window_tokens, taken)
    history = fitting_history(state["messages"], budget)
    return [instructions, *(history if chosen.supports_tools else as_plain_talk(history))]


def _about_tools(names: Sequence[str], written: WrittenTools | None) -> list[str]:
    """What the model is told about tools: which it has, how it writes a call, or neither.

    Args:
        names: The tools it can call.
        written: The tools whose calls it may write instead.
    """
    if names:
        return [_rules(names)]
    if written is None:
        return [load("no_memory").template]
    offered = [tool for tool in TOOLS if tool.name in written.parameters]
    calls = [_call_of(tool) for tool in offered]
    about = [f"- {tool.name}: {tool.description}" for tool in offered if tool.name not in CORE]
    rules = _rules([tool.name for tool in offered])
    how = load("no_tools").substitute(calls="\n".join(calls))
    return [rules, "\n".join(about), how]


def _rules(names: Sequence[str]) -> str:
    """How tools are used; the four of every day are named, where they are offered."""
    return load("tools" if set(names) >= CORE else "other_tools").template


def _call_of(tool: MemoryTool[Any]) -> str:
    given = ", ".join(f'{key}="..."' for key in tool.arguments.model_fields)
    return f"{tool.name}({given})"


def _about_claims(unproved: list[str], receipts: list[SavedReceipt]) -> str:
    if not unproved:
        return ""
    claims = json.dumps(" ".join(unproved)[:MAX_QUOTED_CHARS], ensure_ascii=False)
    return load("nothing_saved").substitute(claims=claims, saved=what_was_saved(receipts))


def _memory_block(state: TurnState) -> str:
    turn = state.get("turn")
    fence = fence_of(turn["query_id"] if turn else "")
    return context_block(state.get("recalled") or nothing_recalled(), fence)


def _history_budget(wanted: int, window: int, taken: int) -> int:
    """Tokens for past messages: as set, or what the model's window leaves when that is less."""
    return min(wanted, max(window // 4, window - taken - ANSWER_TOKENS))
