"""One person's memory in a home, and the upkeep that is run on it."""

import asyncio
from datetime import timedelta

from graph.chat_models import ChatModels
from graph.upkeep import Upkeep
from nodes import Services
from tests.standins.ollama import CHAT_MODEL

MODEL = f"ollama:{CHAT_MODEL.name}"
MINUTE = timedelta(minutes=1)
SUPERSEDE = "They moved, so the older one is over.\nSUPERSEDE 1"
KEEP = "Both can be true.\nKEEP"
GHENT = '[{"fact": "The user lives in Ghent.", "words": "I live in Ghent"}]'


class House:
    """One person's memory, and upkeep with the model behind the stand-in server."""

    def __init__(self, service, who, **more):
        self.service, self.who = service, who
        self.memory = service.for_identity(who)
        settings = service.settings.model_copy(update=more)
        models = ChatModels(settings)
        self.services = Services(settings, service.clock, lambda: service, models.get, "test")
        self.upkeep = Upkeep(self.services)

    def keep(self, *facts):
        """Keep facts a minute apart; gives their ids."""
        ids = []
        for fact in facts:
            self.service.clock.advance(MINUTE)
            ids.append(self.memory.remember(fact).id)
        self.service.wait_until_embedded()
        return ids

    def say(self, text):
        self.service.clock.advance(MINUTE)
        turn = f"turn of {text}"
        return self.memory.save_episode(text, "I see.", query_id=turn, tool_calls=0).id

    def run(self):
        return asyncio.run(self.upkeep.run(self.who))

    def stands(self, engram_id):
        return self.memory.get(engram_id).superseded_by is None

    @property
    def facts(self):
        return sorted(e.content for e in self.memory.memories("fact"))
