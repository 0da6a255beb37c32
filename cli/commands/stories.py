"""`mnemon stories`: every promise, played through the real program."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.opening import load
from cli.options import Given, pass_given, takes
from cli.render import say, say_json, tell
from core.errors import NotFound

if TYPE_CHECKING:
    from stories import StoryResult


@click.command()
@click.argument("names", nargs=-1, metavar="[NAME|FILE]...")
@click.option("--transcript", is_flag=True, help="Also print how each story went.")
@takes("model", "json")
@pass_given
def stories(given: Given, names: tuple[str, ...], transcript: bool) -> int:
    """Run the stories, each one promise.

    NAME is a part of a story's file name; FILE is a story of your own. Each runs in a home of its
    own, so your memory is not touched. With --model ollama:<model> a real model speaks.
    """
    outcomes = []
    for file, outcome in _play(given, names):
        outcomes.append({"story": file.stem, "passed": outcome.passed, **_fields(outcome)})
        if not given.json:
            _show(file, outcome, transcript)
    failed = sum(bool(one["failures"]) for one in outcomes)
    if given.json:
        say_json(outcomes)
    else:
        passed = sum(bool(one["passed"]) for one in outcomes)
        tell(f"{passed} passed, {failed} failed, {len(outcomes) - passed - failed} skipped")
    return 1 if failed else 0


def _play(given: Given, names: tuple[str, ...]) -> Iterator[tuple[Path, StoryResult]]:
    from stories import load_story, run_story

    settings = load(given).settings
    loaded = [(file, load_story(file)) for file in _files(names)]  # a fault is told before any runs
    for file, story in loaded:
        with tempfile.TemporaryDirectory(prefix="mnemon-story-") as folder:
            home = Path(folder) / "home"
            yield file, run_story(story, home=home, model_spec=given.model, settings=settings)


def _files(names: tuple[str, ...]) -> list[Path]:
    """The files that are meant, each once, in the order of the names."""
    from stories import find_stories

    ours = find_stories()
    if not names:
        return ours
    meant: dict[Path, None] = {}
    for name in names:
        files = [file for file in ours if name.lower() in file.stem.lower()]
        if Path(name).exists():
            files = find_stories(Path(name))
        if not files:
            known = ", ".join(file.stem for file in ours)
            raise NotFound(f"There is no story {name!r}. The stories are: {known}.")
        meant.update(dict.fromkeys(files))
    return list(meant)


def _fields(outcome: StoryResult) -> dict[str, object]:
    return {
        "title": outcome.title,
        "failures": [str(failure) for failure in outcome.failures],
        "skipped": outcome.skipped,
        "transcript": outcome.transcript,
    }


def _show(file: Path, outcome: StoryResult, transcript: bool) -> None:
    if outcome.skipped is not None:
        say(f"skipped  {file.stem}: {outcome.title} ({outcome.skipped})")
    elif outcome.failures:
        say(f"FAILED   {file.stem}: {outcome.report()}")
    else:
        say(f"ok       {file.stem}: {outcome.title}")
        if transcript:
            say(f"\n{outcome.transcript}\n")
