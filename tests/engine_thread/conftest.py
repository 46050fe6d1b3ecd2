"""A graphics card too small, played by the CPU."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import torch

from clover_desktop.engine import runtime as runtime_module


@pytest.fixture
def small_gpu(monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], list[str]]:
    """A machine with a card (played by the CPU) that is full at loading, or only when answering."""
    asked: list[str] = []
    load_model, decode = runtime_module.load_model, runtime_module.decode

    def set_up(full_at_once: bool) -> list[str]:
        def load(path: Path, *, device: str, **options: object) -> object:
            asked.append(device)
            if device == "cuda" and full_at_once:
                raise torch.OutOfMemoryError("CUDA out of memory.")
            return load_model(path, device="cpu", **options)

        def run(*arguments: object) -> Iterator[object]:
            if asked[-1] == "cuda":
                raise torch.OutOfMemoryError("CUDA out of memory.")
            yield from decode(*arguments)

        monkeypatch.setattr(runtime_module, "devices", lambda: ("cpu", "cuda"))
        monkeypatch.setattr(runtime_module, "load_model", load)
        monkeypatch.setattr(runtime_module, "decode", run)
        return asked

    return set_up
