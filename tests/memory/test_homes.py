"""The home on disk: private, never taken from a newer version, and every fault told in one line."""

import os
import resource
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from core.errors import EmbedderChanged, HomeFromNewerVersion, InvalidInput, StorageError
from core.identity import Identity
from core.settings import Settings
from memory import open_memory
from memory.ledger.database import FILE_NAME
from tests.memory import ledgers
from tests.memory.processes import ROOT
from tests.memory.word_embedder import WordEmbedder

ADA = Identity("ada", "ada-1")


def make_home(settings: Settings) -> None:
    with open_memory(settings, embedder=WordEmbedder(), background=False) as service:
        service.for_identity(ADA).save_topic("user.city", "Bern")


@pytest.fixture
def quiet(settings: Settings) -> Settings:
    """Settings without an index and with the quick embedder."""
    return settings.model_copy(update={"index": False, "embedder": "auto"})


def opens(settings: Settings):
    return open_memory(settings, embedder=WordEmbedder(), background=False)


def one_line(error: Exception) -> str:
    """The error's text, which must be one line that names the home."""
    text = str(error)
    assert "\n" not in text
    return text


def test_a_home_is_made_when_there_is_none_and_is_nobody_elses_business(quiet, home: Path):
    deep = quiet.model_copy(update={"home": home / "a" / "b"})

    make_home(deep)

    assert stat.S_IMODE(deep.home.stat().st_mode) == 0o700
    for file in deep.home.rglob("*"):
        assert not file.stat().st_mode & 0o077, file


@pytest.mark.parametrize("umask", [0o000, 0o077])
def test_private_whatever_the_umask(umask: int, quiet: Settings, home: Path):
    before = os.umask(umask)
    try:
        make_home(quiet)
    finally:
        os.umask(before)

    assert not [f for f in [home, *home.rglob("*")] if f.stat().st_mode & 0o077]


def test_what_is_saved_is_there_when_the_home_is_opened_again(quiet: Settings):
    make_home(quiet)

    with opens(quiet) as service:
        assert service.for_identity(ADA).recall_topic("user.city") == "Bern"


def test_a_home_of_a_newer_version_is_refused_and_left_byte_for_byte(quiet, home: Path):
    make_home(quiet)
    with ledgers.opened(home) as ledger:
        ledger.execute("UPDATE alembic_version SET version_num = '9999'")
    before = {p: p.read_bytes() for p in home.rglob("*") if p.is_file()}

    with pytest.raises(HomeFromNewerVersion, match="newer Mnemon") as failure:
        opens(quiet)

    assert str(home) in one_line(failure.value)
    assert {p: p.read_bytes() for p in home.rglob("*") if p.is_file()} == before


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda f: f.write_bytes(b"this is no database, but a letter to my aunt" * 100), "ledger"),
        (lambda f: f.write_bytes(b"SQLite format 3\0" + os.urandom(8000)), "ledger"),
        (lambda f: f.write_bytes(f.read_bytes()[:5000]), "ledger"),
        (lambda f: (f.unlink(), f.mkdir()), "home"),
    ],
    ids=["a letter", "random pages", "cut off", "a folder"],
)
def test_a_damaged_ledger_is_told_in_one_line_and_not_overwritten(damage, said, quiet, home):
    make_home(quiet)
    file = home / FILE_NAME
    damage(file)
    before = file.read_bytes() if file.is_file() else b""

    with pytest.raises(StorageError, match=said) as failure, opens(quiet) as service:
        service.for_identity(ADA).save_topic("user.city", "Basel")

    one_line(failure.value)
    assert (file.read_bytes() if file.is_file() else b"")[:5000] == before[:5000]


@pytest.mark.parametrize("beside", ["index", "checkpoints.sqlite3"])
def test_a_ledger_that_was_emptied_is_not_taken_for_a_new_home(beside, quiet: Settings, home: Path):
    make_home(quiet)
    (home / "index" / "1").mkdir(parents=True) if beside == "index" else None
    (home / "checkpoints.sqlite3").write_bytes(b"x" if beside != "index" else b"")
    (home / FILE_NAME).write_bytes(b"")

    with pytest.raises(StorageError, match="restore FILE --force") as failure:
        opens(quiet)

    assert f"is empty, but {beside}" in one_line(failure.value)
    assert (home / FILE_NAME).stat().st_size == 0


def test_a_ledger_that_is_missing_beside_its_index_is_not_taken_for_a_new_home(quiet, home: Path):
    make_home(quiet)
    (home / "index" / "1").mkdir(parents=True)
    (home / FILE_NAME).unlink()

    with pytest.raises(StorageError, match="is missing, but index of an older one"):
        opens(quiet)


def test_conversations_may_be_older_than_the_ledger(quiet: Settings, home: Path):
    """The server makes their file at its start, and the ledger at the first turn."""
    home.mkdir()
    (home / "checkpoints.sqlite3").write_bytes(b"SQLite")

    make_home(quiet)


def test_a_ledger_of_which_only_a_beginning_was_made_is_begun_again(quiet: Settings, home: Path):
    home.mkdir()
    (home / f"{FILE_NAME}.new").write_bytes(b"half a ledger")
    (home / f"{FILE_NAME}.new-wal").write_bytes(b"half a log")

    make_home(quiet)

    assert not list(home.glob(f"{FILE_NAME}.new*"))


def test_a_home_that_is_opened_twice_in_a_process_keeps_its_locks(quiet: Settings, home: Path):
    """Closing any file takes SQLite's locks on it from the whole process: then another process
    takes the log away under its hands, and what is saved afterwards is lost."""
    with opens(quiet) as service:
        memory = service.for_identity(ADA)
        memory.save_note("the first note")
        opens(quiet).close()
        assert "the first note" in ledgers.seen_from_outside(home)

        memory.save_note("the second note")

        assert "the second note" in ledgers.seen_from_outside(home)


def test_a_file_in_the_place_of_the_home_is_told(quiet: Settings, home: Path):
    home.write_text("I was here first.")

    with pytest.raises(StorageError, match="--home") as failure:
        opens(quiet)

    assert str(home) in one_line(failure.value)
    assert home.read_text() == "I was here first."


def test_a_home_below_a_file_is_told(quiet: Settings, home: Path):
    home.write_text("I was here first.")

    with pytest.raises(StorageError):
        opens(quiet.model_copy(update={"home": home / "below"}))


AS_NOBODY = """
import os, sys
from core.errors import StorageError
from core.identity import Identity
from core.settings import load_settings
from memory import open_memory
from tests.memory.word_embedder import WordEmbedder

def save(home):
    settings = load_settings({"home": home, "index": False}, {}).settings
    with open_memory(settings, embedder=WordEmbedder(), background=False) as service:
        service.for_identity(Identity("ada", "s")).save_note("x")

save(sys.argv[1] + "-of-root")  # so that all modules are loaded: nobody may not read them
os.setgid(65534); os.setuid(65534)
try:
    save(sys.argv[1])
    print("saved")
except StorageError as error:
    print(error)
"""


def as_nobody(home: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-B", "-c", AS_NOBODY, str(home)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.skipif(os.geteuid() != 0, reason="becoming another user needs root")
def test_a_home_that_may_not_be_written_is_told(quiet: Settings, home: Path, tmp_path: Path):
    make_home(quiet)
    for folder in [tmp_path, *tmp_path.parents]:
        if folder.owner() == "root" and folder.stat().st_mode & 0o005 != 0o005:
            folder.chmod(folder.stat().st_mode | 0o005)
    for path in [home, *home.rglob("*")]:
        path.chmod(0o755 if path.is_dir() else 0o644)

    said = as_nobody(home)

    assert "home" in said
    assert "\n" not in said


FULL = """
import resource, signal, sys
from core.errors import StorageError
from core.identity import Identity
from core.settings import load_settings
from memory import open_memory
from tests.memory.word_embedder import WordEmbedder
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
settings = load_settings({"home": sys.argv[1], "index": False}, {}).settings
with open_memory(settings, embedder=WordEmbedder(), background=False) as service:
    memory = service.for_identity(Identity("ada", "s"))
    resource.setrlimit(resource.RLIMIT_FSIZE, (2_000_000, resource.RLIM_INFINITY))
    kept = []
    try:
        for number in range(10_000):
            kept.append(memory.save_note(f"{number} " + "x" * 4000).id)
    except StorageError as error:
        print(error)
    print(all(memory.get(i).content for i in kept), len(kept) > 5, len(memory.memories(limit=10_000)) == len(kept))
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    print(memory.save_note("there is room again").was_new)
"""


def test_when_nothing_more_can_be_written_it_is_told_and_what_was_kept_is_read(home: Path):
    done = subprocess.run(
        [sys.executable, "-c", FULL, str(home)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr
    told, *facts = done.stdout.splitlines()
    assert told.startswith("The ledger")
    assert facts == ["True True True", "True"]


def test_the_limit_of_this_test_process_was_not_touched():
    assert resource.getrlimit(resource.RLIMIT_FSIZE)[0] == resource.RLIM_INFINITY


def test_another_embedder_than_the_homes_is_refused_with_what_to_type(quiet: Settings):
    make_home(quiet)

    with pytest.raises(EmbedderChanged, match="mnemon reindex --embedder bundled") as failure:
        open_memory(quiet.model_copy(update={"embedder": "bundled"}), background=False)

    assert "MNEMON_EMBEDDER=ollama:words" in one_line(failure.value)


def test_an_embedder_that_nobody_knows_never_becomes_the_homes(quiet: Settings):
    with pytest.raises(InvalidInput, match="bundeld"):
        open_memory(quiet.model_copy(update={"embedder": "bundeld"}), background=False)

    with open_memory(quiet.model_copy(update={"embedder": "bundled"}), background=False) as service:
        assert service.embedder_name == "bundled"


@pytest.mark.parametrize(
    "spelling",
    ["ollama:nomic-embed-text", "ollama:nomic-embed-text:latest", " ollama:nomic-embed-text "],
)
def test_one_embedder_has_one_name_however_it_is_written(spelling: str, quiet: Settings):
    given = quiet.model_copy(update={"embedder": "ollama:nomic-embed-text"})
    open_memory(given, background=False).close()

    with open_memory(given.model_copy(update={"embedder": spelling}), background=False) as service:
        assert service.embedder_name == "ollama:nomic-embed-text"


def test_the_embedder_that_was_given_is_not_closed(quiet: Settings, bundled):
    with open_memory(quiet, embedder=bundled, background=False) as service:
        service.for_identity(ADA).save_note("a note")
        service.wait_until_embedded()

    assert bundled.embed_query("still there").shape == (384,)


def test_a_home_can_be_moved(quiet: Settings, home: Path, tmp_path: Path):
    make_home(quiet)
    shutil.move(home, tmp_path / "elsewhere")

    with opens(quiet.model_copy(update={"home": tmp_path / "elsewhere"})) as service:
        assert service.for_identity(ADA).recall_topic("user.city") == "Bern"


@pytest.mark.parametrize("name", ["with space", "per%cent", "quo'te", "ünïcødé", "a?b#c", "a&b=c"])
def test_a_home_may_have_an_odd_name(name: str, quiet: Settings, tmp_path: Path):
    make_home(quiet.model_copy(update={"home": tmp_path / name}))

    assert ledgers.count(tmp_path / name, "engrams") == 1
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_closing_twice_is_no_error(quiet: Settings):
    service = opens(quiet)

    service.close()
    service.close()
