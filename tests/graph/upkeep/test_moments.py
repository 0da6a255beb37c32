"""Upkeep works when nobody waits, and steps aside when somebody does."""

import asyncio

from graph.idle_upkeep import IdleUpkeep
from tests.graph.upkeep.house import SUPERSEDE
from tests.standins.ollama import Reply


def test_upkeep_waits_for_a_quiet_moment_and_steps_aside(house, ollama):
    old, _ = house.keep("I live in Lisbon.", "I moved to Porto.")

    async def story():
        idle = IdleUpkeep(house.upkeep, idle_s=3600)
        idle.begin(house.who)
        await asyncio.sleep(0)
        await idle.pause()
        stood = house.stands(old)
        quick = IdleUpkeep(house.upkeep, idle_s=0)

        def asked_meanwhile(_):
            assert quick.take_reports() == []  # a chat asks at each line
            return Reply(SUPERSEDE)

        ollama.replies = asked_meanwhile
        quick.begin(house.who)
        await quick.done()
        reports = quick.take_reports()
        return stood, reports

    stood, (report,) = asyncio.run(story())

    assert stood
    assert len(report["retired"]) == 1


def test_a_message_interrupts_a_model_that_judges(house, ollama):
    asked = asyncio.Event()
    old, _ = house.keep("I live in Lisbon.", "I moved to Porto.")

    async def story():
        loop = asyncio.get_running_loop()

        def thinking(_):
            loop.call_soon_threadsafe(asked.set)
            return Reply(SUPERSEDE, pause_s=30)

        ollama.replies = thinking
        idle = IdleUpkeep(house.upkeep, idle_s=0)
        idle.begin(house.who)
        await asked.wait()
        await idle.pause()
        return idle.take_reports()

    assert asyncio.run(story()) == []
    assert house.stands(old)
    assert house.memory.unjudged(5)
