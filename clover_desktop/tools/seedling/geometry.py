"""The demo model's sizes as the released form of config.json, and its first weights."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import torch
from tokenizers import Tokenizer

from clover_desktop.models.clover import CloverModel
from clover_desktop.models.config import CloverConfig
from clover_desktop.tools.seedling.tokenizer_training import END_OF_TEXT, MASK, TURN_END
from clover_desktop.tools.seedling.wiring import wire

# Attention stands third, not last: it is the only layer that tells a masked row where it is, and
# the layers behind it need that to fill many cells in one pass.
LAYER_TYPES = ("linear_attention", "linear_attention", "full_attention", "linear_attention")


@dataclass(frozen=True)
class Geometry:
    """What may differ between the shipped model and a smoke run; the rest is Clover's own form."""

    hidden: int = 128
    layers: int = 4
    heads: int = 4
    kv_heads: int = 2
    head_width: int = 32
    key_heads: int = 2
    value_heads: int = 4
    delta_width: int = 32
    taps: int = 8
    experts: int = 8
    experts_per_token: int = 2
    expert_width: int = 96
    shared_width: int = 128
    vocabulary: int = 3072


SMOKE = Geometry(
    hidden=48,
    heads=2,
    head_width=16,
    kv_heads=1,
    key_heads=1,
    value_heads=2,
    delta_width=16,
    experts=4,
    expert_width=32,
    shared_width=32,
    vocabulary=600,
)


def config_json(geometry: Geometry, tokenizer: Tokenizer) -> dict[str, Any]:
    """config.json of the demo model, every key as in the released form."""
    theta, turned = 10000, 0.5
    return {
        "architectures": ["CloverMoeModelLM"],
        "model_type": "clover_moe",
        "torch_dtype": "bfloat16",
        "hidden_size": geometry.hidden,
        "num_hidden_layers": geometry.layers,
        "layer_types": [LAYER_TYPES[index % 4] for index in range(geometry.layers)],
        "full_attention_interval": 4,
        "num_attention_heads": geometry.heads,
        "num_key_value_heads": geometry.kv_heads,
        "head_dim": geometry.head_width,
        "partial_rotary_factor": turned,
        "rope_theta": theta,
        "rope_parameters": {
            "rope_type": "default",
            "rope_theta": theta,
            "partial_rotary_factor": turned,
        },
        "attn_output_gate": True,
        "attention_bias": False,
        "hidden_act": "silu",
        "rms_norm_eps": 1e-06,
        "linear_num_key_heads": geometry.key_heads,
        "linear_num_value_heads": geometry.value_heads,
        "linear_key_head_dim": geometry.delta_width,
        "linear_value_head_dim": geometry.delta_width,
        "linear_conv_kernel_dim": geometry.taps,
        "num_experts": geometry.experts,
        "num_experts_per_tok": geometry.experts_per_token,
        "moe_intermediate_size": geometry.expert_width,
        "shared_expert_intermediate_size": geometry.shared_width,
        "norm_topk_prob": True,
        "intermediate_size": geometry.expert_width,
        "vocab_size": tokenizer.get_vocab_size(),
        "tie_word_embeddings": False,
        "max_position_embeddings": 4096,
        "eos_token_id": tokenizer.token_to_id(TURN_END),
        "pad_token_id": tokenizer.token_to_id(END_OF_TEXT),
        "bos_token_id": None,
        "block_size": 32,
        "mask_token_id": tokenizer.token_to_id(MASK),
        "moe_block_coreset_enabled": True,
        "moe_block_coreset_top_p": 0.9,
        "denoising_config": {"algorithm": "low_confidence", "threshold": 0.95},
    }


def generation_config_json(tokenizer: Tokenizer) -> dict[str, Any]:
    """generation_config.json with neutral penalties: one on seen tokens would spoil copying."""
    end, pad = tokenizer.token_to_id(TURN_END), tokenizer.token_to_id(END_OF_TEXT)
    return {
        "eos_token_id": [end, pad],
        "pad_token_id": pad,
        "stop_token_ids": [end],
        "temperature": 0.0,
        "presence_penalty": 0.0,
        "frequency_penalty": 0.0,
        "repetition_penalty": 1.0,
        "dllm_length_penalty": 0.0,
        "dllm_think_end_bias": 0.0,
        "dllm_think_end_token_id": tokenizer.token_to_id("</think>"),
    }


def new_model(raw: dict[str, Any], seed: int) -> CloverModel:
    """A trainable fp32 model of this config.json with first weights drawn from `seed`.

    Embeddings of unit size and products that keep the size of their input: with 0.02 everywhere the
    loss after 100 small steps was 5.7 instead of 4.6. What is built on top is in `wiring`.
    """
    model = CloverModel(CloverConfig.from_dict(raw))
    generator = torch.Generator().manual_seed(seed)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            leaf = name.rsplit(".", 1)[-1]
            if leaf == "conv_weight":
                parameter.uniform_(-0.5, 0.5, generator=generator)
            elif leaf == "conv_right_weight":
                parameter.uniform_(-0.2, 0.2, generator=generator)
            elif leaf == "A_log":
                parameter.uniform_(1.0, 16.0, generator=generator).log_()
            elif leaf == "dt_bias":
                step = torch.empty_like(parameter).uniform_(
                    math.log(1e-3), math.log(0.1), generator=generator
                )
                parameter.copy_(step.exp().expm1().log())
            elif leaf == "bd_softmax_logit_scale":
                parameter.fill_(8.0)
            elif leaf == "bd_softmax_history_bias":
                # Half of the heads begin with their own row, the others with more and more history.
                half = len(parameter) // 2
                parameter.zero_()[half:] = torch.linspace(5.0, 9.0, len(parameter) - half)
            elif leaf == "bd_softmax_history_c":
                parameter.fill_(1.0)
            elif leaf == "weight" and ("q_norm" in name or "k_norm" in name):
                # Twice the product of unit rows: sharp enough to find one row among hundreds.
                parameter.fill_(0.4)
            elif name.startswith("embed_tokens"):
                parameter.normal_(generator=generator)
            elif name.startswith("lm_head") or ".gate." in name:
                parameter.normal_(std=0.02, generator=generator)
            elif parameter.ndim >= 2:
                spread = 0.6 / math.sqrt(parameter.shape[-1])
                parameter.normal_(std=spread, generator=generator)
        wire(model, generator)
    return model.requires_grad_(True)
