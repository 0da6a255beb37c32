"""From a spec such as `ollama:qwen3` to a chat model that is ready to answer.

Every kind of model has a module of its own, imported only when it is asked for.
"""

import re

from core.errors import InvalidInput
from core.settings import Settings
from models.chosen import ChosenModel

PROVIDER = re.compile(r"[a-z][a-z0-9_-]*")
MODEL_NAME = re.compile(r"[^\s\x00-\x1f\x7f]+")

VALID_FORMS = (
    "auto (Ollama when it answers, else the built-in model), offline (built in), "
    "ollama:<model> (such as ollama:qwen3:8b), or <provider>:<model> (such as openai:gpt-5)"
)


def load_chat_model(spec: str, settings: Settings) -> ChosenModel:
    """Load the chat model that `spec` names.

    It may ask an Ollama server and import large libraries: call it in a thread when an event
    loop is running. The model that comes back may be used from any thread or loop.

    Args:
        spec: `auto`, `offline`, `ollama:<model>` or `<provider>:<model>`.
        settings: Where Ollama is, how long to wait for it, and how much context to ask of it.

    Raises:
        InvalidInput: The spec has none of these forms. The message lists them.
        InvalidSettings: `ollama_url` is no address.
        ModelUnavailable: The model cannot be had. The message says what to type.
    """
    kind, _, name = spec.strip().partition(":")
    kind = kind.lower()
    if not name and kind == "auto":
        return _auto(settings)
    if not name and kind == "offline":
        return _offline()
    if kind in ("auto", "offline") or not MODEL_NAME.fullmatch(name):
        raise _malformed(spec)
    if kind == "ollama":
        return _ollama(name, settings)
    if PROVIDER.fullmatch(kind):
        return _provider(kind, name)
    raise _malformed(spec)


def _auto(settings: Settings) -> ChosenModel:
    from models.choose import choose_chat_model

    return choose_chat_model(settings)


def _offline() -> ChosenModel:
    from models.built_in import built_in_model

    return built_in_model("Using the built-in offline model, as asked: it is no language model.")


def _ollama(name: str, settings: Settings) -> ChosenModel:
    from models.ollama import ollama_model
    from models.ollama_server import server_of

    return ollama_model(name, server_of(settings), settings, "as asked")


def _provider(provider: str, name: str) -> ChosenModel:
    from models.provider import provider_model

    return provider_model(provider, name)


def _malformed(spec: str) -> InvalidInput:
    # 'llama3.2' and 'llama3.2:3b' are what a person copies from `ollama list`.
    looks_pulled = re.fullmatch(r"[\w./-]+(:[\w.-]+)?", spec) and not spec.endswith(":")
    reserved = spec.lower().partition(":")[0] in ("auto", "offline", "ollama")
    hint = f" For a model of Ollama type 'ollama:{spec}'." if looks_pulled and not reserved else ""
    return InvalidInput(f"{spec!r} names no chat model. Valid forms: {VALID_FORMS}.{hint}")
