"""Does what happened keep the promise? Each function gives one sentence for each thing amiss."""

from collections.abc import Iterable, Sequence
from typing import Any

from stories.expectations import (
    ActionExpectation,
    ExpectedCall,
    RecallExpectation,
    ToolExpectation,
    TurnExpectation,
    UpkeepExpectation,
)
from stories.records import ActionRecord, CalledTool, TurnRecord
from stories.transcript import render_arguments
from stories.wording import has, key


def check_turn(record: TurnRecord, expected: TurnExpectation, *, live: bool) -> list[str]:
    """What one turn lacks or has too much.

    Args:
        record: What happened.
        expected: What the story says.
        live: A language model answered, which may call more tools and save more than was asked.
    """
    return [
        *_error(record.error, expected.error_has),
        *_tools(record.calls, expected.tools, live=live),
        *_saved(record, expected.saved, live=live),
        *_texts("the answer", record.answer, expected.answer_has, expected.answer_lacks),
        *_one_of("the answer", record.answer, expected.answer_has_any),
        *_texts("the notices", "\n".join(record.notices), expected.notice_has),
        *_texts("the model's prompt", record.prompt, expected.model_saw, expected.model_saw_not),
    ]


def check_action(record: ActionRecord, expected: ActionExpectation) -> list[str]:
    """What an action lacks or has too much."""
    faults = _error(record.error, expected.error_has)
    if isinstance(expected, RecallExpectation) and record.recall is not None:
        faults += _recall(record, expected)
    if isinstance(expected, UpkeepExpectation):
        faults += _texts("upkeep", record.outcome, expected.has, expected.lacks)
    if isinstance(expected, ToolExpectation) and record.tool is not None:
        faults += _texts(
            "the tool's answer", record.tool.answer, expected.answer_has, expected.answer_lacks
        )
        faults += _is_error(record.tool, expected=expected.is_error)
    return faults


def _error(error: str | None, wanted: str | None) -> list[str]:
    if wanted is None:
        return [] if error is None else [f"expected no error, but it was refused: {error}"]
    if error is None:
        return [f"expected an error with {wanted!r}, but there was none"]
    return [] if has(error, wanted) else [f"expected an error with {wanted!r}, but came: {error}"]


def _texts(
    place: str, text: str | None, wanted: Iterable[str], unwanted: Iterable[str] = ()
) -> list[str]:
    faults = [f"expected {place} to have {w!r}" for w in wanted if not has(text, w)]
    faults += [f"expected {place} to lack {u!r}" for u in unwanted if has(text, u)]
    return [f"{fault}, but came: {text or '(nothing)'}" for fault in faults]


def _one_of(place: str, text: str | None, wanted: Sequence[str]) -> list[str]:
    if not wanted or any(has(text, w) for w in wanted):
        return []
    choices = " or ".join(map(repr, wanted))
    return [f"expected {place} to have {choices}, but came: {text or '(nothing)'}"]


def _tools(
    calls: Sequence[CalledTool], wanted: Sequence[str | ExpectedCall] | None, *, live: bool
) -> list[str]:
    """The calls must be the wanted ones in order; live, others may stand between them."""
    if wanted is None:
        return []
    expected = [ExpectedCall(name=w) if isinstance(w, str) else w for w in wanted]
    rest = list(calls)
    faults: list[str] = []
    for one in expected:
        at = next((i for i, call in enumerate(rest) if _is_call(call, one)), None)
        if at is None or (at > 0 and not live):
            return [f"expected the tools {_wanted(expected)}, but came {_came(calls)}"]
        faults += _texts(f"the answer of {one.name}", rest[at].answer, one.answer_has)
        faults += _is_error(rest[at], expected=one.is_error)
        rest = rest[at + 1 :]
    if rest and not (live and expected):
        faults.append(f"expected the tools {_wanted(expected)} only, but came {_came(calls)}")
    return faults


def _is_call(call: CalledTool, expected: ExpectedCall) -> bool:
    return call.name == expected.name and all(
        _argument_fits(name, call.arguments.get(name), wanted)
        for name, wanted in expected.arguments.items()
    )


def _argument_fits(name: str, value: Any, wanted: str) -> bool:  # noqa: ANN401 - a model's choice
    if name == "topic":
        return key(str(value)) == key(wanted)
    return value is not None and has(str(value), wanted)


def _is_error(call: CalledTool, *, expected: bool) -> list[str]:
    if call.is_error == expected:
        return []
    wanted = "an error" if expected else "no error"
    return [f"expected {wanted} from {call.name}, but came: {call.answer or '(nothing)'}"]


def _wanted(calls: Sequence[ExpectedCall]) -> str:
    return _list(f"{c.name}({render_arguments(c.arguments)})" for c in calls)


def _came(calls: Sequence[CalledTool]) -> str:
    return _list(f"{c.name}({render_arguments(c.arguments)})" for c in calls)


def _list(items: Iterable[str]) -> str:
    return "[" + ", ".join(items) + "]"


def _saved(record: TurnRecord, wanted: Sequence[str] | None, *, live: bool) -> list[str]:
    """The save notices must be the wanted ones, in any order; live, there may be more."""
    if wanted is None:
        return []
    came = sorted(receipt["topic"] or receipt["kind"] for receipt in record.saved)
    expected = sorted(w if w in {"note", "fact"} else key(w) for w in wanted)
    enough = expected and live and all(came.count(w) >= expected.count(w) for w in expected)
    if came == expected or enough:
        return []
    return [f"expected save notices for {_list(expected)}, but came {_list(came)}"]


def _recall(record: ActionRecord, expected: RecallExpectation) -> list[str]:
    recall = record.recall
    if recall is None:
        return []
    found = [item.engram.content for item in recall.items]
    shown = _list(map(repr, found))
    faults: list[str] = []
    rest = list(found)
    for wanted in expected.found:
        at = next((i for i, content in enumerate(rest) if has(content, wanted)), None)
        if at is None:
            faults.append(f"expected to find, in order, {expected.found}, but came {shown}")
            break
        rest = rest[at + 1 :]
    faults += [
        f"expected no memory with {unwanted!r}, but came {shown}"
        for unwanted in expected.found_lacks
        if any(has(content, unwanted) for content in found)
    ]
    reasons = [f"{out.stage}: {out.why}" for out in recall.left_out]
    faults += [
        f"expected something left out because of {wanted!r}, but were told {_list(reasons)}"
        for wanted in expected.left_out
        if not any(has(reason, wanted) for reason in reasons)
    ]
    if expected.outcome not in (None, recall.outcome):
        faults.append(f"expected the outcome {expected.outcome}, but came {recall.outcome}")
    if expected.degraded not in (None, recall.degraded):
        faults.append(f"expected degraded={expected.degraded}, but came {recall.degraded}")
    return faults
