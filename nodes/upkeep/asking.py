"""Asking a chat model in the background: its words, or an error that says why there are none."""

import json
import re
from collections.abc import Iterable
from secrets import token_hex

from langchain_core.messages import HumanMessage, SystemMessage

from core.errors import MnemonError, ModelUnavailable
from models import ChosenModel

MAX_QUOTED_CHARS = 300
"""Of a provider's own error, which can be a whole page."""

_THOUGHTS = re.compile(r"<think(?:ing)?>.*?</think(?:ing)?>", re.DOTALL | re.IGNORECASE)


async def answer_of(chosen: ChosenModel, instructions: str, data: str) -> str:
    """What the model says to some data; what it thought aloud before is taken off.

    Raises:
        ModelUnavailable: It cannot answer.
    """
    try:
        said = await chosen.model.ainvoke([SystemMessage(instructions), HumanMessage(data)])
    except MnemonError:
        raise
    except Exception as error:  # every provider's library has errors of its own
        told = " ".join(str(error).split())[:MAX_QUOTED_CHARS]
        raise ModelUnavailable(
            f"The model {chosen.spec} failed ({type(error).__name__}: {told})."
        ) from error
    return _THOUGHTS.sub("", said.text).strip()


def fenced(title: str, lines: Iterable[str]) -> str:
    """Lines between two marks that no stored text can hold: the mark is new each time."""
    fence = f"<<<{title} {token_hex(6)}>>>"
    return "\n".join([fence, *lines, fence])


def quoted(text: str) -> str:
    """A text as data on one line: nothing in it can end the line or the quotes."""
    return json.dumps(" ".join(text.split()), ensure_ascii=False)
