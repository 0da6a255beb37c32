"""Upkeep in a story: with the built-in judge, or with a model that says what the story wrote down."""

from collections.abc import Iterable

from core.errors import MnemonError
from core.identity import Identity
from graph.chat_models import ChatModels
from graph.upkeep import Upkeep
from memory import Memory, MemoryService
from models import ChosenModel, load_chat_model
from nodes import Services
from nodes.upkeep import UpkeepReport
from stories.actions import Last
from stories.records import ActionRecord
from stories.scripted_model import ScriptedModel
from stories.steps import LookAfter


async def look_after(
    step: LookAfter, service: MemoryService, identity: Identity, last: Last
) -> ActionRecord:
    """Run upkeep once for one user."""
    model = ScriptedModel()
    model.begin_turn(step.upkeep)
    chosen = ChosenModel(model, "scripted", "the story brings its own model", True, 8192)
    if not step.upkeep:
        chosen = load_chat_model("offline", service.settings)
    models = ChatModels(service.settings, chosen)
    services = Services(service.settings, service.clock, lambda: service, models.get, "story")
    report = await Upkeep(services).run(identity)
    record = upkeep_record([report], service.for_identity(identity), last)
    if model.replies_left:
        record.faults.append(f"the model was never asked for {model.replies_left} replies")
    if model.surplus_calls:
        record.faults.append(f"the model was asked {model.surplus_calls} times too often")
    return record


def upkeep_record(reports: Iterable[UpkeepReport], memory: Memory, last: Last) -> ActionRecord:
    """What upkeep did, as lines."""
    lines = []
    for report in reports:
        for retired in report.get("retired", []):
            last.replaced_id = retired["old"]
            old, new = _content(memory, retired["old"]), _content(memory, retired["new"])
            lines.append(f"replaced: {old} -> {new}")
        lines += [f"learnt: {_content(memory, one)}" for one in report.get("learnt", [])]
        lines += report.get("told", [])
        lines += [f"{name}: {report[name]}" for name in ("dropped", "failed") if report.get(name)]
    return ActionRecord("upkeep", outcome="\n".join(lines) or "nothing to do")


def _content(memory: Memory, engram_id: str) -> str:
    try:
        return memory.get(engram_id).content
    except MnemonError:
        return "(forgotten)"
