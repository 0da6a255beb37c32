"""The outcome of choosing a chat model: the model, and what the rest must know about it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from langchain_core.language_models import BaseChatModel


@dataclass(frozen=True)
class ChosenModel:
    """A chat model that is ready to answer.

    Attributes:
        model: The model itself. It may be used from several threads and from one event loop
            after another.
        spec: What was chosen, in the form that loads the same model again; never `auto`.
        why: One plain line for the person: what was chosen, why, and what it cannot do.
        supports_tools: Whether tools may be bound; a model without them refuses the request.
        window_tokens: How many tokens a prompt and its answer may have together.
    """

    model: BaseChatModel
    spec: str
    why: str
    supports_tools: bool
    window_tokens: int
