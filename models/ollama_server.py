"""What an Ollama server says about its models: its tags, and what each of them can do.

Plain httpx with short timeouts. Chatting is not here: see `models.ollama_chat`.
"""

import ssl
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import httpx

from core.errors import InvalidSettings
from core.ollama_address import OllamaAddress, ollama_address
from core.settings import Settings
from models.ollama_failures import failures_told

CONNECT_TIMEOUT_S = 5.0
"""For a server that was asked for; a machine on the local network that sleeps needs seconds."""

ASK_TIMEOUT = httpx.Timeout(10.0, connect=CONNECT_TIMEOUT_S)
QUICK_TIMEOUT = httpx.Timeout(3.0, connect=0.5)
"""For `auto`, where Ollama is a guess: nobody waits long to learn that it is not there."""


@dataclass(frozen=True)
class PulledModel:
    """One line of `ollama list`. A remote one runs on another company's machines."""

    name: str
    modified_at: datetime
    is_remote: bool


@dataclass(frozen=True)
class ModelFacts:
    """What Ollama knows of one model.

    `capabilities` are Ollama's words: completion, tools, thinking, vision, embedding.
    `context_length` is in tokens, None when not told. `remote_host` is "" for a local model.
    """

    capabilities: frozenset[str]
    context_length: int | None
    remote_host: str


@dataclass(frozen=True)
class OllamaServer:
    """One server that can be asked; `address.url` is what errors show."""

    address: OllamaAddress
    tls: ssl.SSLContext = field(repr=False, compare=False)

    @property
    def url(self) -> str:
        """Its address without a password."""
        return self.address.url

    def client_options(self, timeout: httpx.Timeout) -> dict[str, Any]:
        """Keyword arguments for an httpx client.

        A proxy of the environment is for the network: what goes to this machine stays on it. The
        TLS context is made once, because making one takes 10 ms and a client lives for one answer.
        """
        return {
            "timeout": timeout,
            "headers": dict(self.address.headers),
            "trust_env": not self.address.is_loopback,
            "verify": self.tls,
            "follow_redirects": False,
        }

    def pulled_models(self, timeout: httpx.Timeout = ASK_TIMEOUT) -> list[PulledModel]:
        """All models that the server has, in its order.

        Raises:
            OllamaFailed: The server is down, too slow, or no Ollama.
        """
        with failures_told(self.url):
            listed = self._ask("GET", "/api/tags", None, timeout)["models"]
            return [_pulled(entry) for entry in listed or []]

    def facts_of(self, model: str, timeout: httpx.Timeout = ASK_TIMEOUT) -> ModelFacts:
        """What the server knows of `model`.

        Raises:
            OllamaFailed: As for `pulled_models`, or the server has no such model.
        """
        with failures_told(self.url, model):
            return _facts(self._ask("POST", "/api/show", {"model": model}, timeout))

    def _ask(
        self, method: str, path: str, body: dict[str, str] | None, timeout: httpx.Timeout
    ) -> dict[str, Any]:
        with httpx.Client(**self.client_options(timeout)) as client:
            response = client.request(method, self.url + path, json=body)
        response.raise_for_status()
        answer = response.json()
        if not isinstance(answer, dict):
            raise TypeError(f"{path} gave no JSON object")
        return answer


def server_of(settings: Settings) -> OllamaServer:
    """The server that `ollama_url` names.

    Raises:
        InvalidSettings: It is no address.
    """
    address = ollama_address(settings.ollama_url)
    try:
        is_encrypted = httpx.URL(address.url).scheme == "https"
    except httpx.InvalidURL as error:
        raise InvalidSettings(
            f"ollama_url={settings.ollama_url!r} is no address ({error}). "
            "Set MNEMON_OLLAMA_URL to one such as http://127.0.0.1:11434."
        ) from None
    # The bare context knows no authority, so that nothing is trusted by mistake.
    bare = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    return OllamaServer(address, httpx.create_ssl_context() if is_encrypted else bare)


def _pulled(entry: Mapping[str, Any]) -> PulledModel:
    is_remote = bool(entry.get("remote_host") or entry.get("remote_model"))
    return PulledModel(str(entry["name"]), _moment(entry.get("modified_at")), is_remote)


def _moment(text: object) -> datetime:
    try:
        moment = datetime.fromisoformat(str(text))
    except ValueError:
        return datetime.min.replace(tzinfo=UTC)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _facts(shown: Mapping[str, Any]) -> ModelFacts:
    told = shown.get("capabilities")
    info: Mapping[str, Any] = shown.get("model_info") or {}
    lengths = [v for k, v in info.items() if k.endswith(".context_length") and isinstance(v, int)]
    return ModelFacts(
        capabilities=frozenset(_guessed(shown) if told is None else told),
        context_length=lengths[0] if lengths else None,
        remote_host=str(shown.get("remote_host") or ""),
    )


def _guessed(shown: Mapping[str, Any]) -> set[str]:
    # Ollama before 0.6.4 does not tell: its own rule is that a template which renders tools has
    # them, and that the bert families only embed.
    family = str((shown.get("details") or {}).get("family", ""))
    if "bert" in family:
        return {"embedding"}
    tools = {"tools"} if ".Tools" in str(shown.get("template", "")) else set()
    return {"completion"} | tools
