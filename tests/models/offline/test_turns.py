"""What one turn does: which tools are called with what, and what is said after their results."""

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage

from tests.models.offline.messages import (
    answer_after,
    answered,
    calls_for,
    next_message,
    saved_turn,
)

NOTHING = ("success", "No memories found.")
OWN_LANGUAGE = ("success", "[Memory: user.language_preference] Elixir")


def test_asked_to_remember_a_preference_it_saves_the_topic_and_confirms_it():
    calls = calls_for("Please remember my preferred language is Elixir.")
    answer = answer_after(
        "Please remember my preferred language is Elixir.",
        ("success", "Memory saved: user.language_preference"),
    )

    assert calls == [("save_topic", {"topic": "user.language_preference", "content": "Elixir"})]
    assert answer == "Saved your preferred language: Elixir."


def test_asked_for_a_preference_it_recalls_the_same_topic_and_quotes_it():
    calls = calls_for("What language do I prefer?")
    answer = answer_after("What language do I prefer?", OWN_LANGUAGE)

    assert calls == [("recall_topic", {"topic": "user.language_preference"})]
    assert "Elixir" in answer


def test_the_date_of_what_is_quoted_is_told():
    question = HumanMessage("What language do I prefer?", id="h1")
    asked = next_message([question])
    item = {
        "id": "1", "kind": "topic", "topic": "user.language_preference", "content": "Elixir",
        "date": "2026-05-30", "source": "user", "trust": "user", "score": 1.0,
    }  # fmt: skip
    result = ToolMessage(
        OWN_LANGUAGE[1], tool_call_id=asked.tool_calls[0]["id"] or "", artifact={"items": [item]}
    )

    answer = next_message([question, asked, result])

    assert answer.text == "Your preferred language: Elixir (you told me on 2026-05-30)."


def test_a_result_that_begins_with_the_tools_name_is_read_all_the_same():
    answer = answer_after(
        "What language do I prefer?",
        ("success", "recall_topic: [Memory: user.language_preference] Elixir"),
    )

    assert "Elixir" in answer


def test_world_knowledge_to_remember_becomes_a_note():
    calls = calls_for("Remember that the capital of Australia is Canberra, not Sydney.")

    assert calls == [
        ("save_memory", {"content": "The capital of Australia is Canberra, not Sydney"})
    ]


def test_a_plain_statement_about_the_world_is_heard_and_no_save_is_claimed():
    text = "The capital of Australia is Canberra, not Sydney."

    assert calls_for(text) == []
    assert next_message([HumanMessage(text)]).text.startswith("Understood.")


def test_a_question_about_a_subject_is_searched_for_by_its_subject():
    question = "What do you remember about Australian geography?"
    found = (
        "success",
        "[Memory recall — 2026-05-31]\n"
        "1. (relevance: 0.57) 2026-05-30 The capital of Australia is Canberra, not Sydney\n"
        "2. (relevance: 0.31) 2026-05-29 Q: My cat is called Tofu. A: Saved your cat's name: Tofu.",
    )

    assert calls_for(question) == [("search_memory", {"query": "Australian geography"})]
    answer = answer_after(question, found)
    assert "Canberra" in answer
    assert "2026-05-30" in answer
    assert "Tofu" not in answer


def test_two_facts_in_one_sentence_are_two_calls_at_once():
    assert calls_for("My name is Sam and I live in Oslo.") == [
        ("save_topic", {"topic": "user.name", "content": "Sam"}),
        ("save_topic", {"topic": "user.city", "content": "Oslo"}),
    ]


def test_what_is_told_is_saved_before_what_is_asked_is_looked_up():
    text = HumanMessage("My name is Sam. What's my name?", id="h1")
    first = next_message([text])
    saved = answered(first.tool_calls[0]["id"] or "", "save_topic", "Memory saved: user.name")
    second = next_message([text, first, saved])

    assert [c["name"] for c in first.tool_calls] == ["save_topic"]
    assert [c["name"] for c in second.tool_calls] == ["recall_topic"]


def test_a_failed_save_is_told_and_not_claimed():
    answer = answer_after("My name is Sam.", ("error", "Not saved. The disk is full."))

    assert answer == "I could not save that. Not saved. The disk is full."


def test_a_save_that_does_not_say_so_is_not_claimed():
    answer = answer_after("My name is Sam.", ("success", "Hm."))

    assert answer.startswith("I could not save that.")


def test_a_miss_is_followed_by_a_search_with_the_question():
    question = HumanMessage("What's my shoe size?", id="h1")
    first = next_message([question])
    missed = answered(first.tool_calls[0]["id"] or "", "recall_topic", "No memories found.")

    second = next_message([question, first, missed])

    assert [(c["name"], c["args"]) for c in second.tool_calls] == [
        ("search_memory", {"query": "What is my shoe size"})
    ]


def test_nothing_found_is_said_plainly():
    assert answer_after("What's my shoe size?", NOTHING) == (
        "I don't know your shoe size: nothing about it is stored."
    )


def test_what_does_not_fit_is_not_quoted():
    found = (
        "success",
        "[Memory recall — 2026-05-31]\n"
        "1. (relevance: 0.44) 2026-05-30 user.language_preference: Elixir",
    )

    answer = answer_after("What's my shoe size?", NOTHING, found)

    assert "Elixir" not in answer
    assert "don't know" in answer


def test_a_near_topic_that_a_miss_names_is_looked_up_when_it_is_a_part_of_what_was_asked():
    question = HumanMessage("What am I allergic to?", id="h1")
    first = next_message([question])
    near = "No memories found. Nearest topics: user.allergy_peanut, user.city."
    missed = answered(first.tool_calls[0]["id"] or "", "recall_topic", near)

    second = next_message([question, first, missed])

    assert ("recall_topic", {"topic": "user.allergy_peanut"}) in [
        (c["name"], c["args"]) for c in second.tool_calls
    ]
    assert ("recall_topic", {"topic": "user.city"}) not in [
        (c["name"], c["args"]) for c in second.tool_calls
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Mars has two moons.",
        "Mozart was born in Salzburg.",
        "Penguins live in the southern hemisphere.",
        "The Danube is 2,850 km long.",
        "Water boils at 100 degrees.",
    ],
)
def test_what_is_known_of_the_world_is_no_topic_of_the_person(text: str):
    assert calls_for(text) == []
    assert [name for name, _ in calls_for(f"Remember: {text}")] == ["save_memory"]


def test_an_outdated_exchange_gives_way_to_the_topic_it_was_kept_under():
    question = HumanMessage("What did I say about editors?", id="h1")
    first = next_message([question])
    hit = (
        "[Memory recall — 2026-05-31]\n1. (relevance: 0.6) 2026-05-01 "
        "Q: My favorite editor is vim. A: Saved your preferred editor: vim."
    )
    found = answered(first.tool_calls[0]["id"] or "", first.tool_calls[0]["name"], hit)
    second = next_message([question, first, found])
    current = answered(
        second.tool_calls[0]["id"] or "", "recall_topic", "[Memory: user.editor_preference] Helix"
    )

    answer = next_message([question, first, found, second, current])

    assert [c["args"] for c in second.tool_calls] == [{"topic": "user.editor_preference"}]
    assert "Helix" in answer.text
    assert "vim" not in answer.text


@pytest.mark.parametrize(
    ("text", "topic", "content"),
    [
        ("Actually, it's Rust now.", "user.language_preference", "Rust"),
        ("no, I meant Rust", "user.language_preference", "Rust"),
        ("sorry, make that Rust", "user.language_preference", "Rust"),
        ("it's Rust now", "user.language_preference", "Rust"),
        ("I changed my mind, Rust", "user.language_preference", "Rust"),
        ("Rust, not Python", "user.language_preference", "Rust"),
    ],
)
def test_a_correction_goes_to_the_topic_saved_last(text: str, topic: str, content: str):
    before = saved_turn("My favourite language is Python.", topic, "Python")

    answer = next_message([*before, HumanMessage(text, id="h2")])

    assert [(c["name"], c["args"]) for c in answer.tool_calls] == [
        ("save_topic", {"topic": topic, "content": content})
    ]


def test_of_two_topics_a_correction_takes_the_one_whose_value_it_names():
    before = [
        *saved_turn("I live in Paris.", "user.city", "Paris"),
        *saved_turn("My name is Ana.", "user.name", "Ana"),
    ]

    answer = next_message([*before, HumanMessage("Sorry, Lyon, not Paris.", id="h3")])

    assert [c["args"] for c in answer.tool_calls] == [{"topic": "user.city", "content": "Lyon"}]


@pytest.mark.parametrize("text", ["It is raining.", "It's a long story.", "That is great."])
def test_what_only_looks_like_a_correction_changes_nothing(text: str):
    before = saved_turn("My favourite language is Python.", "user.language_preference", "Python")

    assert next_message([*before, HumanMessage(text, id="h2")]).tool_calls == []


def test_a_correction_with_nothing_before_it_saves_nothing():
    assert calls_for("Actually, it's Rust now.") == []


def test_remember_that_points_to_the_statement_before_it():
    before = [HumanMessage("The wifi code is hunter2."), AIMessage("Understood.")]

    answer = next_message([*before, HumanMessage("Remember that, please.", id="h2")])

    assert [c["args"] for c in answer.tool_calls] == [{"content": "The wifi code is hunter2."}]


def test_remember_that_with_nothing_before_it_asks_what():
    assert "What should I remember?" in next_message([HumanMessage("Remember that.")]).text


def test_a_pronoun_points_back_to_the_pet_of_the_message_before():
    before = saved_turn("My dog is called Rex.", "user.dog_name", "Rex")

    told = next_message([*before, HumanMessage("He is 5 years old.", id="h2")])
    asked = next_message([*before, HumanMessage("How old is he?", id="h3")])

    assert [c["args"]["topic"] for c in told.tool_calls] == ["user.dog_age"]
    assert [c["args"] for c in asked.tool_calls] == [{"topic": "user.dog_age"}]


@pytest.mark.parametrize(
    "text",
    [
        "If I liked tea I would tell you.",
        "Maybe I prefer tea.",
        "Should I use vim?",
        "I might move to Berlin.",
        "Would I like Iceland?",
    ],
)
def test_what_is_only_supposed_or_asked_is_not_saved_as_a_topic(text: str):
    assert [name for name, _ in calls_for(text) if name == "save_topic"] == []


@pytest.mark.parametrize(
    ("text", "forbidden"),
    [
        ("My friend likes tea", "user.tea_preference"),
        ('My boss said "I love tea"', "user.tea_preference"),
        ("My sister's favourite colour is red.", "user.color_preference"),
        ("I used to live in Rome.", "user.city"),
        ("My car is broken.", "user.car"),
        ("I want a pizza", "user.pizza_preference"),
    ],
)
def test_what_is_not_about_the_person_is_not_saved_as_theirs(text: str, forbidden: str):
    assert forbidden not in [args.get("topic") for _, args in calls_for(text)]


@pytest.mark.parametrize(
    "text", ["Forget my name.", "delete everything you know about me", "please forget that"]
)
def test_a_request_to_forget_is_told_how_and_nothing_is_called(text: str):
    answer = next_message([HumanMessage(text)])

    assert answer.tool_calls == []
    assert "/forget" in answer.text
    assert "mnemon memories forget" in answer.text


@pytest.mark.parametrize(
    "text", ["Write me a poem about spring.", "translate hello to French", "Tell me a joke"]
)
def test_what_it_cannot_do_is_said_with_what_to_install(text: str):
    answer = next_message([HumanMessage(text)])

    assert answer.tool_calls == []
    assert "offline model" in answer.text
    assert "ollama pull" in answer.text


def test_a_question_of_general_knowledge_is_looked_for_and_then_declined():
    answer = answer_after("What's the capital of France?", NOTHING)

    assert "offline model" in answer
    assert "ollama serve" in answer


@pytest.mark.parametrize("text", ["hi", "Thanks!", "ok", "bye", "How are you?", "👍"])
def test_small_talk_needs_no_memory(text: str):
    answer = next_message([HumanMessage(text)])

    assert answer.tool_calls == []
    assert answer.text


def test_a_reminder_is_noted_and_not_promised():
    answer = answer_after(
        "Remind me to call mum tomorrow.", ("success", "Memory saved: note 12345678")
    )

    assert calls_for("Remind me to call mum tomorrow.") == [
        ("save_memory", {"content": "Reminder: call mum tomorrow"})
    ]
    assert "cannot remind you" in answer


def test_what_was_said_just_now_is_repeated_without_a_tool():
    before = [HumanMessage("The blue one."), AIMessage("Understood.")]

    answer = next_message([*before, HumanMessage("What did I just say?")])

    assert answer.text == 'You said: "The blue one."'


def test_a_statement_of_this_conversation_answers_when_memory_has_nothing():
    before = [HumanMessage("The capital of Australia is Canberra."), AIMessage("Understood.")]

    answer = answer_after("What did I say about Australia?", NOTHING, before=before)

    assert "Canberra" in answer
    assert "earlier in this conversation" in answer


def test_what_a_tool_or_document_said_is_not_quoted_as_the_persons_word():
    question = HumanMessage("What did I say about Mars?", id="h1")
    asked = next_message([question])
    item = {
        "id": "1", "kind": "document_chunk", "topic": None, "content": "Mars has two moons.",
        "date": "2026-05-30", "source": "document", "trust": "document", "score": 0.8,
    }  # fmt: skip
    result = ToolMessage(
        "1 found", tool_call_id=asked.tool_calls[0]["id"] or "", artifact={"items": [item]}
    )

    answer = next_message([question, asked, result])

    assert answer.text == 'From a document on 2026-05-30: "Mars has two moons."'


def test_an_old_answer_of_a_real_model_is_retold_and_an_own_one_is_not():
    real = "Q: How high is Mount Kosciuszko? A: It is 2,228 metres high."
    own = "Q: How high is Mount Kosciuszko? A: I don't know: nothing about it is stored."
    question = "How high is Mount Kosciuszko?"

    def found(exchange: str) -> tuple[str, str]:
        head = "[Memory recall — 2026-05-31]\n1. (relevance: 0.9) 2026-05-30 "
        return ("success", head + exchange)

    assert "2,228 metres" in answer_after(question, NOTHING, found(real))
    assert "2,228" not in answer_after(question, NOTHING, found(own))
