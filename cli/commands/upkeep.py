"""`mnemon upkeep`: look after memory now."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import click

from cli.opening import identity_of, open_home, settle
from cli.options import Given, pass_given, takes
from cli.render import say, say_json, tell
from cli.upkept import upkeep_lines

if TYPE_CHECKING:
    from memory import MemoryService
    from nodes.upkeep import UpkeepReport

COUNTED = (
    ("judged", "new fact compared with older ones", "new facts compared with older ones"),
    ("exchanges", "exchange read for facts", "exchanges read for facts"),
    ("dropped", "drawn fact dropped", "drawn facts dropped"),
    ("failed", "failure", "failures"),
)
"""What is counted in a report: one of it, and several."""


@click.command()
@takes("user", "home", "model", "json")
@pass_given
def upkeep(given: Given) -> None:
    """Compare new facts with older ones, now.

    Facts are also drawn from finished exchanges, if that is switched on. A chat does this by itself when it is left alone. What was replaced or learnt is printed with
    the command that undoes it; what could not be done stays for the next time.
    """
    with open_home(given) as (service, memory):
        settle(service)
        report = asyncio.run(_run(service))
        lines = upkeep_lines(report, memory, given)
    if given.json:
        say_json(report)
        return
    for line in lines:
        say(line)
    for told in dict.fromkeys(report.get("told", [])):
        tell(told)
    tell(f"Upkeep: {', '.join(_counted(report)) or 'nothing to do'}.")


def _counted(report: UpkeepReport) -> list[str]:
    counts = {**report}
    return [
        f"{counts[name]} {one if counts[name] == 1 else many}"
        for name, one, many in COUNTED
        if counts.get(name)
    ]


async def _run(service: MemoryService) -> UpkeepReport:
    """Run until there is nothing left that can be done now."""
    from graph.chat_models import ChatModels
    from graph.upkeep import Upkeep
    from nodes import Services
    from nodes.upkeep import add_up

    settings = service.settings
    models = ChatModels(settings)
    upkeep_of_home = Upkeep(Services(settings, service.clock, lambda: service, models.get, "cli"))
    identity = identity_of(settings)
    report = add_up(None, None)
    while await upkeep_of_home.is_due(identity):
        done = await upkeep_of_home.run(identity)
        report = add_up(report, done)
        if done.get("told") or not (done.get("judged") or done.get("exchanges")):
            break
    return report
