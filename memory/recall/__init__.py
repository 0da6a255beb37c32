"""Finding: one question to memory, ranked and explained."""
