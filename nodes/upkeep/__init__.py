"""The steps of upkeep: what is done with memory when nobody waits for an answer."""

from nodes.upkeep.apply_verdict import apply_verdict
from nodes.upkeep.begin import begin
from nodes.upkeep.draw_facts import draw_facts
from nodes.upkeep.extractor import TRIALS, Trials, can_draw, try_out
from nodes.upkeep.find_exchange import find_exchange
from nodes.upkeep.find_new_fact import find_new_fact
from nodes.upkeep.judge_contradiction import judge_contradiction
from nodes.upkeep.model_judge import BUILT_IN
from nodes.upkeep.state import Retired, UpkeepInput, UpkeepReport, UpkeepState, add_up

__all__ = [
    "BUILT_IN",
    "TRIALS",
    "Retired",
    "Trials",
    "UpkeepInput",
    "UpkeepReport",
    "UpkeepState",
    "add_up",
    "apply_verdict",
    "begin",
    "can_draw",
    "draw_facts",
    "find_exchange",
    "find_new_fact",
    "judge_contradiction",
    "try_out",
]
