"""The offline model: remembers and recalls by rules, through the memory tools. No language model."""

from models.offline.chat_model import OfflineChatModel

__all__ = ["OfflineChatModel"]
