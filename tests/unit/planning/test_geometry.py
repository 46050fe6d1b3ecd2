# Run: python -P -m pytest tests/unit/planning/test_geometry.py
"""Parameters and bytes of the release and of checkpoints read from a config.json."""

import json
from pathlib import Path
from typing import Any

import pytest
from safetensors import safe_open

from clover_desktop.errors import ConfigError
from clover_desktop.planning.geometry import (
    ATTENTION,
    BF16,
    COMPACT,
    DELTANET,
    EMBEDDING,
    EXPERTS,
    HEAD,
    INT4_G64,
    RELEASE,
    ROUTER,
    SHARED_EXPERTS,
    Geometry,
    Scheme,
    known_geometry,
)

VECTORS = Path(__file__).parents[2] / "vectors"

RELEASE_CONFIG: dict[str, Any] = {
    "model_type": "clover_moe",
    "block_size": 32,
    "moe_block_coreset_enabled": True,
    "text_config": {
        "hidden_size": 2048,
        "vocab_size": 248_320,
        "num_hidden_layers": 40,
        "full_attention_interval": 4,
        "num_attention_heads": 16,
        "num_key_value_heads": 2,
        "head_dim": 256,
        "linear_num_key_heads": 16,
        "linear_num_value_heads": 32,
        "linear_key_head_dim": 128,
        "linear_value_head_dim": 128,
        "linear_conv_kernel_dim": 4,
        "num_experts": 256,
        "num_experts_per_tok": 8,
        "moe_intermediate_size": 512,
        "shared_expert_intermediate_size": 512,
        "max_position_embeddings": 131_072,
        "tie_word_embeddings": False,
    },
}


def test_another_kind_of_model_is_named() -> None:
    llama = {"model_type": "llama", "hidden_size": 64, "num_hidden_layers": 2}
    with pytest.raises(ConfigError, match="the model type 'llama', and only 'clover_moe'"):
        Geometry.from_config(llama, name="llama")


def test_parameters_of_the_release_are_those_of_its_family() -> None:
    counts = RELEASE.parameters()
    assert round(sum(counts.values()) / 1e9, 2) == 34.66
    in_billions = {part: round(count / 1e9, 3) for part, count in counts.items()}
    assert in_billions[EXPERTS] == 32.212
    assert in_billions[DELTANET] == pytest.approx(1.011, abs=0.002)
    assert in_billions[ATTENTION] == 0.273
    assert in_billions[SHARED_EXPERTS] == 0.126
    assert in_billions[HEAD] == in_billions[EMBEDDING] == 0.509
    assert in_billions[ROUTER] == 0.021
    assert round(RELEASE.active_parameters / 1e9, 1) == 2.9


def test_bytes_of_the_release_under_each_scheme() -> None:
    # 69.3 GB of BF16 shards; int4 with groups of 64 is 4.5 bits, compact (3.5 + 3.5 + 4.5) / 3.
    assert round(RELEASE.weights_nbytes(BF16) / 1e9, 1) == 69.3
    experts = RELEASE.parameters()[EXPERTS]
    assert RELEASE.part_nbytes(INT4_G64)[EXPERTS] == experts * 4.5 / 8
    assert RELEASE.part_nbytes(COMPACT)[EXPERTS] == pytest.approx(experts * 11.5 / 3 / 8)
    assert RELEASE.part_nbytes(BF16)[EXPERTS] == experts * 2
    assert round(RELEASE.always_read_nbytes(INT4_G64) / 1e9, 2) == pytest.approx(2.03, abs=0.02)
    # What `models` writes for the release, headers aside.
    assert round(RELEASE.weights_nbytes(INT4_G64) / 1e9, 2) == 20.67
    assert round(RELEASE.weights_nbytes(COMPACT) / 1e9, 2) == 17.99
    assert RELEASE.slot_nbytes(INT4_G64) * 256 == RELEASE.part_nbytes(INT4_G64)[EXPERTS]


def test_cache_and_state_of_the_release() -> None:
    assert RELEASE.kv_nbytes(1024, value_bytes=2) == 1024 * 20_480
    assert RELEASE.kv_nbytes(33, value_bytes=2) == 64 * 20_480  # whole blocks
    assert round(RELEASE.state_nbytes(value_bytes=2) / 1e6) == 64  # 62.9 of states, the ring beside


def test_a_row_that_the_group_does_not_divide_ends_in_a_shorter_group() -> None:
    assert INT4_G64.expert_row_nbytes(64, bits=4) == 32 + 4
    assert INT4_G64.expert_row_nbytes(16, bits=4) == 8 + 4
    assert INT4_G64.expert_row_nbytes(80, bits=4) == 40 + 8
    assert COMPACT.expert_row_nbytes(64, bits=3) == 24 + 4
    assert Scheme("plain", 4, 4, group_overhead_bits=0).expert_row_nbytes(64, bits=4) == 32


def test_the_release_is_known_by_name_only() -> None:
    assert known_geometry("Diffuspace/Clover-35B-A3B-Preview") is RELEASE
    assert known_geometry(" diffuspace/clover-35b-a3b-preview ") is RELEASE
    assert known_geometry("Diffuspace/Clover-35B") is None


def test_a_config_gives_the_same_geometry_as_the_name() -> None:
    assert Geometry.from_config(RELEASE_CONFIG, name=RELEASE.name) == RELEASE
    flat = {**RELEASE_CONFIG, **RELEASE_CONFIG["text_config"], "text_config": None}
    kinds = (["linear_attention"] * 3 + ["full_attention"]) * 10
    assert Geometry.from_config({**flat, "layer_types": kinds}, name=RELEASE.name) == RELEASE


def test_a_tied_head_counts_once() -> None:
    flat = {**RELEASE_CONFIG, "tie_word_embeddings": True}
    tied = Geometry.from_config(flat, name="tied")
    less = sum(RELEASE.parameters().values()) - sum(tied.parameters().values())
    assert less == RELEASE.parameters()[EMBEDDING]


@pytest.mark.parametrize("value", [None, 0, -1, 2.5, "2048", True, [], {}])
def test_a_damaged_size_is_named(value: object) -> None:
    config = {**RELEASE_CONFIG, **RELEASE_CONFIG["text_config"], "head_dim": value}
    config.pop("text_config")
    with pytest.raises(ConfigError, match="head_dim"):
        Geometry.from_config(config, name="damaged")


@pytest.mark.parametrize("name", ["one", "two", "three"])
def test_parameters_equal_those_in_the_files(name: str) -> None:
    folder = VECTORS / name
    config = json.loads((folder / "config.json").read_text(encoding="utf-8"))
    geometry = Geometry.from_config(config, name=name)
    stored = 0
    for shard in folder.glob("model*.safetensors"):
        with safe_open(shard, framework="numpy") as file:
            for name in file.keys():  # noqa: SIM118 - not a mapping
                if ".visual." not in name and not name.startswith("mtp."):
                    size = 1
                    for side in file.get_slice(name).get_shape():
                        size *= side
                    stored += size
    assert sum(geometry.parameters().values()) == stored
