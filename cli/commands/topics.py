"""`mnemon topics`: the standing facts, and other names for them."""

from __future__ import annotations

import click

from cli.engrams import told
from cli.opening import open_home
from cli.options import Given, pass_given, takes
from cli.render import say, say_json, say_rows, tell
from cli.text import one_line, usable


@click.group(invoke_without_command=True)
@takes("user", "home", "json")
@pass_given
@click.pass_context
def topics(context: click.Context, given: Given) -> None:
    """List the standing facts.

    Each topic with its value as it stands and since when.
    """
    if context.invoked_subcommand is not None:
        return
    with open_home(given) as (_, memory):
        found = memory.topics()
    if given.json:
        say_json(found)
        return
    if not found:
        tell("No topics yet. 'mnemon remember user.editor vim' makes one.")
    say_rows(("topic", "value", "since"), [(e.topic, e.content, e.created_at) for e in found])


@topics.command()
@click.argument("old")
@click.argument("new")
@click.option("--yes", is_flag=True, help="Replace what stands under NEW.")
@takes("user", "home", "json")
@pass_given
def rename(given: Given, old: str, new: str, *, yes: bool) -> None:
    """Give a topic another key.

    The old key and its values stay in the history. It is free again: what is saved under it later
    is a new topic.
    """
    with open_home(given) as (_, memory):
        renamed = memory.rename_topic(usable(old, "topic"), usable(new, "topic"), replacing=yes)
    if given.json:
        say_json(renamed)
    else:
        say(f"renamed: {one_line(told(renamed))}  ({renamed.id})")


@topics.command()
@click.argument("source", metavar="FROM")
@click.argument("into", metavar="INTO")
@takes("user", "home", "json")
@pass_given
def merge(given: Given, source: str, into: str) -> None:
    """Let one topic stand for another.

    INTO keeps its value; FROM and its value become history.
    """
    with open_home(given) as (_, memory):
        kept, given_up = memory.merge_topics(usable(source, "topic"), usable(into, "topic"))
    if given.json:
        say_json(kept)
        return
    say(f"kept: {one_line(told(kept))}  ({kept.id})")
    if given_up.content != kept.content:
        tell(f"History now: {one_line(told(given_up))}  ({given_up.id})")
