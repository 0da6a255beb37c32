"""generate: one call of the chat model, which answers or asks for tools.

What the model sees is made here and nowhere else: instructions, the memory block, the messages
that fit. What it says is made well-formed here, so that the nodes behind need not doubt it.
"""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import uuid4

from langchain_core.language_models import LanguageModelInput
from langchain_core.messages import AIMessage, BaseMessage, SystemMessage
from langchain_core.messages.utils import count_tokens_approximately
from langchain_core.runnables import Runnable, RunnableConfig
from langgraph.managed import RemainingSteps
from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from core.errors import MnemonError, ModelUnavailable
from core.recalled import nothing_recalled
from core.state import Context, TurnState, as_context
from models import ChosenModel
from nodes.context_block import context_block, fence_of
from nodes.conversation import call_ids, text_of, this_turn, wants_tools
from nodes.history import fitting_history
from nodes.identity import is_temporary
from nodes.loop_guard import is_going_round
from nodes.services import Services
from nodes.tools import MemoryTool
from prompts import load

STEPS_FOR_TOOLS = 5
"""Steps that must be left to allow a tool: this one, dispatch, the tool, the answer, persist."""

ANSWER_TOKENS = 1024
"""Of the model's window kept free for what it says."""

MAX_QUOTED_CHARS = 300
"""Of a library's own error text, which can be a whole page."""

SILENCE = "I have no answer: the language model returned nothing. Please ask again."

NO_ANSWER_FOUND = (
    "I could not finish this: the language model only kept calling tools. "
    "Please ask again in another way."
)


class GenerateInput(TurnState, total=False):
    """What generate reads: the state, and how many steps the run has left."""

    remaining_steps: RemainingSteps


class GenerateUpdate(TypedDict):
    """What generate writes."""

    messages: list[AIMessage]


async def generate(
    state: GenerateInput,
    config: RunnableConfig,
    runtime: Runtime[Context],
    *,
    services: Services,
    tools: Mapping[str, MemoryTool[Any]],
) -> GenerateUpdate:
    """Ask the model once; its tokens are streamed by LangGraph.

    Raises:
        ModelUnavailable: The model cannot answer. The user's message stays in the conversation.
    """
    chosen = await services.model(as_context(runtime.context).model)
    must_answer = (
        is_going_round(state["messages"]) or state.get("remaining_steps", 0) < STEPS_FOR_TOOLS
    )
    schemas: list[Any] = [tool.schema() for tool in tools.values()] if chosen.supports_tools else []
    model: Runnable[LanguageModelInput, AIMessage] = chosen.model
    if schemas and not must_answer:
        model = chosen.model.bind_tools(schemas)
    today = services.clock.now().date().isoformat()
    instructions = _instructions(state, chosen, today, must_answer, is_temporary(config, runtime))
    taken = count_tokens_approximately([instructions], tools=schemas)
    budget = _history_budget(services.settings.history_tokens, chosen.window_tokens, taken)
    prompt = [instructions, *fitting_history(state["messages"], budget)]
    answer = await _asked(model, prompt, config, chosen.spec)
    used = {
        i for m in this_turn(state["messages"]) if isinstance(m, AIMessage) for i in call_ids(m)
    }
    return GenerateUpdate(messages=[_well_formed(answer, used, must_answer)])


async def _asked(
    model: Runnable[LanguageModelInput, AIMessage],
    prompt: list[BaseMessage],
    config: RunnableConfig,
    spec: str,
) -> AIMessage:
    try:
        return await model.ainvoke(prompt, config)
    except MnemonError:
        raise
    except Exception as error:  # every provider's library has errors of its own
        told = " ".join(str(error).split())[:MAX_QUOTED_CHARS]
        raise ModelUnavailable(
            f"The model {spec} failed ({type(error).__name__}: {told}). "
            "Ask again, or take another one with --model."
        ) from error


def _instructions(
    state: TurnState, chosen: ChosenModel, today: str, must_answer: bool, temporary: bool
) -> SystemMessage:
    """The system prompt. What never changes stands first, so that a model's cache of it lasts."""
    parts = [load("system").substitute(today=today)]
    parts.append(load("tools" if chosen.supports_tools else "no_tools").template)
    if temporary:
        parts.append(load("temporary").template)
    turn = state.get("turn")
    fence = fence_of(turn["query_id"] if turn else "")
    parts.append(context_block(state.get("recalled") or nothing_recalled(), fence))
    if must_answer:
        parts.append(load("answer_now").template)
    return SystemMessage("\n\n".join(part for part in parts if part))


def _history_budget(wanted: int, window: int, taken: int) -> int:
    """Tokens for past messages: as set, or what the model's window leaves when that is less."""
    return min(wanted, max(window // 4, window - taken - ANSWER_TOKENS))


def _well_formed(answer: AIMessage, used_ids: set[str], must_answer: bool) -> AIMessage:
    """The model's message with a new id on every call, and with words when there is no call."""
    if must_answer and wants_tools(answer):
        # A model that was given no tools still writes calls sometimes; only its words count then.
        words = text_of(answer).strip() or NO_ANSWER_FOUND
        update = {"tool_calls": [], "invalid_tool_calls": [], "content": words}
        return answer.model_copy(update=update)
    if wants_tools(answer):
        calls = _with_new_ids(answer.tool_calls, used_ids)
        unreadable = _with_new_ids(answer.invalid_tool_calls, used_ids)
        return answer.model_copy(update={"tool_calls": calls, "invalid_tool_calls": unreadable})
    if not text_of(answer).strip():
        return answer.model_copy(update={"content": SILENCE})
    return answer


def _with_new_ids(calls: Sequence[Any], used_ids: set[str]) -> list[Any]:
    """The calls, each with an id no other call of the turn has.

    Small models leave ids out or number each message's calls anew. An id used twice would make a
    second save look like a repetition of the first.
    """
    named = []
    for call in calls:
        call_id = call["id"] or ""
        if not call_id or call_id in used_ids:
            call_id = f"call_{uuid4().hex}"
        used_ids.add(call_id)
        named.append({**call, "id": call_id})
    return named
