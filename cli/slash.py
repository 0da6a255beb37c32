"""What can be typed beside messages: `/topics`, `/why`, `/good` and their like."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from difflib import get_close_matches

from langchain_core.messages import AIMessage, HumanMessage

from cli.engrams import described
from cli.forgetting import forget_everywhere, say_receipt, wish_of
from cli.render import say, say_rows, tell
from cli.talk import Talk
from cli.text import one_line, usable
from core.errors import InvalidInput, NotFound
from core.recalled import RecalledItem

LISTED = 20
"""How many memories `/memories` shows; `mnemon memories list` shows more."""


@dataclass(frozen=True)
class Slash:
    """One command: what stands behind it, what it does, and the function that does it."""

    argument: str
    meaning: str
    run: Callable[[Talk, str], Awaitable[None]]


async def run_slash(talk: Talk, line: str) -> None:
    """Run a line that begins with a slash.

    Raises:
        InvalidInput: Nobody knows the command; the message names the nearest.
    """
    name, _, argument = line.removeprefix("/").partition(" ")
    command = COMMANDS.get(name.lower())
    if command is None:
        near = get_close_matches(name.lower(), COMMANDS, n=1, cutoff=0.5)
        hint = f"Did you mean /{near[0]}? " if near else ""
        raise InvalidInput(
            f"There is no command /{one_line(name, 40)}. {hint}/help lists all; a message that "
            "begins with a slash is sent with two."
        )
    await command.run(talk, argument.strip())


async def _help(_talk: Talk, _argument: str) -> None:
    for name, command in COMMANDS.items():
        say(f"/{name + ' ' + command.argument:<18} {command.meaning}")
    say("Ctrl-C interrupts an answer, Ctrl-D leaves, Alt-Enter begins a new line.")


async def _memories(talk: Talk, argument: str) -> None:
    found = talk.memory.memories(None, LISTED)
    if argument:
        found = [item.engram for item in talk.memory.recall(usable(argument, "query")).items]
    if not found:
        tell("No memories found.")
    rows = [(e.created_at.date(), one_line(described(e), 200), e.id) for e in found]
    say_rows(("date", "memory", "id"), rows)


async def _topics(talk: Talk, _argument: str) -> None:
    found = talk.memory.topics()
    if not found:
        tell("No topics yet.")
    say_rows(
        ("topic", "value", "since"), [(e.topic, e.content, e.created_at.date()) for e in found]
    )


async def _why(talk: Talk, _argument: str) -> None:
    if talk.last is None:
        raise NotFound("There is no answer yet. Ask something first.")
    context = await talk.assistant.recalled(talk.identity)
    parts = (
        ("pinned", context["pinned"]),
        ("fact", context["facts"]),
        ("episode", context["episodes"]),
    )
    rows = [_reason(part, item) for part, items in parts for item in items]
    rows += [
        ("tool", tool["name"], "", "", one_line(str(tool.get("content", "")), 200))
        for tool in talk.last.tools
    ]
    if rows:
        say_rows(("shown as", "memory of", "date", "relevance", "text"), rows)
    else:
        say("Nothing from memory went into the last answer.")
    not_shown = context.get("not_shown", [])
    if not_shown:
        tell("Near, but not shown:")
        columns = ("stage", "why", "relevance", "id")
        say_rows(columns, [(n["stage"], n["why"], n["relevance"], n["id"]) for n in not_shown])
    if context["dropped"]:
        tell(f"{context['dropped']} more did not fit (setting context_tokens).")


def _reason(part: str, item: RecalledItem) -> tuple[object, ...]:
    said_by = f"{item['trust']} ({item['source']})"
    text = f"{item['topic']}: {item['content']}" if item["topic"] else item["content"]
    return part, said_by, item["date"], item["score"], one_line(text, 200)


async def _good(talk: Talk, _argument: str) -> None:
    _rate(talk, 1.0)


async def _bad(talk: Talk, _argument: str) -> None:
    _rate(talk, -1.0)


def _rate(talk: Talk, score: float) -> None:
    memory = talk.memory
    if talk.last is None or talk.last.episode_id is None:
        raise NotFound("There is no answer to rate: none was given yet, or it was not kept.")
    memory.feedback(talk.last.episode_id, score)
    tell("Thank you. Well-rated answers come first when a like question is asked.")


async def _forget(talk: Talk, argument: str) -> None:
    if not argument:
        raise InvalidInput("Say what to forget: /forget ID or /forget TOPIC. /memories shows ids.")
    wish = wish_of(talk.memory, [usable(argument, "id")])
    say_receipt(await forget_everywhere(talk.assistant.memory, talk.identity, wish))


async def _history(talk: Talk, _argument: str) -> None:
    for message in await talk.assistant.messages(talk.identity):
        if isinstance(message, HumanMessage):
            say(f"> {message.text}")
        elif isinstance(message, AIMessage) and message.text:
            say(message.text)


async def _model(talk: Talk, _argument: str) -> None:
    model = talk.assistant.model
    say(f"model     {model.spec}: {model.why}")
    say(f"tools     {'yes' if model.supports_tools else 'no'}")
    say(f"window    {model.window_tokens} tokens")
    if not talk.given.temp:
        say(f"embedder  {talk.assistant.memory.embedder_name}")


async def _new(talk: Talk, _argument: str) -> None:
    talk.begin_anew()
    tell(f"A new conversation: {talk.conversation.id}. What is in memory stays.")


async def _quit(talk: Talk, _argument: str) -> None:
    talk.over = True


COMMANDS: dict[str, Slash] = {
    "help": Slash("", "List these commands.", _help),
    "memories": Slash("[TEXT]", "Show the newest memories, or those that bear on TEXT.", _memories),
    "topics": Slash("", "Show the standing facts.", _topics),
    "why": Slash("", "Show what the last answer was made from.", _why),
    "good": Slash("", "Rate the last answer as good.", _good),
    "bad": Slash("", "Rate the last answer as bad.", _bad),
    "forget": Slash("ID|TOPIC", "Remove a memory for good.", _forget),
    "history": Slash("", "Show this conversation.", _history),
    "model": Slash("", "Show which model answers, and why.", _model),
    "new": Slash("", "Begin a new conversation.", _new),
    "quit": Slash("", "Leave.", _quit),
}
