"""Parts of an answer that stand by themselves: a line, a fence, a call, and what is only quoted.

Works on unfinished text too: then the last block may be undecided, and what streams an answer
holds it back.
"""

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from nodes.written.blobs import is_blob, read_blob
from nodes.written.calls import WrittenCall, WrittenTools
from nodes.written.dialects import HEADS, PREFIX, TRAILER, read_dialect
from nodes.written.syntax import (
    HOLDERS,
    begins_with_a_call,
    is_cut_short,
    lacks_quotes,
    read_mildly,
    read_python,
)

MOST_LINES = 40
"""Of one call; a longer text is no call but a document."""

_FENCE = re.compile(r"[ \t]*(?P<mark>`{3,}|~{3,})(?:[ \t]*[\w-]*[ \t]*(?=\n|$))?")
_TAG = re.compile(
    r"\s*<(?P<tag>tool_calls?|function_calls?|tools|think|thinking|blockquote)>", re.I
)
_NEVER_READ = ("think", "thinking", "blockquote")
_IGNORED = re.compile(r"\s*(?:#|//|import |from \w+ import ).*")
_PREFIX = rf"(?i:{PREFIX})"
_BLOB_BEGUN = re.compile(rf"[\s`]*{_PREFIX}(?:\[?\s*\{{\s*|\[\s*)?")

_HEAD_BEGUN = re.compile(r"^(?:<function=|<invoke name=\"|✿function✿:\s*|action:\s*|<)")
_BARE_NAME_BEGUN = re.compile(r"[\[\s]*\{\s*(?:n|na|nam|name)\s*")

_MARKS = (
    "await ", "print(", "~~~", "<tool_calls>", "<function_calls>", "<thinking>", "<blockquote>",
    "[TOOL_CALLS]", "<|python_tag|>", "<|tool_call|>",
)  # fmt: skip
"""What may stand before a call or around it, beside backticks."""

Kind = Literal["text", "calls", "undecided"]


@dataclass(frozen=True)
class Block:
    """A part of the text, line breaks included.

    Attributes:
        kind: `undecided` may yet become calls when more text comes.
        start: Where it begins.
        end: Where the next one begins.
        calls: What is called, when it is calls.
    """

    kind: Kind
    start: int
    end: int
    calls: tuple[WrittenCall, ...] = ()


@lru_cache(maxsize=16)
def _openers(named: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """How a line begins that may be a call, and one that may be a blob."""
    holders = "|".join(sorted(HOLDERS))
    call = (
        rf"\s*`?{_PREFIX}(?:\[\s*)?(?:await\s+|print\(\s*)*(?:(?:{holders})\.)?(?i:{named})"
        r"(?:\.(?:call|invoke|run))?\s*\("
    )
    return re.compile(call), re.compile(rf"\s*`?{_PREFIX}(?:\[\s*)?\{{\s*(?:[\"'“„{{]|name\s*:)")


def next_block(text: str, start: int, tools: WrittenTools, *, is_whole: bool) -> Block:
    """The block that begins at `start`, the beginning of a line.

    Args:
        text: The answer, as far as it has come.
        start: Where to look.
        tools: What can be called.
        is_whole: Nothing more will come.
    """
    end = _line_end(text, start)
    line = text[start:end]
    if fence := _FENCE.match(line):
        return _fenced(text, start, fence, tools, is_whole=is_whole)
    if tag := _TAG.match(line):
        return _tagged(text, start, tag, tools, is_whole=is_whole)
    if dialect := read_dialect(text, start, tools, is_whole=is_whole):
        kind: Kind = "undecided" if dialect.calls is None else "calls"
        return Block(kind, start, dialect.end, dialect.calls or ())
    if any(opener.match(text, start) for opener in _openers(tools.named)):
        return _called(text, start, tools, is_whole=is_whole)
    is_unfinished = not line.endswith("\n") or _BLOB_BEGUN.fullmatch(text, start)
    if not is_whole and is_unfinished and may_begin(line, tools):
        return Block("undecided", start, end)
    return Block("text", start, end)


def may_begin(line: str, tools: WrittenTools) -> bool:
    """Whether an unfinished line may yet become the beginning of a call, a blob or a fence."""
    written = line.lstrip().lstrip("`").casefold()
    if written and any(mark.casefold().startswith(written) for mark in (*HEADS, *_MARKS)):
        return True
    begun = _HEAD_BEGUN.sub("", re.sub(rf"^{_PREFIX}", "", written))
    if not begun:
        return bool(line.strip())
    is_object = _BLOB_BEGUN.fullmatch(line) or _BARE_NAME_BEGUN.fullmatch(begun)
    if is_object or any(opener.match(begun) for opener in _openers(tools.named)):
        return True
    bare = re.sub(r"^(?:\[\s*|await\s+|print\(\s*)+", "", begun)
    holder, dot, name = bare.partition(".")
    if dot and holder in HOLDERS:
        bare = name
    if not bare or re.fullmatch(rf"(?:{tools.named})(?:\.\w*|\s*)", bare):
        return True
    return any(word.startswith((begun, bare)) for word in (*tools.parameters, *HOLDERS, *_MARKS))


def _line_end(text: str, start: int) -> int:
    end = text.find("\n", start)
    return len(text) if end < 0 else end + 1


def _fenced(
    text: str, start: int, fence: re.Match[str], tools: WrittenTools, *, is_whole: bool
) -> Block:
    """A fenced part: calls when there is nothing but calls in it."""
    inside = start + fence.end()
    mark = re.escape(fence["mark"])
    one_line = re.compile(rf"{mark}[ \t]*$", re.M).search(text, inside, _line_end(text, start))
    close = one_line or re.compile(rf"^[ \t]*{mark}[`~]*[ \t]*$", re.M).search(text, inside)
    if close is None:
        body = text[inside:]
        if is_whole:
            return _block_of(_calls_only(body, tools, is_cut=True), start, len(text))
        first = next((line for line in body.splitlines() if line.strip()), "")
        is_open = not first or _IGNORED.match(first) or may_begin(first, tools)
        if "\n" not in body or is_open:
            return Block("undecided", start, len(text))
        return Block("text", start, len(text))
    calls = _calls_only(text[inside : close.start()], tools, is_cut=False)
    return _block_of(calls, start, _line_end(text, close.end()))


def _tagged(
    text: str, start: int, tag: re.Match[str], tools: WrittenTools, *, is_whole: bool
) -> Block:
    """A part between tags: `<tool_call>` as some models are taught, or thoughts, never read."""
    close = text.lower().find(f"</{tag['tag'].lower()}>", start)
    end = len(text) if close < 0 else _line_end(text, close)
    behind = -1 if close < 0 else text.find("<", close + 1, end)
    if behind >= 0 and _TAG.match(text, behind):
        end = behind  # the next call stands on the same line
    if tag["tag"].lower() in _NEVER_READ:
        return Block("text", start, end)
    if close < 0 and not is_whole:
        return Block("undecided", start, end)
    body = text[start + tag.end() : close if close >= 0 else end]
    return _block_of(_calls_only(body, tools, is_cut=close < 0), start, end)


def _block_of(calls: list[WrittenCall] | None, start: int, end: int) -> Block:
    return Block("calls", start, end, tuple(calls)) if calls else Block("text", start, end)


def _calls_only(body: str, tools: WrittenTools, *, is_cut: bool) -> list[WrittenCall] | None:
    """The calls of a text that has nothing else in it but comments and blank lines."""
    body = "" if not body.strip() else body
    whole = read_blob(body, tools, is_cut=is_cut)
    if whole:
        return whole
    calls: list[WrittenCall] = []
    position = 0
    while position < len(body):
        block = next_block(body, position, tools, is_whole=True)
        part = body[block.start : block.end]
        if block.kind == "text" and part.strip() and not _IGNORED.fullmatch(part.rstrip()):
            return None
        calls += block.calls
        position = block.end
    return calls or None


def _called(text: str, start: int, tools: WrittenTools, *, is_whole: bool) -> Block:
    """A line that begins like a call: the shortest run of lines that can be read as calls."""
    end = start
    for _ in range(MOST_LINES):
        end = _line_end(text, end)
        calls = read_calls(text[start:end], tools)
        if calls:
            return Block("calls", start, end, tuple(calls))
        if end >= len(text):
            break
    return _unread(text, start, end, tools, is_whole=is_whole)


def _unread(text: str, start: int, end: int, tools: WrittenTools, *, is_whole: bool) -> Block:
    """What begins like a call and cannot be read: talk about it, or a call that is broken."""
    line = Block("text", start, _line_end(text, start))
    bare = bare_source(text[start:end])
    reaches_end = end >= len(text)
    if (
        reaches_end
        and not is_whole
        and (line.end >= len(text) or not begins_with_a_call(bare, tools))
    ):
        return Block("undecided", start, len(text))
    if begins_with_a_call(bare, tools) or not reaches_end or "\n\n" in bare:
        return line
    calls = read_calls(text[start:end], tools, is_cut=True)
    name = "" if calls else _broken_name(bare, tools)
    if name:
        calls = [WrittenCall(name, {}, fault=bare)]
    return Block("calls", start, end, tuple(calls)) if calls else line


def _broken_name(bare: str, tools: WrittenTools) -> str:
    """The tool that an unreadable source means to call; "" when it only talks about one."""
    called = re.match(rf"(?:\w+\.)?({tools.named})\s*\(", bare)
    if called:
        return called[1] if lacks_quotes(bare) or is_cut_short(bare) else ""
    if is_blob(bare):
        return ""
    named = re.match(
        rf"\[?\s*\{{.{{0,80}}?[\"'“](?:name|tool|function|action)[\"'”]\s*:\s*[\"'“]({tools.named})\b",
        bare,
        re.DOTALL,
    )
    return named[1] if named else ""


def bare_source(source: str) -> str:
    """The source without what stands around a call: backticks, model marks, a full stop."""
    bare = re.sub(rf"^\s*`{{0,2}}{_PREFIX}", "", source)
    bare = re.sub(rf"{TRAILER}$", "", bare.strip().strip("`;, \t\n"))
    return re.sub(r"^(\w+)\.(?:call|invoke|run)\(", r"\1(", bare)


def read_calls(
    source: str, tools: WrittenTools, *, is_cut: bool = False
) -> list[WrittenCall] | None:
    """The calls of a source that is nothing but calls or one blob.

    Args:
        source: Whole lines.
        tools: What can be called.
        is_cut: The answer ended here: a last bracket that is missing may be added.
    """
    bare = bare_source(source)
    if bare.startswith("{") or re.match(r"\[\s*\{", bare):
        return read_blob(bare, tools, is_cut=is_cut)
    for text in (bare, bare.rstrip(".")) if not is_cut else (f"{bare})", f"{bare}]"):
        if text.endswith((")", "]")):
            calls = read_python(text, tools) or read_mildly(text, tools)
            if calls:
                return calls
    return None
