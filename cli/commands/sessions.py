"""`mnemon sessions`: the conversations."""

from collections.abc import Mapping
from typing import Any

import click

from cli.opening import open_home
from cli.options import Given, pass_given, takes
from cli.render import say_json, say_rows, tell
from cli.text import one_line

TITLE_CHARS = 60
"""Enough to know a conversation again by its first question."""


@click.command()
@takes("user", "home", "json")
@pass_given
def sessions(given: Given) -> None:
    """List the conversations.

    'mnemon chat --session ID' continues one.
    """
    with open_home(given) as (_, memory):
        found = memory.sessions()
    if given.json:
        say_json(found)
        return
    if not found:
        tell("No conversations yet. 'mnemon chat' begins one.")
    titles = ("last turn", "turns", "from", "name", "began with", "id")
    say_rows(titles, [_row(one) for one in found])


def _row(one: Mapping[str, Any]) -> tuple[object, ...]:
    name = "" if one["chat_id"] == one["id"] else one["chat_id"]
    began = one_line(one["title"], TITLE_CHARS)
    return one["last_turn_at"], one["turns"], one["provider"], name, began, one["id"]
