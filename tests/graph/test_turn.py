"""Whole turns through the compiled graph: real memory and checkpoints, a scripted model."""

import asyncio
import threading

import pytest
from langchain_core.messages import AIMessage, ToolCall, ToolMessage

from core.errors import InvalidInput, ModelUnavailable, NotFound, StorageError
from graph.events import MemorySaved, Notice, ToolAnswered, ToolCalled
from nodes.answers import NO_ANSWER_FOUND, SILENCE
from nodes.generate import ASKED_AGAIN
from nodes.history import CUT_MARK
from nodes.persist import CORRECTION, NOT_FORGOTTEN
from tests.graph.conftest import Heard, hear, person, refusal
from tests.standins.scripted_model import call, calls, script_of, scripted, unreadable_call

SAVE = {"topic": "user.language_preference", "content": "Elixir"}


def open_calls(messages):
    """Ids of calls without a tool message, in a whole conversation."""
    asked = {c["id"] for m in messages if isinstance(m, AIMessage) for c in m.tool_calls}
    return asked - {m.tool_call_id for m in messages if isinstance(m, ToolMessage)}


def test_a_save_is_committed_told_and_answered(opened, run):
    async def story():
        ann = person()
        async with opened(scripted(call("save_topic", "c1", **SAVE), "Done: Elixir.")) as it:
            heard = await hear(it, "Please remember my preferred language is Elixir.", ann)
            kept = it.memory.for_identity(ann).recall_topic("user.language_preference")
        return heard, kept

    heard, kept = run(story())

    assert kept == "Elixir"
    assert heard.of(ToolCalled) == [ToolCalled("save_topic", SAVE)]
    assert heard.of(ToolAnswered) == [
        ToolAnswered("save_topic", "Memory saved: user.language_preference", False)
    ]
    (saved,) = heard.of(MemorySaved)
    assert (saved.receipt["topic"], saved.receipt["tool_call_id"]) == (SAVE["topic"], "c1")
    assert heard.spoken == heard.answer.text == "Done: Elixir."


def test_a_later_process_answers_from_memory(opened, run):
    async def first():
        async with opened(scripted(call("save_topic", **SAVE), "Done.")) as it:
            await hear(it, "Remember that I prefer Elixir", person())

    async def second():
        model = scripted(
            call("recall_topic", topic="preferred language"),
            lambda prompt: f"You told me: {prompt[-1].text}",
        )
        async with opened(model) as it:
            return await hear(it, "What language do I prefer?", person()), script_of(model)

    run(first())
    heard, model = run(second())

    assert "[Memory: user.language_preference] Elixir" in heard.answer.text
    assert "recall_topic: [Memory:" in heard.answer.text
    assert 'user.language_preference = "Elixir" (said by the user,' in model.system


def test_each_call_of_a_message_goes_to_its_own_node_and_results_keep_their_order(opened, run):
    async def story():
        asked = calls(
            ToolCall(name="save_topic", args=SAVE, id="a"),
            ToolCall(name="save_memory", args={"content": "The sky is blue."}, id="b"),
            ToolCall(name="recall_topic", args={"topic": "user.name"}, id="c"),
        )
        ann = person()
        async with opened(scripted(asked, "Done.")) as it:
            heard = await hear(it, "Do three things", ann)
            return heard, await it.messages(ann)

    heard, messages = run(story())

    assert [m.tool_call_id for m in messages if isinstance(m, ToolMessage)] == ["a", "b", "c"]
    assert len(heard.of(MemorySaved)) == 2


def test_an_unknown_tool_is_answered_with_the_valid_names(opened, run):
    async def story():
        async with opened(scripted(call("remember_topic", topic="a"), "Sorry.")) as it:
            return await hear(it, "Remember a", person())

    (answered,) = run(story()).of(ToolAnswered)

    assert answered.is_error
    assert "'remember_topic'" in answered.content
    assert "save_topic, recall_topic, save_memory, search_memory" in answered.content


def test_wrong_arguments_are_answered_with_what_to_change(opened, run):
    async def story():
        model = scripted(call("save_topic", topic="user.a"), call("save_topic", **SAVE), "Done.")
        async with opened(model) as it:
            return await hear(it, "Remember", person())

    wrong, right = run(story()).of(ToolAnswered)

    assert wrong.is_error
    assert "content" in wrong.content
    assert not right.is_error


def test_an_unreadable_call_is_answered_too(opened, run):
    async def story():
        ann = person()
        async with opened(scripted(unreadable_call("save_topic", "topic: tea"), "Sorry.")) as it:
            heard = await hear(it, "Remember", ann)
            return heard, await it.messages(ann)

    heard, messages = run(story())

    (answered,) = heard.of(ToolAnswered)
    assert "topic: tea" in answered.content
    assert "valid JSON" in answered.content
    assert messages[2].tool_call_id == "bad-1"


def test_the_third_identical_call_ends_the_loop_and_every_call_is_answered(opened, run):
    def again(prompt):
        return calls(
            ToolCall(name="search_memory", args={"query": "tea"}, id=f"s{len(prompt)}"),
            ToolCall(
                name="recall_topic", args={"topic": f"user.t{len(prompt)}"}, id=f"r{len(prompt)}"
            ),
        )

    async def story():
        model, ann = scripted(again, again, again, "I do not know."), person()
        async with opened(model) as it:
            heard = await hear(it, "Do I like tea?", ann)
            return heard, await it.messages(ann), script_of(model)

    heard, messages, model = run(story())

    assert heard.answer.text == "I do not know."
    assert not open_calls(messages)
    assert [a.is_error for a in heard.of(ToolAnswered)] == [False] * 4 + [True, False]
    assert [bool(names) for names in model.offered] == [True, True, True, False]
    assert "no tool can be called any more" in model.system


def test_a_model_that_never_stops_calling_is_made_to_answer(opened, run):
    def other(prompt):
        return call("search_memory", query=f"thing {len(prompt)}")

    async def story():
        ann = person()
        model = scripted(other, repeats=True)
        async with opened(model, settings={"recursion_limit": 20}) as it:
            heard = await hear(it, "Find it", ann)
            return heard, await it.messages(ann), script_of(model)

    heard, messages, model = run(story())

    assert heard.answer.text == NO_ANSWER_FOUND
    assert not open_calls(messages)
    assert model.offered[-1] == []
    assert heard.answer.episode_id


@pytest.mark.parametrize("limit", range(5, 13))
def test_any_recursion_limit_leaves_room_for_the_answer(opened, run, limit):
    def other(prompt):
        return call("search_memory", query=f"thing {len(prompt)}") if limit % 2 else again()

    def again():
        return call("search_memory", query="the same")

    async def story():
        model = scripted(other, repeats=True)
        async with opened(model, settings={"recursion_limit": limit}) as it:
            return await hear(it, "Find it", person())

    assert run(story()).answer.episode_id


def test_an_untrue_claim_is_asked_about_once_and_then_corrected_and_told(opened, run):
    async def story():
        ann = person()
        async with opened(scripted("I've saved that.", "Sure, I'll remember that!")) as it:
            heard = await hear(it, "I like tea", ann)
            messages = await it.messages(ann)
            (episode,) = it.memory.for_identity(ann).memories("episode")
        return heard, messages, episode

    heard, messages, episode = run(story())

    assert [m.type for m in messages] == ["human", "ai"]
    assert messages[-1].text == f"Sure, I'll remember that!\n\n{CORRECTION}"
    assert heard.spoken == heard.answer.text == messages[-1].text
    assert [n.text for n in heard.of(Notice)][:1] == [ASKED_AGAIN]
    assert len(heard.of(Notice)) == 2
    assert CORRECTION in episode.content


def test_a_model_that_is_asked_again_can_save_what_it_claimed(opened, run):
    async def story():
        model = scripted("Hello. I've saved that.", call("save_topic", **SAVE), "It is saved.")
        ann = person()
        async with opened(model) as it:
            heard = await hear(it, "I prefer Elixir", ann)
            return heard, await it.messages(ann), script_of(model).prompts

    heard, messages, prompts = run(story())

    assert heard.answer.text == "It is saved."
    assert len(heard.of(MemorySaved)) == 1
    assert heard.spoken == "Hello.It is saved."
    assert [m.type for m in messages] == ["human", "ai", "tool", "ai"]
    assert "I have saved that." in prompts[1][0].text
    assert "Nothing was saved" in prompts[1][0].text


def test_what_follows_a_withheld_claim_in_the_next_turn_knows_nothing_of_it(opened, run):
    async def story():
        ann = person()
        model = scripted("Noted!", "Nice.", "I've saved it.", "I saved nothing.")
        async with opened(model) as it:
            first = await hear(it, "I like tea", ann)
            second = await hear(it, "And cake", ann)
            return first, second, script_of(model).prompts

    first, second, prompts = run(story())

    assert (first.spoken, second.spoken) == ("Nice.", "I saved nothing.")
    assert "was not shown" not in prompts[2][0].text


def test_forgetting_is_never_proved_by_a_save(opened, run):
    async def story():
        claim = "I've deleted your address from my memory and saved your language."
        model = scripted(call("save_topic", **SAVE), claim, claim)
        async with opened(model) as it:
            return await hear(it, "Forget my address; I prefer Elixir", person())

    assert NOT_FORGOTTEN in run(story()).answer.text


def test_a_true_claim_stays_as_it_is(opened, run):
    async def story():
        async with opened(scripted(call("save_topic", **SAVE), "I've saved that.")) as it:
            return await hear(it, "Remember that I prefer Elixir", person())

    heard = run(story())

    assert heard.answer.text == "I've saved that."
    assert heard.of(Notice) == []


def test_a_receipt_of_the_turn_before_covers_no_claim_of_this_one(opened, run):
    async def story():
        ann = person()
        claim = "I've saved that too."
        model = scripted(call("save_topic", **SAVE), "I've saved that.", claim, claim)
        async with opened(model) as it:
            await hear(it, "Remember that I prefer Elixir", ann)
            return await hear(it, "And tea", ann)

    assert CORRECTION in run(story()).answer.text


def test_a_failed_save_covers_no_claim(opened, run):
    async def story():
        claim = "I've saved that."
        model = scripted(call("save_topic", topic="...", content="x"), claim, claim)
        async with opened(model) as it:
            return await hear(it, "Remember x", person())

    heard = run(story())

    assert heard.of(MemorySaved) == []
    assert CORRECTION in heard.answer.text


def test_every_answer_is_kept_as_an_episode_with_its_facts(opened, run):
    async def story():
        ann = person()
        model = scripted(call("search_memory", query="capital"), "Canberra.", "Hello!")
        async with opened(model) as it:
            first = await hear(it, "The capital of Australia is Canberra, right?", ann)
            await hear(it, "Hi", ann)
            return first, ann, it.memory.for_identity(ann).get(first.answer.episode_id or "")

    heard, ann, episode = run(story())

    assert episode.kind == "episode"
    assert episode.content == "Q: The capital of Australia is Canberra, right?\nA: Canberra."
    assert episode.metadata["session_id"] == ann.session
    assert episode.metadata["query_id"] == heard.answer.query_id
    assert episode.metadata["tool_calls"] == 1


def test_what_only_retells_memory_is_not_found_again(opened, run):
    async def story():
        ann = person()
        model = scripted(
            call("save_topic", **SAVE),
            "Done.",
            call("recall_topic", topic="user.language_preference"),
            "You prefer Elixir.",
            "I do not know your sister.",
        )
        async with opened(model) as it:
            for text in ("Remember that I prefer Elixir", "Which language?", "Who is my sister?"):
                await hear(it, text, ann)
            it.memory.wait_until_embedded(10)
            found = it.memory.for_identity(person()).recall("language sister", top_k=20)
            kept = it.memory.for_identity(ann).memories("episode")
        return [i.engram.content for i in found.items], [e.content for e in kept]

    found, kept = run(story())

    assert len(kept) == 3
    assert not any("Which language?" in text or "sister" in text for text in found)


def test_the_model_being_down_is_an_error_and_the_next_turn_works(opened, run):
    async def story():
        ann = person()
        model = scripted(ModelUnavailable("Ollama does not answer. Start it."), "Hello again.")
        async with opened(model) as it:
            error = await refusal(it, "I like tea", ann)
            heard = await hear(it, "Are you there?", ann)
            return error, heard, await it.messages(ann), script_of(model)

    error, heard, messages, model = run(story())

    assert isinstance(error, ModelUnavailable)
    assert heard.answer.text == "Hello again."
    assert [m.text for m in messages] == ["I like tea", "Are you there?", "Hello again."]
    assert [m.text for m in model.prompts[-1][1:]] == ["I like tea", "Are you there?"]


def test_saying_the_same_again_after_a_failure_leaves_it_once(opened, run):
    async def story():
        ann = person()
        async with opened(scripted(ModelUnavailable("down"), "Hello.")) as it:
            await refusal(it, "I like tea", ann)
            await hear(it, "I like tea", ann)
            return await it.messages(ann)

    assert [m.text for m in run(story())] == ["I like tea", "Hello."]


def test_a_foreign_error_of_a_model_is_told_as_one(opened, run):
    async def story():
        async with opened(scripted(KeyError("choices"))) as it:
            return await refusal(it, "Hi", person())

    error = run(story())

    assert isinstance(error, ModelUnavailable)
    assert "scripted failed (KeyError: 'choices')" in str(error)


def test_a_model_that_says_nothing_gets_a_plain_line_in_its_place(opened, run):
    async def story():
        async with opened(scripted("  ")) as it:
            return await hear(it, "Hi", person())

    assert run(story()).answer.text == SILENCE


def test_calls_without_ids_and_with_repeated_ids_each_do_their_work(opened, run):
    async def story():
        def save(topic, call_id):
            return ToolCall(name="save_topic", args={"topic": topic, "content": "x"}, id=call_id)

        model = scripted(
            calls(save("user.a", "1"), save("user.b", "1")),
            calls(save("user.c", "1"), save("user.d", None)),
            "Done.",
        )
        ann = person()
        async with opened(model) as it:
            await hear(it, "Save four", ann)
            return await it.messages(ann), it.memory.for_identity(ann).topics()

    messages, topics = run(story())

    assert [e.topic for e in topics] == ["user.a", "user.b", "user.c", "user.d"]
    assert not open_calls(messages)


def test_a_model_without_tools_is_offered_none_and_told_how_to_write_a_call(opened, run):
    async def story():
        model = scripted("Hello.", tools=False)
        async with opened(model) as it:
            await hear(it, "Hi", person())
        return script_of(model)

    model = run(story())

    assert model.offered == [[]]
    assert 'save_topic(topic="...", content="...")' in model.system


def test_a_model_without_tools_whose_written_calls_are_not_read_is_told_so(opened, run):
    async def story():
        model = scripted("Hello.", tools=False)
        async with opened(model, settings={"written_calls": "off"}) as it:
            await hear(it, "Hi", person())
        return script_of(model)

    model = run(story())

    assert model.offered == [[]]
    assert "You have no tools" in model.system


def test_a_small_window_leaves_less_of_the_conversation(opened, run):
    async def story():
        ann = person()
        model = scripted("w" * 1500, window_tokens=2048, repeats=True)
        async with opened(model) as it:
            for number in range(8):
                await hear(it, f"question {number}", ann)
            return script_of(model).prompts[-1]

    prompt = run(story())

    assert len(prompt) < 8
    assert prompt[-1].text == "question 7"


def test_a_megabyte_is_answered_and_shown_to_the_model_in_part(opened, run):
    async def story():
        ann = person()
        model = scripted("That is long.")
        async with opened(model) as it:
            heard = await hear(it, "tea " * 262_144, ann)
            return heard, await it.messages(ann), script_of(model).prompts[0][-1]

    heard, messages, shown = run(story())

    assert heard.answer.text == "That is long."
    assert len(messages[0].text) == 1_048_576
    assert shown.text.endswith(CUT_MARK)
    assert len(shown.text) < 20_000


@pytest.mark.parametrize(
    "text", ["\ud83d half an emoji", "a\x00b", "\u202eabc", "🦊 emoji", "مرحبا", "e\u0301"]
)
def test_odd_text_is_answered_and_kept(opened, run, text):
    async def story():
        ann = person()
        async with opened(scripted("Fine.")) as it:
            await hear(it, text, ann)
            return await it.messages(ann), it.memory.for_identity(ann).memories("episode")

    messages, episodes = run(story())

    messages[0].text.encode("utf-8")
    assert len(episodes) == 1


@pytest.mark.parametrize("text", ["", "   ", "\n\t", "\u00a0"])
def test_a_blank_message_is_refused_and_leaves_no_trace(opened, run, text):
    async def story():
        ann = person()
        async with opened(scripted("Hello.")) as it:
            error = await refusal(it, text, ann)
            return error, await it.messages(ann)

    error, messages = run(story())

    assert isinstance(error, InvalidInput)
    assert messages == []


def test_nobody_enters_the_conversation_of_another(opened, run):
    async def story():
        ann = person("ann")
        bob = person("bob").in_session(ann.session)
        async with opened(scripted("Hello Ann.", "Hello Ann again.")) as it:
            await hear(it, "I am Ann", ann)
            error = await refusal(it, "And I am Bob", bob)
            with pytest.raises(NotFound):
                await it.messages(bob)
            with pytest.raises(NotFound):
                await it.recalled(bob)
            await hear(it, "Still me", ann)
            return error, await it.messages(ann)

    error, messages = run(story())

    assert isinstance(error, NotFound)
    assert not any("Bob" in m.text for m in messages)


def test_two_users_never_see_each_others_memory(opened, run):
    async def story():
        ann, bob = person("ann"), person("bob")
        model = scripted(
            call("save_topic", **SAVE),
            "Done.",
            calls(
                ToolCall(name="recall_topic", args={"topic": SAVE["topic"], "user": "ann"}, id="1"),
                ToolCall(name="search_memory", args={"query": "Elixir", "user": "ann"}, id="2"),
            ),
            "Nothing.",
        )
        async with opened(model) as it:
            await hear(it, "Remember that I prefer Elixir", ann)
            it.memory.wait_until_embedded(10)
            return await hear(it, "What language do I prefer?", bob), script_of(model)

    heard, model = run(story())

    assert {a.content for a in heard.of(ToolAnswered)} == {"No memories found."}
    assert "Elixir" not in "".join(str(m.text) for m in model.prompts[-1])


def test_a_slow_consumer_that_leaves_early_leaves_a_conversation_that_works(opened, run):
    async def story():
        ann = person()
        async with opened(scripted("one two three four", "Hello.")) as it:
            turn = it.turn("Count", ann)
            async for _ in turn:
                break
            await turn.aclose()
            return await hear(it, "Hi", ann)

    assert run(story()).answer.text == "Hello."


def test_turns_of_several_conversations_run_at_the_same_time(opened, run):
    meeting = threading.Barrier(3, timeout=30)

    def met(_prompt):
        meeting.wait()  # passes only when three turns are in the model at once
        return "Hello."

    async def story():
        async with opened(scripted(met, repeats=True)) as it:
            return await asyncio.gather(*(hear(it, "Hi", person(f"u{n}")) for n in range(3)))

    assert [heard.answer.text for heard in run(story())] == ["Hello."] * 3


def break_ledger(home):
    """What a dying disk does to the ledger while the program runs."""
    for path in home.glob("ledger.sqlite3*"):
        path.write_bytes(b"?" * path.stat().st_size)


def test_a_ledger_that_is_down_fails_the_turn_in_one_clear_line(opened, run, home):
    async def story():
        async with opened(scripted("Hello.")) as it:
            break_ledger(home)
            return await refusal(it, "I like tea", person())

    error = run(story())

    assert isinstance(error, StorageError)
    assert "\n" not in str(error)


def test_a_ledger_that_breaks_in_mid_turn_is_told_to_the_model_and_covers_no_claim(
    opened, run, home
):
    def breaks(_prompt):
        break_ledger(home)
        return call("save_topic", **SAVE)

    async def story():
        model = scripted(breaks, "I've saved that.", "I've saved that.")
        heard = Heard()
        async with opened(model) as it:
            with pytest.raises(StorageError):
                await hear(it, "Remember that I prefer Elixir", person(), heard)
        return heard

    heard = run(story())

    (answered,) = heard.of(ToolAnswered)
    assert answered.is_error
    assert answered.content.startswith("Not saved.")
    assert heard.of(MemorySaved) == []
    assert len(heard.of(Notice)) == 2
