"""A real `langgraph dev` in a process of its own, for tests that drive the server over HTTP.

    with DevServer(tmp_path, config={"graphs": {"agent": "toy:graph"}}, env={...}) as server:
        client = langgraph_sdk.get_client(url=server.url)
        ...
        server.kill9()
        server.start()  # the same address, the same folder: what survived?

No analytics, tracing or version check; nothing of the developer's shell that could change the
outcome. The server's output is in `server.log`; a server that does not come up fails with it.
"""

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import httpx
from tenacity import retry, retry_if_result, stop_after_delay, wait_fixed

PROJECT = Path(__file__).resolve().parents[2]

QUIET = {
    "LANGGRAPH_CLI_NO_ANALYTICS": "1",
    "LANGGRAPH_NO_VERSION_CHECK": "true",
    "LANGSMITH_TRACING": "false",
    "LANGGRAPH_STRICT_MSGPACK": "true",
    "PYTHONUNBUFFERED": "1",
}
"""What keeps the server silent towards the network, and strict about what it unpickles."""

OUTSIDE_PREFIXES = ("MNEMON_", "LANGGRAPH_", "LANGSMITH_", "LANGCHAIN_")
PROXIES = {"http_proxy", "https_proxy", "all_proxy"}

START_TIMEOUT_S = 90.0
STOP_TIMEOUT_S = 20.0


class DevServer:
    """`langgraph dev` in a folder, started on entering and stopped on leaving.

    Attributes:
        cwd: The folder it runs in; `.langgraph_api/` appears there.
        url: Where it answers. It stays the same over `kill9()` and `start()`.
    """

    def __init__(
        self,
        cwd: Path,
        config: Mapping[str, Any] | None = None,
        env: Mapping[str, str] | None = None,
        port: int | None = None,
        arguments: tuple[str, ...] = ("--n-jobs-per-worker", "10"),
    ) -> None:
        """Prepare a server; nothing runs yet.

        Args:
            cwd: Folder to run in; modules there can be imported by the server.
            config: Written to `cwd/langgraph.json`; `dependencies` is this project and `cwd`
                unless given. None: the file that is there is used as it stands.
            env: Added to the environment, over everything else.
            port: None takes a free one.
            arguments: More options of `langgraph dev`.
        """
        self.cwd = cwd
        self.port = port or _free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._env = _clean_environment() | QUIET | dict(env or {})
        self._arguments = arguments
        self._log_path = cwd / f"dev-server-{self.port}.log"
        self._process: subprocess.Popen[bytes] | None = None
        if config is not None:
            whole = {"dependencies": [str(PROJECT), "."], **config}
            (cwd / "langgraph.json").write_text(json.dumps(whole), "utf-8")

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    @property
    def log(self) -> str:
        """All that the server has printed so far, over all its starts."""
        return self._log_path.read_text("utf-8", "replace") if self._log_path.exists() else ""

    @property
    def pid(self) -> int | None:
        """The process id of the running server; None when it does not run."""
        return self._process.pid if self._process and self._process.poll() is None else None

    def start(self) -> None:
        """Start the server and wait until it answers. Idle when it is up.

        Raises:
            RuntimeError: It ended, or did not answer in time. The message has its log.
        """
        if self.pid is not None:
            return
        command = [sys.executable, "-m", "langgraph_cli", "dev", "--no-browser", "--no-reload"]
        command += ["--port", str(self.port), *self._arguments]
        with self._log_path.open("ab") as log:
            self._process = subprocess.Popen(
                command,
                cwd=self.cwd,
                env=self._env,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        if not _await_answer(self):
            self.kill9()
            raise RuntimeError(f"langgraph dev did not come up:\n{self.log}")

    def stop(self) -> None:
        """Ask the server to end, as Ctrl-C does, and wait until it has. Idle when it is not up."""
        if self.pid is None:
            return
        self._signal(signal.SIGTERM)
        try:
            self._wait()
        except subprocess.TimeoutExpired:
            self.kill9()

    def kill9(self) -> None:
        """End the server at once, with no chance to write anything."""
        if self.pid is not None:
            self._signal(signal.SIGKILL)
            self._wait()

    def is_up(self) -> bool | None:
        """True when it answers, False when it does not yet, None when it has ended."""
        if self.pid is None:
            return None
        try:
            return httpx.get(f"{self.url}/ok", timeout=2, trust_env=False).is_success
        except httpx.TransportError:
            return False

    def _signal(self, number: signal.Signals) -> None:
        if self._process is not None:
            os.killpg(self._process.pid, number)

    def _wait(self) -> None:
        if self._process is not None:
            self._process.wait(STOP_TIMEOUT_S)


@retry(
    retry=retry_if_result(lambda up: up is False),
    wait=wait_fixed(0.1),
    stop=stop_after_delay(START_TIMEOUT_S),
    retry_error_callback=lambda _: False,
)
def _await_answer(server: DevServer) -> bool | None:
    return server.is_up()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _clean_environment() -> dict[str, str]:
    return {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(OUTSIDE_PREFIXES) and name.lower() not in PROXIES
    }
