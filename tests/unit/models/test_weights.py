"""Run: python3 run.py test tests/unit/models/test_weights.py

Every layout of the checkpoint, and everything that can be wrong with one.
"""

import json
import pickle
import shutil
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file, save_file

from clover_desktop.errors import CheckpointError, TensorError
from clover_desktop.models.weights import canonical_name, load_model, stays_precise

VECTORS = Path(__file__).parents[2] / "vectors"
IDS = torch.arange(40, 60)


def tensors_of(folder: Path) -> dict[str, torch.Tensor]:
    merged: dict[str, torch.Tensor] = {}
    for path in sorted(folder.glob("model-*.safetensors")):
        merged |= load_file(path)
    return merged


@pytest.fixture
def checkpoint(tmp_path) -> Path:
    for name in ("config.json", "generation_config.json"):
        shutil.copy(VECTORS / "one" / name, tmp_path)
    return tmp_path


@pytest.fixture(scope="module")
def tensors() -> dict[str, torch.Tensor]:
    return tensors_of(VECTORS / "one")


@pytest.fixture(scope="module")
def logits() -> torch.Tensor:
    model = load_model(VECTORS / "one")
    return model.commit(IDS, model.new_state())


def save(folder: Path, tensors: dict[str, torch.Tensor]) -> None:
    save_file(
        {name: tensor.clone().contiguous() for name, tensor in tensors.items()},
        folder / "model.safetensors",
    )


def logits_of(folder: Path) -> torch.Tensor:
    model = load_model(folder)
    return model.commit(IDS, model.new_state())


def split(tensors: dict[str, torch.Tensor]) -> dict[str, torch.Tensor]:
    result = {}
    for name, tensor in tensors.items():
        if name.endswith("gate_up_proj"):
            for number, expert in enumerate(tensor):
                gate, up = expert.chunk(2)
                base = f"{name.removesuffix('.gate_up_proj')}.{number}"
                result |= {f"{base}.gate_proj.weight": gate, f"{base}.up_proj.weight": up}
        elif name.endswith("experts.down_proj"):
            for number, expert in enumerate(tensor):
                result[f"{name.removesuffix('.down_proj')}.{number}.down_proj.weight"] = expert
        else:
            result[name] = tensor
    return result


LAYOUTS = {
    "single": lambda t: t,
    "language_model": lambda t: {
        n.replace("model.", "model.language_model.", 1): x for n, x in t.items()
    },
    "split": split,
    "transposed": lambda t: {
        n: x.transpose(1, 2) if n.endswith(("gate_up_proj", "experts.down_proj")) else x
        for n, x in t.items()
    },
    "conv_right_3d": lambda t: {n: x[:, None] if "conv_right" in n else x for n, x in t.items()},
    "bd_softmax_any_shape": lambda t: {
        n: x.reshape(1, 1, -1, 1) if "bd_softmax" in n else x for n, x in t.items()
    },
    "fp32": lambda t: {n: x.float() for n, x in t.items()},
    "with_mtp_and_visual": lambda t: {
        **t,
        "mtp.layers.0.weight": torch.ones(3),
        "model.visual.patch.weight": torch.ones(2),
    },
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_layouts_give_the_same_logits(checkpoint, tensors, logits, layout):
    save(checkpoint, LAYOUTS[layout](tensors))
    assert torch.equal(logits_of(checkpoint), logits)


def test_progress_ends_at_the_total(checkpoint, tensors):
    save(checkpoint, tensors)
    seen: list[tuple[int, int]] = []
    load_model(checkpoint, on_progress=lambda done, total: seen.append((done, total)))
    assert seen[-1][0] == seen[-1][1] > 0
    assert [done for done, _ in seen] == sorted(done for done, _ in seen)


def test_bf16_keeps_the_sensitive_parameters_precise(checkpoint, tensors):
    save(checkpoint, tensors)
    model = load_model(checkpoint, dtype=torch.bfloat16)
    for name, parameter in model.named_parameters():
        want = torch.float32 if stays_precise(name) else torch.bfloat16
        assert parameter.dtype == want, name
    assert stays_precise("layers.0.mlp.gate.weight")
    assert not stays_precise("layers.0.mlp.shared_expert.gate_proj.weight")


def test_a_tied_head_needs_no_tensor(checkpoint, tensors):
    config = json.loads((checkpoint / "config.json").read_text())
    (checkpoint / "config.json").write_text(json.dumps({**config, "tie_word_embeddings": True}))
    save(checkpoint, {n: t for n, t in tensors.items() if n != "lm_head.weight"})
    model = load_model(checkpoint)
    assert torch.equal(model.lm_head.weight, model.embed_tokens.weight)


@pytest.mark.parametrize(
    "name", ["lm_head.weight", "model.norm.weight", "model.layers.0.linear_attn.A_log"]
)
def test_a_missing_tensor_is_named(checkpoint, tensors, name):
    save(checkpoint, {n: t for n, t in tensors.items() if n != name})
    with pytest.raises(TensorError, match=name.removeprefix("model.").replace(".", r"\.")):
        load_model(checkpoint)


def test_a_missing_expert_is_named(checkpoint, tensors):
    parts = split(tensors)
    del parts["model.layers.2.mlp.experts.7.up_proj.weight"]
    save(checkpoint, parts)
    with pytest.raises(TensorError, match=r"up_proj of expert 7 is missing for layers\.2"):
        load_model(checkpoint)


def test_an_expert_too_many_is_named(checkpoint, tensors):
    parts = split(tensors)
    extra = "model.layers.2.mlp.experts.16.up_proj.weight"
    save(checkpoint, {**parts, extra: parts[extra.replace("16", "15")]})
    with pytest.raises(TensorError, match=r"experts\.16\.up_proj"):
        load_model(checkpoint)


@pytest.mark.parametrize(
    "name",
    [
        "model.layers.4.input_layernorm.weight",
        "model.layers.0.self_attn.q_proj.weight",
        "model.extra",
        "lm_head.bias",
    ],
)
def test_an_unexpected_tensor_is_named(checkpoint, tensors, name):
    save(checkpoint, {**tensors, name: torch.ones(64)})
    with pytest.raises(TensorError) as caught:
        load_model(checkpoint)
    assert name in caught.value.sentence


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("lm_head.weight", (288, 63)),
        ("model.layers.0.mlp.experts.down_proj", (16, 64, 31)),
        ("model.layers.0.linear_attn.conv1d.weight", (4, 1, 128)),
        ("model.layers.0.linear_attn.A_log", (5,)),
        ("model.norm.weight", (1, 64)),
    ],
)
def test_a_wrong_shape_is_named(checkpoint, tensors, name, shape):
    save(checkpoint, {**tensors, name: torch.zeros(shape)})
    with pytest.raises(TensorError) as caught:
        load_model(checkpoint)
    assert name in caught.value.sentence
    assert str(list(shape)) in caught.value.sentence


def test_a_wrong_type_is_named(checkpoint, tensors):
    save(checkpoint, {**tensors, "lm_head.weight": torch.zeros(288, 64, dtype=torch.int8)})
    with pytest.raises(TensorError, match=r"lm_head\.weight.*I8"):
        load_model(checkpoint)


def test_whole_and_split_experts_at_once(checkpoint, tensors):
    save(checkpoint, {**tensors, **split(tensors)})
    with pytest.raises(TensorError, match="both whole and split"):
        load_model(checkpoint)


def test_the_same_tensor_in_two_shards(checkpoint, tensors):
    shutil.copytree(VECTORS / "one", checkpoint, dirs_exist_ok=True)
    second = checkpoint / "model-00002-of-00002.safetensors"
    save_file(
        {**load_file(second), "model.embed_tokens.weight": tensors["model.embed_tokens.weight"]},
        second,
    )
    with pytest.raises(TensorError, match="embed_tokens"):
        load_model(checkpoint)


@pytest.mark.parametrize("keep", [0, 4, 100, 20_000, -1])
def test_a_truncated_file(checkpoint, tensors, keep):
    save(checkpoint, tensors)
    path = checkpoint / "model.safetensors"
    path.write_bytes(path.read_bytes()[:keep])
    with pytest.raises(CheckpointError, match=r"model\.safetensors"):
        load_model(checkpoint)


def test_a_pickle_is_never_opened(checkpoint, tmp_path):
    class Trap:
        def __reduce__(self):
            return (Path.touch, (tmp_path / "executed",))

    (checkpoint / "model.safetensors").write_bytes(pickle.dumps(Trap()))
    with pytest.raises(CheckpointError, match="not a safetensors file"):
        load_model(checkpoint)
    assert not (tmp_path / "executed").exists()


@pytest.mark.parametrize(
    "index",
    [
        "{",
        "{}",
        '{"weight_map": {}}',
        '{"weight_map": {"a": 3}}',
        '{"weight_map": {"a": "../model.safetensors"}}',
        '{"weight_map": {"a": "/etc/model.safetensors"}}',
        '{"weight_map": {"a": "model.bin"}}',
        '{"weight_map": {"a": "absent.safetensors"}}',
        '{"weight_map": {"a": "..\\\\model.safetensors"}}',
    ],
)
def test_a_ruined_index(checkpoint, index):
    (checkpoint / "model.safetensors.index.json").write_text(index)
    with pytest.raises(CheckpointError):
        load_model(checkpoint)


def test_an_empty_folder(tmp_path):
    with pytest.raises(CheckpointError, match=r"config\.json is missing"):
        load_model(tmp_path)


def test_no_weights(checkpoint):
    with pytest.raises(CheckpointError, match="holds neither"):
        load_model(checkpoint)


def test_names():
    assert canonical_name("model.visual.blocks.0.weight") is None
    assert canonical_name("mtp.fc.weight") is None
    assert canonical_name("lm_head.weight") == "lm_head.weight"
    assert (
        canonical_name("model.language_model.layers.3.linear_attn.conv1d.weight")
        == "layers.3.linear_attn.conv_weight"
    )
