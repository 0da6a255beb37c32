"""`mnemon chat`: a conversation."""

import asyncio

import click

from cli.options import Given, pass_given, takes


@click.command()
@takes("user", "session", "home", "model", "temp", "json")
@pass_given
def chat(given: Given) -> int:
    """Talk; what you ask to be remembered is kept.

    Each start is a new conversation; memory is shared by all of them. --session last continues
    the last one, --session NAME one that you name. Lines that are piped in are messages, too.
    /help lists what can be typed beside messages.
    """
    from cli.chat import converse

    return asyncio.run(converse(given))
