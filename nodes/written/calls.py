"""What a written call is, and which names and arguments make one."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from nodes.tools import MemoryTool

ALIAS = "memory_save"
"""Written by models that were taught another memory; a topic tells which tool is meant. Where a tool
of that name is offered, it is meant itself."""

_ALIAS_ARGUMENTS = ("topic", "content")

_PLACEHOLDER = re.compile(r"\s*(?:\.{2,}|…|<[^<>]*>|\[[^\[\]]*\]|\{[^{}]*\})\s*")
"""A value that stands for one: whoever writes it shows how a call looks."""


@dataclass(frozen=True)
class WrittenCall:
    """One call as it was written; `fault` says why it cannot be carried out, "" when it can."""

    name: str
    arguments: Mapping[str, Any]
    fault: str = ""


@dataclass(frozen=True)
class WrittenTools:
    """The tools whose calls are recognised.

    Attributes:
        parameters: For each tool the names of its arguments, in order.
    """

    parameters: Mapping[str, tuple[str, ...]]

    @classmethod
    def of(cls, tools: Iterable[MemoryTool[Any]]) -> "WrittenTools":
        """Those of the tools that are offered, and the alias when topics and notes can be saved."""
        parameters = {tool.name: tuple(tool.arguments.model_fields) for tool in tools}
        if {"save_topic", "save_memory"} <= set(parameters):
            parameters.setdefault(ALIAS, _ALIAS_ARGUMENTS)
        return cls(parameters)

    @cached_property
    def named(self) -> str:
        """A pattern of the names, the longest first."""
        return "|".join(sorted(map(re.escape, self.parameters), key=len, reverse=True))

    def call(
        self, name: str, positional: list[Any], keywords: Mapping[str, Any]
    ) -> WrittenCall | None:
        """The call that is meant; None when it only shows how such a call would look."""
        name = name if name in self.parameters else name.lower()
        names = self.parameters.get(name)
        if names is None or len(positional) > len(names):
            return None
        is_alias = name == ALIAS and names == _ALIAS_ARGUMENTS
        if is_alias and len(positional) == 1 and not keywords:
            names = ("content",)
        if len(positional) == 1 and isinstance(positional[0], dict) and not keywords:
            positional, keywords = [], positional[0]  # save_topic({"topic": …})
        given = {key if key in names else key.lower(): value for key, value in keywords.items()}
        arguments = {**dict(zip(names, positional, strict=False)), **given}
        known = [arguments[key] for key in names if key in arguments]
        if not known or any(map(_is_placeholder, known)):
            return None
        if is_alias:
            name = "save_topic" if arguments.get("topic") else "save_memory"
        return WrittenCall(name, arguments)


def _is_placeholder(value: object) -> bool:
    return isinstance(value, str) and bool(_PLACEHOLDER.fullmatch(value))
