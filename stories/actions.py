"""What a user or another program does through Mnemon, beside talking to it."""

from dataclasses import dataclass
from typing import assert_never

from langchain_core.messages import ToolMessage

from core.clock import Clock
from core.engram import ForgetReceipt
from core.errors import MnemonError, NotFound
from memory import Memory
from nodes.tools import TOOL_SETS, memory_tools
from stories.by_hand import MANY, by_hand, memory_with
from stories.records import ActionRecord, CalledTool
from stories.steps import (
    Bring,
    BringBack,
    Feedback,
    Forget,
    RememberFact,
    SaveTopic,
    SearchMemory,
    Tidy,
    UseTool,
)

Action = (
    SaveTopic | Feedback | Forget | SearchMemory | UseTool | RememberFact | Tidy | Bring | BringBack
)
ALL_SETS = ",".join(TOOL_SETS)
SCORES = {"good": 1.0, "bad": -1.0}


@dataclass
class Last:
    """What 'last save' and 'last answer' mean at a point of the story."""

    saved_id: str | None = None
    episode_id: str | None = None
    replaced_id: str | None = None

    def replaced(self) -> str:
        """The older memory of the last replacement that upkeep told."""
        if self.replaced_id is None:
            raise NotFound("Nothing was replaced yet. Let upkeep run first.")
        return self.replaced_id

    def save(self) -> str:
        """The id in the last save notice."""
        if self.saved_id is None:
            raise NotFound("There was no save notice yet. Say something to remember first.")
        return self.saved_id

    def answer(self) -> str:
        """The episode of the last answer."""
        if self.episode_id is None:
            raise NotFound("The last answer was not kept. Talk in a chat that is not temporary.")
        return self.episode_id


async def perform(action: Action, memory: Memory, clock: Clock, last: Last) -> ActionRecord:
    """Do it, and tell what came of it; a refusal is told too."""
    try:
        if isinstance(action, UseTool):
            return await _use_tool(action, memory, clock)
        if isinstance(action, RememberFact | Tidy | Bring):
            return ActionRecord(_what(action), outcome=by_hand(action, memory))
        return _performed(action, memory, last)
    except MnemonError as error:
        return ActionRecord(_what(action), error=str(error))


def _performed(
    action: SaveTopic | Feedback | Forget | SearchMemory | BringBack, memory: Memory, last: Last
) -> ActionRecord:
    match action:
        case SaveTopic():
            return _save(action, memory, last)
        case Feedback():
            return _rate(action, memory, last)
        case Forget():
            return _forget(action, memory, last)
        case SearchMemory():
            return _search(action, memory)
        case BringBack():
            return _bring_back(action, memory, last)
        case _:
            assert_never(action)


def _what(action: Action) -> str:
    if isinstance(action, SaveTopic):
        return f"save topic {action.save_topic.topic}: {action.save_topic.content}"
    key, value = next(iter(action.model_dump(exclude={"expect"}).items()))
    return f"{key.replace('_', ' ')}: {value}"


def _save(action: SaveTopic, memory: Memory, last: Last) -> ActionRecord:
    receipt = memory.save_topic(action.save_topic.topic, action.save_topic.content)
    last.saved_id = receipt.id
    return ActionRecord(_what(action), outcome=f"saved {receipt.topic}: {receipt.content}")


def _rate(action: Feedback, memory: Memory, last: Last) -> ActionRecord:
    engram = memory.feedback(last.answer(), SCORES[action.feedback])
    return ActionRecord(_what(action), outcome=f"rated {engram.content!r}")


def _forget(action: Forget, memory: Memory, last: Last) -> ActionRecord:
    receipt = _forgotten(action.forget, memory, last)
    return ActionRecord(
        _what(action),
        outcome=f"removed {dict(receipt.removed)}",
        faults=forget_faults(receipt),
    )


def forget_faults(receipt: ForgetReceipt) -> list[str]:
    """What no forgetting may do, whatever the story expects."""
    left = receipt.remaining
    return [f"forgetting left {left} traces behind"] if left else []


def _forgotten(what: str, memory: Memory, last: Last) -> ForgetReceipt:
    if what == "last save":
        return memory.forget(last.save())
    if what == "last answer":
        return memory.forget(last.answer())
    return memory.forget_topic(what)


def _bring_back(action: BringBack, memory: Memory, last: Last) -> ActionRecord:
    restored = memory.restore(last.replaced())
    return ActionRecord(_what(action), outcome=f"restored {restored.content!r}")


def _search(action: SearchMemory, memory: Memory) -> ActionRecord:
    recall = memory.recall(action.recall, action.top_k, scope=action.scope, explain=True)
    lines = [
        f"{item.relevance:.2f} {item.engram.topic or item.engram.kind}: {item.engram.content}"
        for item in recall.items
    ]
    return ActionRecord(_what(action), outcome="\n".join([recall.outcome, *lines]), recall=recall)


async def _use_tool(action: UseTool, memory: Memory, clock: Clock) -> ActionRecord:
    tools = {tool.name: tool for tool in memory_tools(memory, clock, ALL_SETS)}
    if action.use_tool not in tools:
        raise NotFound(f"No tool {action.use_tool!r}. There are {', '.join(tools)}.")
    arguments = dict(action.arguments)
    if action.id_of is not None:
        arguments["id"] = memory_with(action.id_of, memory.memories(limit=MANY)).id
    message = await tools[action.use_tool].ainvoke(
        {"type": "tool_call", "id": "story", "name": action.use_tool, "args": arguments}
    )
    called = CalledTool(action.use_tool, arguments)
    if isinstance(message, ToolMessage):
        called.answer, called.is_error = str(message.content), message.status == "error"
    return ActionRecord("another program uses the tools", tool=called)
