"""generate: one call of the chat model, which answers or asks for tools.

An answer that claims a save of which there is no receipt is not given. When the message says
plainly what to save, that save is made as the answer's call; else the model is asked once more in
this turn, with the fact. What it says then is for `persist` to correct.
"""

from collections.abc import Callable

from langchain_core.language_models import LanguageModelInput
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.runnables import Runnable, RunnableConfig
from langgraph.managed import RemainingSteps
from langgraph.runtime import Runtime
from typing_extensions import TypedDict

from core.errors import MnemonError, ModelUnavailable
from core.state import Context, TurnState, as_context
from models import ChosenModel
from nodes.answers import well_formed
from nodes.claim_contents import clauses_without_receipt
from nodes.claims import unproved_claims
from nodes.conversation import call_ids, text_of, this_turn, wants_tools
from nodes.held_back import HeldBack
from nodes.identity import is_temporary
from nodes.loop_guard import is_going_round
from nodes.missed_save import MADE_FOR_IT, with_missed_save
from nodes.notices import notice
from nodes.prompt import prompt_for
from nodes.services import Services
from nodes.speaking import show, speak
from nodes.tools import tools_of_run
from nodes.written import WrittenTools
from nodes.written_answers import reads_calls, with_written_calls

STEPS_FOR_TOOLS = 5
"""Steps that must be left to allow a tool: this one, dispatch, the tool, the answer, persist."""

MAX_QUOTED_CHARS = 300
"""Of a library's own error text, which can be a whole page."""

ASKED_AGAIN = "The model said of memory what is not so: it is asked once more."


class GenerateInput(TurnState, total=False):
    """What generate reads: the state, and how many steps the run has left."""

    remaining_steps: RemainingSteps


class GenerateUpdate(TypedDict, total=False):
    """What generate writes: a message, or why there is none."""

    messages: list[AIMessage]
    unproved: list[str]


async def generate(
    state: GenerateInput,
    config: RunnableConfig,
    runtime: Runtime[Context],
    *,
    services: Services,
) -> GenerateUpdate:
    """Ask the model once; what may be shown of its answer is streamed meanwhile.

    Raises:
        InvalidInput: The run's context, or the setting, names a set of tools that does not exist.
        ModelUnavailable: The model cannot answer. The user's message stays in the conversation.
    """
    tools = tools_of_run(services, runtime)
    chosen = await services.model(as_context(runtime.context).model)
    must_answer = _must_answer(state)
    written = WrittenTools.of(tools) if reads_calls(services.settings, chosen) else None
    schemas = [tool.schema() for tool in tools] if chosen.supports_tools else []
    prompt = prompt_for(
        chosen,
        state,
        schemas=schemas,
        written=written,
        today=services.clock.now().date().isoformat(),
        history_tokens=services.settings.history_tokens,
        temporary=is_temporary(config, runtime),
        must_answer=must_answer,
    )
    held = HeldBack(untrue=_untrue_in(state), written=written)
    said = await _asked(_with_tools(chosen, schemas, must_answer), prompt, config, held, chosen)
    if written:
        said = with_written_calls(said, written, state)
    answer = well_formed(said, _used_ids(state), must_answer=must_answer)
    claims = _claims_of_turn(text_of(answer), state)
    if not (wants_tools(answer) or must_answer):
        offered = [] if is_temporary(config, runtime) else [tool.name for tool in tools]
        if saving := with_missed_save(answer, claims, state, offered):
            runtime.stream_writer(notice(MADE_FOR_IT))
            show(held.rest(text_of(saving)), saving)
            return GenerateUpdate(messages=[saving])
        if claims and not state.get("unproved"):
            runtime.stream_writer(notice(ASKED_AGAIN))
            return GenerateUpdate(unproved=claims)
    if not claims:  # persist corrects a claim before it is shown; beside a call it is too early
        show(held.rest(text_of(answer)), answer)
    return GenerateUpdate(messages=[answer])


def _claims_of_turn(text: str, state: TurnState) -> list[str]:
    return unproved_claims(text, state.get("receipts") or [], state["turn"]["question"])


def _untrue_in(state: TurnState) -> Callable[[str], list[str]] | None:
    """What tells untrue sentences of this turn; None when receipts cover all of the message."""
    receipts = state.get("receipts") or []
    if receipts and not clauses_without_receipt(state["turn"]["question"], receipts):
        return None
    return lambda text: _claims_of_turn(text, state)


def _must_answer(state: GenerateInput) -> bool:
    """Whether no tool may be called any more: the model goes in circles, or steps run out."""
    return is_going_round(state["messages"]) or state["remaining_steps"] < STEPS_FOR_TOOLS


def _used_ids(state: TurnState) -> set[str]:
    spoken = [m for m in this_turn(state["messages"]) if isinstance(m, AIMessage)]
    return {call_id for message in spoken for call_id in call_ids(message)}


def _with_tools(
    chosen: ChosenModel, schemas: list[dict[str, object]], must_answer: bool
) -> Runnable[LanguageModelInput, AIMessage]:
    return chosen.model.bind_tools(schemas) if schemas and not must_answer else chosen.model


async def _asked(
    model: Runnable[LanguageModelInput, AIMessage],
    prompt: list[BaseMessage],
    config: RunnableConfig,
    held: HeldBack,
    chosen: ChosenModel,
) -> AIMessage:
    try:
        return await speak(model, prompt, config, held)
    except MnemonError:
        raise
    except Exception as error:  # every provider's library has errors of its own
        told = " ".join(str(error).split())[:MAX_QUOTED_CHARS]
        raise ModelUnavailable(
            f"The model {chosen.spec} failed ({type(error).__name__}: {told}). "
            "Ask again, or take another one with --model."
        ) from error
