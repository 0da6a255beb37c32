"""What a memory tool is, and how it is run: the same way by a graph node and by any other agent.

A tool's description stands in `prompts/<name>.md`. Its arguments are flat strings, because small
models and Ollama's schema reduction cope with nothing else, and they never name a person: whose
memory is meant is decided by the `Memory` the tool is run on.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import Annotated, Any, Generic, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError, model_validator

from core.errors import InvalidInput, MnemonError
from core.state import SavedReceipt
from memory import Memory
from prompts import load


class ToolArguments(BaseModel):
    """The base of all arguments: outer blanks go, numbers become text, what is unknown is dropped.

    Dropped, not refused: a small model that adds `user` or `importance` should still be served,
    and nothing it adds has any effect. A null, or an empty text for a number, is an argument that
    was left out.
    """

    model_config = ConfigDict(
        frozen=True, extra="ignore", str_strip_whitespace=True, coerce_numbers_to_str=True
    )

    @model_validator(mode="before")
    @classmethod
    def _without_blanks(cls, given: object) -> object:
        if not isinstance(given, Mapping):
            return given
        texts = {name for name, field in cls.model_fields.items() if field.annotation is str}
        blank = {name: (None,) if name in texts else (None, "") for name in given}
        return {name: value for name, value in given.items() if value not in blank[name]}


def _listed(given: object) -> object:
    return ", ".join(map(str, given)) if isinstance(given, list | tuple) else given


def _written(given: object) -> object:
    return json.dumps(given, ensure_ascii=False) if isinstance(given, dict | list) else given


ListedText = Annotated[str, BeforeValidator(_listed)]
"""A text with commas between; a list is taken too."""

JsonText = Annotated[str, BeforeValidator(_written)]
"""A text of JSON; the value itself is taken too."""


JSON_TYPES: dict[Any, str] = {str: "string", int: "integer", float: "number"}
"""The flat types that arguments may have."""

Arguments = TypeVar("Arguments", bound=ToolArguments)


@dataclass(frozen=True)
class CallOrigin:
    """Where a call comes from.

    Attributes:
        write_key: The same key never writes twice; "" when the caller has none.
        source_ref: The turn that a saved memory names as its source.
        tool_call_id: The id of the model's call.
        today: The date of the call (UTC), which a search result names.
    """

    today: date
    write_key: str = ""
    source_ref: str = ""
    tool_call_id: str = ""


@dataclass(frozen=True)
class ToolResult:
    """What a tool answers.

    Attributes:
        content: For the model to read.
        artifact: For programs: plain JSON.
        receipts: The proofs of what was committed; () when nothing was written.
        is_error: Whether the model must change something, or tell the user that it failed.
    """

    content: str
    artifact: Mapping[str, Any] = field(default_factory=dict)
    receipts: tuple[SavedReceipt, ...] = ()
    is_error: bool = False


@dataclass(frozen=True)
class MemoryTool(Generic[Arguments]):
    """One tool with one purpose.

    Attributes:
        name: What the model calls; also the name of its node.
        arguments: The schema of its arguments.
        run: Does the work.
        failure: How a failure begins, such as "Not saved.".
    """

    name: str
    arguments: type[Arguments]
    run: Callable[[Memory, Arguments, CallOrigin], ToolResult]
    failure: str

    @property
    def description(self) -> str:
        """What the model reads about this tool."""
        return load(self.name).template

    def read_arguments(self, given: Mapping[str, Any]) -> Arguments:
        """The arguments of a call, checked.

        Raises:
            InvalidInput: Something is missing or no text. The message is written for the model.
        """
        try:
            return self.arguments.model_validate(given)
        except ValidationError as error:
            raise InvalidInput(self.explain(error)) from None

    def call(self, memory: Memory, given: Mapping[str, Any], origin: CallOrigin) -> ToolResult:
        """Run a call. An expected failure is an answer, not an exception."""
        try:
            return self.run(memory, self.read_arguments(given), origin)
        except MnemonError as error:
            return ToolResult(f"{self.failure} {error}", is_error=True)

    def schema(self) -> dict[str, Any]:
        """The tool as chat models are told about it (OpenAI's function format)."""
        properties = {
            name: {
                "type": JSON_TYPES[described.annotation],
                "description": described.description or "",
            }
            for name, described in self.arguments.model_fields.items()
        }
        required = [n for n, field in self.arguments.model_fields.items() if field.is_required()]
        parameters = {"type": "object", "properties": properties, "required": required}
        function = {
            "name": self.name,
            "description": self.description,
            "parameters": parameters,
        }
        return {"type": "function", "function": function}

    def explain(self, error: ValidationError) -> str:
        """What is wrong with the arguments of a call, and how to call it right."""
        faults = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
        wanted = ", ".join(
            f"{name} ({'text' if field.annotation is str else 'number'}{'' if field.is_required() else ', may be left out'})"
            for name, field in self.arguments.model_fields.items()
        )
        return f"The arguments of {self.name} do not fit: {faults}. Call it with {wanted}."
