"""Whatever a model gives a tool, the answer is a tool message: a result, or what to change."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nodes.tools import TOOLS

ODD = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(
        ["user", "short", "fact", "{}", '{"a": 1}', "[1]", "-", "0" * 8, "\x00", "\ud800"]
    ),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=5,
)


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(data=st.data())
def test_no_call_is_answered_with_an_exception(tool, data, use_any):
    names = st.sampled_from(list(tool.arguments.model_fields))
    arguments = data.draw(st.dictionaries(names, ODD))

    answer = use_any(tool.name, **arguments)

    assert answer.status in ("success", "error")
    assert answer.content


@pytest.mark.parametrize("value", ["NaN", "Infinity", "1e400", str(10**40), '"\\ud800"', "true"])
def test_a_filter_by_an_odd_value_finds_nothing_or_is_refused(use_any, value):
    use_any("memory_store", content="Pairing works")

    answer = use_any("memory_search", query="pairing", filter=f'{{"a": {value}}}')

    assert answer.status == "error" or answer.content == "No memories found."


def test_metadata_as_deep_as_can_be_are_answered(use_any):
    deep = json.loads("[" * 400 + "]" * 400)

    assert use_any("memory_store", content="x y", metadata={"a": deep}).content
    assert (
        use_any("memory_store", content="x y", metadata='{"a":' * 5000 + "1" + "}" * 5000).status
        == "error"
    )
