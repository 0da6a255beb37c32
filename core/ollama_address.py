"""Where an Ollama server is: the address as people write it, taken apart once for all clients."""

import base64
import ipaddress
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from urllib.parse import SplitResult, unquote, urlsplit

from core.errors import InvalidSettings

DEFAULT_PORT = 11434

_HOST = re.compile(r"[a-z0-9]([a-z0-9_.-]*[a-z0-9])?")
_NUMBERS = re.compile(r"[0-9.]+")


@dataclass(frozen=True)
class OllamaAddress:
    """One server. `url` never holds a password: it is what messages show."""

    url: str
    is_loopback: bool
    headers: Mapping[str, str] = field(default_factory=dict, repr=False)
    """What a request must carry: the name and password of the address, if it had them."""


def ollama_address(text: str) -> OllamaAddress:
    """The server that a setting names: `http://host:port`, or `host[:port]` as Ollama takes it.

    Raises:
        InvalidSettings: It is no address. (The ollama package would take its default in silence.)
    """
    stripped = text.strip()
    has_scheme = "://" in stripped
    parts = _split(stripped if has_scheme else f"http://{stripped}")
    if parts is None:
        raise InvalidSettings(
            f"ollama_url={text!r} is no address. "
            "Set MNEMON_OLLAMA_URL to one such as http://127.0.0.1:11434."
        )
    host = parts.hostname or "127.0.0.1"
    port = parts.port or (None if has_scheme else DEFAULT_PORT)
    shown = f"[{host}]" if ":" in host else host
    url = f"{parts.scheme}://{shown}{f':{port}' if port else ''}{parts.path.rstrip('/')}"
    return OllamaAddress(url, _is_loopback(host), _credentials(parts))


def _split(text: str) -> SplitResult | None:
    if any(c.isspace() or not c.isprintable() for c in text):
        return None
    try:
        parts = urlsplit(text)
        port, host = parts.port, parts.hostname
        has_place = _is_host(host) if host else port is not None
    except ValueError:
        return None
    known = parts.scheme in ("http", "https") and not parts.query and not parts.fragment
    return parts if has_place and known else None


def _is_host(name: str) -> bool:
    """Whether it is an IP address or an ASCII name (others are written as `xn--…`).

    Raises:
        ValueError: It is neither, in a way that Python's own parsers see first.
    """
    if ":" in name or _NUMBERS.fullmatch(name):
        ipaddress.ip_address(name)
        return True
    name.encode("ascii").decode("idna").encode("idna")  # UnicodeError is a ValueError
    return bool(_HOST.fullmatch(name))


def _is_loopback(host: str) -> bool:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
    return address.is_loopback or address.is_unspecified


def _credentials(parts: SplitResult) -> dict[str, str]:
    if not parts.username:
        return {}
    pair = f"{unquote(parts.username)}:{unquote(parts.password or '')}"
    return {"authorization": f"Basic {base64.b64encode(pair.encode()).decode()}"}
