"""The error tree: what is drawn is what is there, and each has the exit code that is written."""

import re
from collections.abc import Iterator

import pytest

from core import errors
from core.errors import MnemonError

DRAWN = re.compile(r"(MnemonError|[├└]── (\w+))")
EXIT = re.compile(r"(\w+) {2,}.*exit (\d)$", re.MULTILINE)


def below(base: type[MnemonError]) -> Iterator[type[MnemonError]]:
    for child in base.__subclasses__():
        if child.__module__ == errors.__name__:
            yield child
            yield from below(child)


def test_the_tree_in_the_docstring_is_the_tree_of_the_classes():
    assert errors.__doc__ is not None
    drawn = {m.group(2) or m.group(1) for m in DRAWN.finditer(errors.__doc__)}

    assert drawn == {"MnemonError", *(error.__name__ for error in below(MnemonError))}


def test_exit_codes_are_those_that_are_written():
    assert errors.__doc__ is not None
    written = {name: int(code) for name, code in EXIT.findall(errors.__doc__)}

    assert written == {name: getattr(errors, name).exit_code for name in written}
    assert set(written.values()) == {2, 3, 4, 6}
    assert MnemonError.exit_code == 1


@pytest.mark.parametrize("error", [MnemonError, *below(MnemonError)], ids=lambda e: e.__name__)
def test_every_error_is_a_runtime_error_that_says_its_text_and_what_it_is(error):
    # RuntimeError: the LangGraph server hides the text of any other exception.
    assert issubclass(error, RuntimeError)
    assert str(error("what happened")) == "what happened"
    assert error.__doc__


def test_errors_are_also_the_nearest_builtin():
    assert issubclass(errors.InvalidInput, ValueError)
    assert issubclass(errors.NotFound, LookupError)
