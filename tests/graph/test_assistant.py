"""Opening a conversation partner, and what goes wrong around it."""

import asyncio
import sys
from pathlib import Path

import pytest

from core.clock import ManualClock
from core.errors import InvalidInput, MnemonError, StorageError
from core.identity import Identity
from graph.assistant import open_assistant
from graph.checkpointer import FILE_NAME
from graph.events import Notice
from graph.one_writer import ConversationBusy, one_writer
from memory import open_memory
from tests.graph.conftest import hear, person, refusal
from tests.standins.scripted_model import script_of, scripted

HOLDER = """
import asyncio, sys
from pathlib import Path
from graph.one_writer import one_writer

async def hold():
    async with one_writer(Path(sys.argv[1]), sys.argv[2]):
        print("held", flush=True)
        sys.stdin.read()

asyncio.run(hold())
"""


def test_a_conversation_goes_on_in_the_next_process(opened, run):
    async def story():
        ann = person()
        async with opened(scripted("Hello Ann.")) as it:
            await hear(it, "I am Ann", ann)
        model = scripted("You are Ann.")
        async with opened(model) as it:
            await hear(it, "Who am I?", ann)
        return [m.text for m in script_of(model).prompts[0][1:]]

    assert run(story()) == ["I am Ann", "Hello Ann.", "Who am I?"]


def test_the_memory_given_is_used_and_stays_open(settings, clock, run):
    async def story(memory):
        async with open_assistant(settings, memory=memory, model=scripted("Hello.")) as it:
            assert it.memory is memory
            await hear(it, "Hi", person())
        return memory.stats()

    with open_memory(settings, clock=clock) as memory:
        assert run(story(memory))["home"] == str(settings.home)


def test_the_date_in_the_prompt_is_the_clocks(opened, run, clock: ManualClock):
    async def story():
        model = scripted("Hello.")
        async with opened(model, clock=clock) as it:
            await hear(it, "Hi", person())
        return script_of(model).system

    assert "Today is 2026-05-31." in run(story())


def test_what_was_recalled_for_the_last_answer_can_be_asked(opened, run):
    async def story():
        ann = person()
        async with opened(scripted("Hello.")) as it:
            it.memory.for_identity(ann).save_topic("user.editor", "Vim")
            await hear(it, "Which editor do I use?", ann)
            return await it.recalled(ann), await it.recalled(person())

    recalled, nothing = run(story())

    assert [i["content"] for i in recalled["facts"]] == ["Vim"]
    assert nothing["facts"] == []


def test_an_embedder_that_is_down_is_told_once_and_stops_nothing(opened, run):
    down = {"embedder": "ollama:nomic-embed-text", "ollama_url": "http://127.0.0.1:9"}

    async def story():
        ann = person()
        async with opened(scripted("One.", "Two."), settings=down) as it:
            first = await hear(it, "I like tea", ann)
            second = await hear(it, "And cake", ann)
            return first, second

    first, second = run(story())

    (notice,) = first.of(Notice)
    assert "http://127.0.0.1:9" in notice.text
    assert second.of(Notice) == []
    assert (first.answer.text, second.answer.text) == ("One.", "Two.")


@pytest.mark.parametrize("session", ["1", "no uuid", "../../etc/passwd"])
def test_a_session_that_is_no_uuid_is_refused(opened, run, session):
    async def story():
        async with opened(scripted("Hello.")) as it:
            return await refusal(it, "Hi", Identity(user="ann", session=session))

    assert "no conversation id" in str(run(story()))


def test_another_assistants_identity_is_refused(opened, run):
    async def story():
        async with opened(scripted("Hello.")) as it:
            who = Identity(user="ann", session=person().session, agent="hal")
            return await refusal(it, "Hi", who)

    assert isinstance(run(story()), InvalidInput)


def test_only_one_process_answers_in_a_conversation(settings, run):
    async def story():
        ann = person()
        holder = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            HOLDER,
            str(settings.home),
            ann.session,
            cwd=Path(__file__).parents[2],
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        assert holder.stdout
        assert await holder.stdout.readline() == b"held\n"
        with pytest.raises(ConversationBusy) as busy:
            async with one_writer(settings.home, ann.session, wait_s=0.1):
                pass
        async with open_assistant(settings, model=scripted("Hello.", repeats=True)) as it:
            waiting = asyncio.create_task(hear(it, "Hi", ann))
            elsewhere = await hear(it, "Hi", person())
            before = waiting.done()
            holder.kill()  # a writer that dies leaves nothing locked
            await holder.wait()
            free = await waiting
        return busy.value, before, elsewhere.answer.text, free.answer.text

    busy, before, elsewhere, free = run(story())

    assert "another process" in str(busy)
    assert not before
    assert (elsewhere, free) == ("Hello.", "Hello.")


def test_a_writer_waits_for_one_that_is_nearly_done(home, run):
    async def story():
        order = []

        async def write(name, started):
            async with one_writer(home, "a"):
                order.append(name)
                started.set()
                await asyncio.sleep(0)

        started = asyncio.Event()
        first = asyncio.create_task(write("first", started))
        await started.wait()
        await write("second", asyncio.Event())
        await first
        return order

    assert run(story()) == ["first", "second"]


def test_a_home_that_is_a_file_is_refused_in_one_line(settings, home, run):
    home.write_text("I am a file.")

    async def story():
        async with open_assistant(settings, model=scripted("Hello.")):
            pass

    with pytest.raises(StorageError) as caught:
        run(story())
    assert "\n" not in str(caught.value)


def test_a_lock_folder_that_cannot_be_made_is_a_storage_error(home, run):
    home.write_text("I am a file.")

    async def story():
        async with one_writer(home, "a"):
            pass

    with pytest.raises(StorageError):
        run(story())


def test_an_unknown_model_is_refused_when_opening(settings, run):
    async def story():
        unknown = settings.model_copy(update={"model": "no such model"})
        async with open_assistant(unknown):
            pass

    with pytest.raises(MnemonError):
        run(story())


def test_conversations_lie_in_the_home_beside_memory(opened, run, home):
    async def story():
        async with opened(scripted("Hello.")) as it:
            await hear(it, "Hi", person())

    run(story())

    assert (home / FILE_NAME).exists()
    assert (home / "locks").stat().st_mode & 0o077 == 0
