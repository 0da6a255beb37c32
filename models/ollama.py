"""A model of an Ollama server as a choice: asked what it can do, and set up for it."""

from core.settings import Settings
from models.chosen import ChosenModel
from models.ollama_failures import RECOMMENDED, OllamaFailed
from models.ollama_server import ModelFacts, OllamaServer

KEEP_ALIVE = "15m"
"""How long Ollama keeps the model in memory after an answer. Its own 5 minutes are shorter than
a person's pauses, and loading a model again takes longer than answering."""


def ollama_model(name: str, server: OllamaServer, settings: Settings, reason: str) -> ChosenModel:
    """Set up one model of the server for chatting.

    Args:
        name: As in `ollama list`, with or without its tag.
        server: Where it is.
        settings: `ollama_num_ctx`, `ollama_timeout_s` and `ollama_reasoning` are used.
        reason: Why this one, for `ChosenModel.why`.

    Raises:
        OllamaFailed: The server is down or has no such model, or the model cannot chat.
    """
    return model_with(name, server.facts_of(name), server, settings, reason)


def model_with(
    name: str, facts: ModelFacts, server: OllamaServer, settings: Settings, reason: str
) -> ChosenModel:
    """As `ollama_model`, for a model whose facts are known already."""
    if "completion" not in facts.capabilities:
        raise OllamaFailed(
            f"The model {name!r} cannot chat, it only makes embeddings",
            f"A chat model: 'ollama pull {RECOMMENDED}'.",
        )
    from models.ollama_chat import OllamaChat

    window = min(settings.ollama_num_ctx, facts.context_length or settings.ollama_num_ctx)
    # The base class makes two clients which OllamaChat never uses: without a ready TLS context each
    # would spend 10 ms on reading certificates.
    unused_clients = {"verify": server.tls, "trust_env": not server.address.is_loopback}
    model = OllamaChat(
        model=name,
        server=server,
        timeout_s=settings.ollama_timeout_s,
        base_url=server.url,
        client_kwargs=unused_clients,
        num_ctx=window,
        reasoning=_reasoning(facts, settings),
        keep_alive=KEEP_ALIVE,
    )
    why = _why(name, facts, server, settings, reason)
    return ChosenModel(model, f"ollama:{name}", why, "tools" in facts.capabilities, window)


def _instead(settings: Settings) -> str:
    """What happens when a model without tools is asked to save something."""
    if settings.written_calls == "off":
        return ", so it saves nothing on request"
    return ", so it is asked to write its calls in its answers"


def _reasoning(facts: ModelFacts, settings: Settings) -> bool | None:
    # Left out for a model that cannot think: older servers refuse the very word.
    return settings.ollama_reasoning if "thinking" in facts.capabilities else None


def _why(
    name: str, facts: ModelFacts, server: OllamaServer, settings: Settings, reason: str
) -> str:
    said = [f"Using {name} of Ollama at {server.url}, {reason}"]
    if facts.remote_host:
        said.append(f"it runs at {facts.remote_host}, not on your own machine")
    if "tools" not in facts.capabilities:
        said.append(
            f"it cannot call tools{_instead(settings)} "
            f"('ollama pull {RECOMMENDED}' for one that does)"
        )
    if settings.ollama_reasoning and "thinking" not in facts.capabilities:
        said.append("it cannot think aloud")
    return "; ".join(said) + "."
