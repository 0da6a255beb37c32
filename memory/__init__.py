"""Mnemon's memory, usable by any program: `open_memory(settings).for_identity(identity)`.

It never asks a language model and never sees a prompt.
"""

from memory.asking import episode_metadata
from memory.memory import Memory
from memory.service import MemoryService, open_memory
from memory.topic_key import canonical_topic, topic_words

__all__ = [
    "Memory",
    "MemoryService",
    "canonical_topic",
    "episode_metadata",
    "open_memory",
    "topic_words",
]
