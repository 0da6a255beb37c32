"""Mnemon's memory, usable by any program: `open_memory(settings).for_identity(identity)`.

It never asks a language model and never sees a prompt.
"""

from memory.asking import episode_metadata
from memory.evidence import Evidence
from memory.gate.drafts import exchange_text
from memory.gate.facts import NewFact
from memory.gate.gist import visible
from memory.gate.trust import FOREIGN, Heard, least
from memory.ledger.database import FILE_NAME as LEDGER_FILE
from memory.memory import Memory
from memory.reembedding import change_embedder
from memory.service import MemoryService, open_memory
from memory.topic_key import canonical_topic, topic_words
from memory.upkeep.drawing import FinishedExchange

__all__ = [
    "FOREIGN",
    "LEDGER_FILE",
    "Evidence",
    "FinishedExchange",
    "Heard",
    "Memory",
    "MemoryService",
    "NewFact",
    "canonical_topic",
    "change_embedder",
    "episode_metadata",
    "exchange_text",
    "least",
    "open_memory",
    "topic_words",
    "visible",
]
