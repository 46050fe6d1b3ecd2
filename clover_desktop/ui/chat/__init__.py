"""The conversation: its state, its widgets, and the controller between them and the engine."""
