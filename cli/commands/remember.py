"""`mnemon remember`: keep a standing fact."""

import click

from cli.opening import open_home, settle, undo_command
from cli.options import Given, pass_given, takes
from cli.render import say, say_json, tell
from cli.text import one_line, read_text, usable


@click.command()
@click.argument("topic")
@click.argument("text", nargs=-1)
@click.option(
    "--importance",
    type=click.FloatRange(0, 1),
    metavar="0..1",
    default=0.5,
    show_default=True,
    help="From 0.8 on it is shown to the model in every turn.",
)
@takes("user", "home", "json")
@pass_given
def remember(given: Given, topic: str, text: tuple[str, ...], importance: float) -> None:
    """Keep TEXT as the value of TOPIC.

    TOPIC is a key such as user.language_preference, project.deadline or constraint.tone. A value
    that stood there before is kept in the history. Without TEXT, or with -, it is read from
    standard input.
    """
    key = usable(topic, "topic")
    content = read_text(text)
    with open_home(given) as (service, memory):
        receipt = memory.save_topic(key, content, importance=importance)
        settle(service)
    if given.json:
        say_json(receipt)
        return
    done = "memory saved" if receipt.was_new else "already saved"
    undo = undo_command(given, receipt.id)
    say(f"{done}: {receipt.topic} = {one_line(receipt.content)}  (undo: {undo})")
    if receipt.replaced:
        tell(f"It replaces an earlier value; see 'mnemon memories history {receipt.topic}'.")
