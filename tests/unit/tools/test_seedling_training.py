# Run: python -m pytest tests/unit/tools/test_seedling_training.py   (add -m slow for the smoke run)
"""Training must teach the network that the engine runs, and a resumed run must not notice."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file
from tokenizers import Tokenizer
from torch import Tensor

from clover_desktop.models.moe import coreset
from clover_desktop.models.weights import load_model
from clover_desktop.tools import train_demo
from clover_desktop.tools.seedling import network
from clover_desktop.tools.seedling.batches import (
    IGNORED,
    Batch,
    BatchStream,
    Encoder,
    Sample,
    build_batch,
)
from clover_desktop.tools.seedling.export import export
from clover_desktop.tools.seedling.geometry import SMOKE, Geometry, config_json, new_model
from clover_desktop.tools.seedling.network import TwoStreams, UnitLowerInverse, block_coresets
from clover_desktop.tools.seedling.tokenizer_training import train_tokenizer
from clover_desktop.tools.seedling.training import Plan, Trainer

TALKS = [
    ("Where is the key?", "The key is under the stone behind the house.", None),
    ("你好", "你好！很高兴见到你。", "The user greets me."),
    ("Name three colours.", "1. red\n2. green\n3. blue", None),
    ("Who pays in 2031? Clause 4: Anna Berg pays 500.", "Anna Berg", "It is in clause 4."),
]


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return train_tokenizer([text for talk in TALKS for text in talk if text] * 3, 400)


@pytest.fixture(scope="module")
def encoder(tokenizer: Tokenizer) -> Encoder:
    return Encoder(tokenizer)


@pytest.fixture(scope="module")
def samples(encoder: Encoder) -> list[Sample]:
    single = [encoder.sample((("user", q), ("assistant", a)), t) for q, a, t in TALKS]
    turns = [(role, text) for q, a, _ in TALKS for role, text in (("user", q), ("assistant", a))]
    return [*single, encoder.sample(turns, "I know.", chained=True)]


def stream(encoder: Encoder, samples: list[Sample]) -> BatchStream:
    return BatchStream(
        lambda index: samples[index % len(samples)], encoder, rows_per_batch=400, pool_size=12
    )


def close(found: Tensor, wanted: Tensor) -> bool:
    return bool((found - wanted).abs().max() <= 1e-4 * wanted.abs().max())


@pytest.mark.parametrize("block_size", [8, 16, 32])
def test_training_network_equals_the_engine(
    block_size: int,
    tokenizer: Tokenizer,
    encoder: Encoder,
    samples: list[Sample],
    tmp_path: Path,
) -> None:
    # Prompts of different lengths in one batch, blocks anywhere in a chunk of the delta rule, half
    # of them off the prompt's end. Weights are spread, so that an error shows.
    raw = config_json(SMOKE, tokenizer)
    model = new_model(raw, seed=3)
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.ndim >= 2:
                parameter.mul_(4.0)
            parameter.copy_(parameter.bfloat16())
    export(model.state_dict(), raw, tokenizer, tmp_path)
    loaded = load_model(tmp_path, dtype=torch.float32)
    batch = build_batch(samples, block_size, encoder, random.Random(5))
    with torch.no_grad():
        causal, preview = TwoStreams(model).logits(batch)

    for index, line in enumerate(batch.ids):
        state = loaded.new_state()
        assert close(causal[index], loaded.commit(line, state)), f"conversation {index}"
    for index in range(len(batch.noised)):
        of, start = int(batch.block_of[index]), int(batch.block_start[index])
        state = loaded.new_state()
        loaded.commit(batch.ids[of, :start], state)
        wanted = loaded.preview(batch.noised[index], state)
        assert close(preview[index], wanted), f"block {index} of conversation {of}"


def test_exported_weights_are_bf16_in_the_released_names(
    tokenizer: Tokenizer, tmp_path: Path
) -> None:
    raw = config_json(SMOKE, tokenizer)
    export(new_model(raw, seed=1).state_dict(), raw, tokenizer, tmp_path)
    tensors = load_file(tmp_path / "model.safetensors")
    assert {tensor.dtype for tensor in tensors.values()} == {torch.bfloat16}
    assert tensors["model.layers.0.linear_attn.conv1d.weight"].shape[1] == 1
    assert "lm_head.weight" in tensors
    neutral = json.loads((tmp_path / "generation_config.json").read_text(encoding="utf-8"))
    assert neutral["repetition_penalty"] == 1.0
    assert neutral["presence_penalty"] == 0.0


def test_block_coresets_equal_the_engine_block_by_block() -> None:
    p = torch.softmax(3 * torch.randn(7, 8, 6, generator=torch.Generator().manual_seed(0)), -1)
    for top_p in (0.3, 0.9, 1.0):
        found = block_coresets(p, 2, top_p)
        wanted = torch.stack([coreset(block, 2, top_p) for block in p])
        assert torch.equal(found, wanted)


def test_unit_lower_inverse_and_its_gradient() -> None:
    generator = torch.Generator().manual_seed(0)
    a = torch.randn(2, 3, 8, 8, dtype=torch.float64, generator=generator).tril(-1)
    product = (a + torch.eye(8, dtype=torch.float64)) @ UnitLowerInverse.apply(a)
    assert torch.allclose(product, torch.eye(8, dtype=torch.float64).expand_as(product))
    assert torch.autograd.gradcheck(
        lambda x: UnitLowerInverse.apply(x.tril(-1)), a.clone().requires_grad_()
    )


def test_every_masked_row_has_its_token_as_target(encoder: Encoder, samples: list[Sample]) -> None:
    for seed in range(20):
        batch: Batch = build_batch(samples, 16, encoder, random.Random(seed), copies=2)
        masked = batch.noised == encoder.mask_id
        assert torch.equal(masked, batch.block_targets != IGNORED)
        assert masked.any(dim=1).all()
        restored = torch.where(masked, batch.block_targets, batch.noised)
        for block, of, start in zip(restored, batch.block_of, batch.block_start, strict=True):
            sample, first = samples[of], int(start)
            end = next(end for _, end in sample.responses if first < end)
            wanted = torch.full((16,), encoder.pad_id)
            wanted[: min(16, end - first)] = batch.ids[of, first : min(end, first + 16)]
            assert torch.equal(block, wanted)
        for index, sample in enumerate(samples):
            for first, end in sample.responses:
                starts = batch.block_start[batch.block_of == index]
                starts = starts[(starts >= first) & (starts < end)]
                assert first <= int(starts.min()) < first + 16
                assert int(starts.max()) + 16 >= end


def test_a_chained_dialogue_is_what_the_engine_would_have_read(encoder: Encoder) -> None:
    turns = [("user", "Who?"), ("assistant", "Anna"), ("user", "When?"), ("assistant", "In 2031")]
    sample = encoder.sample(turns, "It says so.", chained=True)
    text = encoder.tokenizer.decode(list(sample.ids), skip_special_tokens=False)
    assert text == (
        "<|im_start|>user\nWho?<|im_end|>\n<|im_start|>assistant\n<think>\n\n</think>\n\n"
        "Anna<|im_end|>\n<|im_start|>user\nWhen?<|im_end|>\n<|im_start|>assistant\n<think>\n"
        "It says so.\n</think>\n\nIn 2031<|im_end|>"
    )
    answers = [
        encoder.tokenizer.decode(list(sample.ids[first:end]), skip_special_tokens=False)
        for first, end in sample.responses
    ]
    assert answers == ["Anna<|im_end|>", "It says so.\n</think>\n\nIn 2031<|im_end|>"]


def test_a_resumed_run_repeats_the_losses(
    tokenizer: Tokenizer, encoder: Encoder, samples: list[Sample], tmp_path: Path
) -> None:
    raw = config_json(SMOKE, tokenizer)
    plan = Plan(steps=8, warm_up=4, rate=1e-2)

    def trainer() -> Trainer:
        return Trainer(new_model(raw, seed=2), stream(encoder, samples), plan, tmp_path)

    undisturbed = trainer()
    wanted = [float(undisturbed.one_step()[0][0].total.detach()) for _ in range(8)]
    first = trainer()
    found = [float(first.one_step()[0][0].total.detach()) for _ in range(5)]
    first.save()
    second = trainer()
    second.resume()
    found += [float(second.one_step()[0][0].total.detach()) for _ in range(3)]
    assert found == pytest.approx(wanted, rel=1e-5)
    assert len(set(found)) == 8
    for name, value in second.average.items():
        assert torch.allclose(value, undisturbed.average[name], atol=1e-5), name


@pytest.mark.slow
def test_smoke_run_learns_and_leaves_a_loadable_checkpoint(tmp_path: Path) -> None:
    trainer = train_demo.train(
        tmp_path,
        SMOKE,
        train_demo.SMOKE_PLAN,
        rows=1024,
        copies=1,
        pool=128,
        tokenizer_conversations=400,
    )
    lines = (tmp_path / "losses.jsonl").read_text(encoding="utf-8").splitlines()
    entries = [json.loads(line) for line in lines]
    assert entries[-1]["step"] == trainer.plan.steps
    assert min(entry["block"] for entry in entries) < 0.85 * entries[0]["block"]
    model = load_model(tmp_path / "model", dtype=torch.float32)
    assert model.config.block_size == 32


def test_first_weights_already_look_for_what_followed(tokenizer: Tokenizer) -> None:
    # "a b c d ... a b": the head behind the second b must read the row of c.
    model = new_model(config_json(Geometry(), tokenizer), seed=1)
    ids = torch.randperm(300, generator=torch.Generator().manual_seed(2))[:40]
    line = torch.cat([ids, ids[7:9]])[None]
    seen: list[Tensor] = []
    scaled = network._scaled

    def watched(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None) -> Tensor:
        if mask is None:
            scores = q[0, -1, 0] @ k[0, :, 0].T * q.shape[-1] ** -0.5
            seen.append(scores.softmax(-1))
        return scaled(q, k, v, mask)

    batch = build_batch(
        [Sample(tuple(line[0].tolist()), ((40, 42),))], 8, Encoder(tokenizer), random.Random(0)
    )
    batch = replace(batch, ids=line)
    with pytest.MonkeyPatch.context() as patch, torch.no_grad():
        patch.setattr(network, "_scaled", watched)
        TwoStreams(model).logits(batch)
    assert int(seen[0].argmax()) == 9
    assert float(seen[0][9]) > 0.2
