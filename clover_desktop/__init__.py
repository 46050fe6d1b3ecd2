"""Clover Desktop: a private chat window for block-diffusion language models. Only the version."""

__version__ = "0.1.0"
