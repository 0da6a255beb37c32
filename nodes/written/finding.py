"""Finds the written calls of a finished answer, and gives the answer without them.

A call counts only where it stands by itself, and only when it is the model's own: not one that is
introduced as an example, not one that the user, a document or a memory brought into the turn.
"""

import re
from dataclasses import dataclass

from nodes.sentences import is_question, sentences
from nodes.written.blocks import next_block
from nodes.written.calls import WrittenCall, WrittenTools

_TALKS = re.compile(
    r"\b(?:examples?|e\.g|for instance|such as|like this|like so|as follows|syntax|format|usage|"
    r"look(?:s)? like|you (?:can|could|would|may|might|should|need|wrote|pasted|sent|said|use)|"
    r"(?:would|could) (?:be|look|call|write|use)|how (?:to|you)|instead of|do not|don't|never|"
    r"you asked|asked for|here(?:'s| is) (?:the|an?|your) (?:json|code|call|snippet|object)|"
    r"your (?:code|script|snippet|message|text)|documentation|document|quote[ds]?|"
    r"defined|definition|signature|function (?:is|takes|looks)|"
    r"beispiel|zum beispiel|so aus|exemple|ejemplo|esempio|exemplo|voorbeeld)\b",
    re.IGNORECASE,
)
"""Words of a line behind which a call is shown, not made."""

_WANTS_CODE = re.compile(
    r"(?:^|[.!?,:;]\s+|\b(?:please|(?:can|could|would) you)\s+)"
    r"(?:write|show|give|generate|format|print|repeat|draft|translate|make)\b[^.!?]*"
    r"\b(?:json|examples?|calls?|code|functions?|scripts?|snippets?|syntax)\b",
    re.IGNORECASE,
)
"""What is asked for then is a text, whatever it would do."""

READS = ("recall", "search")
"""How the names of tools begin whose result the model must wait for."""


@dataclass(frozen=True)
class FoundCalls:
    """An answer without its written calls.

    Attributes:
        text: What remains to be shown; the answer itself when there are no calls.
        calls: In the order they were written, each once.
    """

    text: str
    calls: tuple[WrittenCall, ...]


@dataclass(frozen=True)
class Source:
    """What others brought into the turn.

    Attributes:
        question: The user's words.
        others: Tool results, memories, earlier messages of the user.
    """

    question: str = ""
    others: str = ""


def find_written_calls(answer: str, tools: WrittenTools, brought: Source) -> FoundCalls:
    """The calls that the model wrote to have them carried out.

    Args:
        answer: What the model said, whole.
        tools: What can be called.
        brought: Where a call in the answer may be copied from.
    """
    kept: list[str] = []
    found: list[WrittenCall] = []
    lead_in = ""
    position = 0
    while position < len(answer):
        block = next_block(answer, position, tools, is_whole=True)
        part = answer[block.start : block.end]
        if block.calls and not _is_shown(part, lead_in, brought, tools):
            found += [call for call in block.calls if call not in found]
            kept.append("")
        else:
            kept.append(part)
            lead_in = (part.strip() and part) or lead_in
        position = block.end
        if found and found[-1].name.startswith(READS):
            break  # what it goes on to say, it cannot know yet
    return FoundCalls(_tidy(kept), tuple(found)) if found else FoundCalls(answer, ())


def _is_shown(part: str, lead_in: str, brought: Source, tools: WrittenTools) -> bool:
    """Whether a call only stands there to be looked at."""
    last = lead_in.strip().splitlines()[-1:] or [""]
    if _TALKS.search(last[0]):
        return True
    if _WANTS_CODE.search(brought.question):
        return True
    asked = [s for s in sentences(brought.question) if re.search(rf"\b(?:{tools.named})\b", s)]
    if any(map(is_question, asked)):
        return True
    return _bare(part) in _bare(f"{brought.question}\n{brought.others}")


def _bare(text: str) -> str:
    """The text without blanks, marks and the kind of quotes: a copy is rarely exact."""
    plain = re.sub(r"(?m)^\s*(?:```|~~~)[\w-]*[ \t]*$|</?tool_call>", "", text)
    return re.sub(r"[\s`;\"'“”‘’„«»]+", "", plain).casefold().rstrip(".,")


def _tidy(parts: list[str]) -> str:
    """The parts joined, with one blank line where something was taken out."""
    text = ""
    was_taken = False
    for part in parts:
        if not part:
            text, was_taken = text.rstrip(), True
        elif part.strip() or not was_taken:
            text += ("\n\n" if was_taken and text else "") + part
            was_taken = False
    return text.rstrip()
