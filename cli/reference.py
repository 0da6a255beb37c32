"""The commands and the settings as Markdown, read from the program itself.

The README holds what this prints, and a test compares the two: `python -m cli.reference commands`
(or `slash`, or `settings`).
"""

import sys
from collections.abc import Iterable, Iterator, Sequence

import click

from cli.main import COMMANDS, app
from cli.options import SHARED
from core.settings import PREFIX, Settings


def commands_markdown() -> str:
    """Every command with its own options, and the options that all share."""
    context = click.Context(app, info_name="mnemon")
    rows = [
        (f"`{usage}`", meaning)
        for name in app.list_commands(context)
        for usage, meaning in _leaves(_command(context, name), f"mnemon {name}", context)
    ]
    shared = [(f"`--{name}`", _escaped(meaning)) for name, (_, meaning) in SHARED.items()]
    return f"{_table(('Command', 'What it does'), rows)}\n\n{_table(('Option', 'Meaning'), shared)}"


def slash_markdown() -> str:
    """What can be typed in a conversation beside messages."""
    from cli.slash import COMMANDS as TYPED

    rows = [(f"`{f'/{n} {c.argument}'.strip()}`", c.meaning) for n, c in TYPED.items()]
    return _table(("In a chat", "What it does"), rows)


def settings_markdown() -> str:
    """Every setting with its variable, its default and its meaning."""
    rows = []
    for name, field in Settings.model_fields.items():
        shown = "auto" if field.default is None else field.default
        default = "the platform's data folder" if name == "home" else f"`{shown}`"
        meaning = _escaped(field.description or "")
        rows.append((f"`{name}`", f"`{PREFIX}{name.upper()}`", default, meaning))
    return _table(("Setting", "Variable", "Default", "Meaning"), rows)


def command_paths() -> list[str]:
    """Every command line there is, such as "memories list", in the order of the help."""
    context = click.Context(app, info_name="mnemon")
    return [
        path
        for section in COMMANDS.values()
        for name in section
        for path in _paths(_command(context, name), name)
    ]


def _command(context: click.Context, name: str) -> click.Command:
    command = app.get_command(context, name)
    if command is None:
        raise KeyError(name)
    return command


def _paths(command: click.Command, path: str) -> Iterator[str]:
    if isinstance(command, click.Group):
        if command.invoke_without_command:
            yield path
        for name, inner in command.commands.items():
            yield from _paths(inner, f"{path} {name}")
    else:
        yield path


def _leaves(command: click.Command, path: str, context: click.Context) -> Iterator[tuple[str, str]]:
    if isinstance(command, click.Group):
        if command.invoke_without_command:
            yield path, command.get_short_help_str(limit=200)
        for name, inner in command.commands.items():
            yield from _leaves(inner, f"{path} {name}", context)
        return
    words = [path, *_own_words(command, context)]
    yield " ".join(words), command.get_short_help_str(limit=200)


def _own_words(command: click.Command, context: click.Context) -> Iterator[str]:
    """The arguments of a command, then the options it does not share with others."""
    for parameter in command.params:
        if isinstance(parameter, click.Argument):
            yield parameter.make_metavar(context)
    for parameter in command.params:
        if isinstance(parameter, click.Option) and parameter.name not in SHARED:
            long = max(parameter.opts, key=len)
            value = "" if parameter.is_flag else f" {parameter.make_metavar(context)}"
            yield f"[{long}{value}]"


def _escaped(text: str) -> str:
    """Text in which `<model>` is shown and not taken for HTML."""
    return text.replace("<", "&lt;")


def _table(titles: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [titles, ["---"] * len(titles), *rows]
    cells = [[cell.replace("|", "\\|") for cell in line] for line in lines]
    return "\n".join(f"| {' | '.join(line)} |" for line in cells)


PARTS = {"commands": commands_markdown, "slash": slash_markdown, "settings": settings_markdown}

if __name__ == "__main__":
    print(PARTS[sys.argv[1] if len(sys.argv) > 1 else "commands"]())
