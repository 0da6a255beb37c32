"""How often a claim of more than was saved is missed, and an honest one is doubted."""

from pathlib import Path
from typing import Any

import yaml

from core.state import SavedReceipt
from nodes.claims import unproved_claims

Cases = dict[str, list[dict[str, Any]]]


def _read(name: str) -> Cases:
    cases: Cases = yaml.safe_load(Path(__file__).with_name(name).read_text("utf-8"))
    return cases


CASES = _read("receipts_corpus.yaml")
BLIND = _read("receipts_blind.yaml")
"""A second batch, written when the rule had learnt from the first."""


def is_doubted(case: dict[str, Any]) -> bool:
    """Whether the answer of a case is held to claim more than its receipts prove."""
    receipts = [receipt(topic, content) for topic, content in case["receipts"]]
    return bool(unproved_claims(case["answer"], receipts, case["user"]))


def receipt(topic: str, content: str) -> SavedReceipt:
    """The proof of a save."""
    return SavedReceipt(
        type="memory_saved", id="1", kind="topic" if topic else "note", topic=topic or None,
        content=str(content), was_new=True, tool_call_id="c",
    )  # fmt: skip


def missed(cases: Cases = CASES) -> list[str]:
    """The answers that claim too much and are believed."""
    return [case["answer"] for case in cases["unproved"] if not is_doubted(case)]


def false_alarms(cases: Cases = CASES) -> list[str]:
    """The honest answers that are doubted."""
    return [case["answer"] for case in cases["proved"] if is_doubted(case)]
