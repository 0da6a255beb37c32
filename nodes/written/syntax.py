"""Reads `name(key="value", …)`: by Python's own parser, and by a milder one where quotes clash.

Nothing is evaluated: only constants are taken out of the syntax tree.
"""

import ast
import re
import warnings
from typing import Any

from nodes.written.calls import WrittenCall, WrittenTools

HOLDERS = frozenset({"tools", "functions", "default_api", "memory", "mnemon"})
"""What models write before the name: `functions.save_topic(…)`."""

CLOSING = {'"': '"', "'": "'", "“": "”", "‘": "’", "«": "»", "„": "“", "”": "”", "’": "’"}
"""By which quote each one is closed."""

_KEY = re.compile(r"\s*(?:(?P<key>[A-Za-z_]\w*)\s*[=:]\s*)?")
_BARE = re.compile(r"-?\d+(?:\.\d+)?|true|false|none|null", re.IGNORECASE)
_NEXT = re.compile(r"\s*,\s*(?=[A-Za-z_]\w*\s*[=:]|[\"'“‘«„])")
_END = re.compile(r"\s*,?\s*\)")
_BETWEEN = re.compile(r"[\s;,]*")
_ESCAPED = re.compile(r"\\([\"'\\])")


def read_python(source: str, tools: WrittenTools) -> list[WrittenCall] | None:
    """The calls of a source that is nothing but calls; None when it is anything else."""
    found: list[WrittenCall] = []
    for statement in _parsed(source):
        calls = _calls_of(statement.value, tools) if isinstance(statement, ast.Expr) else None
        if not calls:
            return None
        found += calls
    return found or None


def _calls_of(node: ast.expr, tools: WrittenTools) -> list[WrittenCall] | None:
    """The calls in an expression: one, or a list of them, perhaps printed or awaited."""
    if isinstance(node, ast.Await):
        return _calls_of(node.value, tools)
    if isinstance(node, ast.List | ast.Tuple):
        each = [_calls_of(element, tools) for element in node.elts]
        return [call for calls in each if calls for call in calls] if all(each) else None
    if not isinstance(node, ast.Call):
        return None
    name = _name_of(node.func)
    if name == "print" and len(node.args) == 1:
        return _calls_of(node.args[0], tools)
    try:
        positional = [ast.literal_eval(value) for value in node.args]
        keywords = {str(k.arg): ast.literal_eval(k.value) for k in node.keywords}
    except (ValueError, TypeError, RecursionError):
        return None
    call = tools.call(name, positional, keywords)
    return [call] if call else None


def _name_of(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
        return node.attr if node.value.id in HOLDERS else ""
    return node.id if isinstance(node, ast.Name) else ""


def read_mildly(source: str, tools: WrittenTools) -> list[WrittenCall] | None:
    """The calls of a source whose quotes Python does not accept: apostrophes, curly quotes."""
    found: list[WrittenCall] = []
    position = 0
    while position < len(source):
        read = _read_call(source, position, tools)
        if read is None:
            return None
        call, position = read
        found.append(call)
        position = _skip(_BETWEEN, source, position)
    return found or None


def begins_with_a_call(source: str, tools: WrittenTools) -> bool:
    """Whether a whole call stands at the start, whatever follows it."""
    return _read_call(source, 0, tools) is not None


def _read_call(source: str, position: int, tools: WrittenTools) -> tuple[WrittenCall, int] | None:
    holders = "|".join(sorted(HOLDERS))
    start = re.compile(rf"\s*(?:(?:{holders})\.)?((?i:{tools.named}))\s*\(").match(source, position)
    if start is None:
        return None
    positional: list[Any] = []
    keywords: dict[str, Any] = {}
    position = start.end()
    while (end := _END.match(source, position)) is None:
        read = _read_argument(source, position, positional, keywords)
        if read is None:
            return None
        position = read
    call = tools.call(start[1], positional, keywords)
    return (call, end.end()) if call else None


def _read_argument(
    source: str, position: int, positional: list[Any], keywords: dict[str, Any]
) -> int | None:
    """Take one argument and what parts it from the next; where that begins."""
    key = _KEY.match(source, position)
    start = key.end() if key else position
    value = _quoted(source, start) or _bare(source, start)
    if value is None:
        return None
    if key and key["key"]:
        keywords[key["key"]] = value[0]
    else:
        positional.append(value[0])
    return _skip(_NEXT, source, value[1])


def _quoted(source: str, start: int) -> tuple[str, int] | None:
    """A quoted value: it ends at the first quote behind which the call goes on or ends."""
    closing = CLOSING.get(source[start : start + 1])
    if closing is None:
        return None
    end = source.find(closing, start + 1)
    while end >= 0:
        behind = end + 1
        is_escaped = source[end - 1] == "\\"
        if not is_escaped and (_NEXT.match(source, behind) or _END.match(source, behind)):
            return _ESCAPED.sub(r"\1", source[start + 1 : end]), behind
        end = source.find(closing, behind)
    return None


def _bare(source: str, start: int) -> tuple[str, int] | None:
    match = _BARE.match(source, start)
    return (match.group(), match.end()) if match else None


def _skip(pattern: re.Pattern[str], source: str, position: int) -> int:
    match = pattern.match(source, position)
    return match.end() if match else position


def is_cut_short(source: str) -> bool:
    """Whether a source that begins like a call ends before the call does."""
    if ")" in source and not any(quote in source for quote in CLOSING):
        return False  # save_topic(topic: str, content: str)
    ends = (found.end() for found in re.finditer(r"\)", source))
    return not any(_parsed(source[:end]) for end in ends)


def lacks_quotes(source: str) -> bool:
    """Whether keywords have bare words as values: `save_topic(topic=user.name, content=Ada)`.

    A value named like its keyword, or like a type, only shows how a call looks.
    """
    body = _parsed(source)
    call = body[0].value if len(body) == 1 and isinstance(body[0], ast.Expr) else None
    if not isinstance(call, ast.Call) or not call.keywords:
        return False
    shown = {str(keyword.arg) for keyword in call.keywords} | {"str", "string", "text"}
    values = [keyword.value for keyword in call.keywords]
    bare = [value for value in values if isinstance(value, ast.Name | ast.Attribute)]
    is_bare = len(bare) == len(values) and not call.args
    return is_bare and not any(isinstance(v, ast.Name) and v.id in shown for v in bare)


def _parsed(source: str) -> list[ast.stmt]:
    """The statements of a source; [] when it is no Python."""
    try:
        with warnings.catch_warnings(action="ignore"):  # of invalid escapes in somebody's text
            return ast.parse(source.strip()).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
