# Run: python3 run.py test tests/engine_thread/test_ladder.py
"""A card (played by the CPU) that is too small keeps fewer experts, and at last none of it."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import torch

from clover_desktop import cli
from clover_desktop.chat import Message, Sampling, TextPart
from clover_desktop.engine import placement
from clover_desktop.engine import runtime as runtime_module
from clover_desktop.engine.folder import ModelFolder
from clover_desktop.engine.placement import RESERVE, Placement, placements
from clover_desktop.engine.runtime import Runtime
from clover_desktop.models.convert import quantize_folder
from clover_desktop.models.quantized_weights import weight_bytes
from clover_desktop.models.split_experts import SplitExperts
from clover_desktop.protocol import Finished

SEEDLING = Path(__file__).parents[2] / "assets" / "seedling"
FULL = torch.OutOfMemoryError("CUDA out of memory.")

Card = Callable[[int, int], list[int]]


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> ModelFolder:
    folder = tmp_path_factory.mktemp("packed") / "model"
    for _ in quantize_folder(SEEDLING, folder, device="cpu"):
        pass
    return ModelFolder.open(folder)


@pytest.fixture
def card(monkeypatch: pytest.MonkeyPatch) -> Card:
    """`card(loads, answers)`: more experts than these do not load, or load and do not answer.
    Returns the list to which each load on the card adds its experts, the CPU -1."""
    load_model, decode = runtime_module.load_model, runtime_module.decode

    def set_up(loads: int, answers: int) -> list[int]:
        tried: list[int] = []

        def load(path: Path, *, device: str, resident: int = 8, **options: object) -> object:
            tried.append(resident if device == "cuda" else -1)
            if tried[-1] > loads:
                raise FULL
            return load_model(path, device="cpu", resident=resident, **options)

        def run(*arguments: object) -> Iterator[object]:
            if tried[-1] > answers:
                raise FULL
            yield from decode(*arguments)

        monkeypatch.setattr(runtime_module, "devices", lambda: ("cpu", "cuda"))
        monkeypatch.setattr(runtime_module, "load_model", load)
        monkeypatch.setattr(runtime_module, "decode", run)
        return tried

    return set_up


def test_the_rungs_for_which_there_is_room(
    packed: ModelFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    routed, others = weight_bytes(packed.path)

    def resident(free: int | None) -> list[int]:
        monkeypatch.setattr(placement, "free_vram", lambda: free)
        found = placements(packed.path, packed.config, "cuda")
        assert found[-1] == Placement("cpu", 8, 8)
        return [rung.resident for rung in found[:-1]]

    assert resident(None) == [8, 7, 6, 5, 4, 3, 2, 1, 0]
    assert resident(RESERVE + others + routed) == [8, 7, 6, 5, 4, 3, 2, 1, 0]
    assert resident(RESERVE + others + routed - 1) == [7, 6, 5, 4, 3, 2, 1, 0]
    assert resident(RESERVE + others + routed // 2) == [4, 3, 2, 1, 0]
    assert resident(RESERVE + others) == [0]
    assert resident(RESERVE + others - 1) == []
    assert placements(packed.path, packed.config, "cpu") == [Placement("cpu", 8, 8)]
    plain = placements(SEEDLING, packed.config, "cuda")
    assert plain == [Placement("cuda", 8, 8), Placement("cpu", 8, 8)]


def ask(runtime: Runtime, folder: ModelFolder) -> str:
    message = Message("user", (TextPart("What is a block?"),))
    prepared = folder.prepare((message,), Sampling(seed=1, max_tokens=40))
    *_, last = runtime.answer(0, prepared, should_stop=lambda: False)
    assert isinstance(last, Finished)
    return last.text


def test_it_loads_with_as_many_experts_as_fit(packed: ModelFolder, card: Card) -> None:
    plain = Runtime()
    plain.load(packed, device="cpu", dtype="float32")
    wanted = ask(plain, packed)

    tried = card(5, 5)
    runtime = Runtime()
    loaded = runtime.load(packed, dtype="float32")
    assert tried == [8, 7, 6, 5]
    assert loaded.device == "cuda"
    assert "holds 5 of 8 experts of each layer" in loaded.notice
    assert runtime._model is not None
    assert all(isinstance(layer.mlp.experts, SplitExperts) for layer in runtime._model.layers)
    assert ask(runtime, packed) == wanted


def test_it_steps_down_while_answering_until_the_cpu(packed: ModelFolder, card: Card) -> None:
    tried = card(3, -1)
    runtime = Runtime()
    assert "3 of 8" in runtime.load(packed, dtype="float32").notice
    for _ in range(4):
        with pytest.raises(torch.OutOfMemoryError) as caught:
            ask(runtime, packed)
        assert runtime.gives_way(caught.value)
        loaded = runtime.step_down()
    assert tried == [8, 7, 6, 5, 4, 3, 2, 1, 0, -1]
    assert loaded.device == "cpu"
    assert "the CPU goes on" in loaded.notice
    assert ask(runtime, packed)
    assert not runtime.gives_way(FULL)


def test_the_command_line_goes_down_as_far_as_it_must(
    packed: ModelFolder, card: Card, capfd: pytest.CaptureFixture[str]
) -> None:
    tried = card(7, 5)
    asked = ["chat", "--model", str(packed.path), "--prompt", "What is a block?", "--seed", "1"]
    assert cli.main(asked) == 0
    out, err = capfd.readouterr()
    assert tried == [8, 7, 6, 5]
    assert "block" in out
    assert [line.split(":")[0] for line in err.splitlines()] == [
        "The memory of the GPU holds 7 of 8 experts of each layer",
        "The memory of the GPU is not enough for this answer",
        "The memory of the GPU is not enough for this answer",
    ]
