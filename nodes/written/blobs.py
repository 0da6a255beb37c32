"""Reads `{"name": "save_topic", "arguments": {…}}` and its many likes."""

import ast
import json
import re
import warnings
from collections.abc import Mapping
from typing import Any

from nodes.written.calls import WrittenCall, WrittenTools

NAME_KEYS = ("name", "tool", "function", "tool_name", "action", "function_name")
ARGUMENT_KEYS = ("arguments", "args", "parameters", "input", "action_input", "tool_input", "params")
LIST_KEYS = ("tool_calls", "calls")

_STRAIGHT = str.maketrans({"“": '"', "”": '"', "„": '"'})
_BARE_KEY = re.compile(r"([{,]\s*)([A-Za-z_]\w*)\s*:")
"""A key without quotes, as in JavaScript."""

_CLOSERS = ("", "}", "}}", "]", "}]", "}}]", "}]}")
"""What a blob that was cut short may lack, when it lacks no part of a text."""


def read_blob(
    source: str, tools: WrittenTools, *, is_cut: bool = False
) -> list[WrittenCall] | None:
    """The calls of a source that is one JSON value made of calls; None when it is anything else.

    Args:
        source: The text.
        tools: What can be called.
        is_cut: The answer ended here: brackets that are missing may be added.
    """
    for closer in _CLOSERS if is_cut else ("",):
        value = _decoded(source.strip() + closer)
        if value is not None:
            return _calls_in(value, tools)
    several = _several(source.strip())
    return _calls_in(several, tools) if several else None


def is_blob(source: str) -> bool:
    """Whether the source is one whole JSON value, whatever it says."""
    return _decoded(source.strip()) is not None


def _several(source: str) -> list[object]:
    """The values of a source that is several JSON values, `;` or blanks between; [] for any other."""
    found: list[object] = []
    position = 0
    while position < len(source):
        try:
            value, position = json.JSONDecoder(strict=False).raw_decode(source, position)
        except (ValueError, RecursionError):
            return []
        found.append(value)
        position += len(source[position:]) - len(source[position:].lstrip("; \t\r\n,"))
    return found


def _decoded(source: str) -> object:
    """The value of a JSON text, also with single or curly quotes; None when it is none."""
    for text in (source, source.translate(_STRAIGHT), _BARE_KEY.sub(r'\1"\2":', source)):
        try:
            return json.loads(text, strict=False)
        except (ValueError, RecursionError):
            continue
    try:
        with warnings.catch_warnings(action="ignore"):
            return ast.literal_eval(source)
    except (ValueError, SyntaxError, TypeError, RecursionError, MemoryError):
        return None


def _calls_in(value: object, tools: WrittenTools) -> list[WrittenCall] | None:
    """All calls of a value; None when any part of it is no call."""
    if isinstance(value, list | tuple):
        each = [_calls_in(part, tools) for part in value]
        return [call for calls in each if calls for call in calls] if value and all(each) else None
    if not isinstance(value, dict):
        return None
    for key in LIST_KEYS:
        if isinstance(value.get(key), list):
            return _calls_in(value[key], tools)
    call = _call_in(value, tools)
    return [call] if call else None


def _call_in(value: Mapping[str, Any], tools: WrittenTools) -> WrittenCall | None:
    for wrapper in ("function", "function_call", "tool_call"):
        if isinstance(value.get(wrapper), dict):
            value = value[wrapper]
    if len(value) == 1:
        name, arguments = next(iter(value.items()))
        return _call(name, arguments, tools)
    name = next((value[key] for key in NAME_KEYS if isinstance(value.get(key), str)), "")
    arguments = next((value[key] for key in ARGUMENT_KEYS if key in value), None)
    if arguments is None:  # {"tool": "save_topic", "topic": …, "content": …}
        arguments = {key: given for key, given in value.items() if key not in NAME_KEYS}
    return _call(name, arguments, tools)


def _call(name: str, arguments: object, tools: WrittenTools) -> WrittenCall | None:
    if isinstance(arguments, str):
        decoded = _decoded(arguments)
        arguments = decoded if isinstance(decoded, dict) else [arguments]
    if isinstance(arguments, list):
        return tools.call(name, arguments, {})
    return tools.call(name, [], arguments) if isinstance(arguments, dict) else None
