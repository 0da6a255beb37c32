"""What an answer says of itself: outcome, time, folding, ratings, reasons, reranking."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from core.clock import ManualClock
from core.identity import Identity
from core.settings import Settings
from memory import Memory, MemoryService, open_memory

AnswerOf = Callable[[dict[str, Any]], tuple[int, object]]


def test_an_empty_memory_an_unfit_question_and_a_hit_are_three_answers(
    service: MemoryService, ada: Memory
):
    assert ada.recall("What is my shoe size?").outcome == "nothing_stored"

    ada.save_topic("user.language_preference", "Elixir")
    service.wait_until_embedded()

    assert ada.recall("How tall is the Eiffel tower in metres?").outcome == "nothing_relevant"
    assert ada.recall("Which programming language do I prefer?").outcome == "found"


def test_rows_without_a_vector_are_found_by_keyword_and_the_answer_says_degraded(
    service: MemoryService, ada: Memory
):
    ada.save_note("The greenhouse key hangs behind the door")

    found = ada.recall("greenhouse")

    assert found.degraded
    assert found.items[0].engram.content.startswith("The greenhouse key")
    service.wait_until_embedded()
    assert not ada.recall("greenhouse").degraded


def test_a_question_about_last_week_is_answered_with_what_happened_then(
    service: MemoryService, ada: Memory, clock: ManualClock
):
    now = clock.at
    for days, place in ((40, "in the park"), (8, "by the lake"), (1, "at the gym")):
        clock.at = now - timedelta(days=days)
        ada.write_episodic(f"I went running {place}")
    clock.at = now
    service.wait_until_embedded()

    assert "by the lake" in ada.recall("Where did I go running last week?").items[0].engram.content
    assert "at the gym" in ada.recall("Where did I go running yesterday?").items[0].engram.content


def test_why_names_the_scores_and_what_was_left_out_at_which_stage(
    service: MemoryService, ada: Memory
):
    ada.save_topic("user.city", "Lyon")
    ada.save_topic("user.city", "Oslo")
    ada.save_note("My favourite dish is ratatouille")
    ada.save_note("I live in the city of Oslo")
    ada.save_note("I live in the city of Oslo .")
    service.wait_until_embedded()

    found = ada.recall("In which city do I live?", 1, explain=True)

    assert found.items[0].explanation["rank"] == 1
    assert isinstance(found.items[0].explanation["meaning"], float)
    stages = {out.stage: out.why for out in found.left_out}
    assert stages["not qualified"].startswith("replaced by")
    assert {"not relevant", "beyond the limit"} <= set(stages)


def test_a_rated_answer_comes_first_when_a_like_question_is_asked(
    service: MemoryService, ada: Memory
):
    first = ada.save_episode("How do I boil an egg?", "Eight minutes.", query_id="1", tool_calls=0)
    second = ada.save_episode("How do I boil an egg?", "Six minutes.", query_id="2", tool_calls=0)
    service.wait_until_embedded()

    ada.feedback(first.id, 1.0)
    assert ada.search_episodic("How to boil an egg?")[0]["id"] == first.id
    ada.feedback(first.id, -1.0)
    found = ada.search_episodic("How to boil an egg?")
    assert found[0]["id"] == second.id
    assert found[1]["metadata"]["score"] == -1.0


def test_only_rows_that_answered_count_as_used(settings: Settings, embedder):
    identity = Identity(user="ada", session="s")
    with open_memory(settings, embedder=embedder, background=False) as service:
        ada = service.for_identity(identity)
        used = ada.save_note("The boiler is serviced by Mr Hansen")
        idle = ada.save_note("Cinnamon is in the top drawer")
        service.wait_until_embedded()
        ada.recall("Who services the boiler?", 1)

    with open_memory(settings, embedder=embedder, background=False) as service:
        ada = service.for_identity(identity)
        assert ada.get(used.id).last_accessed_at is not None
        assert ada.get(idle.id).last_accessed_at is None


def test_an_expired_fact_is_never_recalled(service: MemoryService, ada: Memory, clock: ManualClock):
    ada.remember("The parking permit is number 4711", expires_in_days=2)
    service.wait_until_embedded()

    assert ada.recall("parking permit").outcome == "found"
    clock.advance(timedelta(days=3))
    assert ada.recall("parking permit").outcome == "nothing_stored"
    assert ada.memories() == []


@contextmanager
def reranker(answer: AnswerOf) -> Iterator[str]:
    """A server that speaks the rerank route of text-embeddings-inference."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            status, said = answer(body) if self.path == "/rerank" else (404, {})
            payload = json.dumps(said).encode()
            self.send_response(status)
            self.send_header("Content-Length", str(len(payload)))
            self.end_headers()
            self.wfile.write(payload)

        def log_message(self, format: str, *args: object) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def longest_first(body: dict[str, Any]) -> tuple[int, object]:
    return 200, [{"index": i, "score": len(text)} for i, text in enumerate(body["texts"])]


def asked_of(settings: Settings, embedder, address: str, **asked):
    with open_memory(
        settings.model_copy(update={"rerank_url": address}), embedder=embedder, background=False
    ) as service:
        memory = service.for_identity(Identity(user="ada", session="s"))
        for text in ("The tulip is red", "The tulip is in the vase by the window of the hall"):
            memory.save_note(text)
        service.wait_until_embedded()
        return memory.recall("red tulip", **asked)


def test_a_cross_encoder_reorders_the_best(settings: Settings, embedder):
    with reranker(longest_first) as address:
        reordered = asked_of(settings, embedder, address)
        as_it_was = asked_of(settings, embedder, address, enable_rerank=False)

    assert reordered.rerank_used
    assert "window" in reordered.items[0].engram.content
    assert not as_it_was.rerank_used
    assert as_it_was.items[0].engram.content == "The tulip is red"


@pytest.mark.parametrize(
    "answer",
    [
        lambda _: (500, {"error": "overloaded"}),
        lambda _: (200, []),
        lambda _: (200, {"index": 0}),
        lambda _: (200, [{"index": 0, "score": 1}, {"index": 0, "score": 2}]),
        lambda _: (200, [{"index": 0, "score": "high"}, {"index": 1, "score": None}]),
    ],
)
def test_a_failing_cross_encoder_leaves_the_order_and_warns_once(
    settings: Settings, embedder, answer: AnswerOf, caplog: pytest.LogCaptureFixture
):
    with reranker(answer) as address:
        found = asked_of(settings, embedder, address)

    assert not found.rerank_used
    assert found.items[0].engram.content == "The tulip is red"
    assert len([r for r in caplog.records if "reranker" in r.message]) == 1
