"""The `mnemon` command: its table of commands, and what becomes of an error.

Kept light on purpose: `mnemon --help` imports Click and nothing of ours that is heavy.
"""

import errno
import io
import logging
import os
import sys
import warnings
from collections.abc import Sequence
from typing import NoReturn

import click

from cli.lazy import LazyGroup
from cli.options import Given, pass_given, takes
from cli.text import one_line
from core.errors import MnemonError

INTERRUPTED = 130
PIPE_CLOSED = 141
"""What a shell reports for a program ended by SIGINT, and by SIGPIPE (`mnemon … | head -1`)."""

NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
"""Where the output goes to a full disk; a full home is told by memory itself."""

COMMANDS = {
    "Talk": {
        "chat": ("cli.commands.chat:chat", "Talk; what you ask to be remembered is kept."),
        "ask": ("cli.commands.ask:ask", "Ask one thing and print the answer."),
    },
    "Memory": {
        "remember": (
            "cli.commands.remember:remember",
            "Keep TEXT as the value of TOPIC, or a sentence as a fact.",
        ),
        "recall": ("cli.commands.recall:recall", "Find memories by meaning and keywords."),
        "topics": ("cli.commands.topics:topics", "List the standing facts."),
        "memories": (
            "cli.commands.memories:memories",
            "List, show, change, archive and forget memories.",
        ),
        "forget": ("cli.commands.forget:forget", "Remove memories for good."),
        "feedback": ("cli.commands.feedback:feedback", "Rate an answer."),
        "sessions": ("cli.commands.sessions:sessions", "List the conversations."),
    },
    "House": {
        "stats": ("cli.commands.stats:stats", "Count what is stored."),
        "stories": ("cli.commands.stories:stories", "Run the stories, each one promise."),
        "reindex": ("cli.commands.reindex:reindex", "Build the index anew from the ledger."),
        "backup": ("cli.commands.backup:backup", "Write everything into one FILE."),
        "restore": ("cli.commands.restore:restore", "Make the home from a backup FILE."),
        "upkeep": ("cli.commands.upkeep:upkeep", "Compare new facts with older ones, now."),
        "doctor": ("cli.commands.doctor:doctor", "Check that everything works."),
        "config": ("cli.commands.config:config", "Show the settings."),
        "path": ("cli.commands.path:path", "Print where everything is kept."),
    },
}

TEMPORARY = ("chat", "ask")
"""The commands for which `--temp` has a meaning."""


def _print_version(ctx: click.Context, _param: click.Parameter, value: bool) -> None:
    if not value or ctx.resilient_parsing:
        return
    from importlib.metadata import PackageNotFoundError, version

    try:
        number = version("mnemon")
    except PackageNotFoundError:
        number = "(run from its source folder, not installed)"
    click.echo(f"mnemon {number}")
    ctx.exit()


@click.group(
    cls=LazyGroup, table=COMMANDS, context_settings={"help_option_names": ["-h", "--help"]}
)
@takes("user", "session", "home", "model", "temp", "json")
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Print the version.",
)
@click.pass_context
@pass_given
def app(given: Given, ctx: click.Context) -> None:
    """A local-first assistant with a long-term memory that can be trusted.

    Options may stand before the command or after it.
    """
    if given.temp and ctx.invoked_subcommand not in TEMPORARY:
        raise click.UsageError(
            f"--temp has no meaning for '{ctx.invoked_subcommand}', only for "
            f"{' and '.join(TEMPORARY)}.",
            ctx,
        )


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command line and give its exit code; errors meant for a person are one line each."""
    try:
        result = app.main(args=arguments, prog_name="mnemon", standalone_mode=False)
        if sys.stdout is not None:
            sys.stdout.flush()
    except (MnemonError, click.ClickException) as error:
        return _tell(error)
    except (KeyboardInterrupt, click.Abort):
        return INTERRUPTED
    except (BrokenPipeError, SystemExit):  # Click's only exit here is for a closed pipe
        _write_nowhere()
        return PIPE_CLOSED
    except OSError as error:
        if error.errno not in NO_ROOM or error.filename is not None:
            raise
        _write_nowhere()
        return _fail(f"The output cannot be written ({error.strerror}). Free some space.", 1)
    return result if isinstance(result, int) else 0


def main() -> NoReturn:
    """The console script: `run` in a process of its own, where no library may chatter."""
    if not sys.warnoptions:
        warnings.simplefilter("ignore")
    logging.getLogger().addHandler(logging.NullHandler())
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a character gets a question mark, not a traceback.
        if isinstance(stream, io.TextIOWrapper):  # a closed one is None
            stream.reconfigure(errors="replace")
    sys.exit(run())


def _tell(error: MnemonError | click.ClickException) -> int:
    """Tell a person what went wrong in one line, and give the exit code of it."""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        error.show()
        return error.exit_code
    message = str(error) if isinstance(error, MnemonError) else _usage(error)
    return _fail(message, error.exit_code)


def _fail(message: str, code: int) -> int:
    click.echo(f"mnemon: {one_line(message)}", err=True)
    return code


def _usage(error: click.ClickException) -> str:
    message = error.format_message()
    if isinstance(error, click.NoSuchOption):
        message += " (Put -- before a text that begins with a dash.)"
    if isinstance(error, click.UsageError) and error.ctx is not None:
        message += f" See '{error.ctx.command_path} --help'."
    return message


def _write_nowhere() -> None:
    """Drop what is still to be written, so that the interpreter does not fail over it at its end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
