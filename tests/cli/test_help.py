import re
import subprocess
import sys

import click
import pytest

from cli import reference
from cli.main import COMMANDS, app
from cli.options import SHARED
from tests.cli.conftest import ROOT

CONTEXT = click.Context(app, info_name="mnemon")
NAMES = [name for section in COMMANDS.values() for name in section]
HEAVY = ("rich", "pydantic", "sqlalchemy", "numpy", "langchain_core", "langgraph", "prompt_toolkit")


def command(path: str) -> click.Command:
    found: click.Command = app
    for name in path.split():
        assert isinstance(found, click.Group)
        inner = found.get_command(CONTEXT, name)
        assert inner is not None
        found = inner
    return found


def test_help_lists_every_command_and_shared_option(mnemon):
    done = mnemon("--help")

    assert done.code == 0
    for word in [*NAMES, *(f"--{name}" for name in SHARED), "--version"]:
        assert f"  {word} " in done.out


@pytest.mark.parametrize("name", NAMES)
def test_the_short_help_in_the_table_is_the_commands_own(name: str):
    short = next(section[name][1] for section in COMMANDS.values() if name in section)

    assert command(name).get_short_help_str(limit=200) == short


@pytest.mark.parametrize("path", reference.command_paths())
def test_every_command_explains_itself_and_every_option_of_it(path: str, mnemon):
    done = mnemon(*path.split(), "--help")

    assert done.code == 0
    assert f"Usage: mnemon {path}" in done.out
    for parameter in command(path).params:
        assert isinstance(parameter, click.Argument) or getattr(parameter, "help", None)


@pytest.mark.parametrize("path", reference.command_paths())
def test_everything_that_lists_or_answers_can_answer_in_json(path: str):
    assert "json" in {parameter.name for parameter in command(path).params}


@pytest.mark.parametrize("path", reference.command_paths())
def test_every_command_that_opens_a_home_lets_it_be_named(path: str):
    names = {parameter.name for parameter in command(path).params}

    assert "home" in names or path == "stories"  # each story has a home of its own


def test_help_imports_nothing_heavy():
    program = (
        "import sys; from cli.main import run; run(['--help']);"
        f"print([m for m in {HEAVY!r} if m in sys.modules], file=sys.stderr)"
    )

    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )

    assert done.stderr == "[]\n"


def test_the_version_is_that_of_the_package(mnemon):
    assert mnemon("--version").out.startswith("mnemon ")


def test_no_command_shows_the_help_as_a_usage_error(mnemon):
    done = mnemon()

    assert done.code == 2
    assert "Usage: mnemon" in done.err


def test_the_reference_names_every_command_option_and_setting():
    commands = reference.commands_markdown()

    for path in reference.command_paths():
        assert f"`mnemon {path}" in commands
        for parameter in command(path).params:
            if isinstance(parameter, click.Option):
                assert max(parameter.opts, key=len) in commands
    assert "`MNEMON_TOP_K` | `5`" in reference.settings_markdown()
    assert "`/forget ID\\|TOPIC`" in reference.slash_markdown()


@pytest.mark.parametrize("part", reference.PARTS)
def test_the_reference_is_a_markdown_table_of_equal_rows(part: str):
    for table in reference.PARTS[part]().split("\n\n"):
        rows = table.splitlines()
        assert len({row.replace("\\|", "").count("|") for row in rows}) == 1
        assert len(rows) > 3


NAMED = re.compile(r"'mnemon (?:--\w+ \{[^']*?\} )?([^'{]+)")
"""A command line as a message of ours names it, without the user or the home it begins with."""


def named_command_lines() -> list[str]:
    folders = ("cli", "core", "graph", "memory", "models", "nodes", "prompts", "stories")
    files = [file for folder in folders for file in (ROOT / folder).rglob("*.py")]
    return sorted({line for file in files for line in NAMED.findall(file.read_text("utf-8"))})


@pytest.mark.parametrize("line", named_command_lines())
def test_every_command_line_that_a_message_names_exists(line: str):
    words = [word for word in line.split() if not word.isupper()]
    found: click.Command = app
    while words and isinstance(found, click.Group):
        inner = found.get_command(CONTEXT, words.pop(0))
        assert inner is not None, line
        found = inner

    options = {option for parameter in found.params for option in parameter.opts}
    assert {word for word in words if word.startswith("--")} <= options | {"--help"}
