"""Calls as families of models are taught to write them: a name with an object, tags, or lines.

`<function=save_topic>{…}</function>`, `Action: save_topic` with `Action Input: {…}`,
`<invoke name="save_topic"><parameter name="topic">…`, `save_topic: {…}`, `save_topic topic="…"`.
"""

import json
import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from nodes.written.calls import WrittenCall, WrittenTools
from nodes.written.syntax import HOLDERS

PREFIX = (
    r"(?:\[TOOL_CALLS\]|<\|python_tag\|>|<\|tool_call\|>|functools(?=\[)|\*\*|(?:[-*•]|\d{1,2}[.)])[ \t]+|"
    r"(?:tool[ _]call|call|function call|assistant)[ \t]*:[ \t]*|[a-z_]\w*[ \t]*=[ \t]*(?!=))?[ \t]*`?\s*"
)
"""What may stand before a call on its line: a model's mark, a bullet, a label, a variable."""

TRAILER = r"(?:[\s`;,*]|</s>|<\|/?\w+\|>|</?tool_calls?>|[ \t]#[^\n\"']*)*"
"""What may stand behind it."""

HEADS = (
    "<function=", '<invoke name="', "✿FUNCTION✿:", "Action:", "functools[", "Tool call:", "Call:",
    "Assistant:", "Function call:", "**", "- ", "* ", "• ", "1. ", "2. ", "3. ", "result = ", "[TOOL_CALLS]",
)  # fmt: skip
"""How such lines begin: while one is being written, it may yet become a call."""

_WAITS = ("✿ARGS✿:", "Action Input:", "[ARGS]")
_OBJECT = re.compile(
    r"(?:[\"']?\s*>|\s*\[ARGS\]|\s*:|\s*\n\s*✿ARGS✿:|\s*\n\s*Action Input:|\s*\()?\s*(?=\{)"
)
_BEHIND_OBJECT = re.compile(rf"\s*\)?\s*(?:>?\s*</function>|/?>)?{TRAILER}(?=\n|$)")
_OPEN_TAG = re.compile(r"[\"']?\s*>")
_PARAMETER = re.compile(
    r"<parameter(?:=|\s+name=)[\"']?(\w+)[\"']?\s*>\s*(.*?)\s*</parameter>", re.DOTALL
)
_ELEMENT = re.compile(r"<(\w+)>\s*(.*?)\s*</\1>", re.DOTALL)
_ATTRIBUTES = re.compile(r"((?:\s+\w+\s*=\s*(?:\"[^\"\n]*\"|'[^'\n]*'))+)\s*/?>?[ \t]*(?=\n|$)")
_ATTRIBUTE = re.compile(r"(\w+)\s*=\s*(?:\"([^\"\n]*)\"|'([^'\n]*)')")
_LINES = re.compile(r":[ \t]*\n((?:[ \t]+\w+:[ \t]*\S.*(?:\n|$))+)")
_LINE = re.compile(r"^[ \t]+(\w+):[ \t]*(.+?)[ \t]*$", re.MULTILINE)


@dataclass(frozen=True)
class Dialect:
    """What stands at a place: calls that end at `end`, or nothing yet decided (`calls` is None)."""

    end: int
    calls: tuple[WrittenCall, ...] | None


@lru_cache(maxsize=16)
def _head(named: str) -> re.Pattern[str]:
    holders = "|".join(sorted(HOLDERS))
    return re.compile(
        rf"[ \t]*`?{PREFIX}(?P<open><function=|<invoke\s+name=[\"']|✿FUNCTION✿:\s*|Action:\s*|<)?"
        rf"(?:(?:{holders})\.)?(?P<name>{named})\b",
        re.IGNORECASE,
    )


def read_dialect(text: str, start: int, tools: WrittenTools, *, is_whole: bool) -> Dialect | None:
    """The call in a dialect that begins at `start`; None when there is none.

    Args:
        text: The answer, as far as it has come.
        start: The beginning of a line.
        tools: What can be called.
        is_whole: Nothing more will come.
    """
    head = _head(tools.named).match(text, start)
    if head is None:
        return None
    name = head["name"].lower()
    read = _with_object(text, head, name, tools) or _with_tags(text, head, name, tools)
    read = read or _with_lines(text, head, name, tools, is_whole=is_whole)
    if read is not None or is_whole:
        return read
    return Dialect(len(text), None) if _may_go_on(text[head.end() :], head["open"] or "") else None


def _with_object(text: str, head: re.Match[str], name: str, tools: WrittenTools) -> Dialect | None:
    opened = _OBJECT.match(text, head.end())
    if opened is None:
        return None
    try:
        arguments, end = json.JSONDecoder(strict=False).raw_decode(text, opened.end())
    except (ValueError, RecursionError):
        return None
    behind = _BEHIND_OBJECT.match(text, end)
    return _dialect(name, arguments, behind.end() if behind else None, tools, text)


def _with_tags(text: str, head: re.Match[str], name: str, tools: WrittenTools) -> Dialect | None:
    attributes = _ATTRIBUTES.match(text, head.end())
    if attributes:
        given = {key: one or two for key, one, two in _ATTRIBUTE.findall(attributes[1])}
        return _dialect(name, given, attributes.end(), tools, text)
    opened = _OPEN_TAG.match(text, head.end()) if "<" in (head["open"] or "") else None
    if opened is None:
        return None
    close = re.compile(rf"</(?:function|invoke|{re.escape(head['name'])})>").search(
        text, opened.end()
    )
    if close is None:
        return None
    body = text[opened.end() : close.start()]
    given = dict(_PARAMETER.findall(body) or _ELEMENT.findall(body))
    behind = re.compile(TRAILER).match(text, close.end())
    return _dialect(name, given, behind.end() if behind else close.end(), tools, text)


def _with_lines(
    text: str, head: re.Match[str], name: str, tools: WrittenTools, *, is_whole: bool
) -> Dialect | None:
    lines = _LINES.match(text, head.end())
    if lines is None or (lines.end() >= len(text) and not is_whole):
        return None
    given = {key: value.strip("\"'") for key, value in _LINE.findall(lines[1])}
    return _dialect(name, given, lines.end(), tools, text)


def _dialect(
    name: str, arguments: object, end: int | None, tools: WrittenTools, text: str
) -> Dialect | None:
    if end is None or not isinstance(arguments, dict):
        return None
    if set(arguments) - set(tools.parameters.get(name, ())):
        return None  # a schema, or somebody else's object
    named: dict[str, Any] = arguments
    call = tools.call(name, [], named)
    if call is None:
        return None
    at_break = end + 1 if text[end : end + 1] == "\n" else end
    return Dialect(at_break, (call,))


def _may_go_on(rest: str, opened: str) -> bool:
    """Whether what stands behind the name may yet become the rest of a call."""
    begun = rest.strip()
    if not begun or any(wait.startswith(begun) for wait in _WAITS):
        return True
    if _OBJECT.match(rest) or "<" in opened:
        return True
    if begun == ":" or _LINES.fullmatch(rest) or re.fullmatch(r":[ \t]*\n[ \t]+.*", rest):
        return True
    return bool(re.match(r"\s+\w*\s*(?:=|$)", rest)) and "\n" not in rest
