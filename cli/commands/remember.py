"""`mnemon remember`: keep a standing fact under its key, or a fact in one sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cli.opening import open_home, settle, undo_command
from cli.options import Given, pass_given, takes
from cli.render import say, say_json, tell
from cli.spoken import is_sentence
from cli.text import one_line, read_text, usable
from core.engram import MEMORY_TYPES
from core.errors import InvalidInput

if TYPE_CHECKING:
    from core.engram import Receipt, Scope

SCOPES: tuple[Scope, ...] = ("user", "agent", "tenant")

SHOWN_CHARS = 500
"""Of what was saved: the whole is shown by 'mnemon memories show'."""


@click.command()
@click.argument("words", nargs=-1, metavar="[TOPIC] TEXT...")
@click.option(
    "--importance",
    type=click.FloatRange(0, 1),
    metavar="0..1",
    default=0.5,
    show_default=True,
    help="From 0.8 on it is shown to the model in every turn.",
)
@click.option(
    "--expires-in-days",
    type=click.FloatRange(0, min_open=True),
    metavar="N",
    help="Of a fact: never recall it again after so many days.",
)
@click.option(
    "--scope",
    type=click.Choice(SCOPES),
    metavar="SCOPE",
    help=f"Of a fact, who shares it: {', '.join(SCOPES)}. [default: user]",
)
@click.option("--tag", "tags", multiple=True, metavar="TAG", help="Of a fact: a word to filter by.")
@click.option(
    "--type",
    "memory_type",
    type=click.Choice(MEMORY_TYPES),
    metavar="TYPE",
    help=f"Of a fact: {', '.join(MEMORY_TYPES)}.",
)
@takes("user", "home", "json")
@pass_given
def remember(
    given: Given,
    words: tuple[str, ...],
    importance: float,
    expires_in_days: float | None,
    scope: Scope | None,
    tags: tuple[str, ...],
    memory_type: str | None,
) -> None:
    """Keep TEXT as the value of TOPIC, or a sentence as a fact.

    TOPIC is a key such as user.language_preference, project.deadline or constraint.tone. A value
    that stood there before is kept in the history. Without TEXT, or with -, it is read from
    standard input. One sentence without a topic, best in quotes, is kept as a fact.
    """
    of_a_fact = {
        "--expires-in-days": expires_in_days,
        "--scope": scope,
        "--tag": tags,
        "--type": memory_type,
    }
    if is_sentence(words):
        content = _fact(words)
        key = None
    else:
        key = usable(words[0], "topic")
        _check_topic(key, [name for name, value in of_a_fact.items() if value])
        content = read_text(words[1:])
    with open_home(given) as (service, memory):
        if key is not None:
            receipt = memory.save_topic(key, content, importance=importance)
        else:
            receipt = memory.remember(
                content,
                scope=scope or "user",
                expires_in_days=expires_in_days,
                memory_type=memory_type,
                tags=tags,
                importance=importance,
            )
        settle(service)
    if given.json:
        say_json(receipt)
    else:
        _show(given, receipt)


def _fact(words: tuple[str, ...]) -> str:
    """The sentence to keep.

    Raises:
        InvalidInput: There is none; it says how to give one.
    """
    try:
        return read_text(words, "fact")
    except InvalidInput as fault:
        if words:
            raise
        raise InvalidInput(f"{fault} Type TOPIC TEXT, or one sentence in quotes.") from None


def _check_topic(topic: str, options: list[str]) -> None:
    """Refuse options that have no meaning for a topic.

    Raises:
        InvalidInput: There are some; it says how to keep a fact.
    """
    if options:
        raise InvalidInput(
            f"Only a fact can have {' and '.join(options)}, and {topic!r} is read as a topic. Write "
            "the fact as one sentence in quotes, or leave the option out."
        )


def _show(given: Given, receipt: Receipt) -> None:
    done = "memory saved" if receipt.was_new else "already saved"
    said = one_line(receipt.content, SHOWN_CHARS)
    said = said if receipt.topic is None else f"{receipt.topic} = {said}"
    say(f"{done}: {said}  (undo: {undo_command(given, receipt.id)})")
    if receipt.replaced:
        tell(f"It replaces an earlier value; see 'mnemon memories history {receipt.topic}'.")
    if receipt.similar_to:
        tell(
            "Something much like it is kept already. To make one of them: "
            f"mnemon memories merge {receipt.id} {receipt.similar_to}"
        )
