"""Run: python3 run.py test tests/unit/models/test_network.py

The causal pass against transformers, state handling, coresets, bf16.
"""

import dataclasses
import hashlib
from pathlib import Path

import pytest
import torch

from clover_desktop.errors import BugError
from clover_desktop.models.clover import CloverModel, Probe
from clover_desktop.models.config import CloverConfig
from clover_desktop.models.moe import coreset, top_experts
from clover_desktop.models.state import ModelState
from clover_desktop.models.weights import canonical_name, load_model

VECTORS = Path(__file__).parents[2] / "vectors"


@pytest.fixture(scope="module")
def model() -> CloverModel:
    return load_model(VECTORS / "one", dtype=torch.float64)


def digest(state: ModelState) -> str:
    """A hash over every byte of the state that counts."""
    hasher = hashlib.sha256(str(state.length).encode())
    for cache, recurrent in zip(state.attention, state.recurrent, strict=True):
        parts = (
            (cache.keys[: state.length], cache.values[: state.length])
            if cache
            else (recurrent.ring, recurrent.S)
        )
        for part in parts:
            hasher.update(part.contiguous().view(torch.uint8).numpy().tobytes())
    return hasher.hexdigest()


def ids(seed: int, count: int) -> torch.Tensor:
    return torch.randint(0, 250, (count,), generator=torch.Generator().manual_seed(seed))


def transformers_pair(**changes) -> tuple[torch.nn.Module, CloverModel]:
    from transformers import Qwen3_5MoeForCausalLM, Qwen3_5MoeTextConfig

    torch.manual_seed(3)
    theirs_config = Qwen3_5MoeTextConfig(
        **{
            "vocab_size": 97,
            "hidden_size": 48,
            "num_hidden_layers": 4,
            "layer_types": ["linear_attention", "full_attention"] * 2,
            "num_attention_heads": 4,
            "num_key_value_heads": 2,
            "head_dim": 16,
            "linear_num_key_heads": 2,
            "linear_num_value_heads": 4,
            "linear_key_head_dim": 8,
            "linear_value_head_dim": 12,
            "moe_intermediate_size": 20,
            "shared_expert_intermediate_size": 28,
            "num_experts": 6,
            "num_experts_per_tok": 2,
            "rope_parameters": {
                "rope_type": "default",
                "rope_theta": 10000.0,
                "partial_rotary_factor": 0.5,
            },
            **changes,
        }
    )
    theirs_config._experts_implementation = "eager"
    theirs = Qwen3_5MoeForCausalLM(theirs_config).double().eval()
    with torch.no_grad():
        for name, parameter in theirs.named_parameters():
            spread = 0.5 if parameter.ndim == 1 else 0.3
            parameter.copy_(torch.randn_like(parameter) * spread)
            if name.endswith("A_log"):
                parameter.abs_()
    raw = theirs_config.to_dict()
    raw |= {"model_type": "clover_moe", "block_size": 32, "mask_token_id": 96}
    ours = CloverModel(CloverConfig.from_dict(raw)).double().eval()
    state_dict = {canonical_name(name): tensor for name, tensor in theirs.state_dict().items()}
    for name, parameter in ours.named_parameters():
        if name in state_dict:
            parameter.data.copy_(state_dict.pop(name).reshape(parameter.shape))
    assert not state_dict
    return theirs, ours


@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"num_experts_per_tok": 6, "linear_num_value_heads": 2},
        {"num_key_value_heads": 1, "linear_conv_kernel_dim": 3, "hidden_size": 40},
    ],
    ids=["plain", "all_experts", "one_kv_head"],
)
def test_causal_pass_equals_transformers(changes):
    theirs, ours = transformers_pair(**changes)
    tokens = ids(1, 77) % 96
    with torch.no_grad():
        want = theirs(tokens[None], use_cache=False).logits[0].double()
    state = ours.new_state()
    got = torch.cat([ours.commit(part, state) for part in tokens.split([40, 1, 36])])
    # transformers keeps rotary, router and delta rule in fp32 even in a float64 model.
    torch.testing.assert_close(got, want, rtol=0, atol=1e-4 * float(want.abs().max()))


def test_preview_leaves_every_byte_of_the_state(model):
    state = model.new_state()
    for count in (0, 1, 90, 255, 300):
        if count:
            model.commit(ids(count, count), state, logits="none")
        before = digest(state)
        masks = torch.full((32,), model.config.mask_token_id)
        first = model.preview(masks, state)
        assert digest(state) == before
        assert torch.equal(model.preview(masks, state), first)


def test_preview_rows_are_those_of_the_whole(model):
    state = model.new_state()
    model.commit(ids(4, 20), state, logits="none")
    block = torch.cat([ids(5, 10), torch.full((6,), model.config.mask_token_id)])
    rows = torch.tensor([2, 11, 15])
    torch.testing.assert_close(
        model.preview(block, state, rows=rows), model.preview(block, state)[rows]
    )


def test_restore_gives_the_same_bytes_and_the_same_future(model):
    state = model.new_state()
    model.commit(ids(1, 50), state, logits="none")
    snapshot, before = state.snapshot(), digest(state)
    want = model.commit(ids(2, 33), state)
    state.restore(snapshot)
    assert digest(state) == before
    model.commit(ids(3, 300), state, logits="none")
    state.restore(snapshot)
    assert digest(state) == before
    assert torch.equal(model.commit(ids(2, 33), state), want)


@pytest.mark.parametrize("kept", [0, 1, 2, 3, 7, 15, 16])
def test_rewind_keeps_the_first_rows_of_a_verify(model, kept):
    candidates = ids(9, 16)
    state, other = model.new_state(), model.new_state()
    for each in (state, other):
        model.commit(ids(1, 21), each, logits="none")
    _, trail = model.verify(candidates, state)
    state.rewind(trail, kept)
    if kept:
        model.commit(candidates[:kept], other, logits="none")
    assert state.length == other.length == 21 + kept
    masks = torch.full((32,), model.config.mask_token_id)
    torch.testing.assert_close(model.preview(masks, state), model.preview(masks, other))
    torch.testing.assert_close(model.commit(ids(8, 5), state), model.commit(ids(8, 5), other))


def test_rewind_refuses_a_trail_of_another_place(model):
    state = model.new_state()
    _, trail = model.verify(ids(1, 4), state)
    model.commit(ids(2, 1), state)
    with pytest.raises(BugError):
        state.rewind(trail, 2)


def test_a_failing_commit_leaves_the_state(model, monkeypatch):
    state = model.new_state()
    model.commit(ids(1, 30), state, logits="none")
    before = digest(state)
    monkeypatch.setattr(model.layers[3].mlp, "forward", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        model.commit(ids(2, 8), state)
    assert digest(state) == before


def test_nbytes_is_exact(model):
    config, state = model.config, model.new_state()
    recurrent = 3 * (3 * config.conv_channels + 4 * 16 * 16) * 8
    assert state.nbytes == recurrent
    assert state.snapshot().nbytes == recurrent
    model.commit(ids(1, 10), state, logits="none")
    rows = state.attention[3].keys.shape[0]
    assert state.nbytes == recurrent + 2 * rows * 2 * 32 * 8


def test_coreset_by_hand():
    """Top 2 of each row: totals 0: .5+.4, 1: .3, 2: .35, 3: .25; divided by 1.8 in descending order
    .5, .194, .167, .139; the mass before them 0, .5, .694, .861."""
    p = torch.tensor([[0.5, 0.3, 0.1, 0.1], [0.4, 0.0, 0.35, 0.25]]).double()
    p = torch.cat([p, torch.tensor([[0.1, 0.2, 0.3, 0.4]]).double()])[:2]
    assert coreset(p, 2, 0.4).tolist() == [True, False, False, False]
    assert coreset(p, 2, 0.6).tolist() == [True, False, True, False]
    assert coreset(p, 2, 0.9).tolist() == [True, True, True, False]
    assert coreset(p, 2, 1.0).tolist() == [True, True, True, False]


def test_coreset_ties_and_the_first():
    p = torch.full((3, 4), 0.25).double()
    assert coreset(p, 2, 0.0).tolist() == [True, False, False, False]
    assert coreset(p, 2, 0.5).tolist() == [True, False, False, False]
    assert coreset(p, 2, 0.51).tolist() == [True, True, False, False]
    _, indices = top_experts(torch.tensor([[0.2, 0.3, 0.3, 0.2]]), 3)
    assert indices.tolist() == [[1, 2, 0]]


def test_fewer_kept_than_k_means_fewer_used(model):
    moe = model.layers[0].mlp
    x = torch.randn(5, 64, dtype=torch.float64)
    kept = torch.zeros(16, dtype=torch.bool)
    kept[3] = True
    alone = moe.experts(x, torch.full((5, 1), 3), torch.ones(5, 1).double())
    gate = torch.sigmoid(x @ moe.shared_expert_gate.weight.T)
    torch.testing.assert_close(moe(x, kept), alone + gate * moe.shared_expert(x))


def test_coreset_is_off_when_the_config_says_so():
    on = load_model(VECTORS / "one", dtype=torch.float64)
    probe = Probe()
    masks = torch.full((32,), on.config.mask_token_id)
    on.preview(masks, on.new_state(), probe=probe)
    assert len(probe.coresets) == 4
    off = CloverModel(dataclasses.replace(on.config, moe_block_coreset_enabled=False))
    probe = Probe()
    off.preview(masks, off.new_state(), probe=probe)
    assert probe.coresets == []


def test_bf16_layers_stay_near_when_fed_the_exact_input(model):
    """Whole-network logits drift further, because experts flip; hence layer by layer, with the
    routing of the exact one."""
    rough = load_model(VECTORS / "one", dtype=torch.bfloat16)
    state = model.new_state()
    exact = Probe()
    model.commit(ids(6, 64), state, probe=exact)
    logits = rough.commit(ids(6, 64), rough.new_state())
    assert torch.isfinite(logits).all()
    empty = model.new_state()
    for index in (1, 2):
        x = exact.hidden[index - 1]
        layer, coarse = model.layers[index], rough.layers[index]
        want, _, _ = layer.linear_attn.commit(layer.input_layernorm(x), empty.recurrent[index])
        half = coarse.input_layernorm(x.bfloat16())
        got, _, _ = coarse.linear_attn.commit(half, rough.new_state().recurrent[index])
        assert (got.double() - want).norm() / want.norm() < 0.05
        experts = top_experts(layer.mlp.probabilities(x), 4)
        want = layer.mlp.experts(x, experts[1], experts[0])
        got = coarse.mlp.experts(x.bfloat16(), experts[1], experts[0].float())
        assert (got.double() - want).norm() / want.norm() < 0.05
