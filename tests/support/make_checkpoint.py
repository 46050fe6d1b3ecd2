"""Tiny checkpoints for tests: odd widths, real names, all the files that come along."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from clover_desktop.tools.random_checkpoint import write_checkpoint

TINY: dict[str, Any] = {
    "model_type": "clover_moe",
    "hidden_size": 96,
    "num_hidden_layers": 2,
    "layer_types": ["linear_attention", "full_attention"],
    "vocab_size": 70,
    "num_attention_heads": 2,
    "num_key_value_heads": 1,
    "head_dim": 16,
    "partial_rotary_factor": 0.5,
    "rope_theta": 10000,
    "rms_norm_eps": 1e-6,
    "linear_num_key_heads": 1,
    "linear_num_value_heads": 2,
    "linear_key_head_dim": 8,
    "linear_value_head_dim": 8,
    "linear_conv_kernel_dim": 4,
    "num_experts": 4,
    "num_experts_per_tok": 2,
    "moe_intermediate_size": 16,
    "shared_expert_intermediate_size": 24,
    "max_position_embeddings": 256,
    "block_size": 8,
    "mask_token_id": 69,
    "eos_token_id": 68,
}
"""Neither width is a multiple of a group of 64."""


def make_checkpoint(folder: Path, *, changes: dict[str, Any] | None = None, **options: Any) -> Path:
    """A checkpoint in `folder` with a few small files; options as in `write_checkpoint`."""
    write_checkpoint(folder, {**TINY, **(changes or {})}, **{"shard_nbytes": 60_000, **options})
    (folder / "generation_config.json").write_text('{"eos_token_id": 68}')
    (folder / "tokenizer.json").write_text('{"version": "1.0"}')
    template = "{% for m in messages %}{{ m.content }}{% endfor %}"
    (folder / "tokenizer_config.json").write_text(json.dumps({"chat_template": template}))
    (folder / "LICENSE").write_text("Apache-2.0\n")
    return folder
