"""Promises to users, one YAML file each, and the runner that plays them through the real program.

`mnemon stories` and pytest share it. The language is explained in `README.md` beside this file.
"""

from stories.loading import find_stories, load_story
from stories.model import Session, Story
from stories.records import Failure
from stories.runner import StoryResult, run_story

__all__ = [
    "Failure",
    "Session",
    "Story",
    "StoryResult",
    "find_stories",
    "load_story",
    "run_story",
]
