# Run: python -m pytest tests/unit/tools/test_seedling_own_states.py
"""Blocks that the model in training fills itself."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import pytest
import torch
from tokenizers import Tokenizer
from torch import Tensor

from clover_desktop.models.clover import CloverModel
from clover_desktop.models.weights import load_model
from clover_desktop.tools import train_demo
from clover_desktop.tools.seedling.batches import (
    IGNORED,
    Batch,
    Encoder,
    Sample,
    build_batch,
)
from clover_desktop.tools.seedling.corpus import conversation
from clover_desktop.tools.seedling.export import export
from clover_desktop.tools.seedling.geometry import SMOKE, config_json, new_model
from clover_desktop.tools.seedling.network import TwoStreams, Weights
from clover_desktop.tools.seedling.tokenizer_training import train_tokenizer


@pytest.fixture(scope="module")
def tokenizer() -> Tokenizer:
    return train_tokenizer(train_demo.corpus_texts(200), SMOKE.vocabulary)


@pytest.fixture(scope="module")
def samples(tokenizer: Tokenizer) -> list[Sample]:
    encoder = Encoder(tokenizer)
    talks = [conversation(1, index) for index in range(10)]
    drawn = [encoder.sample(talk.messages, talk.thinking, talk.chained) for talk in talks]
    return [sample for sample in drawn if len(sample) <= 300][:6]


def rounded_model(tokenizer: Tokenizer, *, spread: float, sharpness: float = 1.0) -> CloverModel:
    """Weights as an export keeps them; `sharpness`, a power of two, makes some rows sure."""
    model = new_model(config_json(SMOKE, tokenizer), seed=3)
    with torch.no_grad():
        for parameter in model.parameters():
            if parameter.ndim >= 2:
                parameter.mul_(spread)
            parameter.copy_(parameter.bfloat16())
        model.lm_head.weight.mul_(sharpness)
    return model


def one_pass(model: CloverModel, prefix: Tensor, block: list[int]) -> list[int]:
    """The naive twin: the engine's preview, then the rule of architecture.md row by row."""
    mask = model.config.mask_token_id
    state = model.new_state()
    model.commit(prefix, state)
    logits = model.preview(torch.tensor(block), state).clone()
    logits[:, mask] = -torch.inf
    best = [(float(p.max()), int(p.argmax())) for p in logits.softmax(-1)]
    open_rows = [row for row, token in enumerate(block) if token == mask]
    chosen = [row for row in open_rows if best[row][0] > 0.95]
    for row in chosen or [max(open_rows, key=lambda row: best[row][0])]:
        block[row] = best[row][1]
    return block


def test_own_states_are_where_the_engine_would_stand(
    tokenizer: Tokenizer, samples: list[Sample], tmp_path: Path
) -> None:
    model = rounded_model(tokenizer, spread=4.0, sharpness=8.0)
    export(model.state_dict(), config_json(SMOKE, tokenizer), tokenizer, tmp_path)
    loaded = load_model(tmp_path, dtype=torch.float32)
    batch = build_batch(samples, 8, Encoder(tokenizer), random.Random(2), copies=2)
    # Up to 12 passes for 8 rows: some would be full before.
    depths = batch.own_passes.tolist()
    depths = [random.Random(place).randrange(13) if d else 0 for place, d in enumerate(depths)]
    batch = replace(batch, own_passes=torch.tensor(depths))
    network = TwoStreams(model)
    with torch.no_grad():
        _, prefixes, _ = network._clean(batch, keep_all=True)
    found = network.own_states(batch, prefixes)

    mask = model.config.mask_token_id
    stopped = several = single = 0
    for index, depth in enumerate(depths):
        of, start = int(batch.block_of[index]), int(batch.block_start[index])
        wanted = batch.noised[index].tolist()
        for _ in range(depth):
            after = one_pass(loaded, batch.ids[of, :start], list(wanted))
            if mask not in after:
                stopped += 1
                break
            new = wanted.count(mask) - after.count(mask)
            several += new > 1
            single += new == 1
            wanted = after
        assert found[index].tolist() == wanted, f"block {index} after {depth} passes"
    assert stopped > 3
    assert several > 3
    assert single > 3


def test_only_what_is_still_masked_is_learned(tokenizer: Tokenizer, samples: list[Sample]) -> None:
    # A wrong fill must not be pulled: with every row filled but one, the loss is that row's.
    model = rounded_model(tokenizer, spread=1.0)
    batch = build_batch(samples[:1], 8, Encoder(tokenizer), random.Random(2))
    mask = model.config.mask_token_id
    state = torch.where(batch.block_targets == IGNORED, batch.noised, 5)
    state[:, 3] = mask

    class Stopped(TwoStreams):
        def own_states(self, batch: Batch, prefixes: object) -> Tensor:
            return state

    targets = torch.full_like(batch.block_targets, IGNORED)
    targets[:, 3] = batch.block_targets[:, 3]
    alone = replace(batch, noised=state, block_targets=targets, own_passes=0 * batch.own_passes)
    found = Stopped(model).losses(batch, Weights())
    assert float(found.block) == pytest.approx(
        float(TwoStreams(model).losses(alone, Weights()).block)
    )
