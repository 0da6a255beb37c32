"""Chat models: which one answers, and how it says that it cannot.

Importing this package is cheap; a model's library is imported when that model is loaded.
"""

from models.chosen import ChosenModel
from models.load import load_chat_model

__all__ = ["ChosenModel", "load_chat_model"]
