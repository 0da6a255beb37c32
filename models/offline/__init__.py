"""The offline model: remembers and recalls by rules, through the memory tools. No language model."""

from models.offline.chat_model import OfflineChatModel
from models.offline.one_save import one_requested_save

__all__ = ["OfflineChatModel", "one_requested_save"]
