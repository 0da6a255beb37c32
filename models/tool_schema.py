"""Tool schemas as the ollama package lets them through.

It keeps a parameter's type, items, enum and description, and drops the rest in silence: an
`Optional[str]` would arrive without any type, a default or a bound not at all. So the type is made
plain, and what would be lost is said in the description.
"""

from collections.abc import Mapping
from typing import Any

TOLD_IN_WORDS = {
    "default": "default",
    "minimum": "at least",
    "maximum": "at most",
    "exclusiveMinimum": "more than",
    "exclusiveMaximum": "less than",
    "minLength": "least characters",
    "maxLength": "most characters",
    "minItems": "least items",
    "maxItems": "most items",
    "pattern": "pattern",
}


def simplified_tool(tool: Mapping[str, Any]) -> dict[str, Any]:
    """The same tool, in OpenAI's form, with parameters that lose nothing on the way."""
    function = dict(tool["function"])
    parameters = dict(function.get("parameters") or {"type": "object", "properties": {}})
    properties: Mapping[str, Any] = parameters.get("properties") or {}
    parameters["properties"] = {name: _simplified(p) for name, p in properties.items()}
    return {**tool, "function": {**function, "parameters": parameters}}


def _simplified(parameter: Mapping[str, Any]) -> dict[str, Any]:
    plain = {**parameter, **_only_variant(parameter)}
    plain.pop("anyOf", None)
    words = [
        f"{said}: {plain.pop(key)}"
        for key, said in TOLD_IN_WORDS.items()
        if plain.get(key) is not None
    ]
    description = str(plain.get("description", ""))
    if words:
        plain["description"] = f"{description} ({'; '.join(words)})".strip()
    return plain


def _only_variant(parameter: Mapping[str, Any]) -> dict[str, Any]:
    """The variant besides null; several become the list of their types, which Ollama knows."""
    variants = [v for v in parameter.get("anyOf", []) if v.get("type") != "null"]
    if len(variants) == 1:
        return dict(variants[0])
    types = [v["type"] for v in variants if isinstance(v.get("type"), str)]
    return {"type": types} if types else {}
