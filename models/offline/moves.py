"""The next move of a turn: which tools to call now, or what to answer.

Saves come first, so that a question in the same message sees them. Only bound tools are called.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from models.offline.acts import Act, Ask, Heard, Keep, Say
from models.offline.answers import HEARD, NO_TOOLS_TO_LOOK, NO_TOOLS_TO_SAVE, confirmed
from models.offline.corrections import Kept
from models.offline.facts import Fact
from models.offline.findings import Results
from models.offline.lookup import next_calls
from models.offline.reading import read
from models.offline.results import Call, results_of
from models.offline.retelling import answered
from models.offline.setting import Setting, setting_after
from models.offline.smalltalk import EMPTY, REMINDER_HELP

EARLIER_TURNS = 4
"""Turns looked back on for what a pronoun or a correction points to."""


@dataclass(frozen=True, slots=True)
class Move:
    """Calls to make now, or the final words."""

    calls: tuple[Call, ...] = ()
    text: str = ""


def next_move(messages: Sequence[BaseMessage], tools: Collection[str]) -> Move:
    """What to do after these messages with these tools bound."""
    start = _turn_start(messages)
    if start is None:
        return Move(text=EMPTY)
    turn = messages[start:]
    setting = _setting(messages[:start])
    earlier = list(setting.said)
    acts = read(str(turn[0].text), setting)
    if not acts:
        return Move(text=EMPTY)
    results = results_of(turn)
    calls = tuple(_calls(acts, results, tools))
    if calls:
        return Move(calls=calls)
    return Move(text=_answer(acts, results, earlier, bool(tools)))


def _turn_start(messages: Sequence[BaseMessage]) -> int | None:
    for position in range(len(messages) - 1, -1, -1):
        if isinstance(messages[position], HumanMessage):
            return position
    return None


def _calls(acts: Sequence[Act], results: Results, tools: Collection[str]) -> list[Call]:
    saves = [save_call(f) for act in acts if isinstance(act, Keep) for f in act.facts]
    waiting = [call for call in saves if call not in results and call.name in tools]
    if waiting:
        return list(dict.fromkeys(waiting))
    asks = (act for act in acts if isinstance(act, Ask))
    return list(dict.fromkeys(c for ask in asks for c in next_calls(ask, results, tools)))


def save_call(fact: Fact) -> Call:
    """The call that keeps a fact."""
    if fact.topic is None:
        return Call.of("save_memory", content=fact.content)
    return Call.of("save_topic", topic=fact.topic, content=fact.content)


def _answer(acts: Sequence[Act], results: Results, earlier: Sequence[str], has_tools: bool) -> str:
    parts: list[str] = []
    for act in acts:
        match act:
            case Keep():
                parts += _kept(act, results, has_tools)
            case Ask():
                parts.append(_asked(act, results, earlier, has_tools))
            case Say(text=text):
                parts.append(text)
            case Heard():
                parts.append(HEARD)
    said = list(dict.fromkeys(parts))
    if len(said) > 1:
        said = [
            p
            for p in said
            if p != HEARD and not p.startswith(("Hello!", "All right.", "You are welcome."))
        ] or said[:1]
    return "\n".join(said)


def _kept(act: Keep, results: Results, has_tools: bool) -> list[str]:
    lines = []
    for fact in act.facts:
        call = save_call(fact)
        result = results.get(call)
        if result is None:
            lines.append(
                "I could not save that: the tool gave no answer." if has_tools else NO_TOOLS_TO_SAVE
            )
        else:
            lines.append(confirmed(fact, result))
    return [*lines, REMINDER_HELP] if act.is_reminder else lines


def _asked(act: Ask, results: Results, earlier: Sequence[str], has_tools: bool) -> str:
    text = answered(act, results, earlier)
    if not has_tools and not results and text.startswith("I don't know") and act.is_personal:
        return NO_TOOLS_TO_LOOK
    return text


def _setting(before: Sequence[BaseMessage]) -> Setting:
    """What the turns before leave to point back to."""
    starts = [i for i, m in enumerate(before) if isinstance(m, HumanMessage)][-EARLIER_TURNS:]
    recent = before[starts[0] :] if starts else []
    said = [str(m.text) for m in recent if isinstance(m, HumanMessage)]
    return setting_after(said, _kept_before(recent))


def _kept_before(recent: Sequence[BaseMessage]) -> list[Kept]:
    """What was saved or asked for, oldest first. Looked-up misses count: a correction may follow."""
    failed = {m.tool_call_id for m in recent if isinstance(m, ToolMessage) and m.status == "error"}
    kept: list[Kept] = []
    for message in recent:
        if not isinstance(message, AIMessage):
            continue
        for call in message.tool_calls:
            if call["id"] in failed or call["name"] not in (
                "save_topic",
                "recall_topic",
                "save_memory",
            ):
                continue
            topic, content = (
                str(call["args"].get("topic") or ""),
                str(call["args"].get("content") or ""),
            )
            if topic or content:
                kept.append(Kept(topic, content))
    return kept
