"""The shapes of a checkpoint, and how many parameters and bytes each part has under each scheme.

Read from a config.json, or known by name for the release, so that a plan needs no file and no
torch. Whether a checkpoint can be run at all is not judged here: `clover_desktop.models.config`
refuses what is not implemented.

Axis letters: H hidden, E experts, I expert width, V vocabulary.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from clover_desktop.errors import ConfigError, said

EXPERTS = "experts"
SHARED_EXPERTS = "shared experts"
DELTANET = "gated delta net"
ATTENTION = "attention"
ROUTER = "router"
NORMS = "norms"
HEAD = "head"
EMBEDDING = "embedding"

MODEL_TYPE = "clover_moe"
STATE_VALUE_BYTES = 4
"""The recurrent state is kept in fp32 on every device."""


@dataclass(frozen=True)
class Scheme:
    """Bits of the three kinds of weights; everything small stays at 16 bits.

    `gate_up_bits` and `down_bits` are those of the routed experts, in groups of `group` weights
    along a row with `group_overhead_bits` for scale and zero; the last group of a row may be
    shorter and has the same overhead. `dense_bits` are those of the projections, shared experts,
    head and embedding; at 8 bits each group has one scale of 16 bits. At 16 bits and above nothing
    is packed and there is no overhead.
    """

    name: str
    gate_up_bits: int
    down_bits: int
    group: int = 64
    group_overhead_bits: int = 32
    dense_bits: int = 8

    def expert_row_nbytes(self, columns: int, *, bits: int) -> int:
        """Bytes of one row of a routed expert."""
        if bits >= 16:
            return columns * bits // 8
        groups = -(-columns // self.group)
        return -(-columns * bits // 8) + groups * self.group_overhead_bits // 8

    def dense_row_nbytes(self, columns: int) -> int:
        """Bytes of one row of a tensor that every pass reads."""
        row = columns * self.dense_bits // 8
        return row if self.dense_bits >= 16 else row + 2 * -(-columns // self.group)

    @property
    def small_value_bytes(self) -> int:
        """Bytes of one value of a norm, router, convolution or gate."""
        return max(16, self.dense_bits) // 8


INT4_G64 = Scheme("int4-g64", 4, 4)
COMPACT = Scheme("compact", 3, 4)
BF16 = Scheme("bf16", 16, 16, dense_bits=16)
FLOAT32 = Scheme("float32", 32, 32, dense_bits=32)
"""What an unpacked checkpoint becomes in the memory of a CPU; no file has this scheme."""

SCHEMES: Mapping[str, Scheme] = {scheme.name: scheme for scheme in (INT4_G64, COMPACT, BF16)}
"""The schemes of files, by the name used on the command line and in the manifest."""


@dataclass(frozen=True)
class Geometry:
    """Sizes of a checkpoint; field names as in config.json where they exist there."""

    name: str
    hidden_size: int
    vocab_size: int
    linear_layers: int
    attention_layers: int
    num_attention_heads: int
    num_key_value_heads: int
    head_dim: int
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
    block_size: int
    tie_word_embeddings: bool
    has_coreset: bool

    @property
    def layers(self) -> int:
        """All layers; each has routed experts."""
        return self.linear_layers + self.attention_layers

    @property
    def conv_channels(self) -> int:
        """Channels in front of the convolution: q, k and v."""
        keys = 2 * self.linear_num_key_heads * self.linear_key_head_dim
        return keys + self.linear_num_value_heads * self.linear_value_head_dim

    def _dense_shapes(self) -> dict[str, tuple[int, list[tuple[int, int]]]]:
        """Part to (times, [(rows, columns)]) of the tensors that go to `dense_bits`."""
        hidden, width = self.hidden_size, self.shared_expert_intermediate_size
        queries = self.num_attention_heads * self.head_dim
        keys = self.num_key_value_heads * self.head_dim
        values = self.linear_num_value_heads * self.linear_value_head_dim
        vocabulary = [(self.vocab_size, hidden)]
        return {
            ATTENTION: (
                self.attention_layers,
                [(2 * queries, hidden), (keys, hidden), (keys, hidden), (hidden, queries)],
            ),
            DELTANET: (
                self.linear_layers,
                [(self.conv_channels, hidden), (values, hidden), (hidden, values)],
            ),
            SHARED_EXPERTS: (self.layers, [(width, hidden), (width, hidden), (hidden, width)]),
            HEAD: (1, vocabulary),
            EMBEDDING: (0 if self.tie_word_embeddings else 1, vocabulary),
        }

    def _small_counts(self) -> dict[str, int]:
        """Part to the number of values that stay at 16 bits."""
        heads, taps = self.linear_num_value_heads, 2 * self.linear_conv_kernel_dim - 1
        # in_proj_a and b; left and right taps; A_log, dt_bias and three bd_softmax values a head.
        delta = 2 * heads * self.hidden_size + taps * self.conv_channels + 5 * heads
        norms = (2 * self.layers + 1) * self.hidden_size
        norms += 2 * self.head_dim * self.attention_layers
        norms += self.linear_value_head_dim * self.linear_layers
        return {
            DELTANET: delta * self.linear_layers,
            # The gate of the shared expert is one more row beside the router's.
            ROUTER: (self.num_experts + 1) * self.hidden_size * self.layers,
            NORMS: norms,
        }

    def parameters(self) -> dict[str, int]:
        """Part to number of parameters; a tied embedding counts once, as the head."""
        expert = 3 * self.hidden_size * self.moe_intermediate_size
        counts = {EXPERTS: self.layers * self.num_experts * expert}
        for part, (times, shapes) in self._dense_shapes().items():
            counts[part] = times * sum(rows * columns for rows, columns in shapes)
        for part, count in self._small_counts().items():
            counts[part] = counts.get(part, 0) + count
        return counts

    @property
    def active_parameters(self) -> int:
        """Parameters that one row multiplies with, the head included."""
        counts = self.parameters()
        routed = counts.pop(EXPERTS) * self.num_experts_per_tok // self.num_experts
        counts.pop(EMBEDDING)
        return sum(counts.values()) + routed

    def expert_nbytes(self, scheme: Scheme) -> int:
        """Bytes of one routed expert of one layer."""
        hidden, width = self.hidden_size, self.moe_intermediate_size
        gate_up = 2 * width * scheme.expert_row_nbytes(hidden, bits=scheme.gate_up_bits)
        return gate_up + hidden * scheme.expert_row_nbytes(width, bits=scheme.down_bits)

    def slot_nbytes(self, scheme: Scheme) -> int:
        """Bytes of one expert in every layer: the price of one more resident per layer."""
        return self.layers * self.expert_nbytes(scheme)

    def part_nbytes(self, scheme: Scheme) -> dict[str, int]:
        """Part to bytes of its weights."""
        sizes = {EXPERTS: self.num_experts * self.slot_nbytes(scheme)}
        for part, (times, shapes) in self._dense_shapes().items():
            rows = sum(rows * scheme.dense_row_nbytes(columns) for rows, columns in shapes)
            sizes[part] = times * rows
        for part, count in self._small_counts().items():
            sizes[part] = sizes.get(part, 0) + count * scheme.small_value_bytes
        return sizes

    def weights_nbytes(self, scheme: Scheme) -> int:
        """Bytes of all weights: the size of the installed model."""
        return sum(self.part_nbytes(scheme).values())

    def always_read_nbytes(self, scheme: Scheme) -> int:
        """Bytes that every pass reads: all but the routed experts and the embedding."""
        sizes = self.part_nbytes(scheme)
        return sum(sizes.values()) - sizes[EXPERTS] - sizes[EMBEDDING]

    def kv_nbytes(self, context: int, *, value_bytes: int) -> int:
        """Bytes of keys and values for `context` tokens, rounded up to whole blocks."""
        tokens = -(-context // self.block_size) * self.block_size
        per_token = 2 * self.attention_layers * self.num_key_value_heads * self.head_dim
        return tokens * per_token * value_bytes

    def state_nbytes(self, *, value_bytes: int) -> int:
        """Bytes of one copy of the recurrent state, with the convolution's last raw rows."""
        matrix = self.linear_key_head_dim * self.linear_value_head_dim
        states = self.linear_num_value_heads * matrix * STATE_VALUE_BYTES
        ring = self.conv_channels * (self.linear_conv_kernel_dim - 1) * value_bytes
        return self.linear_layers * (states + ring)

    @classmethod
    def from_config(cls, raw: Mapping[str, Any], *, name: str) -> Geometry:
        """Read the content of a config.json, flat or under `text_config`.

        Raises:
            ConfigError: it is of another kind of model; or a size is missing, not a whole number,
                or below 1, and the sentence names it.
        """
        if raw.get("model_type") != MODEL_TYPE:
            sentence = (
                "This checkpoint is of the model type {found}, and only {known} can be run; choose "
                "a Clover checkpoint."
            )
            found = repr(raw.get("model_type"))
            raise ConfigError(said("model_type", sentence, found=found, known=repr(MODEL_TYPE)))
        text = raw.get("text_config")
        own = {key: value for key, value in raw.items() if value is not None}
        merged = {**text, **own} if isinstance(text, Mapping) else own
        linear, attention = _layer_counts(merged)
        sizes = {key: _size(merged, key) for key in _SIZES}
        return cls(
            name=name,
            linear_layers=linear,
            attention_layers=attention,
            tie_word_embeddings=merged.get("tie_word_embeddings") is True,
            has_coreset=merged.get("moe_block_coreset_enabled") is True,
            **sizes,
        )


_SIZES = (
    "hidden_size",
    "vocab_size",
    "num_attention_heads",
    "num_key_value_heads",
    "head_dim",
    "linear_num_key_heads",
    "linear_num_value_heads",
    "linear_key_head_dim",
    "linear_value_head_dim",
    "linear_conv_kernel_dim",
    "num_experts",
    "num_experts_per_tok",
    "moe_intermediate_size",
    "shared_expert_intermediate_size",
    "max_position_embeddings",
    "block_size",
)


def _size(raw: Mapping[str, Any], key: str) -> int:
    value = raw.get(key)
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise ConfigError(
            f"{key} in config.json must be a whole number of 1 or more, not {value!r}; "
            "the checkpoint's config.json is damaged or of another model."
        )
    return value


def _layer_counts(raw: Mapping[str, Any]) -> tuple[int, int]:
    """Number of GDN and of attention layers, from `layer_types` or from the interval."""
    kinds = raw.get("layer_types")
    if isinstance(kinds, list) and kinds:
        attention = sum(kind == "full_attention" for kind in kinds)
        return len(kinds) - attention, attention
    layers = _size(raw, "num_hidden_layers")
    attention = layers // _size({"full_attention_interval": 4, **raw}, "full_attention_interval")
    return layers - attention, attention


RELEASE_NAME = "Diffuspace/Clover-35B-A3B-Preview"

RELEASE = Geometry(
    name=RELEASE_NAME,
    hidden_size=2048,
    vocab_size=248_320,
    linear_layers=30,
    attention_layers=10,
    num_attention_heads=16,
    num_key_value_heads=2,
    head_dim=256,
    linear_num_key_heads=16,
    linear_num_value_heads=32,
    linear_key_head_dim=128,
    linear_value_head_dim=128,
    linear_conv_kernel_dim=4,
    num_experts=256,
    num_experts_per_tok=8,
    moe_intermediate_size=512,
    shared_expert_intermediate_size=512,
    max_position_embeddings=131_072,
    block_size=32,
    tie_word_embeddings=False,
    has_coreset=True,
)
"""The release's shapes; an installed copy's own config.json wins over them."""


def known_geometry(name: str) -> Geometry | None:
    """The geometry of a release that is known without its files, or None."""
    return RELEASE if name.strip().casefold() == RELEASE_NAME.casefold() else None
