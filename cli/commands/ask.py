"""`mnemon ask`: one question, one answer."""

import asyncio

import click

from cli.options import Given, pass_given, takes
from cli.text import read_text


@click.command()
@click.argument("text", nargs=-1)
@takes("user", "session", "home", "model", "temp", "json")
@pass_given
def ask(given: Given, text: tuple[str, ...]) -> None:
    """Ask one thing and print the answer.

    Each call is a conversation of its own; --session continues one. Without TEXT, or with -, the
    text is read from standard input.
    """
    asyncio.run(_ask(given, read_text(text)))


async def _ask(given: Given, text: str) -> None:
    from cli.opening import tell_all
    from cli.render import say_json
    from cli.talk import open_talk

    async with open_talk(given) as talk:
        tell_all(talk.assistant.notices)
        result = await talk.turn(text)
        if given.json:
            say_json(talk.as_json(result))
