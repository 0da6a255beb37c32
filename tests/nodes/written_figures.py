"""How many written calls are read as they should be, and what else is taken for one."""

from pathlib import Path
from typing import Any

import yaml

from nodes.tools import offered_tools
from nodes.written import FoundCalls, Source, WrittenCall, WrittenTools, find_written_calls

CORPUS = yaml.safe_load(Path(__file__).with_name("written_calls_corpus.yaml").read_text("utf-8"))
BLIND = yaml.safe_load(Path(__file__).with_name("written_calls_blind.yaml").read_text("utf-8"))
TOOLS = WrittenTools.of(offered_tools("core"))
REMEMBER = "Please remember it."


def found_in(case: dict[str, Any]) -> FoundCalls:
    """What is found in one answer of the corpus."""
    source = Source(case.get("user", REMEMBER), case.get("others", ""))
    return find_written_calls(case["answer"], TOOLS, source)


def plain(call: WrittenCall) -> list[Any]:
    """A call as the corpus writes it: a broken one has no arguments."""
    return [call.name] if call.fault else [call.name, dict(call.arguments)]


def is_right(case: dict[str, Any]) -> bool:
    """Whether exactly the calls of the case are found, and the rest of the text is left."""
    found = found_in(case)
    text = case.get("text", "" if case.get("calls") else case["answer"])
    calls = [plain(call) for call in found.calls]
    wanted: list[Any] = case.get("calls", [])
    return calls == wanted and found.text.strip() == str(text).strip()
