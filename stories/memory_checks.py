"""Does memory hold what a story says it must? One sentence for each thing amiss."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from core.engram import Engram
from memory import Memory, MemoryService
from stories.expectations import EmbeddingCheck, ExpectedMemory, MemoryCheck
from stories.wording import has, key, same

MANY = 10_000
"""More memories than any story makes."""


def check_memory(memory: Memory, expected: MemoryCheck, *, live: bool) -> list[str]:
    """What the memory of one user lacks or has too much.

    Args:
        memory: The memory of that user.
        expected: What the story says.
        live: A language model chose what to save: it may have saved more topics and notes, and
            worded them otherwise.
    """
    kept = memory.memories(limit=MANY)
    faults = [
        *_topics(memory.topics(), expected.topics, live=live),
        *_versions(memory, expected.versions),
        *_counts(kept, expected, live=live),
        *_present(kept, expected.memories),
        *_absent(kept, expected.absent),
        *_last_accessed(memory, expected.last_accessed),
        *_unlike(memory.stats(), expected.stats, "statistics"),
    ]
    if expected.sessions not in (None, count := len(memory.sessions())):
        faults.append(f"expected {expected.sessions} sessions, but there are {count}")
    return [f"memory of {expected.user}: {fault}" for fault in faults]


def check_home(memory: MemoryService, expected: Mapping[str, Any]) -> list[str]:
    """Where the statistics of the whole home differ."""
    return _unlike(memory.stats(), expected, "home_stats")


def check_embedded(texts_sent: Sequence[str], expected: EmbeddingCheck) -> list[str]:
    """What the embedding service should or should not have been sent."""
    faults = [
        f"expected {t!r} to be embedded, but it was not"
        for t in expected.has
        if t not in texts_sent
    ]
    faults += [
        f"expected nothing with {unwanted!r} to be embedded, but it was"
        for unwanted in expected.lacks
        if any(has(text, unwanted) for text in texts_sent)
    ]
    if expected.never_twice:
        twice = [text for text, times in Counter(texts_sent).items() if times > 1]
        faults += [f"expected to be embedded once, but was embedded again: {t!r}" for t in twice]
    return faults


def _topics(topics: Sequence[Engram], wanted: Mapping[str, str] | None, *, live: bool) -> list[str]:
    if wanted is None:
        return []
    came = {topic.topic or "": topic.content for topic in topics}
    expected = {key(name): value for name, value in wanted.items()}
    fits = has if live else same
    faults = [
        f"expected {name} to be {value!r}, but it is {came.get(name, '(not there)')!r}"
        for name, value in expected.items()
        if not fits(came.get(name, ""), value)
    ]
    if not live:
        surplus = sorted(came.keys() - expected.keys())
        faults += [f"expected no topic {name}, but it is {came[name]!r}" for name in surplus]
    return faults


def _versions(memory: Memory, wanted: Mapping[str, list[str]]) -> list[str]:
    faults = []
    for topic, values in wanted.items():
        kept = sorted(memory.versions(key(topic)), key=lambda e: (e.created_at, e.id))
        came = [engram.content for engram in kept]
        if len(came) != len(values) or not all(map(same, came, values)):
            faults.append(f"expected the values {values} of {topic}, but came {came}")
    return faults


def _counts(kept: Sequence[Engram], expected: MemoryCheck, *, live: bool) -> list[str]:
    kinds = Counter(engram.kind for engram in kept)
    faults = []
    if expected.episodes not in (None, kinds["episode"]):
        faults.append(f"expected {expected.episodes} episodes, but there are {kinds['episode']}")
    if expected.notes not in (None, kinds["note"]) and not live:
        faults.append(f"expected {expected.notes} notes, but there are {kinds['note']}")
    return faults


def _present(kept: Sequence[Engram], wanted: Sequence[ExpectedMemory]) -> list[str]:
    return [
        f"expected {_told(one)}, but came {[(e.kind, e.content, dict(e.metadata)) for e in kept]}"
        for one in wanted
        if not any(_fits(engram, one) for engram in kept)
    ]


def _fits(engram: Engram, wanted: ExpectedMemory) -> bool:
    return (
        engram.kind == wanted.kind
        and all(has(engram.content, text) for text in wanted.content_has)
        and not _unlike(engram.metadata, wanted.metadata, "metadata")
    )


def _told(wanted: ExpectedMemory) -> str:
    return f"a {wanted.kind} with {wanted.content_has} and metadata {wanted.metadata}"


def _absent(kept: Sequence[Engram], unwanted: Sequence[str]) -> list[str]:
    return [
        f"expected {text!r} nowhere, but it stands in {engram.content!r}"
        for text in unwanted
        for engram in kept
        if has(engram.content, text)
    ]


def _last_accessed(memory: Memory, wanted: Mapping[str, str]) -> list[str]:
    faults = []
    for topic, day in wanted.items():
        engram = memory.topic(topic)
        at = engram.last_accessed_at if engram else None
        came = at.date().isoformat() if at else "never"
        if came != day:
            faults.append(f"expected {topic} to be last recalled {day}, but it was {came}")
    return faults


def _unlike(came: Mapping[str, Any], wanted: Mapping[str, Any], place: str) -> list[str]:
    """Values of `wanted` that `came` has otherwise, however deep they stand."""
    faults: list[str] = []
    for name, value in wanted.items():
        if name not in came:
            faults.append(f"expected {place}.{name}, but there is only {sorted(came)}")
        elif isinstance(value, dict) and isinstance(came[name], Mapping):
            faults += _unlike(came[name], value, f"{place}.{name}")
        elif value not in ("*", came[name]):
            faults.append(f"expected {place}.{name} to be {value!r}, but it is {came[name]!r}")
    return faults
