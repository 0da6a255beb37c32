"""`auto`: the best chat model that is at hand, without asking anybody and without a long wait.

Order: a local model of Ollama that calls tools, from `FAMILIES` in that order and otherwise the
newest pulled first; else a local chat model without tools; else the built-in offline model. Models
that Ollama runs in its cloud are never chosen here: what is said to them leaves the machine.
"""

import re

from core.settings import Settings
from models.built_in import built_in_model
from models.chosen import ChosenModel
from models.ollama import model_with
from models.ollama_failures import RECOMMENDED, OllamaFailed
from models.ollama_server import (
    QUICK_TIMEOUT,
    ModelFacts,
    OllamaServer,
    PulledModel,
    server_of,
)

FAMILIES = (
    "qwen",
    "mistral-small",
    "llama",
    "gpt-oss",
    "mistral-nemo",
    "granite",
    "gemma",
    "mistral",
)
"""Families whose general chat models are known to call tools, the steadier ones first. A version
may follow (`qwen2.5`, `llama3.1`), another word may not (`qwen2.5-coder` is no general model)."""

MAX_ASKED = 20
"""Most models whose abilities are asked for: each is a request of some milliseconds."""


def choose_chat_model(settings: Settings) -> ChosenModel:
    """The best chat model at hand, and one line that says why; see the module for the order.

    Raises:
        InvalidSettings: `ollama_url` is no address.
    """
    server = server_of(settings)
    try:
        pulled = server.pulled_models(QUICK_TIMEOUT)
    except OllamaFailed as failure:
        return _built_in(failure.what, "'ollama serve' and 'ollama pull")
    found = _best(server, pulled)
    if found is None:
        return _built_in(
            f"Ollama at {server.url} has no local chat model that can be used", "'ollama pull"
        )
    model, facts = found
    return model_with(model.name, facts, server, settings, _reason(model, facts))


def _best(server: OllamaServer, pulled: list[PulledModel]) -> tuple[PulledModel, ModelFacts] | None:
    """The first model that calls tools, else the first that chats."""
    without_tools = None
    for model in in_order([m for m in pulled if not m.is_remote])[:MAX_ASKED]:
        try:
            facts = server.facts_of(model.name, QUICK_TIMEOUT)
        except OllamaFailed:
            continue  # one broken model is no reason to do without the others
        if "tools" in facts.capabilities and "completion" in facts.capabilities:
            return model, facts
        if "completion" in facts.capabilities and without_tools is None:
            without_tools = model, facts
    return without_tools


def in_order(pulled: list[PulledModel]) -> list[PulledModel]:
    """The models by family, and within one the newest pulled first."""
    newest_first = sorted(pulled, key=lambda model: model.modified_at, reverse=True)
    return sorted(newest_first, key=lambda model: family_rank(model.name))


def family_rank(name: str) -> int:
    """The place of a model's family in `FAMILIES`; one past its end for all others."""
    base = name.rpartition("/")[2].partition(":")[0].lower()
    for rank, family in enumerate(FAMILIES):
        if re.fullmatch(rf"{re.escape(family)}-?[0-9.]*", base):
            return rank
    return len(FAMILIES)


def _reason(model: PulledModel, facts: ModelFacts) -> str:
    if "tools" not in facts.capabilities:
        return "the best chat model there"
    if family_rank(model.name) < len(FAMILIES):
        return "of a family known to call tools well"
    return "the newest there that calls tools"


def _built_in(what: str, command: str) -> ChosenModel:
    return built_in_model(
        f"{what}: using the built-in offline model, which is no language model. "
        f"For a real one type {command} {RECOMMENDED}'."
    )
