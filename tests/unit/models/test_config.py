"""Run: python3 run.py test tests/unit/models/test_config.py"""

import json
import logging
from pathlib import Path

import pytest

from clover_desktop.errors import CheckpointError, ConfigError
from clover_desktop.models.config import CloverConfig

VECTORS = Path(__file__).parents[2] / "vectors"


@pytest.fixture
def raw() -> dict:
    return json.loads((VECTORS / "one" / "config.json").read_text())


def test_reads_the_released_form(raw):
    config = CloverConfig.from_dict(raw)
    assert (config.hidden_size, config.block_size, config.threshold) == (64, 32, 0.95)
    assert config.conv_channels == 2 * 2 * 16 + 4 * 16
    assert config.rotary_dims == 8
    assert config.block_sizes == (4, 8, 16, 32)
    assert config.eos_token_ids == (258,)


def test_reads_keys_under_text_config(raw):
    outer = {"model_type": "clover_moe", "text_config": {**raw, "model_type": "clover_moe_text"}}
    assert CloverConfig.from_dict(outer) == CloverConfig.from_dict(raw)


def test_clover_keys_may_stand_outside_text_config(raw):
    keys = ("block_size", "mask_token_id", "denoising_config", "moe_block_coreset_enabled")
    inner = {key: value for key, value in raw.items() if key not in keys}
    outer = {key: raw[key] for key in keys}
    outer |= {"model_type": "clover_moe", "text_config": inner, "eos_token_id": None}
    assert CloverConfig.from_dict(outer).block_size == 32
    assert CloverConfig.from_dict(outer).eos_token_ids == (258,)


def test_reads_a_full_dictionary_of_the_trunk(raw, caplog):
    """transformers' own defaults with Clover's keys; mrope is accepted, unknown keys are logged."""
    from transformers import Qwen3_5MoeTextConfig

    full = Qwen3_5MoeTextConfig().to_dict()
    full |= {
        "model_type": "clover_moe",
        "block_size": 32,
        "mask_token_id": 248070,
        "moe_block_coreset_enabled": True,
        "moe_block_coreset_top_p": 0.9,
        "denoising_config": {"algorithm": "low_confidence", "threshold": 0.9},
        "mrope_interleaved": True,
        "a_key_of_tomorrow": 3,
    }
    full["rope_parameters"] |= {"mrope_section": [11, 11, 10], "mrope_interleaved": True}
    with caplog.at_level(logging.INFO):
        config = CloverConfig.from_dict(full)
    assert len(config.layer_types) == 40
    assert config.rotary_dims == 64
    assert config.threshold == 0.9
    assert "a_key_of_tomorrow" in caplog.text
    assert "mrope" not in caplog.text


def test_layer_types_follow_the_interval(raw):
    del raw["layer_types"]
    assert CloverConfig.from_dict(raw).layer_types == ("linear_attention",) * 3 + (
        "full_attention",
    )


def test_optional_keys_have_their_defaults(raw):
    for key in ("denoising_config", "moe_block_coreset_enabled", "moe_block_coreset_top_p"):
        del raw[key]
    config = CloverConfig.from_dict(raw)
    assert config.threshold == 0.95
    assert not config.moe_block_coreset_enabled
    assert config.moe_block_coreset_top_p == 1.0


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"model_type": "llama"}, "llama"),
        ({"model_type": None}, "model type"),
        ({"hidden_act": "gelu"}, "hidden_act"),
        ({"attention_bias": True}, "attention_bias"),
        ({"norm_topk_prob": False}, "norm_topk_prob"),
        ({"attn_output_gate": False}, "attn_output_gate"),
        ({"layer_types": ["linear_attention"] * 3 + ["sliding_attention"]}, "sliding_attention"),
        ({"layer_types": ["linear_attention"]}, "layer_types"),
        ({"denoising_config": {"algorithm": "entropy"}}, "entropy"),
        ({"denoising_config": {"threshold": 1.5}}, "threshold"),
        ({"denoising_config": [1]}, "denoising_config"),
        ({"rope_parameters": {"rope_type": "yarn", "rope_theta": 1e7}}, "yarn"),
        ({"rope_scaling": {"type": "linear"}, "rope_parameters": None}, "linear"),
        ({"rope_theta": 5.0}, "rope_theta"),
        ({"block_size": None}, "block_size"),
        ({"block_size": 2}, "block_size"),
        ({"block_size": True}, "block_size"),
        ({"block_size": "32"}, "block_size"),
        ({"mask_token_id": None}, "mask_token_id"),
        ({"mask_token_id": 288}, "mask_token_id"),
        ({"eos_token_id": [258, 999]}, "eos_token_id"),
        ({"eos_token_id": "258"}, "eos_token_id"),
        ({"hidden_size": 0}, "hidden_size"),
        ({"hidden_size": -64}, "hidden_size"),
        ({"rms_norm_eps": float("nan")}, "rms_norm_eps"),
        ({"num_experts_per_tok": 99}, "num_experts_per_tok"),
        ({"num_key_value_heads": 3}, "num_key_value_heads"),
        ({"linear_num_key_heads": 3}, "linear_num_key_heads"),
        ({"moe_block_coreset_top_p": 0.9, "moe_block_coreset_enabled": 1}, "coreset_enabled"),
        ({"moe_block_coreset_top_p": 2}, "coreset_top_p"),
        ({"text_config": 3}, "text_config"),
        ({"partial_rotary_factor": 0.01, "rope_parameters": {"rope_theta": 1e7}}, "rotary"),
    ],
)
def test_refuses_with_a_sentence_that_names_the_key(raw, change, word):
    with pytest.raises(ConfigError) as caught:
        CloverConfig.from_dict({**raw, **change})
    assert word in caught.value.sentence
    assert caught.value.sentence.endswith(".")


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[1]", b"\xff\xfe", b"[" * 5000],
    ids=["empty", "cut", "list", "bytes", "deep"],
)
def test_ruined_file(tmp_path, content):
    (tmp_path / "config.json").write_bytes(content)
    with pytest.raises(CheckpointError, match=r"config\.json"):
        CloverConfig.from_folder(tmp_path)


def test_missing_file(tmp_path):
    with pytest.raises(CheckpointError, match="missing"):
        CloverConfig.from_folder(tmp_path)
