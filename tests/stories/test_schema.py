"""Editors complete and check a story by the schema, so it must be the language's own."""

import json

from stories import find_stories
from stories.schema import SCHEMA_FILE, story_schema


def test_the_schema_file_is_what_the_model_says():
    assert SCHEMA_FILE.read_text("utf-8") == story_schema(), "Run: python -m stories.schema"


def test_every_word_of_the_language_is_described():
    words = json.loads(story_schema())["$defs"]
    undescribed = [
        f"{name}.{key}"
        for name, part in words.items()
        for key, value in part.get("properties", {}).items()
        if "description" not in value and "$ref" not in value
    ]

    assert undescribed == ["Feedback.feedback"] or not undescribed


def test_every_story_tells_the_editor_where_the_schema_is():
    for path in find_stories():
        first = path.read_text("utf-8").splitlines()[0]

        assert first == "# yaml-language-server: $schema=schema.json", path.name
