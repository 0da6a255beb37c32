"""Pure ranking, without a ledger."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from core.recall import ScopeClass
from memory.recall.ranking import Candidate, fold, is_relevant, min_max, rank, within_budget

NOW = datetime(2026, 6, 10, tzinfo=UTC)

candidates = st.lists(
    st.builds(
        Candidate,
        seq=st.integers(1, 10_000),
        cosine=st.none() | st.floats(-1, 1),
        words=st.floats(0, 50),
        feedback=st.none() | st.floats(-1, 1),
        at=st.datetimes(timezones=st.just(UTC)),
        scope_class=st.sampled_from(["session", "user", "agent", "tenant"]),
        in_time=st.booleans(),
    ),
    max_size=30,
    unique_by=lambda c: c.seq,
)
ALIKE: dict[ScopeClass, float] = {"session": 1.0, "user": 1.0, "agent": 1.0, "tenant": 1.0}


def row(seq: int, cosine: float | None = 0.5, words: float = 1.0, **more) -> Candidate:
    return Candidate(seq, cosine, words, more.pop("feedback", None), more.pop("at", NOW), **more)


def order(ranked) -> list[int]:
    return [r.candidate.seq for r in ranked]


@given(candidates)
def test_every_candidate_is_ranked_once_and_scores_fall_within_bounds(given_rows):
    ranked = rank(given_rows, ALIKE)

    assert sorted(order(ranked)) == sorted(c.seq for c in given_rows)
    assert all(0 <= r.score <= 1 for r in ranked)
    assert [r.score for r in ranked] == sorted((r.score for r in ranked), reverse=True) or all(
        abs(a.score - b.score) < 1e-3
        for a, b in zip(ranked, sorted(ranked, key=lambda r: -r.score), strict=True)
    )


@given(candidates)
def test_the_order_does_not_depend_on_the_order_of_the_candidates(given_rows):
    assert [r.score for r in rank(given_rows)] == [r.score for r in rank(given_rows[::-1])]


def test_better_in_both_halves_comes_first():
    assert order(rank([row(1, 0.4, 1), row(2, 0.8, 5), row(3, 0.6, 3)])) == [2, 3, 1]


def test_at_equal_relevance_the_newer_comes_first():
    older, newer = row(1, at=NOW - timedelta(days=9)), row(2, at=NOW)

    assert order(rank([older, newer])) == [2, 1]


def test_a_well_rated_answer_comes_before_a_like_one_and_a_badly_rated_one_after():
    plain, good, bad = (
        row(1, 0.72, 4.1),
        row(2, 0.70, 4.0, feedback=1.0),
        row(3, 0.74, 4.2, feedback=-1.0),
    )

    assert order(rank([plain, good, bad])) == [2, 1, 3]


def test_a_rating_does_not_lift_what_is_not_alike():
    near, far = row(1, 0.8, 5), row(2, 0.2, 0, feedback=1.0)

    assert order(rank([near, far])) == [1, 2]


def test_what_happened_at_the_named_time_is_preferred():
    assert order(rank([row(1, 0.6, 3), row(2, 0.5, 3, in_time=True)])) == [2, 1]


def test_a_class_of_weight_zero_is_left_out():
    weights: dict[ScopeClass, float] = {**ALIKE, "tenant": 0.0}

    assert order(rank([row(1, scope_class="tenant"), row(2, scope_class="user")], weights)) == [2]


def test_a_weight_lifts_a_class_only_so_far():
    rows = [row(i, 0.9 - i / 20, 9 - i, scope_class="user") for i in range(1, 9)]
    said_here = row(9, 0.9 - 9 / 20, 0, scope_class="session")
    weights: dict[ScopeClass, float] = {**ALIKE, "session": 1.3}

    lifted = order(rank([*rows, said_here], weights))

    assert lifted[0] == 1
    assert lifted.index(9) < 8


def test_relevance_asks_less_of_a_row_that_shares_words():
    assert is_relevant(row(1, 0.3, 0), 0.3)
    assert not is_relevant(row(1, 0.2, 0), 0.3)
    assert is_relevant(row(1, 0.2, 2.0), 0.3)
    assert not is_relevant(row(1, 0.1, 2.0), 0.3)
    assert is_relevant(row(1, None, 0.5), 0.3)
    assert not is_relevant(row(1, None, 0), 0.3)


def test_what_is_said_twice_is_shown_once_and_frees_its_place():
    texts = ["I moved to Oslo in May", "I moved to  oslo in may", "My cat is called Miso", "Tea"]

    kept, folded = fold(texts, str, 3)

    assert kept == [texts[0], texts[2], texts[3]]
    assert folded == [(texts[1], texts[0])]


def test_min_max_stretches_to_the_unit_interval():
    assert min_max({1: 2.0, 2: 4.0, 3: 3.0}) == {1: 0.0, 2: 1.0, 3: 0.5}
    assert min_max({1: 2.0, 2: 2.0}) == {1: 1.0, 2: 1.0}
    assert min_max({1: 0.0}) == {1: 0.0}


@given(st.lists(st.integers(0, 50)), st.integers(0, 500))
def test_the_budget_is_never_passed(costs, budget):
    fits = within_budget(costs, budget)

    spent = sum(cost for cost, it_fits in zip(costs, fits, strict=True) if it_fits)
    assert spent <= budget
    left_out = [cost for cost, it_fits in zip(costs, fits, strict=True) if not it_fits]
    assert all(cost > budget - spent for cost in left_out)


def test_one_item_that_is_too_large_does_not_hide_the_others():
    assert within_budget([10, 5000, 20], 100) == [True, False, True]
