"""All that a model is sent: instructions, the memory block, and the messages that fit."""

from typing import Any

from langchain_core.messages import BaseMessage, SystemMessage
from langchain_core.messages.utils import count_tokens_approximately

from core.recalled import nothing_recalled
from core.state import TurnState
from models import ChosenModel
from nodes.context_block import context_block, fence_of
from nodes.history import fitting_history
from prompts import load

ANSWER_TOKENS = 1024
"""Of the model's window kept free for what it says."""


def prompt_for(
    chosen: ChosenModel,
    state: TurnState,
    *,
    schemas: list[dict[str, Any]],
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
        today: ISO date.
        history_tokens: Most tokens of past messages.
        temporary: Memory is off.
        must_answer: No tool may be called any more.
    """
    parts = [
        # What never changes stands first, so that a model's cache of it lasts.
        load("system").substitute(today=today),
        load("tools" if schemas else "no_tools").template,
        load("temporary").template if temporary else "",
        _memory_block(state),
        load("answer_now").template if must_answer else "",
    ]
    instructions = SystemMessage("\n\n".join(part for part in parts if part))
    taken = count_tokens_approximately([instructions], tools=[*schemas])
    budget = _history_budget(history_tokens, chosen.window_tokens, taken)
    return [instructions, *fitting_history(state["messages"], budget)]


def _memory_block(state: TurnState) -> str:
    turn = state.get("turn")
    fence = fence_of(turn["query_id"] if turn else "")
    return context_block(state.get("recalled") or nothing_recalled(), fence)


def _history_budget(wanted: int, window: int, taken: int) -> int:
    """Tokens for past messages: as set, or what the model's window leaves when that is less."""
    return min(wanted, max(window // 4, window - taken - ANSWER_TOKENS))
