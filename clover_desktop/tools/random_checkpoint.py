"""Checkpoints of any shape with the release's tensor names and random weights, for tests and
benchmarks. Every tensor is made when its shard is written, so memory is that of one shard."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save_file
from torch import Tensor

from clover_desktop.checkpoint_files import INDEX
from clover_desktop.models.clover import CloverModel
from clover_desktop.models.config import CloverConfig

_POOL = 2**22


def write_checkpoint(
    folder: Path,
    config: Mapping[str, Any],
    *,
    split_experts: bool = False,
    shard_nbytes: int = 2**30,
    dtype: torch.dtype = torch.bfloat16,
    seed: int = 0,
) -> None:
    """Write config.json, shards of about `shard_nbytes` and their index into `folder`.

    Args:
        config: the content of config.json. split_experts: one tensor for each matrix of each
            expert. dtype: of the weights.
    """
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.json").write_text(json.dumps(config, indent=1))
    weights = _Weights(dtype, seed)
    shards: list[list[tuple[str, tuple[int, ...]]]] = [[]]
    size = 0
    for name, shape in tensor_shapes(CloverConfig.from_dict(config), split_experts=split_experts):
        nbytes = math.prod(shape) * dtype.itemsize
        if shards[-1] and size + nbytes > shard_nbytes:
            shards.append([])
            size = 0
        shards[-1].append((name, shape))
        size += nbytes
    places: dict[str, str] = {}
    for number, entries in enumerate(shards, start=1):
        file = f"model-{number:05d}-of-{len(shards):05d}.safetensors"
        save_file({name: weights.make(name, shape) for name, shape in entries}, folder / file)
        places |= {name: file for name, _ in entries}
    (folder / INDEX).write_text(json.dumps({"metadata": {}, "weight_map": places}, indent=1))


def tensor_shapes(
    config: CloverConfig, *, split_experts: bool
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Names and shapes as the release has them."""
    with torch.device("meta"):
        parameters = dict(CloverModel(config).named_parameters())
    for name, parameter in parameters.items():
        shape = tuple(parameter.shape)
        if name == "lm_head.weight":
            if not config.tie_word_embeddings:
                yield name, shape
        elif name.endswith("linear_attn.conv_weight"):
            yield f"model.{name[: -len('conv_weight')]}conv1d.weight", (shape[0], 1, shape[1])
        elif split_experts and ".mlp.experts." in name:
            base = f"model.{name.rpartition('.')[0]}"
            is_down = name.endswith("down_proj")
            rows = shape[1] if is_down else shape[1] // 2
            for expert in range(shape[0]):
                for part in ("down",) if is_down else ("gate", "up"):
                    yield f"{base}.{expert}.{part}_proj.weight", (rows, shape[2])
        else:
            yield f"model.{name}", shape


class _Weights:
    """Random tensors of sensible scale, cut from one pool of normal numbers: making billions of
    them anew would take longer than what they are made for."""

    def __init__(self, dtype: torch.dtype, seed: int) -> None:
        self._generator = torch.Generator().manual_seed(seed)
        self._pool = torch.randn(_POOL, generator=self._generator)
        self._dtype = dtype

    def make(self, name: str, shape: tuple[int, ...]) -> Tensor:
        scale, shift = _scale_and_shift(name, shape)
        count = math.prod(shape)
        result = torch.empty(count, dtype=self._dtype)
        for first in range(0, count, _POOL // 2):
            length = min(_POOL // 2, count - first)
            start = int(torch.randint(_POOL - length + 1, (1,), generator=self._generator))
            result[first : first + length] = self._pool[start : start + length] * scale + shift
        return result.view(shape)


def _scale_and_shift(name: str, shape: tuple[int, ...]) -> tuple[float, float]:
    if name.endswith("linear_attn.norm.weight"):
        return 0.1, 1.0
    if "norm" in name or "dt_bias" in name or "history" in name:
        return 0.1, 0.0
    if "A_log" in name or "logit_scale" in name:
        return 0.3, 1.0
    if "conv" in name:
        return 0.4, 0.0
    if "embed" in name:
        return 0.5, 0.0
    return shape[-1] ** -0.5, 0.0
