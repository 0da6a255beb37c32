"""Every story is one test; a failure shows which promise was not kept, and the transcript."""

from pathlib import Path

import pytest

from stories import find_stories, load_story, run_story


@pytest.mark.parametrize("path", find_stories(), ids=lambda path: path.stem)
def test_the_promise_is_kept(path: Path, home: Path):
    result = run_story(load_story(path), home=home)

    assert result.passed, result.report()
