"""Settings: which value wins, where it came from, and how a wrong one is told."""

from pathlib import Path

import pytest

from core.errors import InvalidSettings
from core.settings import FILE_NAME, Settings, default_home, load_settings


def write_file(home: Path, text: str) -> Path:
    home.mkdir(parents=True, exist_ok=True)
    path = home / FILE_NAME
    path.write_text(text, "utf-8")
    return path


def test_nothing_given_gives_the_defaults_and_says_so():
    loaded = load_settings({}, {})

    assert loaded.settings == Settings.model_validate({})
    assert loaded.settings.home == default_home()
    assert set(loaded.origins) == set(Settings.model_fields)
    assert set(loaded.origins.values()) == {"default"}


def test_an_argument_wins_over_the_environment_over_the_file_over_the_default(home: Path):
    write_file(home, "top_k = 7\nmin_score = 0.5\nuser = 'file'\n")
    environ = {"MNEMON_TOP_K": "8", "MNEMON_MIN_SCORE": "0.6", "MNEMON_HOME": str(home)}

    loaded = load_settings({"top_k": 9}, environ)

    assert (loaded.settings.top_k, loaded.settings.min_score) == (9, 0.6)
    assert (loaded.settings.user, loaded.settings.tenant) == ("file", "local")
    told = {name: loaded.origins[name] for name in ("top_k", "min_score", "user", "tenant", "home")}
    assert told == {
        "top_k": "argument",
        "min_score": "environment",
        "user": "file",
        "tenant": "default",
        "home": "environment",
    }


def test_an_argument_of_none_counts_as_not_given():
    loaded = load_settings({"top_k": None}, {"MNEMON_TOP_K": "8"})

    assert loaded.settings.top_k == 8


def test_an_argument_equal_to_the_default_still_wins(home: Path):
    loaded = load_settings({"top_k": 5, "home": home}, {"MNEMON_TOP_K": "8"})

    assert (loaded.settings.top_k, loaded.origins["top_k"]) == (5, "argument")


def test_the_file_is_read_from_the_home_that_was_given(home: Path, tmp_path: Path):
    write_file(home, "user = 'one'")
    write_file(tmp_path / "other", "user = 'two'")

    loaded = load_settings({"home": tmp_path / "other"}, {"MNEMON_HOME": str(home)})

    assert loaded.settings.user == "two"


def test_variables_of_others_are_none_of_our_business():
    load_settings({}, {"OLLAMA_HOST": "x", "MNEMO_TOP_K": "x", "mnemon_top_k": "x"})


@pytest.mark.parametrize(
    ("arguments", "environ", "text", "said"),
    [
        ({"topk": 1}, {}, "", "topk (argument) is unknown (did you mean top_k?)"),
        ({}, {"MNEMON_TOPK": "1"}, "", "topk (environment variable MNEMON_TOPK) is unknown (did"),
        ({}, {"MNEMON_": "1"}, "", "environment variable MNEMON_)"),
        ({}, {}, "topk = 1", "topk (in "),
        ({}, {}, "[top_k]\nx = 1", "top_k={'x': 1} (in "),
    ],
)
def test_a_name_nobody_knows_is_told_with_the_nearest_and_where_it_stands(
    arguments, environ, text, said, home
):
    write_file(home, text)

    with pytest.raises(InvalidSettings) as failure:
        load_settings({"home": home, **arguments}, environ)

    assert said in str(failure.value)
    assert "\n" not in str(failure.value)


def test_all_faults_are_told_at_once_each_with_its_place(home: Path):
    path = write_file(home, "nonsense = 1\nmin_score = 3\n")
    environ = {"MNEMON_TOP_KK": "1", "MNEMON_TOP_K": "many", "MNEMON_OLLAMA_REASONING": "maybe"}

    with pytest.raises(InvalidSettings) as failure:
        load_settings({"home": home, "context_tokens": -1, "colour": "red"}, environ)

    told = str(failure.value)
    for fault in (
        "colour (argument)",
        "context_tokens=-1 (argument)",
        "top_kk (environment variable MNEMON_TOP_KK)",
        "top_k='many' (environment variable MNEMON_TOP_K)",
        "ollama_reasoning='maybe' (environment variable MNEMON_OLLAMA_REASONING)",
        f"nonsense (in {path})",
        f"min_score=3 (in {path})",
    ):
        assert fault in told
    assert "\n" not in told


def test_the_home_cannot_be_set_in_the_file_that_lies_in_it(home: Path):
    write_file(home, "home = '/elsewhere'")

    with pytest.raises(InvalidSettings, match="set MNEMON_HOME instead"):
        load_settings({"home": home}, {})


@pytest.mark.parametrize(
    "raw",
    [
        b"top_k = ",
        b"\xff\xfe",
        b"\x00",
        b"top_k = 1\ntop_k = 2\n",
        b"[" * 5000,
        b"x = " + b"[" * 5000,
    ],
)
def test_a_corrupt_file_is_told_by_name_and_left_alone(raw: bytes, home: Path):
    path = write_file(home, "")
    path.write_bytes(raw)

    with pytest.raises(InvalidSettings, match=FILE_NAME) as failure:
        load_settings({"home": home}, {})

    assert "\n" not in str(failure.value)
    assert path.read_bytes() == raw


def test_a_folder_in_place_of_the_file_is_told(home: Path):
    (home / FILE_NAME).mkdir(parents=True)

    with pytest.raises(InvalidSettings, match="cannot be read"):
        load_settings({"home": home}, {})


@pytest.mark.parametrize("name", ["", "  ", "~nobody-of-that-name/mnemon"])
def test_a_home_that_names_no_folder_is_refused(name: str):
    with pytest.raises(InvalidSettings, match="home="):
        load_settings({}, {"MNEMON_HOME": name})


def test_a_home_may_be_written_relative_or_with_a_tilde(monkeypatch, tmp_path: Path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "me"))

    assert load_settings({"home": "here"}, {}).settings.home == tmp_path / "here"
    assert load_settings({"home": "~/there"}, {}).settings.home == tmp_path / "me" / "there"


@pytest.mark.parametrize("name", ["user", "tenant", "agent", "model", "embedder", "ollama_url"])
def test_an_empty_variable_is_a_fault_and_not_a_value(name: str):
    with pytest.raises(InvalidSettings, match=f"{name}=''"):
        load_settings({}, {f"MNEMON_{name.upper()}": ""})


@pytest.mark.parametrize(("given", "meant"), [("1", True), ("true", True), ("off", False)])
def test_switches_are_understood_in_the_environment(given: str, meant: bool):
    assert load_settings({}, {"MNEMON_INDEX": given}).settings.index is meant


@pytest.mark.parametrize("value", ["nan", "-0.1", "1.01", "inf"])
def test_a_score_outside_its_range_is_refused(value: str):
    with pytest.raises(InvalidSettings, match="min_score="):
        load_settings({}, {"MNEMON_MIN_SCORE": value})


def test_the_embedders_own_score_can_be_asked_for():
    assert load_settings({}, {"MNEMON_MIN_SCORE": "auto"}).settings.min_score is None


def test_settings_cannot_be_changed_after_they_were_read(settings: Settings):
    with pytest.raises(ValueError, match="frozen"):
        settings.top_k = 3  # type: ignore[misc]


def test_every_setting_says_what_it_is():
    assert [name for name, f in Settings.model_fields.items() if not f.description] == []
