"""One turn of a story: the words go in, the events that come out are noted and looked over."""

from collections.abc import Sequence

from langchain_core.messages import AIMessage, AnyMessage, ToolCall, ToolMessage

from core.errors import MnemonError
from core.identity import Identity
from core.state import SavedReceipt
from graph.assistant import Assistant
from graph.events import Answer, MemorySaved, Notice, ToolAnswered, ToolCalled, TurnEvent
from memory import Memory
from nodes.conversation import text_of, this_turn
from stories.records import CalledTool, TurnRecord
from stories.scripted_model import ScriptedModel, unanswered_calls
from stories.steps import Say


async def talk(step: Say, assistant: Assistant, identity: Identity) -> TurnRecord:
    """Say it, and note all that happens until the answer or the refusal."""
    record = TurnRecord(step.say)
    model = assistant.model.model
    if isinstance(model, ScriptedModel):
        model.begin_turn(step.model or [])
    told: list[ToolAnswered] = []
    try:
        async for event in assistant.turn(step.say, identity):
            if isinstance(event, ToolAnswered):
                told.append(event)
            _note(event, record)
        _pair_answers(record, told, await assistant.messages(identity))
    except MnemonError as error:
        record.error = str(error)
    record.faults += _unproven(record.saved, assistant.memory.for_identity(identity))
    if isinstance(model, ScriptedModel):
        record.prompt = _prompt(model)
        record.faults += _script_faults(model)
    return record


def _note(event: TurnEvent, record: TurnRecord) -> None:
    match event:
        case ToolCalled():
            record.calls.append(CalledTool(event.name, dict(event.arguments)))
        case MemorySaved():
            record.saved.append(event.receipt)
        case Notice():
            record.notices.append(event.text)
        case Answer():
            record.answer, record.episode_id = event.text, event.episode_id
        case _:
            """Tokens (the answer has them all) and tool answers (they are paired at the end)."""


def _pair_answers(
    record: TurnRecord, told: Sequence[ToolAnswered], messages: Sequence[AnyMessage]
) -> None:
    """Give each call its answer. Calls run side by side, so only the conversation knows whose it is."""
    turn = this_turn(messages)
    answers = {m.tool_call_id: m for m in turn if isinstance(m, ToolMessage)}
    calls = [call for m in turn if isinstance(m, AIMessage) for call in m.tool_calls]
    record.calls = [_called(call, answers.get(call["id"] or "")) for call in calls]
    kept = sorted((call.name, call.answer or "", call.is_error) for call in record.calls)
    shown = sorted((event.name, event.content, event.is_error) for event in told)
    if kept != shown:
        record.faults.append(f"tools answered {kept}, but the program told {shown}")


def _called(call: ToolCall, answer: ToolMessage | None) -> CalledTool:
    if answer is None:
        return CalledTool(call["name"], call["args"])
    return CalledTool(call["name"], call["args"], text_of(answer), answer.status == "error")


def _unproven(receipts: list[SavedReceipt], memory: Memory) -> list[str]:
    """Save notices whose id does not lead to what they say was saved."""
    faults = []
    for receipt in receipts:
        try:
            kept = memory.get(receipt["id"])
        except MnemonError as error:
            faults.append(f"the notice of {receipt['content']!r} is not true: {error}")
            continue
        if kept.content != receipt["content"]:
            faults.append(f"noticed as saved: {receipt['content']!r}, kept: {kept.content!r}")
    return faults


def _prompt(model: ScriptedModel) -> str:
    """The last prompt of the turn as text, one message after the other."""
    last = model.prompts[-1] if model.prompts else []
    return "\n\n".join(f"[{message.type}] {message.text}" for message in last)


def _script_faults(model: ScriptedModel) -> list[str]:
    faults = [
        f"the model was sent a call of {name} without its answer"
        for name in unanswered_calls(model.prompts)
    ]
    if model.replies_left:
        faults.append(f"the model was never asked for its last {model.replies_left} replies")
    if model.surplus_calls:
        faults.append(f"the model was asked {model.surplus_calls} times more than it has replies")
    return faults
