"""What tests of upkeep look at."""


def contents(memory):
    return sorted(engram.content for engram in memory.memories())


def actions(memory, engram_id):
    return [event.action for event in memory.history(engram_id)]


def everything(memory, engram_id):
    """The history as text: there must be no content in it."""
    return " ".join(f"{e.action} {e.why}" for e in memory.history(engram_id))
