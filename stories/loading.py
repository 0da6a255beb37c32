"""From a YAML file to a story, or to an error that names the line."""

from collections.abc import Sequence
from pathlib import Path

import yaml
from pydantic import ValidationError

from core.errors import InvalidInput, NotFound
from stories.model import Story

STORIES_FOLDER = Path(__file__).parent


def find_stories(path: Path | None = None) -> list[Path]:
    """The story files of a folder in order of their names, or the one file that is named.

    Args:
        path: A folder or a file; the stories that come with Mnemon when None.

    Raises:
        NotFound: There is no story. Name a folder with *.yaml files, or one such file.
    """
    place = path or STORIES_FOLDER
    found = [place] if place.is_file() else sorted(place.glob("*.yaml"))
    if not found:
        raise NotFound(
            f"No story at {str(place)!r}. Name a story file, or a folder of *.yaml files."
        )
    return found


def load_story(path: Path) -> Story:
    """Read one story.

    Raises:
        InvalidInput: The file is not readable, not YAML, or says something the language does not
            know. The message names every fault with its line.
    """
    try:
        text = path.read_text("utf-8")
        faults = _aliases(text)
        root = yaml.compose(text, Loader=yaml.SafeLoader)
        raw = yaml.safe_load(text)
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(f"{path} cannot be read ({error}). Check the file.") from None
    except yaml.YAMLError as error:
        raise InvalidInput(f"{path} is not valid YAML: {error}. Mend that place.") from None
    faults = faults or _keys_given_twice(root)
    if not faults:
        try:
            return Story.model_validate(raw)
        except ValidationError as error:
            faults = [_told(root, fault["loc"], fault["msg"]) for fault in error.errors()]
    raise InvalidInput(f"{path} is no story: {'; '.join(faults)}. See stories/README.md.")


def _told(root: yaml.Node | None, location: Sequence[int | str], message: str) -> str:
    place = [
        part
        for index, part in enumerate(location)
        # Pydantic puts the sort of a turn behind its number; in the file there is no such step.
        if not (index >= 2 and location[index - 2] == "turns" and location[index - 1] != "turns")
    ]
    where = ".".join(map(str, place)) or "the story"
    return f"line {_line_of(root, place)}, {where}: {message}"


def _line_of(root: yaml.Node | None, location: Sequence[int | str]) -> int:
    """The line of the innermost part of `location` that stands in the file (from 1)."""
    node, line = root, 1
    for part in location:
        if isinstance(node, yaml.SequenceNode) and isinstance(part, int):
            if part >= len(node.value):
                break
            node = node.value[part]
            line = node.start_mark.line + 1
        elif isinstance(node, yaml.MappingNode):
            for key, value in node.value:
                if key.value == part:
                    node, line = value, key.start_mark.line + 1
                    break
    return line


def _aliases(text: str) -> list[str]:
    """Where one part of the file stands for another; a story says everything where it happens."""
    return [
        f"line {token.start_mark.line + 1}: *{token.value} repeats another part; write it out"
        for token in yaml.scan(text, Loader=yaml.SafeLoader)
        if isinstance(token, yaml.AliasToken)
    ]


def _keys_given_twice(node: yaml.Node | None) -> list[str]:
    """Keys that YAML would silently let the last one win."""
    faults: list[str] = []
    if isinstance(node, yaml.MappingNode):
        seen: set[str] = set()
        for key, value in node.value:
            if key.value in seen:
                faults.append(f"line {key.start_mark.line + 1}: {key.value!r} is given twice")
            seen.add(key.value)
            faults += _keys_given_twice(value)
    elif isinstance(node, yaml.SequenceNode):
        for value in node.value:
            faults += _keys_given_twice(value)
    return faults
