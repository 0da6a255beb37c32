"""What is asked of a language model to draw facts from a message, and whether it does that well.

The built-in model is no language model and draws nothing. Any other is tried on three small messages
before it is trusted with `extraction: auto`; `mnemon doctor` tells how that went.
"""

from dataclasses import dataclass, field

from core.errors import InvalidInput
from models import ChosenModel
from nodes.upkeep.asking import answer_of, fenced, quoted
from nodes.upkeep.drawn import DrawnFact, read_facts, why_unsupported
from nodes.upkeep.model_judge import BUILT_IN
from prompts import load

MOST_MESSAGE_CHARS = 4000
"""Of what the user said: facts stand in short messages, pasted texts are long."""

TRIALS: tuple[tuple[str, str], ...] = (
    ("I live in Ghent and my cat is called Turing. Do you like cats?", "Ghent"),
    ("What is the capital of France?", ""),
    ("I don't eat meat. My sister works as a pilot.", "meat"),
)
"""Messages, and a word that a fact drawn from each must have; "" where there is no fact."""


@dataclass(frozen=True, slots=True)
class TrialResult:
    """How a model did: trials passed, and one sentence for each that was not."""

    passed: int
    faults: tuple[str, ...]

    @property
    def does_well(self) -> bool:
        """Whether all trials were passed."""
        return self.passed == len(TRIALS)


def can_draw(chosen: ChosenModel) -> bool:
    """Whether the model is a language model."""
    return chosen.spec != BUILT_IN


async def drawn_from(chosen: ChosenModel, message: str) -> list[DrawnFact]:
    """The facts that a model draws from what a user said.

    Raises:
        ModelUnavailable: It cannot answer.
        InvalidInput: Its answer is no list of facts.
    """
    data = fenced("message", [quoted(message[:MOST_MESSAGE_CHARS])])
    return read_facts(await answer_of(chosen, load("extract").template, data))


async def try_out(chosen: ChosenModel) -> TrialResult:
    """Let a model draw facts from the trial messages.

    Raises:
        ModelUnavailable: It cannot answer.
    """
    faults = []
    for message, wanted in TRIALS:
        try:
            drawn = await drawn_from(chosen, message)
        except InvalidInput as error:
            faults.append(f"it answered with {error}")
            continue
        if fault := _fault(drawn, message, wanted):
            faults.append(fault)
    return TrialResult(len(TRIALS) - len(faults), tuple(faults))


def _fault(drawn: list[DrawnFact], message: str, wanted: str) -> str | None:
    if any(why_unsupported(one, message) for one in drawn):
        return "it drew something that was not said"
    if wanted and not any(wanted in one.fact for one in drawn):
        return "it missed a fact"
    return None


@dataclass
class Trials:
    """Which models of this process did well; each is tried once."""

    _known: dict[str, bool] = field(default_factory=dict)

    async def does_well(self, chosen: ChosenModel) -> bool:
        """Whether the model passed its trials.

        Raises:
            ModelUnavailable: It cannot be tried now.
        """
        if chosen.spec not in self._known:
            self._known[chosen.spec] = (await try_out(chosen)).does_well
        return self._known[chosen.spec]
