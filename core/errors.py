"""Everything that can go wrong on purpose, as one tree.

    MnemonError (RuntimeError)        says what happened, why, and what to type next
    ├── InvalidInput                  what was given cannot be used               exit 2
    │   └── InvalidSettings           a setting or MNEMON_ variable is wrong      exit 2
    ├── NotFound                      nothing has that id or topic                exit 3
    ├── ModelUnavailable              the chat model cannot answer                exit 4
    ├── EmbedderUnavailable           the embedding model cannot answer           exit 4
    └── StorageError                  the home cannot be read or written          exit 6
        ├── HomeFromNewerVersion      written by a later Mnemon; left untouched
        └── EmbedderChanged           the home was indexed by another embedder

RuntimeError is the base because the LangGraph server hides the text of any other exception.
`exit_code` is what the command line exits with.
"""


class MnemonError(RuntimeError):
    """The base of every error whose message is meant for a person."""

    exit_code = 1


class InvalidInput(MnemonError, ValueError):
    """What was given cannot be used as it is.

    `reason` says in one or two words why, for a history that must not hold what was given.
    """

    exit_code = 2

    def __init__(self, message: str = "", *, reason: str = "not usable") -> None:
        super().__init__(message)
        self.reason = reason


class InvalidSettings(InvalidInput):
    """A setting, a settings file or an environment variable with our prefix is wrong."""


class NotFound(MnemonError, LookupError):
    """Nothing has the id, topic or session that was named, for this owner."""

    exit_code = 3


class ModelUnavailable(MnemonError):
    """The chat model is down, missing or too slow."""

    exit_code = 4


class EmbedderUnavailable(MnemonError):
    """The embedding model is down, missing or answers nonsense. Saving goes on without it."""

    exit_code = 4


class StorageError(MnemonError):
    """The home or its ledger cannot be read or written."""

    exit_code = 6


class HomeFromNewerVersion(StorageError):
    """The ledger has a schema that this version does not know."""


class EmbedderChanged(StorageError):
    """The home's vectors were made by another embedder than the one configured."""
