"""Using the network: decoders, text in and out, the worker thread's loop. Never Qt."""
