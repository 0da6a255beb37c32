"""What happened in a story, as text that a person can follow."""

from collections.abc import Mapping, Sequence
from typing import Any

from stories.records import ActionRecord, CalledTool, SessionRecord, TurnRecord


def render_transcript(title: str, sessions: Sequence[SessionRecord]) -> str:
    """The whole story as it went: who said what, which tools were called, what was saved."""
    lines = [title]
    for session in sessions:
        lines += ["", f"── {session.heading} ──"]
        for step in session.steps:
            lines += _turn(step) if isinstance(step, TurnRecord) else _action(step)
    return "\n".join(lines)


def _turn(turn: TurnRecord) -> list[str]:
    lines = [_block("you      ", turn.said)]
    for call in turn.calls:
        lines += _call(call)
    lines += [_block("saved    ", f"{r['topic'] or r['kind']}: {r['content']}") for r in turn.saved]
    lines += [_block("notice   ", notice) for notice in turn.notices]
    if turn.answer is not None:
        lines.append(_block("mnemon   ", turn.answer))
    if turn.error is not None:
        lines.append(_block("refused  ", turn.error))
    return lines


def _action(action: ActionRecord) -> list[str]:
    lines = [_block("action   ", action.what)]
    if action.tool is not None:
        lines += _call(action.tool)
    if action.outcome:
        lines.append(_block("         ", action.outcome))
    if action.error is not None:
        lines.append(_block("refused  ", action.error))
    return lines


def _call(call: CalledTool) -> list[str]:
    lines = [_block("  tool   ", f"{call.name}({render_arguments(call.arguments)})")]
    if call.answer is not None:
        lines.append(_block("  error  " if call.is_error else "  gives  ", call.answer))
    return lines


def render_arguments(arguments: Mapping[str, Any]) -> str:
    """The arguments of a call as they stand between its brackets."""
    return ", ".join(f"{name}={value!r}" for name, value in arguments.items())


def _block(label: str, text: str) -> str:
    """The text beside its label, further lines indented below it."""
    return label + text.replace("\n", "\n" + " " * len(label))
