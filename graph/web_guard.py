"""Keeps foreign web pages out of the LangGraph server (`http.app` in `langgraph.json`).

CORS only decides what a page may read. A page anywhere on the web could still send a plain POST
to a server on this machine and so make it remember something: a browser asks nobody before a
request of type text/plain, and the server reads its body as JSON. Browsers name the page in the
Origin header of every such request; programs send none. So: no Origin, Studio's, or the server's
own pages.

Only the server imports this, and Starlette comes with the server.
"""

from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.middleware import Middleware
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Receive, Scope, Send

STUDIO = "https://smith.langchain.com"
"""Where LangGraph Studio's page comes from; the same as `cors.allow_origins`."""


class NoForeignPages:
    """Answers 403 to what a foreign web page sends."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the request through, or refuse it."""
        headers = Headers(scope=scope) if scope["type"] in ("http", "websocket") else None
        if headers is None or is_welcome(headers.get("origin"), headers.get("host", "")):
            await self._app(scope, receive, send)
            return
        refusal = JSONResponse({"detail": "Web pages other than Studio may not call."}, 403)
        await refusal(scope, receive, send)


def is_welcome(origin: str | None, host: str) -> bool:
    """Whether a request with these headers may come in.

    Args:
        origin: The page that sends it; None from programs.
        host: What the server was addressed as, with its port.
    """
    if origin is None or origin == STUDIO:
        return True
    page = urlsplit(origin)
    return page.netloc == host and _is_address(page.hostname or "")


def _is_address(name: str) -> bool:
    """Whether a host cannot be a name that a foreign page has pointed at this machine."""
    if name == "localhost":
        return True
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


app = Starlette(middleware=[Middleware(NoForeignPages)])
