"""The steps of upkeep: what is done with memory when nobody waits for an answer."""

from nodes.upkeep.apply_verdict import apply_verdict
from nodes.upkeep.begin import begin
from nodes.upkeep.draw_facts import draw_facts
from nodes.upkeep.extractor import Trials, can_draw, try_out
from nodes.upkeep.find_exchange import find_exchange
from nodes.upkeep.find_new_fact import find_new_fact
from nodes.upkeep.judge_contradiction import judge_contradiction
from nodes.upkeep.state import UpkeepInput, UpkeepReport, UpkeepState

__all__ = [
    "Trials",
    "UpkeepInput",
    "UpkeepReport",
    "UpkeepState",
    "apply_verdict",
    "begin",
    "can_draw",
    "draw_facts",
    "find_exchange",
    "find_new_fact",
    "judge_contradiction",
    "try_out",
]
