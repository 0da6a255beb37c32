"""`mnemon feedback`: rate an answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli.engrams import described
from cli.opening import open_home
from cli.options import Given, pass_given, takes
from cli.render import say, say_json
from cli.text import one_line, usable
from core.errors import InvalidInput, NotFound

if TYPE_CHECKING:
    from memory import Memory

WORDS = {"good": 1.0, "bad": -1.0}


@click.command(context_settings={"ignore_unknown_options": True})  # so that -0.5 is a score
@click.argument("episode", metavar="ID")
@click.argument("score")
@takes("user", "home", "json")
@pass_given
def feedback(given: Given, episode: str, score: str) -> None:
    """Rate an answer.

    ID is the episode that keeps the answer ('mnemon memories list --kind episode'), or 'last'.
    SCORE is good, bad, or a number from -1 to 1. Well-rated answers come first when a like
    question is asked.
    """
    rating = score_of(score)
    with open_home(given) as (_, memory):
        rated = memory.feedback(_episode(memory, usable(episode, "id")), rating)
    if given.json:
        say_json(rated)
    else:
        say(f"rated {rating:+.2f}: {one_line(described(rated), 200)}")


def score_of(text: str) -> float:
    """The rating that a word or a number stands for.

    Raises:
        InvalidInput: It is neither good nor bad nor a number from -1 to 1.
    """
    try:
        score = WORDS[text] if text in WORDS else float(text)
    except ValueError:
        score = float("nan")
    if not -1 <= score <= 1:
        raise InvalidInput(f"A score is good, bad, or a number from -1 to 1, not {text!r}.")
    return score


def _episode(memory: Memory, wanted: str) -> str:
    if wanted != "last":
        return memory.get(wanted).id
    newest = memory.memories("episode", 1)
    if not newest:
        raise NotFound("There is no answer to rate yet. 'mnemon ask' gives one.")
    return newest[0].id
