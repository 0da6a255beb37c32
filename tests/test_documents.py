"""The documents say what the program does."""

import re
from pathlib import Path

import pytest

from cli.documents import PARTS, part_names, with_made_parts

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def test_the_made_parts_of_the_readme_are_as_the_program_is_now():
    assert sorted(part_names(README)) == sorted(PARTS)
    assert with_made_parts(README) == README, "Run 'make docs'."


def test_every_make_target_that_a_document_names_exists():
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for name in ("README.md", "CONTRIBUTING.md"):
        named = set(re.findall(r"`?make (?:-s )?([a-z]+)\b", (ROOT / name).read_text("utf-8")))
        assert named <= targets, f"{name} names {named - targets}"


def test_every_folder_of_the_map_exists_and_every_package_is_on_it():
    told = (ROOT / "ARCHITECTURE.md").read_text("utf-8")
    named = set(re.findall(r"^\| `([\w/]+)/` \|", told, re.MULTILINE))
    packages = {p.parent.name for p in ROOT.glob("*/__init__.py")} - {"tests"}

    assert all((ROOT / folder).is_dir() for folder in named)
    assert packages <= named


@pytest.mark.parametrize("name", ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"])
def test_every_file_that_a_document_names_exists(name: str):
    text = (ROOT / name).read_text("utf-8")
    files = re.findall(r"`((?:[\w-]+/)+[\w-]+\.(?:py|md|yaml|json))`", text)

    assert [f for f in files if not (ROOT / f).exists()] == []


def test_the_architecture_is_short_enough_to_be_read():
    assert len((ROOT / "ARCHITECTURE.md").read_text("utf-8").splitlines()) <= 150


def test_the_examples_of_the_readme_are_python():
    for example in re.findall(r"```python\n(.*?)```", README, re.DOTALL):
        compile(example, "README.md", "exec")


def test_the_python_example_of_the_readme_runs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], home: Path
):
    monkeypatch.setenv("MNEMON_HOME", str(home))
    monkeypatch.setenv("MNEMON_EMBEDDER", "bundled")
    example = next(
        e for e in re.findall(r"```python\n(.*?)```", README, re.DOTALL) if "open_memory" in e
    )

    exec(compile(example, "README.md", "exec"), {})

    assert capsys.readouterr().out.splitlines() == [
        "Elixir",
        "We chose Postgres for Apollo because of its full-text search.",
    ]
