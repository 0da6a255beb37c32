"""Any other chat model, by `provider:model`, through LangChain's `init_chat_model` (an extra).

Such a model usually runs on another company's machines, which `why` says. Its keys come from that
provider's own environment variables.
"""

import sys
from importlib import import_module
from typing import Any

from langchain_core.language_models import BaseChatModel

from core.errors import ModelUnavailable
from models.chosen import ChosenModel
from models.provider_failures import one_line, with_failures_told

UNKNOWN_WINDOW_TOKENS = 32_768
"""Assumed when a model's profile does not tell: hosted models that call tools have at least this."""

PACKAGES = {
    "azure_openai": "langchain-openai",
    "azure_ai": "langchain-azure-ai",
    "bedrock": "langchain-aws",
    "bedrock_converse": "langchain-aws",
    "bedrock_mantle_anthropic": "langchain-aws",
    "bedrock_mantle_openai": "langchain-aws",
    "anthropic_bedrock": "langchain-aws",
    "google_anthropic_vertex": "langchain-google-vertexai",
    "nvidia": "langchain-nvidia-ai-endpoints",
}
"""Where a provider's package is not called `langchain-<provider>`."""


def provider_model(provider: str, name: str) -> ChosenModel:
    """Set up the model `name` of a provider.

    Raises:
        ModelUnavailable: A package or a key is missing, or the provider is unknown.
    """
    provider = provider.replace("-", "_")
    spec = f"{provider}:{name}"
    model = with_failures_told(_initialised(provider, name), spec)
    profile: dict[str, Any] = dict(getattr(model, "profile", None) or {})
    binds_tools = type(model).bind_tools is not BaseChatModel.bind_tools
    supports_tools = bool(profile.get("tool_calling", binds_tools)) and binds_tools
    why = f"Using {spec}, as asked: what is said, and what memory adds, is sent to {provider}."
    if not supports_tools:
        why += " It cannot call tools; whether calls in its answers are read, written_calls says."
    window = int(profile.get("max_input_tokens") or UNKNOWN_WINDOW_TOKENS)
    return ChosenModel(model, spec, why, supports_tools, window)


def _initialised(provider: str, name: str) -> BaseChatModel:
    try:
        init_chat_model = import_module("langchain.chat_models").init_chat_model
        model: BaseChatModel = init_chat_model(name, model_provider=provider)
    except ImportError as error:
        raise _missing_package(provider, name) from error
    except Exception as error:  # each provider's library has errors of its own
        raise ModelUnavailable(
            f"{provider}:{name} cannot be set up: {one_line(error)} {_if_ollama(provider, name)}"
        ) from error
    return model


def _missing_package(provider: str, name: str) -> ModelUnavailable:
    package = PACKAGES.get(provider, f"langchain-{provider.replace('_', '-')}")
    return ModelUnavailable(
        f"{provider}:{name} needs packages that are not installed. "
        f"Type '{sys.executable} -m pip install langchain {package}'. "
        f"{_if_ollama(provider, name)}"
    )


def _if_ollama(provider: str, name: str) -> str:
    # `qwen3:8b`, as `ollama list` shows it, reads as provider and model.
    return f"(A model of Ollama is named 'ollama:{provider}:{name}'.)"
