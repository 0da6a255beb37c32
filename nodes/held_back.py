"""What of an answer may be shown while it is still being written.

Held back are: what may become a written call, from its first character on; and, as long as
something of the message is without a receipt, each sentence until it is complete and known to
claim no such save. A long sentence
is shown as it comes, up to the first word that a claim needs. Pure.
"""

from collections.abc import Callable, Sequence

from nodes.claims import claim_word
from nodes.sentences import sentence_ends
from nodes.written import WrittenTools, next_block

LONG_SENTENCE_CHARS = 40
"""Most claims are shorter and are held back whole; a longer sentence would keep a reader waiting."""


class HeldBack:
    """Takes an answer piece by piece and gives what of it may be shown.

    Attributes:
        text: All that was taken.
    """

    def __init__(
        self, *, untrue: Callable[[str], Sequence[str]] | None, written: WrittenTools | None
    ) -> None:
        """Begin an answer.

        Args:
            untrue: The sentences of a text that must not be shown; None: all may be.
            written: The tools whose written calls must not be shown; None: no calls are read.
        """
        self.text = ""
        self._untrue = untrue
        self._written = written
        self._shown = 0
        self._line = 0
        self._sentence = 0
        self._is_in_code = False
        self._is_stopped = False

    @property
    def shown(self) -> str:
        """What was given out so far."""
        return self.text[: self._shown]

    def take(self, piece: str) -> str:
        """What may be shown after one more piece, beyond what was before."""
        self.text += piece
        if self._is_stopped:
            return ""
        limit = min(self._limit_of_calls(), self._limit_of_claims())
        end = len(self.text[:limit].rstrip())  # blanks wait: behind them a call may be taken out
        if end <= self._shown:
            return ""
        piece, self._shown = self.text[self._shown : end], end
        return piece

    def rest(self, answer: str) -> str:
        """What of the finished answer was not given out; "" when it begins in another way."""
        return answer[self._shown :] if answer.startswith(self.shown) else ""

    def _limit_of_calls(self) -> int:
        while self._written and self._line < len(self.text):
            block = next_block(self.text, self._line, self._written, is_whole=False)
            if block.kind != "text":
                self._is_stopped = block.kind == "calls"
                return block.start
            if block.end >= len(self.text):
                break
            self._line = block.end
        return len(self.text)

    def _limit_of_claims(self) -> int:
        if self._untrue is None:
            return len(self.text)
        for end in sentence_ends(self.text, self._sentence):
            told = self.text[self._sentence : end]
            if not self._is_in_code and self._untrue(told) and self._untrue(self._line_to(end)):
                self._is_stopped = True
                return self._sentence
            self._is_in_code ^= told.count("```") % 2 == 1
            self._sentence = end
        begun = self.text[self._sentence :]
        if len(begun) <= LONG_SENTENCE_CHARS:
            return self._sentence
        whole_words = begun[: max(begun.rfind(" "), 0)]
        return self._sentence + claim_word(whole_words)

    def _line_to(self, end: int) -> str:
        """The line that a sentence stands in, so far: a quotation may have begun before it."""
        return self.text[self.text.rfind("\n", 0, self._sentence) + 1 : end]
