"""The built-in offline model as a choice: it needs nothing but Python, and it calls tools."""

from models.chosen import ChosenModel

WINDOW_TOKENS = 1_000_000
"""It reads any prompt; a number that no prompt reaches keeps it out of window arithmetic."""


def built_in_model(why: str) -> ChosenModel:
    """The offline model, chosen for the reason `why`."""
    from models.offline import OfflineChatModel

    return ChosenModel(OfflineChatModel(), "offline", why, True, WINDOW_TOKENS)
