"""The checkpoint's config.json, read strictly.

A key that changes the mathematics and has a value not implemented here is refused; keys that
change nothing for text (mrope, training, bookkeeping) are accepted; unknown keys are logged.
"""

from __future__ import annotations

import json
import logging
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from clover_desktop.errors import CheckpointError, ConfigError, said

log = logging.getLogger(__name__)
T = TypeVar("T")

MODEL_TYPE = "clover_moe"
LAYER_KINDS = ("linear_attention", "full_attention")

REQUIRED_VALUES: Mapping[str, tuple[Any, ...]] = {
    "hidden_act": ("silu",),
    "attention_bias": (False,),
    "norm_topk_prob": (True,),
    "attn_output_gate": (True,),
    "mlp_only_layers": ([],),
    "decoder_sparse_step": (1,),
    "output_gate_type": ("swish", "silu"),
    "attention_dropout": (0, 0.0),
    "use_sliding_window": (False,),
}
"""Known keys with the values that are implemented; any other value is refused."""

WITHOUT_EFFECT = frozenset(
    (
        "architectures",
        "model_type",
        "torch_dtype",
        "dtype",
        "transformers_version",
        "initializer_range",
        "use_cache",
        "bos_token_id",
        "eos_token_id",
        "pad_token_id",
        "rope_parameters",
        "rope_scaling",
        "output_router_logits",
        "router_aux_loss_coef",
        "mamba_ssm_dtype",
        "full_attention_interval",
        "intermediate_size",
        "text_config",
        "vision_config",
        "image_token_id",
        "video_token_id",
        "vision_start_token_id",
        "vision_end_token_id",
        "mtp_num_hidden_layers",
        "mtp_use_dedicated_embeddings",
        "attn_implementation",
        "_name_or_path",
        "auto_map",
        "chunk_size_feed_forward",
        "id2label",
        "label2id",
        "is_encoder_decoder",
        "output_attentions",
        "output_hidden_states",
        "return_dict",
        "problem_type",
        "ignore_keys_at_rope_validation",
        "language_model_only",
        "denoising_config",
        "tokenizer_class",
    )
)


@dataclass(frozen=True)
class CloverConfig:
    """Geometry and constants of a checkpoint; names as in config.json.

    `eos_token_ids` is empty where config.json names none. `threshold` and `algorithm` come from
    `denoising_config`. `max_position_embeddings` is the context in tokens.
    """

    hidden_size: int
    vocab_size: int
    layer_types: tuple[str, ...]
    num_attention_heads: int
    num_key_value_heads: int
    head_dim: int
    partial_rotary_factor: float
    rope_theta: float
    rms_norm_eps: float
    linear_num_key_heads: int
    linear_num_value_heads: int
    linear_key_head_dim: int
    linear_value_head_dim: int
    linear_conv_kernel_dim: int
    num_experts: int
    num_experts_per_tok: int
    moe_intermediate_size: int
    shared_expert_intermediate_size: int
    max_position_embeddings: int
    tie_word_embeddings: bool
    block_size: int
    mask_token_id: int
    threshold: float
    moe_block_coreset_enabled: bool
    moe_block_coreset_top_p: float
    eos_token_ids: tuple[int, ...]
    pad_token_id: int | None

    @property
    def conv_channels(self) -> int:
        """C = 2 nk dk + nv dv, the channels in front of a GDN layer's convolution."""
        keys = self.linear_num_key_heads * self.linear_key_head_dim
        return 2 * keys + self.linear_num_value_heads * self.linear_value_head_dim

    @property
    def rotary_dims(self) -> int:
        """Leading dims of a head that are turned."""
        return int(self.head_dim * self.partial_rotary_factor)

    @property
    def block_sizes(self) -> tuple[int, ...]:
        """Block sizes the checkpoint allows: divisors of its own, 4 or more, ascending."""
        return tuple(n for n in range(4, self.block_size + 1) if self.block_size % n == 0)

    @classmethod
    def from_folder(cls, folder: Path) -> CloverConfig:
        """Read `folder/config.json`.

        Raises:
            CheckpointError: the file is missing or not JSON. ConfigError: as `from_dict`.
        """
        return cls.from_dict(read_json(folder / "config.json"))

    @classmethod
    def from_dict(cls, raw: Mapping[str, Any]) -> CloverConfig:
        """Check and translate the content of a config.json.

        Raises:
            ConfigError: another `model_type`, a missing key, a value out of bounds or of the wrong
                type, or mathematics that is not implemented; the sentence names the key.
        """
        if raw.get("model_type") != MODEL_TYPE:
            found = raw.get("model_type")
            sentence = (
                "This checkpoint is of the model type {found}, and only {known} can be run; choose "
                "a Clover checkpoint."
            )
            raise ConfigError(
                said("model_type", sentence, found=repr(found), known=repr(MODEL_TYPE))
            )
        text = raw.get("text_config") or {}
        if not isinstance(text, Mapping):
            raise _no_object("text_config")
        return _Reader({**text, **{k: v for k, v in raw.items() if v is not None}}).config()


class _Reader:
    """Takes keys out of the merged dictionary, with their bounds, and remembers which."""

    def __init__(self, raw: Mapping[str, Any]) -> None:
        self.raw = raw
        self.known: set[str] = set(WITHOUT_EFFECT) | set(REQUIRED_VALUES)

    def config(self) -> CloverConfig:
        self._refuse_unimplemented()
        rotary_factor, theta = self._rope()
        denoising = self._object("denoising_config")
        algorithm = denoising.get("algorithm", "low_confidence")
        if algorithm != "low_confidence":
            text = (
                "The denoising algorithm {found} in config.json is not known; only "
                "'low_confidence' is."
            )
            raise ConfigError(said("config_algorithm", text, found=repr(algorithm)))
        threshold = denoising.get("threshold", 0.95)
        config = CloverConfig(
            hidden_size=self._count("hidden_size"),
            vocab_size=self._count("vocab_size"),
            layer_types=self._layer_types(),
            num_attention_heads=self._count("num_attention_heads"),
            num_key_value_heads=self._count("num_key_value_heads"),
            head_dim=self._count("head_dim"),
            partial_rotary_factor=rotary_factor,
            rope_theta=theta,
            rms_norm_eps=self._number("rms_norm_eps", low=0.0, high=1.0),
            linear_num_key_heads=self._count("linear_num_key_heads"),
            linear_num_value_heads=self._count("linear_num_value_heads"),
            linear_key_head_dim=self._count("linear_key_head_dim"),
            linear_value_head_dim=self._count("linear_value_head_dim"),
            linear_conv_kernel_dim=self._count("linear_conv_kernel_dim", low=2),
            num_experts=self._count("num_experts"),
            num_experts_per_tok=self._count("num_experts_per_tok"),
            moe_intermediate_size=self._count("moe_intermediate_size"),
            shared_expert_intermediate_size=self._count("shared_expert_intermediate_size"),
            max_position_embeddings=self._count("max_position_embeddings"),
            tie_word_embeddings=self._flag("tie_word_embeddings", default=False),
            block_size=self._count("block_size", low=4),
            mask_token_id=self._count("mask_token_id", low=0),
            threshold=_bounded("denoising_config.threshold", threshold, 0.0, 1.0),
            moe_block_coreset_enabled=self._flag("moe_block_coreset_enabled", default=False),
            moe_block_coreset_top_p=self._number(
                "moe_block_coreset_top_p", low=0.0, high=1.0, default=1.0
            ),
            eos_token_ids=self._ids("eos_token_id"),
            pad_token_id=next(iter(self._ids("pad_token_id")), None),
        )
        self._check(config)
        unknown = sorted(
            key for key in self.raw if key not in self.known and not key.startswith("mrope")
        )
        if unknown:
            log.info("config.json holds keys that are not known: %s", ", ".join(unknown))
        return config

    def _refuse_unimplemented(self) -> None:
        for key, values in REQUIRED_VALUES.items():
            if self.raw.get(key) is not None and self.raw[key] not in values:
                raise _not_implemented(key, self.raw[key], values[0])

    def _rope(self) -> tuple[float, float]:
        rope = {**self._object("rope_scaling"), **self._object("rope_parameters")}
        kind = rope.get("rope_type", rope.get("type", "default"))
        if kind not in ("default", None):
            raise _not_implemented("rope_type", kind, "default")
        values = []
        for key, high in (("partial_rotary_factor", 1.0), ("rope_theta", 1e12)):
            self.known.add(key)
            places = [place[key] for place in (rope, self.raw) if place.get(key) is not None]
            if len(places) == 2 and places[0] != places[1]:
                text = (
                    "config.json gives {key} twice, as {first} and {second}; mend the file or "
                    "fetch it again."
                )
                first, second = map(repr, places)
                raise ConfigError(said("config_twice", text, key=key, first=first, second=second))
            if not places:
                raise _lacks(key)
            values.append(_bounded(key, places[0], 0.0, high))
        return values[0], values[1]

    def _layer_types(self) -> tuple[str, ...]:
        count = self._count("num_hidden_layers")
        self.known.add("layer_types")
        kinds = self.raw.get("layer_types")
        if kinds is None:
            every = self._count("full_attention_interval", default=4)
            return tuple(LAYER_KINDS[(index + 1) % every == 0] for index in range(count))
        if not isinstance(kinds, list) or len(kinds) != count:
            text = (
                "layer_types in config.json must list {count} layers, one for each of "
                "num_hidden_layers."
            )
            raise ConfigError(said("config_layers", text, count=count))
        for kind in kinds:
            if kind not in LAYER_KINDS:
                text = "The layer type {kind} in config.json is not implemented."
                raise ConfigError(said("config_layer_type", text, kind=repr(kind)))
        return tuple(kinds)

    def _check(self, config: CloverConfig) -> None:
        for whole, part in (
            ("num_attention_heads", "num_key_value_heads"),
            ("linear_num_value_heads", "linear_num_key_heads"),
        ):
            if getattr(config, whole) % getattr(config, part):
                text = "{whole} in config.json must be a multiple of {part}."
                raise ConfigError(said("config_multiple", text, whole=whole, part=part))
        if config.num_experts_per_tok > config.num_experts:
            text = "num_experts_per_tok in config.json is larger than num_experts."
            raise ConfigError(said("config_experts", text))
        if config.rotary_dims < 2 or config.rotary_dims % 2:
            text = "head_dim times partial_rotary_factor in config.json must be an even number."
            raise ConfigError(said("config_rotary", text))
        for key in ("mask_token_id", "pad_token_id"):
            value = getattr(config, key)
            if value is not None and value >= config.vocab_size:
                raise _outside(key)
        if any(token >= config.vocab_size for token in config.eos_token_ids):
            raise _outside("eos_token_id")

    def _value(self, key: str, default: Any = None) -> Any:
        self.known.add(key)
        value = self.raw.get(key)
        if value is None:
            if default is None:
                raise _lacks(key)
            return default
        return value

    def _object(self, key: str) -> Mapping[str, Any]:
        self.known.add(key)
        value = self.raw.get(key)
        if value is None:
            return {}
        if not isinstance(value, Mapping):
            raise _no_object(key)
        return value

    def _count(self, key: str, *, low: int = 1, default: int | None = None) -> int:
        value = self._value(key, default)
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value < 2**31:
            text = "{key} in config.json must be a whole number of {low} or more."
            raise ConfigError(said("config_count", text, key=key, low=low))
        return value

    def _number(self, key: str, *, low: float, high: float, default: float | None = None) -> float:
        return _bounded(key, self._value(key, default), low, high)

    def _flag(self, key: str, *, default: bool) -> bool:
        value = self._value(key, default)
        if not isinstance(value, bool):
            text = "{key} in config.json must be true or false."
            raise ConfigError(said("config_flag", text, key=key))
        return value

    def _ids(self, key: str) -> tuple[int, ...]:
        value = self.raw.get(key)
        listed = value if isinstance(value, list) else [] if value is None else [value]
        for token in listed:
            if isinstance(token, bool) or not isinstance(token, int) or token < 0:
                text = "{key} in config.json must hold token ids."
                raise ConfigError(said("config_ids", text, key=key))
        return tuple(dict.fromkeys(listed))


def _not_implemented(key: str, value: object, wanted: object) -> ConfigError:
    text = "{key} = {value} in config.json is not implemented; it must be {wanted}."
    return ConfigError(said("config_value", text, key=key, value=repr(value), wanted=repr(wanted)))


def _lacks(key: str) -> ConfigError:
    return ConfigError(
        said("config_lacks", "config.json lacks {key}; fetch the file again.", key=key)
    )


def _outside(key: str) -> ConfigError:
    text = "{key} in config.json lies outside the vocabulary."
    return ConfigError(said("config_outside", text, key=key))


def _no_object(key: str) -> ConfigError:
    return ConfigError(said("config_object", "{key} in config.json must be an object.", key=key))


def _bounded(key: str, value: Any, low: float, high: float) -> float:
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not math.isfinite(value) or not low <= value <= high:
        text = "{key} in config.json must be a number from {low} to {high}."
        bounds = {"low": f"{low:g}", "high": f"{high:g}"}
        raise ConfigError(said("config_number", text, key=key, **bounds))
    return float(value)


def read_json(path: Path) -> Mapping[str, Any]:
    """The object in a JSON file of a checkpoint.

    Raises:
        CheckpointError: the file is missing, unreadable, or holds no JSON object.
    """
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        text = "{file} is missing in {folder}; choose a folder that holds a checkpoint."
        raise CheckpointError(said("no_json", text, file=path.name, folder=path.parent)) from None
    except OSError as error:
        text = "{path} cannot be read: {why}."
        raise CheckpointError(said("unreadable", text, path=path, why=error.strerror)) from error
    except (UnicodeDecodeError, ValueError, RecursionError) as error:
        text = "{path} is not valid JSON; fetch the file again."
        raise CheckpointError(said("bad_json", text, path=path), detail=str(error)) from error
    if not isinstance(value, dict):
        text = "{path} must hold a JSON object; fetch the file again."
        raise CheckpointError(said("no_json_object", text, path=path))
    return value
