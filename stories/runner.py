"""Plays a story through the real program: real memory, the real graph, a home of its own.

Shared by `mnemon stories` and pytest. Nothing is replaced but what the story says: the clock is
moved by hand, and a story about a model that misbehaves brings that model.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

from core.identity import Identity
from core.settings import Settings
from graph.assistant import Assistant, open_assistant
from models import ChosenModel, load_chat_model
from stories.actions import Last, perform
from stories.checks import check_action, check_turn
from stories.expectations import MemoryCheck
from stories.looking_after import look_after, upkeep_record
from stories.memory_checks import check_embedded, check_home, check_memory
from stories.model import Session, Story
from stories.records import ActionRecord, Failure, SessionRecord, TurnRecord
from stories.scripted_model import ScriptedModel
from stories.steps import LookAfter, Say, Step
from stories.talking import talk
from stories.transcript import render_transcript
from stories.world import World

OFFLINE = "offline"
STEP_TAKES = timedelta(minutes=1)
"""How far the clock moves with each step, so that no two things happen at the same moment."""


@dataclass(frozen=True)
class StoryResult:
    """How a story went.

    Attributes:
        title: The story's title.
        failures: The promises that were not kept, in the order they were noticed.
        transcript: All that happened, readable.
        skipped: Why it was not played; None when it was.
    """

    title: str
    failures: tuple[Failure, ...]
    transcript: str
    skipped: str | None = None

    @property
    def passed(self) -> bool:
        """Whether it was played and every promise was kept."""
        return self.skipped is None and not self.failures

    def report(self) -> str:
        """What went wrong, then the transcript: for the person who has to mend it."""
        faults = "\n".join(f"  ✗ {failure}" for failure in self.failures)
        return f"{self.title}\n{faults}\n\n{self.transcript}"


def run_story(
    story: Story, *, home: Path, model_spec: str | None = None, settings: Settings | None = None
) -> StoryResult:
    """Play one story in one event loop.

    Args:
        story: What is to happen, and what is promised.
        home: An empty folder, or a path where one can be made; it is left for inspection.
        model_spec: The chat model, such as `ollama:qwen3`; the offline model when None. With any
            other model than the offline one, scripted stories are skipped, with the reason.
        settings: Where Ollama is and how it is used; nothing else of it is looked at.

    Raises:
        ModelUnavailable: The chat model cannot be loaded; the message says what to type.
    """
    spec = model_spec or OFFLINE
    if spec != OFFLINE and story.is_scripted:
        return StoryResult(story.title, (), "", "it brings a scripted model, so it cannot run live")
    return asyncio.run(_Play(story, spec, settings or Settings.model_validate({})).run(home))


class _Play:
    """One playing of a story."""

    def __init__(self, story: Story, spec: str, settings: Settings) -> None:
        self.story = story
        self.spec = spec
        self.person = settings
        self.model: ChosenModel | None = None
        self.last = Last()
        self.records: list[SessionRecord] = []
        self.failures: list[Failure] = []

    @property
    def live(self) -> bool:
        return self.spec != OFFLINE

    async def run(self, home: Path) -> StoryResult:
        try:
            await self._play(home)
        except Exception as error:
            error.add_note(self._transcript())
            raise
        return StoryResult(self.story.title, tuple(self.failures), self._transcript())

    async def _play(self, home: Path) -> None:
        with World(self.story, home) as world:
            for number, session in enumerate(self.story.sessions, 1):
                world.prepare(session)
                await self._session(number, session, world)
                self._look(f"after session {number}", session.memory_after, world)
            self._look("at the end", self.story.memory_after, world)
            self._fail("at the end", check_home(world.memory, self.story.home_stats))
            if self.story.embedded is not None:
                self._fail("at the end", check_embedded(world.texts_embedded, self.story.embedded))

    async def _session(self, number: int, session: Session, world: World) -> None:
        identity = _identity(self.story, number, session)
        self.records.append(SessionRecord(_heading(number, session, world)))
        async with open_assistant(
            world.settings,
            temporary=session.temporary,
            clock=world.clock,
            memory=world.memory,
            model=await self._model(session),
        ) as assistant:
            for turn, step in enumerate(session.turns, 1):
                record = await self._step(step, assistant, identity)
                self.records[-1].steps.append(record)
                where = f"session {number} ({session.user}), turn {turn} ({_short(step)})"
                self._fail(where, record.faults + self._check(step, record))
                world.clock.advance(STEP_TAKES)
                await asyncio.to_thread(world.settle, session)
            await assistant.keep_up(identity)
            if reports := assistant.upkeep_reports():
                memory = world.memory.for_identity(identity)
                self.records[-1].steps.append(upkeep_record(reports, memory, self.last))

    async def _model(self, session: Session) -> ChosenModel:
        """A scripted model where it is asked for or nobody speaks, else the one of the play."""
        if session.is_scripted or not session.spoken():
            return _scripted()
        if self.model is None:
            self.model = await asyncio.to_thread(load_chat_model, self.spec, self.person)
        return self.model

    async def _step(
        self, step: Step, assistant: Assistant, identity: Identity
    ) -> TurnRecord | ActionRecord:
        if isinstance(step, LookAfter):
            return await look_after(step, assistant.memory, identity, self.last)
        if not isinstance(step, Say):
            memory = assistant.memory
            return await perform(step, memory.for_identity(identity), memory.clock, self.last)
        record = await talk(step, assistant, identity)
        self.last.episode_id = record.episode_id
        if record.saved:
            self.last.saved_id = record.saved[-1]["id"]
        return record

    def _check(self, step: Step, record: TurnRecord | ActionRecord) -> list[str]:
        if isinstance(step, Say) and isinstance(record, TurnRecord):
            faults = check_turn(record, step.expect, live=self.live)
            if step.expect_offline is not None and not self.live:
                faults += check_turn(record, step.expect_offline, live=False)
            return faults
        if not isinstance(step, Say) and isinstance(record, ActionRecord):
            return check_action(record, step.expect)
        return []

    def _look(self, when: str, checks: Sequence[MemoryCheck], world: World) -> None:
        for check in checks:
            memory = world.memory_of(check.user, check.tenant)
            self._fail(when, check_memory(memory, check, live=self.live))

    def _fail(self, where: str, faults: Sequence[str]) -> None:
        self.failures += [Failure(where, fault) for fault in faults]

    def _transcript(self) -> str:
        return render_transcript(self.story.title, self.records)


def _identity(story: Story, number: int, session: Session) -> Identity:
    """Who speaks in which conversation: one name, one id, whoever asks for it."""
    name = session.name or f"session {number}"
    return Identity(
        session.user, str(uuid5(NAMESPACE_URL, f"{story.title}/{name}")), session.tenant
    )


def _scripted() -> ChosenModel:
    return ChosenModel(
        model=ScriptedModel(),
        spec="scripted",
        why="the story brings its own model",
        supports_tools=True,
        window_tokens=8192,
    )


def _heading(number: int, session: Session, world: World) -> str:
    marks = [
        mark
        for mark, given in (
            ("opened anew", session.restart_before),
            ("index lost", session.lose_index_before),
            ("embedder down", session.embedder == "down"),
            ("temporary", session.temporary),
            ("scripted model", session.is_scripted),
        )
        if given
    ]
    at = world.clock.now().strftime("%Y-%m-%d %H:%M")
    return " · ".join([f"session {number}", session.user, at, *marks])


def _short(step: Step) -> str:
    value = next(iter(step.model_dump(exclude={"expect"}).values()))
    text = str(value)
    return text if len(text) <= 60 else text[:59] + "…"
