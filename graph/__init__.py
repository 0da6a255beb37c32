"""The workflow of a turn: its wiring, its routes, and where its checkpoints are kept."""
