"""Run: python3 run.py test tests/unit/models/test_vectors_network.py

Both passes against the reference values of three random checkpoints (tests/vectors/README.md).
"""

import json
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from clover_desktop.models.clover import CloverModel, Probe
from clover_desktop.models.state import ModelState
from clover_desktop.models.weights import load_model

VECTORS = Path(__file__).parents[2] / "vectors"
BOUND = {torch.float64: 1e-5, torch.float32: 1e-3}


@pytest.fixture(scope="module", params=["one", "two", "three"])
def folder(request: pytest.FixtureRequest) -> Path:
    return VECTORS / str(request.param)


@pytest.fixture(scope="module", params=[torch.float64, torch.float32], ids=["f64", "f32"])
def model(folder: Path, request: pytest.FixtureRequest) -> CloverModel:
    return load_model(folder, dtype=request.param)


@pytest.fixture(scope="module")
def expected(folder: Path) -> dict[str, torch.Tensor]:
    return load_file(folder / "expected.safetensors")


@pytest.fixture(scope="module")
def inputs(folder: Path) -> dict:
    return json.loads((folder / "expected.json").read_text())


def near(got: torch.Tensor, want: torch.Tensor, name: str) -> None:
    assert got.shape == want.shape, name
    error = (got.double() - want.double()).abs().max() / want.abs().max()
    assert error <= BOUND[got.dtype], f"{name}: {error:.2e}"


def check_state(state: ModelState, expected: dict[str, torch.Tensor], prefix: str) -> None:
    for layer, (cache, recurrent) in enumerate(zip(state.attention, state.recurrent, strict=True)):
        name = f"{prefix}.layer{layer}"
        if cache is not None:
            near(cache.keys[: state.length], expected[f"{name}.K"], f"{name}.K")
            near(cache.values[: state.length], expected[f"{name}.V"], f"{name}.V")
        else:
            near(recurrent.ring, expected[f"{name}.ring"], f"{name}.ring")
            near(recurrent.S, expected[f"{name}.S"], f"{name}.S")


def tokens(ids: list[int]) -> torch.Tensor:
    return torch.tensor(ids)


def test_causal_pass_and_state(model, expected, inputs):
    state, probe = model.new_state(), Probe()
    near(model.commit(tokens(inputs["prompt"]), state, probe=probe), expected["prompt.logits"], "")
    for layer, hidden in enumerate(probe.hidden):
        near(hidden[-3:], expected[f"prompt.hidden{layer}"], f"hidden{layer}")
    check_state(state, expected, "prompt.state")
    near(model.commit(tokens(inputs["commit"]), state), expected["commit.logits"], "commit")
    check_state(state, expected, "commit.state")
    masks = torch.full((32,), model.config.mask_token_id)
    near(model.preview(masks, state), expected["after.masks32.logits"], "after")


@pytest.mark.parametrize("name", ["masks32", "half32", "masks16", "masks8", "half8"])
def test_preview_and_coreset(model, expected, inputs, name):
    state, probe = model.new_state(), Probe()
    model.commit(tokens(inputs["prompt"]), state, logits="none")
    logits = model.preview(tokens(inputs["blocks"][name]), state, probe=probe)
    near(logits, expected[f"preview.{name}.logits"], name)
    for layer, hidden in enumerate(probe.hidden):
        near(hidden, expected[f"preview.{name}.hidden{layer}"], f"{name}.hidden{layer}")
    kept = [sorted(layer.tolist()) for layer in probe.coresets]
    assert kept == [sorted(layer) for layer in inputs["coresets"][name]]


def test_preview_without_coreset_and_over_an_empty_prefix(model, expected, inputs):
    state = model.new_state()
    masks = torch.full((32,), model.config.mask_token_id)
    near(model.preview(masks, state), expected["empty.masks32.logits"], "empty")
    model.commit(tokens(inputs["prompt"]), state, logits="none")
    half = tokens(inputs["blocks"]["half32"])
    near(
        model.preview(half, state, coreset=False),
        expected["preview.half32.nocoreset.logits"],
        "nocoreset",
    )


@pytest.mark.parametrize("sizes", [(1,) * 71, (2,) * 35 + (1,), (70, 1), (33, 31, 7), (64, 7)])
def test_prefill_in_chunks_of_any_size(model, expected, inputs, sizes):
    state, start, logits = model.new_state(), 0, []
    for size in sizes:
        logits.append(model.commit(tokens(inputs["prompt"][start : start + size]), state))
        start += size
    near(torch.cat(logits), expected["prompt.logits"], "logits")
    check_state(state, expected, "prompt.state")
