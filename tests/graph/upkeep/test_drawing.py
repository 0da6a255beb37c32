"""Facts are drawn from what the user said, checked, and kept once."""

from tests.graph.conftest import person
from tests.graph.upkeep.house import GHENT, House
from tests.standins.ollama import Fault, Reply


def test_facts_are_drawn_checked_and_kept_once(drawing, ollama):
    invented = GHENT[:-1] + ', {"fact": "The user has a wife called Ada.", "words": "my wife"}]'
    ollama.replies = [Reply(invented)]
    drawing.say("Hello! I live in Ghent.")

    report = drawing.run()

    assert drawing.facts == ["The user lives in Ghent."]
    assert (len(report["learnt"]), report["dropped"], report["exchanges"]) == (1, 1, 1)
    assert drawing.memory.undrawn(5) == []


def test_the_model_reads_the_users_words_only(drawing, ollama):
    ollama.replies = [Reply("[]")]
    drawing.say("I live in Ghent.")

    drawing.run()

    asked = ollama.bodies("/api/chat")[0]["messages"][1]["content"]
    assert "I live in Ghent." in asked
    assert "I see." not in asked


def test_an_empty_list_is_nothing_found_and_an_empty_answer_is_malformed(drawing, ollama):
    ollama.replies = [Reply("[]"), Reply(" "), Reply(GHENT)]
    drawing.say("I live in Ghent.")
    found_nothing = drawing.run()
    drawing.say("I live in Ghent, as I said.")

    malformed = drawing.run()
    found = drawing.run()

    assert "failed" not in found_nothing
    assert malformed["failed"] == 1
    assert "no JSON list" in malformed["told"][0]
    assert len(found["learnt"]) == 1


def test_a_model_that_goes_down_in_the_middle_loses_no_exchange(drawing, ollama):
    ollama.replies = [Reply(GHENT)]
    drawing.say("I live in Ghent.")
    drawing.say("I play the cello.")
    first = drawing.run()  # the script has run out: the server answers 500
    ollama.replies = lambda _: Reply('["The user plays the cello."]')

    second = drawing.run()

    assert len(first["learnt"]) == first["failed"] == 1
    assert len(second["learnt"]) == 1
    assert drawing.facts == ["The user lives in Ghent.", "The user plays the cello."]


def test_a_slow_model_is_given_up_after_its_time(service, ollama):
    house = House(service, person("ada"), extraction="on", ollama_timeout_s=0.2)
    ollama.fail("/api/chat", Fault(delay_s=30))
    house.say("I live in Ghent.")

    report = house.run()

    assert report["failed"] == 1
    assert house.memory.undrawn(5)


def test_what_is_forgotten_while_the_model_reads_is_not_learnt(drawing, ollama):
    episode = drawing.say("I live in Ghent.")

    def meanwhile(_):
        drawing.memory.forget(episode)
        return Reply(GHENT)

    ollama.replies = meanwhile

    drawing.run()

    assert drawing.memory.memories() == []


def trial_answers(body):
    asked = body["messages"][1]["content"]
    answers = {
        "Turing": '["The user lives in Ghent.", "The user has a cat called Turing."]',
        "France": "[]",
        "meat": '["The user does not eat meat."]',
        "cello": '["The user plays the cello."]',
    }
    return Reply(next(answer for word, answer in answers.items() if word in asked))


def test_auto_draws_with_a_model_that_does_well_when_tried(service, ollama):
    house = House(service, person("ada"), extraction="auto")
    ollama.replies = trial_answers
    house.say("I play the cello.")

    report = house.run()

    assert house.facts == ["The user plays the cello."]
    assert report["exchanges"] == 1
    assert len(ollama.bodies("/api/chat")) == 4


def test_auto_does_not_draw_with_a_model_that_does_badly(service, ollama):
    house = House(service, person("ada"), extraction="auto")
    ollama.replies = lambda _: Reply('["The user likes cats."]')
    house.say("I play the cello.")

    report = house.run()

    assert "does not do it well" in report["told"][0]
    assert house.facts == []
    assert house.memory.undrawn(5)


def test_the_built_in_model_draws_nothing_and_says_so(service):
    house = House(service, person("ada"), extraction="on", model="offline")
    house.say("I live in Ghent.")

    report = house.run()

    assert "no language model" in report["told"][0]
    assert house.facts == []
