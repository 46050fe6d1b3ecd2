"""Run: python3 run.py test tests/unit/models/test_quantized.py

A quantized network is the plain one with other weights: exactly so against the weights that its
file stands for, and within what the error table predicts against the weights it was made from.
"""

import json
import math
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from clover_desktop.models.clover import CloverModel
from clover_desktop.models.convert import quantize_folder
from clover_desktop.models.formats import INT8, dequantize, dequantize_int8
from clover_desktop.models.manifest import Manifest
from clover_desktop.models.quantized import QuantizedExperts, QuantizedLinear
from clover_desktop.models.quantized_weights import load_quantized, open_folder
from clover_desktop.models.schemes import SCHEMES
from clover_desktop.models.weights import load_model, stays_precise
from make_checkpoint import make_checkpoint

IDS = torch.arange(30)
BLOCK = torch.tensor([3, 69, 69, 5, 69, 69, 69, 69])
SMOOTH = {"num_experts_per_tok": 4}
"""Every row takes every expert: no routing decision can flip, so errors add up smoothly."""


@pytest.fixture(scope="module", params=SCHEMES)
def pair(request, tmp_path_factory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp(request.param)
    source = make_checkpoint(folder / "source", changes=SMOOTH)
    for _ in quantize_folder(source, folder / "model", scheme=request.param, device="cpu"):
        pass
    return source, folder / "model"


def logits(model: CloverModel) -> torch.Tensor:
    state = model.new_state()
    causal = model.commit(IDS, state)
    return torch.cat([causal, model.preview(BLOCK, state)])


def relative(got: torch.Tensor, want: torch.Tensor) -> float:
    return float((got.double() - want.double()).norm() / want.double().norm())


def plain_twin(source: Path, folder: Path, dtype: torch.dtype) -> CloverModel:
    """The plain network with the numbers that the quantized file stands for."""
    plan, _ = open_folder(folder)
    stored = {k: v for path in folder.glob("*.safetensors") for k, v in load_file(path).items()}
    model = load_model(source, dtype=dtype)
    for name, form in plan.formats.items():
        parameter = model.get_parameter(name)
        if form == INT8:
            value = dequantize_int8(stored[f"{name}.codes"], stored[f"{name}.scales"])
            parameter.data.copy_(value)
        elif ".experts." in name:
            records = stored[name.rpartition(".")[0]]
            places = [plan.experts.down]
            if name.endswith("gate_up_proj"):
                places = [plan.experts.gate, plan.experts.up]
            parts = []
            for place in places:
                codes = records[:, place.codes : place.codes + place.code_nbytes]
                nbytes = 2 * math.prod(place.scale_shape)
                scales = records[:, place.scales : place.scales + nbytes].contiguous()
                scales = scales.view(torch.bfloat16).view(-1, *place.scale_shape)
                size = place.rows, place.columns
                parts.append(dequantize(codes, scales, *size, bits=place.bits))
            parameter.data.copy_(torch.cat(parts, dim=1))
    return model


def test_it_computes_with_the_numbers_of_its_file(pair):
    source, folder = pair
    model = load_quantized(folder, exact=True)
    want = logits(plain_twin(source, folder, torch.float32))
    assert relative(logits(model), want) < 2e-5
    wide = load_quantized(folder, dtype=torch.float64)
    assert relative(logits(wide), logits(plain_twin(source, folder, torch.float64))) < 1e-10


def test_logits_stay_within_what_the_error_table_predicts(pair):
    source, folder = pair
    manifest = Manifest.read(folder)
    # Each matrix product adds an error of its own share to the stream, independent of the others;
    # a share of the stream is at most the whole. Gate and up are two products.
    squares = [
        error**2 * (2 if name.endswith("gate_up_proj") else 1)
        for name, error in manifest.errors.items()
    ]
    bound = math.sqrt(sum(squares))
    found = relative(logits(load_model(folder)), logits(load_model(source)))
    assert bound / 10 < found < bound


def test_the_error_table(pair):
    manifest = Manifest.read(pair[1])
    gate_up = (0.12, 0.18) if manifest.scheme == "compact" else (0.06, 0.09)
    for name, error in manifest.errors.items():
        if stays_precise(name):
            assert error == 0
        elif ".experts.gate_up" in name:
            assert gate_up[0] < error < gate_up[1]
        elif ".experts.down" in name:
            assert 0.05 < error < 0.09
        else:
            assert 0.003 < error < 0.007


def test_the_schemes_agree_with_the_network_on_what_stays_precise(pair):
    with torch.device("meta"):
        names = dict(CloverModel(open_folder(pair[1])[0].config).named_parameters())
    for scheme in SCHEMES.values():
        for name in names:
            assert (scheme.format_of(name) == "stored") == stays_precise(name)
            assert sum(1 for pattern, _ in scheme.rules if re.fullmatch(pattern, name)) == 1


def test_bf16_activations(pair):
    model = load_model(pair[1], dtype=torch.bfloat16)
    assert model.dtype == torch.bfloat16
    assert model.norm.weight.dtype == torch.float32
    assert relative(logits(model), logits(load_model(pair[1]))) < 0.05


def test_layers_have_the_shapes_of_the_plain_ones(pair):
    model = load_model(pair[1])
    ids = torch.tensor([[3, 4], [5, 6]])
    rows = model.embed_tokens(ids)
    assert rows.shape == (2, 2, 96)
    assert model.lm_head(rows).shape == (2, 2, 70)
    assert isinstance(model.lm_head, QuantizedLinear)
    assert torch.equal(rows[1, 0], model.embed_tokens(torch.tensor([5]))[0])
    assert sum(parameter.nbytes for parameter in model.parameters()) > 0


def test_experts_are_used_from_the_mapping(pair):
    model = load_model(pair[1])
    experts = model.layers[0].mlp.experts
    assert isinstance(experts, QuantizedExperts)
    maps = Path("/proc/self/maps")
    if not maps.exists():
        pytest.skip("this system has no list of mappings")
    address = experts.records.data_ptr()
    for line in maps.read_text().splitlines():
        start, end = (int(part, 16) for part in line.split()[0].split("-"))
        if start <= address < end:
            assert line.endswith("layer-00.safetensors")
            return
    pytest.fail("the records lie in no mapping")


def test_progress_ends_at_the_total(pair):
    seen: list[tuple[int, int]] = []
    load_model(pair[1], on_progress=lambda done, total: seen.append((done, total)))
    assert seen[-1][0] == seen[-1][1] > 0


CAPABILITY = """
import json, sys, torch
from pathlib import Path
from clover_desktop.models.quantized_weights import load_quantized
result = {"capability": torch.backends.cpu.get_cpu_capability()}
for exact in (True, False):
    model = load_quantized(Path(sys.argv[1]), exact=exact)
    ids = torch.arange(12)
    result[str(exact)] = model.commit(ids, model.new_state(), logits="last").flatten().tolist()
print(json.dumps(result))
"""


def capabilities() -> list[str]:
    known = {"AVX512": ["default", "avx2", "avx512"], "AVX2": ["default", "avx2"]}
    return known.get(torch.backends.cpu.get_cpu_capability(), ["default"])


@pytest.mark.slow  # one process with torch for each instruction set
def test_one_file_under_each_instruction_set(tmp_path):
    # Widths of whole groups and blocks, so that torch's own kernel is used where it can be.
    changes = {"hidden_size": 64, "moe_intermediate_size": 64, **SMOOTH}
    source = make_checkpoint(tmp_path / "source", changes=changes)
    for _ in quantize_folder(source, tmp_path / "model", device="cpu"):
        pass
    results = []
    for capability in capabilities():
        process = subprocess.run(
            [sys.executable, "-P", "-c", CAPABILITY, str(tmp_path / "model")],
            env={**os.environ, "ATEN_CPU_CAPABILITY": capability, "OMP_NUM_THREADS": "1"},
            capture_output=True,
            text=True,
            check=True,
            timeout=100,
        )
        results.append(json.loads(process.stdout))
        assert results[-1]["capability"].lower() == capability
    want = torch.tensor(results[0]["True"])
    for result in results:
        assert relative(torch.tensor(result["True"]), want) < 1e-5
        assert relative(torch.tensor(result["False"]), want) < 1e-2
