"""Whether the chat model could draw facts from conversations: tried on three small messages."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from cli.findings import Finding
from core.errors import MnemonError

if TYPE_CHECKING:
    from core.settings import Settings
    from models import ChosenModel

PART = "extraction"


def check_extraction(settings: Settings, chosen: ChosenModel) -> Finding:
    """How the model does, whether it is switched on, and what switches it.

    A language model answers three short questions for this.
    """
    from nodes.upkeep import TRIALS, can_draw, try_out

    is_on = settings.extraction != "off"
    if not can_draw(chosen):
        return Finding(PART, "ok", "off (no language model)")
    try:
        result = asyncio.run(try_out(chosen))
    except MnemonError as error:
        return Finding(PART, "note", f"could not be tried: {error}")
    passed = f"{result.passed} of {len(TRIALS)} trials passed"
    if not result.does_well:
        detail = f"{chosen.spec} does not draw facts well: {passed}; {result.faults[0]}"
        remedy = "set MNEMON_EXTRACTION=off" if settings.extraction == "on" else ""
        return Finding(PART, "note", detail, remedy)
    state = f"on ({settings.extraction})" if is_on else "off"
    remedy = "" if is_on else "set MNEMON_EXTRACTION=auto to have facts drawn from conversations"
    return Finding(PART, "ok", f"{chosen.spec} draws facts well: {passed}; it is {state}", remedy)
