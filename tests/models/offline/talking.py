"""A person's conversations with the offline model over a real memory, without the graph around it.

Tools, tool texts, embedder and ledger are the program's own; each exchange is kept as an episode, as
the program keeps it.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import uuid4

from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    ToolCall,
    ToolMessage,
)
from langchain_core.tools import BaseTool

from core.identity import Identity
from core.recalled import nothing_recalled
from memory import Memory, MemoryService
from models.offline import OfflineChatModel
from nodes.echo import only_retells
from nodes.tools import memory_tools

MOST_STEPS = 8


@dataclass(frozen=True)
class Turn:
    """What was said, what was answered, and whether anything was saved for it."""

    said: str
    answer: str
    has_receipt: bool


@dataclass
class Person:
    """One user of a home; `start` begins a new conversation."""

    service: MemoryService
    name: str = field(default_factory=lambda: f"user-{uuid4()}")
    messages: list[BaseMessage] = field(default_factory=list)
    calls: list[ToolCall] = field(default_factory=list)
    turns: list[Turn] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.memory: Memory
        self.tools: dict[str, BaseTool]
        self.start()

    def start(self) -> None:
        """A new conversation: no message of the last one is seen."""
        self.memory = self.service.for_identity(Identity(user=self.name, session=str(uuid4())))
        self.tools = {tool.name: tool for tool in memory_tools(self.memory)}
        self.messages = []

    def says(self, text: str) -> str:
        """One turn: tools are run until the model answers, then the exchange is kept."""
        model = OfflineChatModel().bind_tools(list(self.tools.values()))
        start = len(self.messages)
        self.messages.append(HumanMessage(text, id=str(uuid4())))
        for _ in range(MOST_STEPS):
            answer = model.invoke([SystemMessage("You are Mnemon."), *self.messages])
            self.messages.append(answer)
            if not answer.tool_calls:
                break
            self.calls += answer.tool_calls
            self.messages += self._run(answer)
        turn = self.messages[start:]
        words = str(self.messages[-1].text)
        self._keep(text, words, turn)
        return words

    def _run(self, answer: AIMessage) -> list[ToolMessage]:
        return [self.tools[call["name"]].invoke(call) for call in answer.tool_calls]

    def _keep(self, said: str, answer: str, turn: Sequence[BaseMessage]) -> None:
        saved = any("receipt" in (m.artifact or {}) for m in turn if isinstance(m, ToolMessage))
        self.turns.append(Turn(said, answer, saved))
        made = sum(len(m.tool_calls) for m in turn if isinstance(m, AIMessage))
        if not said.strip():
            return
        derived = not saved and only_retells(said, answer, turn, nothing_recalled())
        query_id = str(uuid4())
        self.memory.save_episode(said, answer, query_id=query_id, tool_calls=made, derived=derived)
