"""The corpus of say/ask pairs, through the real memory and the real tools.

All is said first and asked afterwards, so that the embedder works in batches; every case is a user
of its own in one home, and every question is asked in a new conversation.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

import pytest
import yaml

from core.settings import Settings, load_settings
from memory import canonical_topic, open_memory
from nodes.claims import claimed_saves
from tests.models.offline.talking import Person

CORPUS = Path(__file__).with_name("corpus.yaml")
NEW_CONVERSATION = "---"
LEAST_SHARE = 0.95
CATEGORIES = {
    "preferences",
    "personal facts",
    "projects",
    "constraints",
    "notes",
    "corrections",
    "two facts",
    "typos",
    "never said",
}


class Case(TypedDict, total=False):
    say: list[str]
    ask: str
    expect: list[str]
    absent: list[str]


@dataclass
class Asked:
    """A case after it was played."""

    category: str
    case: Case
    person: Person
    answer: str

    @property
    def missing(self) -> list[str]:
        return [text for text in self.case["expect"] if plain(text) not in plain(self.answer)]

    @property
    def unwanted(self) -> list[str]:
        return [text for text in self.case.get("absent", []) if has_word(text, self.answer)]


def plain(text: str) -> str:
    return re.sub(r"\s+", " ", text.casefold().replace("’", "'"))


def has_word(text: str, answer: str) -> bool:
    return bool(re.search(rf"(?<!\w){re.escape(plain(text))}(?!\w)", plain(answer)))


def corpus() -> list[tuple[str, Case]]:
    loaded = yaml.safe_load(CORPUS.read_text("utf-8"))
    return [(category, case) for category, cases in loaded.items() for case in cases]


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    home = tmp_path_factory.mktemp("corpus")
    given = {"home": home, "embedder": "bundled", "model": "offline"}
    return load_settings(given, {}).settings


@pytest.fixture(scope="module")
def played(settings: Settings) -> Iterator[list[Asked]]:
    with open_memory(settings, background=False) as service:
        people = [(category, case, Person(service)) for category, case in corpus()]
        for _, case, person in people:
            for text in case["say"]:
                if text == NEW_CONVERSATION:
                    person.start()
                else:
                    person.says(text)
        assert service.wait_until_embedded(300) == 0
        for _, _, person in people:
            person.start()
        yield [Asked(*known, known[2].says(known[1]["ask"])) for known in people]


def test_every_category_has_cases_and_there_are_enough():
    cases = corpus()

    assert {category for category, _ in cases} == CATEGORIES
    assert len(cases) >= 250


@pytest.mark.slow
def test_what_was_said_answers_what_is_asked(played: list[Asked]):
    failed = [asked for asked in played if asked.missing or asked.unwanted]

    told = "\n".join(
        f"{a.category}: {a.case['say']} {a.case['ask']!r} -> {a.answer!r} "
        f"missing {a.missing} unwanted {a.unwanted}"
        for a in failed
    )
    assert len(failed) <= len(played) * (1 - LEAST_SHARE), told


@pytest.mark.slow
def test_no_answer_claims_a_save_without_a_receipt(played: list[Asked]):
    turns = [turn for asked in played for turn in asked.person.turns]

    lies = [t for t in turns if not t.has_receipt and claimed_saves(t.answer)]

    assert len(turns) > len(played)
    assert lies == []


@pytest.mark.slow
def test_topics_are_saved_under_the_keys_that_memory_keeps(played: list[Asked]):
    topics = {
        call["args"]["topic"]
        for asked in played
        for call in asked.person.calls
        if call["name"] == "save_topic"
    }

    assert [topic for topic in topics if canonical_topic(topic) != topic] == []
