"""Topic keys: spellings that must meet, things that must never meet, and what a key looks like."""

import unicodedata
from itertools import combinations

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from core.errors import InvalidInput
from memory import canonical_topic, topic_words
from memory.topic_key import MAX_KEY_CHARS, PREFIXES, nearest_keys
from tests.memory.topic_figures import figures

MEET = {
    "user.language_preference": [
        "user.language_preference",
        "User.Language-Preference",
        "USER.PREFERRED_LANGUAGE",
        "user.preferred_language",
        "preferred language",
        "Preferred-Language",
        "my preferred language",
        "userPreferredLanguage",
        "user/preferred/language",
        "user: preferred language",
        "user.favourite_languages",
        "favorite language",
        "fav lang",
        "user's preferred language",
        "user\u2019s preferred language",
        "users_language",
        "user.language",
        "preferences.language",
        "user.preferences.language",
        "  user . language  preference  ",
        "".join(chr(ord(c) + 0xFEE0) for c in "user.language"),  # full width
    ],
    "user.color_preference": ["favourite colour", "user.favorite_colors", "user.colour"],
    "user.movie_preference": ["favorite movies", "user.favourite_movie"],
    "user.city_preference": ["user.favorite_city", "favourite cities"],
    "user.hobby": ["user.hobbies", "my hobby", "Hobby"],
    "user.class": ["classes", "user.class"],
    "user.name": ["user.name", "user_name", "my name", "profile.name", "user.profile.name"],
    "user.github_username": ["GitHub username", "github-username", "user.githubUsername"],
    "user.time_zone": ["timezone", "time zone", "user.timeZone"],
    "user.sister_boss": ["sister's boss", "sister boss", "my sister\u2019s boss"],
    "user.child_school": ["children's school", "child's school"],
    "user.project": ["my project", "projects"],
    "user.vegetarian": ["is vegetarian", "user.is_vegetarian"],
    "project.deadline": ["project.deadline", "the project deadline", "my_project.deadline"],
    "constraint.tone": ["constraint.tone", "Constraints: tone", "rules.tone"],
}

APART = [
    ("user.city", "user.favorite_city"),
    ("user.sister_boss", "user.boss_sister"),
    ("user.birthday", "user.her_birthday"),
    ("user.name", "user.his_name"),
    ("user.vitamin", "user.vitamin_a"),
    ("project.plan", "project.plan_a"),
    ("user.languages", "user.preferred_language"),
    ("user.trainer", "user.personal_trainer"),
    ("user.email", "personal_email"),
    ("user.friend_luca", "user.friend_lucas"),
    ("user.friend_nicola", "user.friend_nicolas"),
    ("user.friend_andrea", "user.friend_andreas"),
    ("user.friend_carlo", "user.friend_carlos"),
    ("user.friend_jen", "user.friend_jens"),
    ("user.colleague_evan", "user.colleague_evans"),
    ("user.glass", "user.glasses"),
    ("project.http_port", "project.https_port"),
    ("project.count", "project.users_count"),
    ("user.c_level", "user.c++_level"),
    ("user.c_level", "user.c#_level"),
    ("user.c++_level", "user.c#_level"),
    ("user.मेल", "user.माला"),
    ("user.cafe", "user.café"),
    ("user.deadline", "project.deadline"),
    ("project.deadline", "constraint.deadline"),
    ("user.native_language", "user.language"),
    ("user.sister_name", "user.name"),
    ("user.project_deadline", "project.deadline"),
    ("user.wine", "user.wine_dislike"),
]

NAMELESS = [
    "",
    " ",
    ".",
    "..",
    "__",
    "🎂",
    "user.",
    "user.🎂",
    "!?",
    "\u200b",
    "\ud800",
    "'",
    "\u0301",
]

KNOWN = sorted(
    {"user", "users", "user's", "project", "constraint", "rules", "profile", "timezone", "theses"}
    | {"preferred", "favourite", "preference", "preferences", "language", "languages", "colours"}
    | {"my", "the", "a", "of", "is", "her", "birth", "date", "mail", "e", "dietary", "home", "city"}
    | {"mobile", "phone", "no", "dob", "dead", "line", "address", "email", "info", "pref"}
)
WORDS = st.text(st.characters(codec="utf-8"), min_size=1, max_size=12)
SEPARATORS = st.sampled_from([".", "_", "-", " ", "/", ": ", " . ", "'s "])


@st.composite
def keys(draw: st.DrawFn) -> str:
    """What a person or a small model may type: known words and any text, joined somehow."""
    parts = draw(st.lists(st.one_of(st.sampled_from(KNOWN), WORDS), min_size=1, max_size=6))
    return "".join(part + draw(SEPARATORS) for part in parts[:-1]) + parts[-1]


def canonical_or_none(text: str) -> str | None:
    try:
        return canonical_topic(text)
    except InvalidInput:
        return None


@pytest.mark.parametrize(
    ("key", "spelling"), [(key, spelling) for key, all_ in MEET.items() for spelling in all_]
)
def test_spellings_of_one_topic_meet(key: str, spelling: str):
    assert canonical_topic(spelling) == key


@pytest.mark.parametrize(("one", "other"), APART)
def test_different_things_never_meet(one: str, other: str):
    assert canonical_topic(one) != canonical_topic(other)


def test_no_two_topics_of_these_lists_are_the_same():
    assert all(a != b for a, b in combinations(MEET, 2))


@pytest.mark.parametrize("text", NAMELESS)
def test_what_names_nothing_is_refused_with_an_example(text: str):
    with pytest.raises(InvalidInput, match=r"user\.language_preference") as failure:
        canonical_topic(text)

    assert "\n" not in str(failure.value)


@pytest.mark.parametrize("text", ["x" * 121, "word " * 60, "x" * 1_000_000])
def test_a_text_in_place_of_a_key_is_refused_and_not_quoted_whole(text: str):
    with pytest.raises(InvalidInput, match="at most 120") as failure:
        canonical_topic(text)

    assert len(str(failure.value)) < 300


@pytest.mark.parametrize("thing", [None, 7, ["user.name"]])
def test_what_is_no_text_is_refused(thing: object):
    with pytest.raises(InvalidInput, match="Text is expected"):
        canonical_topic(thing)  # type: ignore[arg-type]


@settings(max_examples=600, deadline=None)
@given(keys())
@example("user.İstanbul")
@example("preferred a x")
@example("the thes user x")
@example("address.pref.of")
@example("user.ŉ")
@example("ͅ.a")
def test_a_canonical_key_is_its_own_canonical_form(text: str):
    key = canonical_or_none(text)
    assume(key is not None)

    assert canonical_topic(key or "") == key


@settings(max_examples=600, deadline=None)
@given(keys())
def test_a_key_has_a_known_prefix_and_no_odd_character(text: str):
    key = canonical_or_none(text)
    assume(key is not None)

    prefix, _, name = (key or "").partition(".")
    assert prefix in PREFIXES
    assert len(key or "") <= MAX_KEY_CHARS
    assert all(unicodedata.category(c)[0] in "LNM" for c in name.replace("_", "a"))
    assert all(word and unicodedata.category(word[0])[0] != "M" for word in name.split("_"))
    assert topic_words(key or "") == name.replace("_", " ")


@settings(max_examples=300, deadline=None)
@given(st.lists(st.from_regex(r"[a-z]{1,10}", fullmatch=True), min_size=1, max_size=5), st.data())
def test_case_and_separators_make_no_difference(words: list[str], data: st.DataObject):
    plain = canonical_or_none("user." + "_".join(words))
    other = "User." + words[0].upper()
    for word in words[1:]:
        other += data.draw(st.sampled_from(["_", "-", " ", "__", " - "])) + word.upper()

    assert canonical_or_none(other) == plain


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(["cat", "dog", "boss", "sister", "car"]), min_size=1, max_size=4))
def test_word_order_is_kept(words: list[str]):
    assert canonical_topic("user." + "_".join(words)) == "user." + "_".join(words)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=200))
def test_any_text_gives_a_key_or_a_clear_refusal(text: str):
    canonical_or_none(text)


def test_the_nearest_keys_are_those_that_look_or_mean_alike_best_first():
    known = ["user.language_preference", "user.native_language", "project.deadline", "user.langage"]

    near = nearest_keys("user.language_preference", known)

    assert near[0] == "user.language_preference"
    assert set(near) == {"user.language_preference", "user.native_language", "user.langage"}
    assert nearest_keys("user.shoe_size", known) == []
    assert nearest_keys("user.language_preference", known, limit=0) == []


def test_of_many_pairs_most_that_are_the_same_meet_and_none_that_are_not():
    told = figures()

    assert told.same + told.different >= 200
    assert told.precision >= 0.99, told.merged
    assert told.recall >= 0.85, told.missed


@pytest.mark.parametrize(
    ("project", "person"),
    [
        ("project.kids.deadline", "project.child.deadline"),
        ("project.mum.owner", "project.mother.owner"),
    ],
)
def test_words_of_a_person_are_not_folded_in_the_names_of_projects(project: str, person: str):
    assert canonical_topic(project) != canonical_topic(person)
