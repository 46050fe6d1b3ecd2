# Run: python3 run.py test tests/unit/models/test_split_experts.py
"""Experts in two places compute what experts in one place do."""

from pathlib import Path

import pytest
import torch

from clover_desktop.models.convert import quantize_folder
from clover_desktop.models.quantized import QuantizedExperts
from clover_desktop.models.quantized_weights import load_quantized, weight_bytes
from clover_desktop.models.split_experts import SplitExperts
from make_checkpoint import make_checkpoint

EXPERTS = 7


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("split")
    source = make_checkpoint(root / "source", changes={"num_experts": EXPERTS})
    for _ in quantize_folder(source, root / "model", device="cpu"):
        pass
    return root / "model"


@pytest.mark.parametrize("count", [0, 1, 3, 6, 7])
@pytest.mark.parametrize("rows", [1, 5, 40])
def test_two_places_compute_what_one_does(folder: Path, count: int, rows: int) -> None:
    whole = load_quantized(folder, dtype=torch.float64, exact=True).layers[1].mlp.experts
    assert isinstance(whole, QuantizedExperts)
    split = SplitExperts(whole.records, whole.layout, count=count, device="cpu", exact=True)
    generator = torch.Generator().manual_seed(rows)
    x = torch.randn(rows, 96, dtype=torch.float64, generator=generator)
    chosen = torch.stack([torch.randperm(EXPERTS, generator=generator)[:2] for _ in range(rows)])
    weights = torch.rand(rows, 2, dtype=torch.float64, generator=generator)
    torch.testing.assert_close(split(x, chosen, weights), whole(x, chosen, weights))


def test_a_split_model_gives_the_logits_of_a_whole_one(folder: Path) -> None:
    def logits(resident: int | None) -> torch.Tensor:
        model = load_quantized(folder, dtype=torch.float64, exact=True, resident=resident)
        state = model.new_state()
        causal = model.commit(torch.arange(30), state)
        return torch.cat([causal, model.preview(torch.tensor([3, 69, 69, 5]), state)])

    wanted = logits(None)
    for resident in (0, 3, EXPERTS):
        torch.testing.assert_close(logits(resident), wanted, rtol=1e-9, atol=1e-9)


def test_the_far_experts_stay_in_the_mapping(folder: Path) -> None:
    model = load_quantized(folder, resident=3)
    experts = model.layers[0].mlp.experts
    assert isinstance(experts, SplitExperts)
    assert experts.near.records.shape[0] == 3
    assert experts.far.records.shape[0] == EXPERTS - 3
    maps = Path("/proc/self/maps")
    if not maps.exists():
        pytest.skip("this system has no list of mappings")
    address = experts.far.records.data_ptr()
    lines = [line.split() for line in maps.read_text().splitlines()]
    spans = [(*(int(part, 16) for part in line[0].split("-")), line[-1]) for line in lines]
    assert any(a <= address < b and name.endswith("layer-00.safetensors") for a, b, name in spans)


def test_weight_bytes_are_those_of_the_files(folder: Path) -> None:
    routed, others = weight_bytes(folder)
    model = load_quantized(folder)
    assert routed == sum(layer.mlp.experts.records.nbytes for layer in model.layers)
    assert routed + others == sum(path.stat().st_size for path in folder.glob("*.safetensors"))
