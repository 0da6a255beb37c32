"""The stories together show what is promised."""

import re
from collections import Counter

from stories import find_stories, load_story

PROMISED = """
    A1 A2 A3 A4 A5 A6 A7 A8 A9 A10 A11  B1 B2 B3 B5 B6 B8 B9  C1 C2  D2 D3 D5 D9 D11 D12 D13  E1 E2 E3 E4 E9  X1 X2 X3 X4 X7 X11
"""
"""What a conversation can show. A12 (git ignores the data) and X10 (a killed development server)
have tests of their own."""


def test_the_stories_cover_every_requirement_that_a_conversation_can_show():
    shown = {one for path in find_stories() for one in load_story(path).requirements}

    assert set(PROMISED.split()) <= shown


def test_there_are_the_two_stories_that_everything_began_with_and_many_more():
    names = [path.stem for path in find_stories()]

    assert "s05_recalls_an_episode_in_a_new_session" in names
    assert "s06_remembers_a_preference" in names
    assert len(names) >= 20


def test_a_file_is_named_after_its_number_and_its_title():
    for path in find_stories():
        words = re.sub(r"[^a-z0-9]+", "_", load_story(path).title.lower().replace("'s", "s"))

        assert re.fullmatch(rf"s\d\d_{words.strip('_')}", path.stem), path.name


def test_no_number_and_no_title_is_used_twice():
    paths = find_stories()
    numbers = Counter(path.stem[:3] for path in paths)
    titles = Counter(load_story(path).title for path in paths)

    assert max(numbers.values()) == 1
    assert max(titles.values()) == 1
