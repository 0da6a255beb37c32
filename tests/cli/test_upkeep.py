"""Upkeep on the command line: told by code, undone by the command that is told."""

import re
import shlex

import pytest

from tests.standins.ollama import CHAT_MODEL, Fault, Reply, StandInOllama

TUESDAY = "Note: the meeting with Kim is on Tuesday."
THURSDAY = "Note: the meeting with Kim was moved to Thursday."
MODEL = f"ollama:{CHAT_MODEL.name}"
TRIALS = {
    "Turing": '["The user lives in Ghent."]',
    "France": "[]",
    "meat": '["The user does not eat meat."]',
}


@pytest.fixture
def ollama(environment, monkeypatch):
    """A server with a chat model, which every run of `mnemon` in this test knows."""
    with StandInOllama() as server:
        environment["MNEMON_OLLAMA_URL"] = server.base_url
        monkeypatch.setenv("MNEMON_OLLAMA_URL", server.base_url)
        yield server


def undo_of(text):
    """The command that a notice of a replacement tells."""
    found = re.search(r"replaced: .*\(undo: mnemon (memories restore \S+)\)", text)
    assert found, text
    return shlex.split(found[1])


def test_a_chat_says_what_was_replaced_and_the_told_command_undoes_it(mnemon):
    talk = mnemon("chat", stdin=f"{TUESDAY}\n{THURSDAY}\n".encode())

    assert "replaced: 'The meeting with Kim is on Tuesday' by" in talk.err
    listed = mnemon("memories", "list", "--kind", "note").out
    assert "Tuesday" not in listed

    undone = mnemon(*undo_of(talk.err))

    assert undone.code == 0
    assert undone.out == "restored: note: The meeting with Kim is on Tuesday\n"
    assert "Tuesday" in mnemon("memories", "list", "--kind", "note").out
    assert "nothing to do" in mnemon("upkeep").err


def test_asking_once_looks_after_memory_with_the_built_in_model(mnemon):
    mnemon("ask", TUESDAY)

    assert "replaced: " in mnemon("ask", THURSDAY).err


def test_a_temporary_chat_looks_after_nothing(mnemon):
    mnemon("chat", stdin=TUESDAY.encode())
    mnemon("remember", "The meeting with Kim was moved to Thursday.")

    talk = mnemon("chat", "--temp", stdin=b"Hello.\n")

    assert "replaced" not in talk.err
    assert "Tuesday" in mnemon("memories", "list", "--kind", "note").out


def test_upkeep_prints_what_it_did_and_then_has_nothing_to_do(mnemon):
    mnemon("remember", "I live in Lisbon.")
    mnemon("remember", "I moved to Porto.")

    first, second = mnemon("upkeep"), mnemon("upkeep")

    assert first.out.startswith("replaced: 'I live in Lisbon.' by 'I moved to Porto.'  (undo: ")
    assert first.err == "Upkeep: 1 new fact compared with older ones.\n"
    assert (second.out, second.err) == ("", "Upkeep: nothing to do.\n")


def test_upkeep_as_json_has_ids_and_no_content(mnemon):
    mnemon("remember", "I live in Lisbon.")
    mnemon("remember", "I moved to Porto.")

    report = mnemon("upkeep", "--json").json

    assert set(report["retired"][0]) == {"old", "new"}
    assert "Porto" not in str(report)


def test_upkeep_is_for_one_user(mnemon):
    for text in ("I live in Lisbon.", "I moved to Porto."):
        mnemon("remember", "--user", "ada", text)

    assert mnemon("upkeep", "--user", "bob").err == "Upkeep: nothing to do.\n"
    done = mnemon("upkeep", "--user", "ada")
    assert "(undo: mnemon --user ada memories restore " in done.out


def test_restoring_what_stands_or_is_not_there_is_one_line(mnemon):
    fact = mnemon("remember", "I live in Lisbon.", "--json").json["id"]

    assert "it stands" in mnemon("memories", "restore", fact).err
    assert mnemon("memories", "restore", "0123456789").code == 3


def test_a_language_model_is_not_waited_for_at_the_end_unless_it_is_asked_for(
    mnemon, ollama, monkeypatch
):
    ollama.replies = lambda body: Reply(
        "They moved.\nSUPERSEDE 1" if "<<<statements" in str(body) else "Hello."
    )
    mnemon("remember", "I live in Lisbon.")
    mnemon("remember", "I moved to Porto.")

    quick = mnemon("ask", "Hello.", "--model", MODEL)
    monkeypatch.setenv("MNEMON_CONTRADICTIONS", "on")
    waits = mnemon("ask", "Hello.", "--model", MODEL)

    assert "replaced" not in quick.err
    assert "replaced: 'I live in Lisbon.'" in waits.err


def test_a_model_that_is_down_is_told_and_costs_nothing(mnemon, ollama):
    ollama.fail("/api/chat", Fault(status=500, error="out of memory"))
    mnemon("remember", "I live in Lisbon.")
    mnemon("remember", "I moved to Porto.")

    done = mnemon("upkeep", "--model", MODEL)

    assert done.code == 0
    assert "Facts were not compared: " in done.err
    assert "Lisbon" in mnemon("memories", "list").out


def test_the_doctor_says_whether_facts_could_be_drawn(mnemon, ollama, monkeypatch):
    def well(body):
        asked = body["messages"][-1]["content"]
        return Reply(next((said for word, said in TRIALS.items() if word in asked), "[]"))

    def line(*arguments):
        told = mnemon("doctor", *arguments).out.splitlines()
        return next(line for line in told if " extraction " in line)

    assert line().endswith("off (no language model)")

    ollama.replies = well
    assert "draws facts well: 3 of 3 trials passed; it is off" in line("--model", MODEL)
    assert "MNEMON_EXTRACTION=auto" in line("--model", MODEL)

    monkeypatch.setenv("MNEMON_EXTRACTION", "on")
    ollama.replies = lambda _: Reply("I live in Ghent.")
    assert "does not draw facts well: 0 of 3" in line("--model", MODEL)
    assert "MNEMON_EXTRACTION=off" in line("--model", MODEL)

    ollama.fail("/api/chat", Fault(status=500))
    assert "could not be tried" in line("--model", MODEL)
