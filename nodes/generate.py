"""generate: one call of the chat model, which answers or asks for tools."""

from langchain_core.language_models import LanguageModelInput
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.runnables import Runnable, RunnableConfig
from langgraph.managed import RemainingSteps
from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from core.errors import MnemonError, ModelUnavailable
from core.state import Context, TurnState, as_context
from nodes.answers import well_formed
from nodes.conversation import call_ids, this_turn
from nodes.identity import is_temporary
from nodes.loop_guard import is_going_round
from nodes.prompt import prompt_for
from nodes.services import Services
from nodes.tools import offered_tools

STEPS_FOR_TOOLS = 5
"""Steps that must be left to allow a tool: this one, dispatch, the tool, the answer, persist."""

MAX_QUOTED_CHARS = 300
"""Of a library's own error text, which can be a whole page."""


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
) -> GenerateUpdate:
    """Ask the model once; its tokens are streamed by LangGraph.

    Raises:
        ModelUnavailable: The model cannot answer. The user's message stays in the conversation.
    """
    chosen = await services.model(as_context(runtime.context).model)
    must_answer = _must_answer(state)
    tools = offered_tools(services.settings.tools) if chosen.supports_tools else ()
    schemas = [tool.schema() for tool in tools]
    prompt = prompt_for(
        chosen,
        state,
        schemas=schemas,
        today=services.clock.now().date().isoformat(),
        history_tokens=services.settings.history_tokens,
        temporary=is_temporary(config, runtime),
        must_answer=must_answer,
    )
    offered = schemas and not must_answer
    model = chosen.model.bind_tools(schemas) if offered else chosen.model
    answer = await _asked(model, prompt, config, chosen.spec)
    return GenerateUpdate(messages=[well_formed(answer, _used_ids(state), must_answer=must_answer)])


def _must_answer(state: GenerateInput) -> bool:
    """Whether no tool may be called any more: the model goes in circles, or steps run out."""
    return is_going_round(state["messages"]) or state["remaining_steps"] < STEPS_FOR_TOOLS


def _used_ids(state: TurnState) -> set[str]:
    spoken = [m for m in this_turn(state["messages"]) if isinstance(m, AIMessage)]
    return {call_id for message in spoken for call_id in call_ids(message)}


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
