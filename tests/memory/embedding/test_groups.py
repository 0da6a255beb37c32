"""Texts are run in groups that hold each text once and waste little on padding."""

from hypothesis import given
from hypothesis import strategies as st

from memory.embedding.minilm import groups_of_like_length

LENGTHS = st.lists(st.integers(2, 300), max_size=80)


@given(LENGTHS, st.integers(1, 600))
def test_every_text_is_in_exactly_one_group(lengths: list[int], most: int) -> None:
    groups = list(groups_of_like_length(lengths, most))

    assert sorted(index for group in groups for index in group) == list(range(len(lengths)))
    assert all(groups)


@given(LENGTHS, st.integers(1, 600))
def test_a_padded_group_stays_within_its_budget(lengths: list[int], most: int) -> None:
    for group in groups_of_like_length(lengths, most):
        padded = len(group) * max(lengths[index] for index in group)
        assert padded <= most or len(group) == 1


@given(LENGTHS)
def test_groups_go_from_short_to_long(lengths: list[int]) -> None:
    order = [lengths[i] for group in groups_of_like_length(lengths, 256) for i in group]

    assert order == sorted(order)
