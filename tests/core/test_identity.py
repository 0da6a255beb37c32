"""Identity: what may be an id, and how a wrong one is told."""

import pytest

from core.errors import InvalidInput
from core.identity import MAX_ID_CHARS, Identity

NAMES = ("user", "session", "tenant", "agent")
GOOD = {"user": "ada", "session": "s1", "tenant": "home", "agent": "mnemon"}


def test_tenant_and_agent_have_defaults():
    who = Identity("ada", "s1")

    assert (who.tenant, who.agent) == ("local", "mnemon")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(
    "value",
    ["", " ", "\t", "\u3000", "a\nb", "a\x00b", "\ud800", "a\u202eb", "a\u200bb", "x" * 201],
)
def test_an_id_that_is_blank_unprintable_or_endless_is_refused_by_name(name: str, value: str):
    with pytest.raises(InvalidInput, match=name) as failure:
        Identity(**{**GOOD, name: value})

    assert "\n" not in str(failure.value)
    assert len(str(failure.value)) < 200


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("value", [None, 7, b"ada", ["ada"]])
def test_an_id_that_is_no_text_is_refused(name: str, value: object):
    with pytest.raises(InvalidInput, match=name):
        Identity(**{**GOOD, name: value})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "value", ["ada@example.org", "Ада", "👩‍💻"[0], "a/b", "..", "x" * MAX_ID_CHARS]
)
def test_ordinary_and_foreign_ids_are_taken_as_they_are(value: str):
    assert Identity(user=value, session=value).user == value


def test_another_session_keeps_the_person():
    before = Identity("ada", "s1", "home", "helper")

    after = before.in_session("s2")

    assert (after.user, after.tenant, after.agent, after.session) == ("ada", "home", "helper", "s2")
    assert before.session == "s1"


def test_another_session_is_checked_too():
    with pytest.raises(InvalidInput, match="session"):
        Identity("ada", "s1").in_session("")
