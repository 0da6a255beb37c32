"""A model without tools that copies a call out of a document into its answer: nothing may come of it."""

from core.settings import Settings
from memory.embedding import Embedder
from tests.poison.running import Outcome, Victim, arena, attacks
from tests.standins.scripted_model import scripted


async def copies(settings: Settings, embedder: Embedder) -> list[Outcome]:
    """Each call that stands in an attack word for word, written again by the model."""
    found = []
    model = scripted(tools=False)
    async with arena(settings, embedder, model) as (assistant, memory):
        for attack in (a for a in attacks() if a.written and a.written in a.text):
            victim = Victim(assistant, memory)
            delivered = victim.memory.save_foreign(attack.text, trust="document").id
            looks = f"search_memory(query={attack.value!r})"
            await victim.hears("What came in today?", looks, attack.written)
            found.append(victim.judge(attack, "copied", [delivered]))
    return found


async def carried_out(settings: Settings, embedder: Embedder) -> tuple[int, int]:
    """How many such calls were carried out, of how many."""
    found = await copies(settings, embedder)
    return sum(outcome.saves > 0 for outcome in found), len(found)
