"""The window, main thread only. Never torch, engine or models."""
