"""The network: embedding, layers, norm, head. Read this first.

One set of weights, two kinds of pass. `commit` is causal: it appends rows to the state. `preview`
runs the open block over the state and changes nothing. `verify` is a commit that can be taken back
row by row. Axis letters: T rows, b rows of a block, H hidden, V vocabulary.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

import torch
from torch import Tensor, nn

from clover_desktop.models.attention import Attention
from clover_desktop.models.config import CloverConfig
from clover_desktop.models.deltanet import DeltaNet
from clover_desktop.models.layers import RMSNorm, rotary_table, wide
from clover_desktop.models.moe import MoE
from clover_desktop.models.state import DeltaState, DeltaTrail, ModelState, Trail


@dataclass
class Probe:
    """Collects what a pass computed inside: the residual stream after each layer [T, H], and in a
    preview with coresets the experts kept in each layer (int64)."""

    hidden: list[Tensor] = field(default_factory=list)
    coresets: list[Tensor] = field(default_factory=list)


class Layer(nn.Module):
    """`x += mixer(norm(x)); x += moe(norm(x))`; the mixer is `linear_attn` or `self_attn`."""

    def __init__(self, config: CloverConfig, kind: str) -> None:
        super().__init__()
        self.input_layernorm = RMSNorm(config.hidden_size, config.rms_norm_eps)
        self.post_attention_layernorm = RMSNorm(config.hidden_size, config.rms_norm_eps)
        is_recurrent = kind == "linear_attention"
        self.linear_attn: DeltaNet | None = DeltaNet(config) if is_recurrent else None
        self.self_attn: Attention | None = None if is_recurrent else Attention(config)
        self.mlp = MoE(config)


class CloverModel(nn.Module):
    """Clover, of the geometry that `config` states. Parameters carry the checkpoint's names."""

    def __init__(self, config: CloverConfig) -> None:
        super().__init__()
        self.config = config
        self.embed_tokens = nn.Embedding(config.vocab_size, config.hidden_size)
        self.layers = nn.ModuleList([Layer(config, kind) for kind in config.layer_types])
        self.norm = RMSNorm(config.hidden_size, config.rms_norm_eps)
        self.lm_head = nn.Linear(config.hidden_size, config.vocab_size, bias=False)

    def each_layer(self) -> Iterator[tuple[int, Layer]]:
        """The layers with their index, in order."""
        for index, layer in enumerate(self.layers):
            assert isinstance(layer, Layer)
            yield index, layer

    @property
    def device(self) -> torch.device:
        return self.embed_tokens.weight.device

    @property
    def dtype(self) -> torch.dtype:
        return self.embed_tokens.weight.dtype

    def new_state(self) -> ModelState:
        """An empty prefix."""
        return ModelState(self.config, self.device, self.dtype)

    @torch.inference_mode()
    def commit(
        self,
        ids: Tensor,
        state: ModelState,
        *,
        logits: Literal["all", "last", "none"] = "all",
        probe: Probe | None = None,
    ) -> Tensor:
        """Causal pass: append T >= 1 tokens to the state. If it fails, the state is as before.

        Args:
            ids: int64 [T]. logits: of which rows to compute logits.

        Returns:
            Logits [T, V], [1, V] or [0, V] in fp32 (float64 for a float64 model).
        """
        x, _ = self._causal(ids, state, probe)
        if logits == "all":
            return self._head(x)
        return self._head(x[-1:] if logits == "last" else x[:0])

    @torch.inference_mode()
    def verify(self, ids: Tensor, state: ModelState) -> tuple[Tensor, Trail]:
        """A commit with all logits [T, V] and a trail for `ModelState.rewind`."""
        x, trail = self._causal(ids, state, None)
        return self._head(x), trail

    @torch.inference_mode()
    def preview(
        self,
        ids: Tensor,
        state: ModelState,
        *,
        rows: Tensor | None = None,
        coreset: bool = True,
        probe: Probe | None = None,
    ) -> Tensor:
        """Run the open block over the state, which does not change.

        Args:
            ids: int64 [b], masks included. rows: int64 [n], the rows whose logits are wanted.
            coreset: False switches the expert coreset off, whatever the config says.

        Returns:
            Logits [n, V], or [b, V] without `rows`, in fp32 (float64 for a float64 model).
        """
        x = self.embed_tokens(ids)
        cos, sin = self._rotary(state.length, ids.shape[0])
        for index, layer in self.each_layer():
            normed = layer.input_layernorm(x)
            if layer.self_attn is not None:
                x = x + layer.self_attn.preview(normed, state.kv(index), state.length, cos, sin)
            elif layer.linear_attn is not None:
                x = x + layer.linear_attn.preview(normed, state.delta(index))
            normed = layer.post_attention_layernorm(x)
            kept = layer.mlp.kept(normed) if coreset and layer.mlp.has_coreset else None
            x = x + layer.mlp(normed, kept)
            if probe is not None:
                probe.hidden.append(x)
                if kept is not None:
                    probe.coresets.append(kept.nonzero()[:, 0])
        return self._head(x if rows is None else x[rows])

    def _causal(self, ids: Tensor, state: ModelState, probe: Probe | None) -> tuple[Tensor, Trail]:
        x = self.embed_tokens(ids)
        start = state.length
        cos, sin = self._rotary(start, ids.shape[0])
        recurrent: list[DeltaState | None] = []
        trails: list[DeltaTrail | None] = []
        for index, layer in self.each_layer():
            normed = layer.input_layernorm(x)
            after, trail = None, None
            if layer.self_attn is not None:
                x = x + layer.self_attn.commit(normed, state.kv(index), start, cos, sin)
            elif layer.linear_attn is not None:
                mixed, after, trail = layer.linear_attn.commit(normed, state.delta(index))
                x = x + mixed
            recurrent.append(after)
            trails.append(trail)
            x = x + layer.mlp(layer.post_attention_layernorm(x))
            if probe is not None:
                probe.hidden.append(x)
        state.recurrent = recurrent
        state.length = start + ids.shape[0]
        return x, Trail(start, ids.shape[0], tuple(trails))

    def _rotary(self, start: int, rows: int) -> tuple[Tensor, Tensor]:
        positions = torch.arange(start, start + rows, device=self.device)
        return rotary_table(
            positions,
            dims=self.config.rotary_dims,
            theta=self.config.rope_theta,
            dtype=wide(self.dtype),
        )

    def _head(self, x: Tensor) -> Tensor:
        logits: Tensor = self.lm_head(self.norm(x))
        return logits.to(wide(x.dtype))
