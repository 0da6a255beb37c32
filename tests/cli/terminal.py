"""A terminal with a program on it: what is typed goes in, what is shown can be waited for."""

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import termios
import time

ESCAPES = re.compile(rb"\x1b(\[[0-9;?]*[a-zA-Z]|[=>]|\][^\x07]*\x07)")
LONGEST_WAIT_S = 60


class Terminal:
    """A program whose input and output are a pseudo-terminal, 200 columns wide."""

    def __init__(self, command: list[str], environment: dict[str, str]) -> None:
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 200, 0, 0))
        self._program = subprocess.Popen(
            command,
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env=environment,
            start_new_session=True,
            preexec_fn=lambda: _take_terminal(slave),
        )
        os.close(slave)
        self.raw = b""
        self._seen = 0

    def shows(self, text: str) -> str:
        """Wait until the text appears after what was waited for before; gives all shown since."""
        deadline = time.monotonic() + LONGEST_WAIT_S
        while True:
            new = self._text()[self._seen :]
            if text in new:
                end = new.index(text) + len(text)
                self._seen += end
                return new[:end]
            if not self._read(deadline):
                raise AssertionError(f"{text!r} never appeared; the terminal shows:\n{new}")

    def type(self, text: str) -> None:
        """Type, as keys; `\\r` is Enter."""
        os.write(self._master, text.encode())

    def ends(self) -> int:
        """Wait until the program ends, and give its exit code."""
        deadline = time.monotonic() + LONGEST_WAIT_S
        while self._read(deadline):
            pass
        return self._program.wait(LONGEST_WAIT_S)

    def everything(self) -> str:
        """All that was shown, without the escapes that move the cursor."""
        return self._text()

    def interrupt(self) -> None:
        """Send what Ctrl-C sends while a program has not asked for keys."""
        os.killpg(self._program.pid, signal.SIGINT)

    def close(self) -> None:
        """End the program, if it still runs."""
        if self._program.poll() is None:
            self._program.kill()
        self._program.wait()
        os.close(self._master)

    def _text(self) -> str:
        return ESCAPES.sub(b"", self.raw).decode(errors="replace").replace("\r", "")

    def _read(self, deadline: float) -> bool:
        """Take what is there; False at the end of the program or of the patience."""
        left = deadline - time.monotonic()
        if left <= 0 or not select.select([self._master], [], [], left)[0]:
            return False
        try:
            chunk = os.read(self._master, 65536)
        except OSError:  # what Linux says when the program is gone
            return False
        self.raw += chunk
        self._answer(chunk)
        return bool(chunk)

    def _answer(self, chunk: bytes) -> None:
        """Tell where the cursor is when asked, as a terminal does."""
        if b"\x1b[6n" in chunk:
            os.write(self._master, b"\x1b[1;1R")


def _take_terminal(slave: int) -> None:
    """Make the terminal the program's own, so that Ctrl-C reaches it."""
    fcntl.ioctl(slave, termios.TIOCSCTTY, 0)
