"""Calls that a model writes in its answer instead of making them: found, read, taken out.

Many models without tool calling can still write `save_topic(topic="…", content="…")` on a line of
its own. Such a line becomes a real call of the same message, and goes the way of every call.
"""

from nodes.written.blocks import Block, next_block
from nodes.written.calls import WrittenCall, WrittenTools
from nodes.written.finding import FoundCalls, Source, find_written_calls
from nodes.written.history import as_plain_talk

__all__ = [
    "Block",
    "FoundCalls",
    "Source",
    "WrittenCall",
    "WrittenTools",
    "as_plain_talk",
    "find_written_calls",
    "next_block",
]
