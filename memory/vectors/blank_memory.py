"""Lets memory that the process is given be blank, where the C library can be told to.

The index writes room for rows to come as it was allocated. In it may stand whatever the process had
there before: texts and vectors that were read a moment ago in order to be forgotten. Measured: in
half of the runs that forgot a hundred rows and made the index anew, some of them were in its files.
"""

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager

M_PERTURB = -6
"""glibc's name for: fill what is allocated with the complement of this byte."""

BLANK = 0xFF
"""Its complement is zero."""


def _mallopt() -> "ctypes._NamedFuncPointer | None":
    try:
        return ctypes.CDLL(None).mallopt
    except (AttributeError, OSError, TypeError):
        return None  # another C library: macOS blanks what is freed by itself


@contextmanager
def blank_memory() -> Iterator[None]:
    """While the block (or the decorated function) runs, memory is handed out blank, to every thread."""
    tell = _mallopt()
    if tell is not None:
        tell(M_PERTURB, BLANK)
    try:
        yield
    finally:
        if tell is not None:
            tell(M_PERTURB, 0)
