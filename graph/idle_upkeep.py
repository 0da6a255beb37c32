"""Upkeep while nobody waits: it begins some time after an answer and steps aside for the next message.

Whatever it was doing then is done again later; memory's marks see to that.
"""

import asyncio
import logging

from core.errors import MnemonError
from core.identity import Identity
from graph.upkeep import Upkeep
from nodes.upkeep import UpkeepReport

log = logging.getLogger(__name__)

IDLE_S = 15.0
"""After so long without a message a person reads or has gone; a model that judges then is in
nobody's way."""


class IdleUpkeep:
    """The upkeep of one conversation partner; all of it runs on one event loop."""

    def __init__(self, upkeep: Upkeep, idle_s: float = IDLE_S) -> None:
        self._upkeep = upkeep
        self._idle_s = idle_s
        self._task: asyncio.Task[None] | None = None
        self._reports: list[UpkeepReport] = []

    def begin(self, identity: Identity) -> None:
        """Start the wait for a quiet moment. Costs nothing."""
        self._task = asyncio.get_running_loop().create_task(self._when_idle(identity))

    async def pause(self) -> None:
        """Step aside: when this returns, nothing runs any more."""
        if self._task is not None:
            self._task.cancel()
        await self.done()

    async def done(self) -> None:
        """Wait until what was begun is done."""
        task, self._task = self._task, None
        if task is not None:
            await asyncio.wait([task])
            if not task.cancelled() and (error := task.exception()) is not None:
                log.warning("Upkeep failed and will be tried again.", exc_info=error)

    async def now(self, identity: Identity) -> None:
        """Do now what there is to do."""
        await self.pause()
        await self._run(identity)

    def take_reports(self) -> list[UpkeepReport]:
        """What was done since this was last asked."""
        taken, self._reports = self._reports, []
        return taken

    async def _when_idle(self, identity: Identity) -> None:
        await asyncio.sleep(self._idle_s)
        await self._run(identity)

    async def _run(self, identity: Identity) -> None:
        try:
            if await self._upkeep.is_due(identity):
                # Not in one line: the list may be taken, and another begun, while it runs.
                report = await self._upkeep.run(identity)
                self._reports.append(report)
        except MnemonError as error:
            log.debug("Upkeep waits: %s", error)
            self._reports.append(UpkeepReport(failed=1, told=[str(error)]))
