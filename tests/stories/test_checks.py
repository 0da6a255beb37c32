"""An expectation that is not met is told; one that is met is not."""

from datetime import UTC, datetime
from typing import Any

import pytest

from core.engram import Engram
from core.recall import Recall, RecallItem
from core.state import SavedReceipt
from stories.checks import check_action, check_turn
from stories.expectations import (
    ActionExpectation,
    ExpectedCall,
    RecallExpectation,
    ToolExpectation,
)
from stories.expectations import TurnExpectation as Expected
from stories.records import ActionRecord, CalledTool, TurnRecord

RECALL = CalledTool("recall_topic", {"topic": "User.Preferred-Language"}, "Elixir")
SEARCH = CalledTool("search_memory", {"query": "Australian geography"}, "No memories found.")


def turn(**given: Any) -> TurnRecord:
    return TurnRecord("What language do I prefer?", **given)


def receipt(topic: str | None) -> SavedReceipt:
    return SavedReceipt(
        type="memory_saved",
        id="1",
        kind="topic" if topic else "note",
        topic=topic,
        content="Elixir",
        was_new=True,
        tool_call_id="c",
    )


@pytest.mark.parametrize(
    ("record", "expected"),
    [
        (turn(answer="You prefer Elixir."), Expected(answer_has=["elixir"])),
        (turn(answer="I don\u2019t know"), Expected(answer_has=["I don't  know"])),
        (turn(answer="Nothing stored."), Expected(answer_has_any=["no idea", "nothing"])),
        (turn(calls=[RECALL]), Expected(tools=["recall_topic"])),
        (
            turn(calls=[RECALL]),
            Expected(
                tools=[ExpectedCall(name="recall_topic", arguments={"topic": "preferred language"})]
            ),
        ),
        (
            turn(calls=[SEARCH]),
            Expected(tools=[ExpectedCall(name="search_memory", arguments={"query": "australian"})]),
        ),
        (turn(), Expected(tools=[], saved=[])),
        (turn(saved=[receipt("user.city")]), Expected(saved=["City"])),
        (turn(saved=[receipt(None)]), Expected(saved=["note"])),
        (turn(error="The message is empty."), Expected(error_has="empty")),
        (turn(notices=["Embedder down."]), Expected(notice_has=["embedder down"])),
        (turn(prompt="user.diet: vegetarian"), Expected(model_saw=["vegetarian"])),
    ],
)
def test_what_is_as_expected_is_passed_over(record: TurnRecord, expected: Expected):
    assert check_turn(record, expected, live=False) == []


@pytest.mark.parametrize(
    ("record", "expected", "told"),
    [
        (turn(answer="Rust"), Expected(answer_has=["Elixir"]), "to have 'Elixir', but came: Rust"),
        (turn(), Expected(answer_has=["Elixir"]), "but came: (nothing)"),
        (turn(answer="Elixir"), Expected(answer_lacks=["elixir"]), "to lack 'elixir'"),
        (turn(answer="Rust"), Expected(answer_has_any=["a", "b"]), "to have 'a' or 'b'"),
        (turn(calls=[SEARCH]), Expected(tools=[]), "tools [] only, but came [search_memory("),
        (turn(), Expected(tools=["search_memory"]), "[search_memory()], but came []"),
        (turn(calls=[RECALL, SEARCH]), Expected(tools=["search_memory"]), "but came [recall"),
        (turn(calls=[SEARCH, RECALL]), Expected(tools=["search_memory"]), "only, but came"),
        (
            turn(calls=[SEARCH]),
            Expected(tools=[ExpectedCall(name="search_memory", arguments={"topic": "user.x"})]),
            "expected the tools",
        ),
        (
            turn(calls=[SEARCH]),
            Expected(tools=[ExpectedCall(name="search_memory", is_error=True)]),
            "expected an error from search_memory",
        ),
        (
            turn(calls=[SEARCH]),
            Expected(tools=[ExpectedCall(name="search_memory", answer_has=["Canberra"])]),
            "the answer of search_memory to have 'Canberra'",
        ),
        (turn(saved=[receipt("user.city")]), Expected(saved=[]), "came [user.city]"),
        (turn(), Expected(saved=["note"]), "for [note], but came []"),
        (turn(error="Refused."), Expected(), "expected no error, but it was refused: Refused."),
        (turn(), Expected(error_has="empty"), "an error with 'empty', but there was none"),
        (turn(error="Refused."), Expected(error_has="empty"), "but came: Refused."),
        (turn(prompt="a"), Expected(model_saw=["b"]), "the model's prompt to have 'b'"),
        (turn(prompt="a"), Expected(model_saw_not=["a"]), "the model's prompt to lack 'a'"),
        (turn(), Expected(notice_has=["down"]), "the notices to have 'down'"),
    ],
)
def test_what_is_not_as_expected_is_told(record: TurnRecord, expected: Expected, told: str):
    faults = check_turn(record, expected, live=False)

    assert told in "; ".join(faults)
    assert bool(faults) == bool(told)


def test_a_live_model_may_do_more_than_is_expected_but_not_less():
    record = turn(calls=[SEARCH, RECALL], saved=[receipt("user.city"), receipt(None)])

    assert check_turn(record, Expected(tools=["recall_topic"], saved=["note"]), live=True) == []
    assert check_turn(record, Expected(tools=[], saved=[]), live=True) != []
    assert check_turn(record, Expected(tools=["save_topic"]), live=True) != []
    assert check_turn(record, Expected(saved=["note", "note"]), live=True) != []


def recalled(*contents: str) -> ActionRecord:
    now = datetime(2026, 5, 30, tzinfo=UTC)
    engrams = [
        Engram(str(i), "note", text, "user", "local", "ada", "mnemon", "s", now, now)
        for i, text in enumerate(contents)
    ]
    items = tuple(RecallItem(engram, 0.5, 0.5) for engram in engrams)
    return ActionRecord(
        "recall", recall=Recall("q", items, len(items), degraded=False, outcome="found")
    )


@pytest.mark.parametrize(
    ("expected", "told"),
    [
        (RecallExpectation(found=["revert", "reset"]), ""),
        (RecallExpectation(found=["reset", "revert"]), "in order"),
        (RecallExpectation(found=["bisect"]), "in order"),
        (RecallExpectation(found_lacks=["reset"]), "expected no memory with 'reset'"),
        (RecallExpectation(outcome="nothing_stored"), "expected the outcome nothing_stored"),
        (RecallExpectation(degraded=True), "expected degraded=True"),
        (RecallExpectation(outcome="found", degraded=False), ""),
    ],
)
def test_a_recall_is_judged_by_what_it_found_and_in_which_order(
    expected: RecallExpectation, told: str
):
    faults = check_action(recalled("git revert", "git reset"), expected)

    assert told in "; ".join(faults)
    assert bool(faults) == bool(told)


def test_a_tool_used_by_another_program_is_judged_by_its_answer():
    record = ActionRecord("use", tool=SEARCH)

    assert check_action(record, ToolExpectation(answer_has=["No memories found."])) == []
    assert check_action(record, ToolExpectation(answer_lacks=["No memories"])) != []
    assert check_action(record, ToolExpectation(is_error=True)) != []


def test_a_refused_action_fails_unless_the_refusal_was_expected():
    refused = ActionRecord("forget", error="There is no topic 'user.bank'.")

    assert check_action(refused, ActionExpectation()) != []
    assert check_action(refused, RecallExpectation(error_has="user.bank")) == []
