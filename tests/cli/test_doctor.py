"""`mnemon doctor`: each line is ok, or says what to type."""

from pathlib import Path

import pytest

from tests.standins.ollama import CHAT_MODEL, TOOLLESS_MODEL, StandInOllama


def lines(out: str) -> dict[str, str]:
    """Part -> its line."""
    return {line.split()[1]: line for line in out.splitlines()}


def test_without_a_home_nothing_is_made(mnemon, home: Path):
    done = mnemon("doctor")

    assert done.code == 0, done
    assert "not there yet" in lines(done.out)["home"]
    assert lines(done.out)["embedder"].startswith("ok ")
    assert not home.exists()


def test_a_home_in_use_is_well(mnemon):
    mnemon("remember", "user.editor", "vim")

    done = mnemon("doctor")

    assert done.code == 0, done
    told = lines(done.out)
    assert list(told) == [
        "home",
        "disk",
        "permissions",
        "ledger",
        "integrity",
        "embedder",
        "index",
        "ollama",
        "model",
        "window",
        "extraction",
        "tools",
    ]
    assert "1 memories" in told["ledger"]
    assert "bundled, 384 dimensions" in told["embedder"]
    assert "FAULT" not in done.out


def test_a_home_that_others_can_read_is_a_fault_with_its_remedy(mnemon, home: Path):
    mnemon("remember", "user.editor", "vim")
    home.chmod(0o755)

    done = mnemon("doctor")

    assert done.code == 1
    assert lines(done.out)["permissions"].startswith("FAULT")
    assert f"-> chmod -R go-rwx {home}" in done.out


def test_a_file_in_the_place_of_the_home_is_a_fault(mnemon, home: Path):
    home.write_text("")

    done = mnemon("doctor")

    assert done.code == 1
    assert "--home" in lines(done.out)["home"]


def test_a_broken_ledger_is_a_fault_and_the_rest_is_still_looked_at(mnemon, home: Path):
    mnemon("remember", "user.editor", "vim")
    for leftover in home.glob("ledger.sqlite3*"):
        leftover.unlink()
    (home / "ledger.sqlite3").write_bytes(b"not a database, but long enough to look at " * 100)
    (home / "ledger.sqlite3").chmod(0o600)

    told = lines(mnemon("doctor").out)

    assert told["ledger"].startswith("FAULT")
    assert told["model"].startswith("ok")


def test_damaged_conversations_are_a_fault_with_its_remedy(mnemon, home: Path):
    mnemon("ask", "Hello.")
    assert lines(mnemon("doctor").out)["talks"].startswith("ok")

    for leftover in home.glob("checkpoints.sqlite3*"):
        leftover.unlink()
    (home / "checkpoints.sqlite3").write_bytes(b"not a database, but long enough " * 200)
    done = mnemon("doctor")

    assert done.code == 1
    assert lines(done.out)["talks"].startswith("FAULT")
    assert "mv " in lines(done.out)["talks"]


def test_an_index_that_lacks_rows_is_mended_by_the_command_it_names(mnemon):
    mnemon("remember", "user.editor", "vim")
    mnemon("reindex")

    told = lines(mnemon("doctor").out)

    assert "1 of 1 rows" in told["index"]
    assert told["index"].startswith("ok")


def test_ollama_and_its_models_are_looked_at(mnemon, monkeypatch: pytest.MonkeyPatch):
    with StandInOllama() as ollama:
        monkeypatch.setenv("MNEMON_OLLAMA_URL", ollama.base_url)

        able = lines(mnemon("doctor", "--model", f"ollama:{CHAT_MODEL.name}").out)
        unable = mnemon("doctor", "--model", f"ollama:{TOOLLESS_MODEL.name}")

    assert f"{ollama.base_url}, 3 models" in able["ollama"]
    assert able["tools"].startswith("ok")
    assert unable.code == 0
    assert lines(unable.out)["tools"].startswith("note")
    assert "-> ollama pull" in lines(unable.out)["tools"]


def test_ollama_down_is_a_note_unless_something_needs_it(mnemon, monkeypatch):
    monkeypatch.setenv("MNEMON_OLLAMA_URL", "http://127.0.0.1:9")

    fine = mnemon("doctor")
    needed = mnemon("doctor", "--model", "ollama:qwen3")

    assert fine.code == 0
    assert lines(fine.out)["ollama"].startswith("note")
    assert needed.code == 1
    assert lines(needed.out)["model"].startswith("FAULT")
    assert "ollama serve" in lines(needed.out)["model"]


def test_findings_come_as_json_too(mnemon):
    found = mnemon("doctor", "--json").json

    assert {"part": "model", "state": "ok"}.items() <= next(
        f for f in found if f["part"] == "model"
    ).items()
