"""The JSON Schema of the story language, for editors: `python -m stories.schema` writes the file."""

import json
from pathlib import Path

from stories.model import Story

SCHEMA_FILE = Path(__file__).parent / "schema.json"


def story_schema() -> str:
    """The schema as JSON text, generated from the model."""
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        **Story.model_json_schema(),
    }
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    SCHEMA_FILE.write_text(story_schema(), "utf-8")
