"""Both passes of Clover at once, for training: a batched, differentiable twin of `CloverModel`.

The clean conversations go through the causal pass once. Each GDN layer keeps the raw rows before
its convolution and what gives the state before any row, each attention layer its K and V; then all
noised blocks of all conversations go through the preview together, each over its own prefix. The
layer mathematics is the engine's; only batching and masking live here.

Axes: R conversations, T clean rows, N noised blocks, b rows of a block, E experts.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, cast

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy, scaled_dot_product_attention

from clover_desktop.models.attention import Attention
from clover_desktop.models.clover import CloverModel, Layer
from clover_desktop.models.deltanet import DeltaNet
from clover_desktop.models.layers import rotary_table
from clover_desktop.models.moe import MoE, top_experts
from clover_desktop.tools.seedling.batches import IGNORED, Batch
from clover_kernels.block_softmax import block_softmax
from clover_kernels.gated_delta import chunk_gated_delta
from clover_kernels.gated_delta.chunked import Chunks

CHUNK = 32
SURE = 0.95


class UnitLowerInverse(torch.autograd.Function):
    """`(I + a)^-1` for strictly lower a [..., c, c], c a power of two.

    By halves: the inverse of [[A, 0], [C, B]] has -B^-1 C A^-1 in the corner, so log2(c) rounds of
    small products do it. LAPACK solves one matrix at a time and took a quarter of a training step.
    """

    @staticmethod
    def forward(ctx: Any, a: Tensor) -> Tensor:
        inverse = a.new_ones(*a.shape[:-1], 1, 1)  # [..., c / s, s, s] for s = 1, 2, 4, ...
        while (size := inverse.shape[-1]) < a.shape[-1]:
            tiles = a.unflatten(-1, (-1, 2, size)).unflatten(-4, (-1, 2, size))
            corner = tiles[..., :, 1, :, :, 0, :].diagonal(dim1=-4, dim2=-2).movedim(-1, -3)
            upper, lower = inverse.unflatten(-3, (-1, 2)).unbind(-3)
            corner = -(lower @ corner @ upper)
            top = torch.cat([upper, torch.zeros_like(upper)], dim=-1)
            inverse = torch.cat([top, torch.cat([corner, lower], dim=-1)], dim=-2)
        inverse = inverse.squeeze(-3)
        ctx.save_for_backward(inverse)
        return inverse

    @staticmethod
    def backward(ctx: Any, *grads: Tensor) -> Tensor:
        (inverse,) = ctx.saved_tensors
        flipped = inverse.transpose(-1, -2)
        grad: Tensor = flipped @ grads[0] @ flipped
        return -grad.tril(-1)


def _solve(system: Tensor, right: Tensor) -> Tensor:
    inverse: Tensor = UnitLowerInverse.apply(system)
    return inverse @ right


@dataclass(frozen=True)
class Weights:
    """Shares of the three losses."""

    causal: float = 0.5
    block: float = 1.0
    balance: float = 0.01


@dataclass(frozen=True)
class Losses:
    """Scalars; `total` is what is trained on, `balance` is 1 where all experts are used alike.

    `sure` is the share of masked rows whose right token has more than 0.95.
    """

    total: Tensor
    causal: Tensor
    block: Tensor
    balance: Tensor
    sure: Tensor


def block_coresets(p: Tensor, count: int, top_p: float) -> Tensor:
    """`models.moe.coreset` for many blocks: p [N, b, E] to bool [N, E]."""
    blocks, rows, experts = p.shape
    values, indices = top_experts(p.reshape(-1, experts), count)
    totals = torch.zeros_like(p[:, 0]).scatter_add_(
        1, indices.reshape(blocks, rows * count), values.reshape(blocks, rows * count)
    )
    totals = totals / totals.sum(-1, keepdim=True)
    shares, order = torch.sort(totals, dim=-1, descending=True, stable=True)
    keep = (shares.cumsum(-1) - shares < top_p) & (shares > 0)
    keep[:, 0] = True
    return torch.zeros_like(keep).scatter_(1, order, keep)


@dataclass(frozen=True)
class Places:
    """Where blocks stand: conversation `of` [N] and first row `start` [N], int64."""

    of: Tensor
    start: Tensor

    def __getitem__(self, chosen: Tensor) -> Places:
        return Places(self.of[chosen], self.start[chosen])


@dataclass(frozen=True)
class Prefix:
    """What one layer keeps of the clean rows for all blocks: attention K and V [R, T, nkv, hd], or
    a GDN layer's rows before the convolution [R, T, c] and its states."""

    k: Tensor | None = None
    v: Tensor | None = None
    mixed: Tensor | None = None
    chunks: Chunks | None = None


class TwoStreams:
    """One training pass over a batch; holds nothing but the model it trains."""

    def __init__(self, model: CloverModel, *, coreset: bool = True) -> None:
        self.model = model
        self.coreset = coreset

    def losses(self, batch: Batch, weights: Weights) -> Losses:
        """The losses of one batch, with gradients."""
        causal, prefixes, balances = self._clean(batch, keep_all=False)
        places = Places(batch.block_of, batch.block_start)
        noised = self.own_states(batch, prefixes)
        blocks, more = self._preview(prefixes, places, noised)
        balance = torch.stack([*balances, *more]).mean()

        causal_loss = cross_entropy(
            self._head(causal), batch.causal_targets[batch.causal_targets != IGNORED]
        )
        chosen = (batch.block_targets != IGNORED) & (noised == self._mask)
        logits = self._head(blocks[chosen])
        each = cross_entropy(logits, batch.block_targets[chosen], reduction="none")
        share = batch.block_weights[chosen]
        block_loss = (each * share).sum() / share.sum()
        total = weights.causal * causal_loss + weights.block * block_loss
        total = total + weights.balance * balance
        sure = (each.detach() < -math.log(SURE)).float().mean()
        return Losses(total, causal_loss.detach(), block_loss.detach(), balance.detach(), sure)

    def logits(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """All logits: causal [R, T, V] and preview [N, b, V] of the blocks as they are noised."""
        causal, prefixes, _ = self._clean(batch, keep_all=True)
        places = Places(batch.block_of, batch.block_start)
        blocks, _ = self._preview(prefixes, places, batch.noised)
        return self._head(causal), self._head(blocks)

    @torch.no_grad()
    def own_states(self, batch: Batch, prefixes: list[Prefix]) -> Tensor:
        """`batch.noised` [N, b], but blocks with `own_passes` stand where so many passes of the
        model itself leave them, mistakes included, and never full.

        Random masks hide easy and hard rows alike. A decoder's own passes leave the hard ones, next
        to what was filled too early, and only here is that learned.
        """
        noised = batch.noised.clone()
        rolled = batch.own_passes.nonzero().squeeze(1)
        if not len(rolled):
            return noised
        keys = torch.stack([batch.block_of[rolled], batch.block_start[rolled]], dim=1)
        keys, line = torch.unique(keys, dim=0, return_inverse=True)
        places = Places(keys[:, 0], keys[:, 1])
        wanted = batch.own_passes[rolled]
        furthest = torch.zeros_like(keys[:, 0]).scatter_reduce_(0, line, wanted, "amax")
        state = torch.full((len(keys), batch.block_size), self._mask, device=noised.device)
        passes = 0
        while True:
            passes += 1
            active = (furthest >= passes).nonzero().squeeze(1)
            if not len(active):
                return noised
            rows, _ = self._preview(prefixes, places[active], state[active])
            filled = fill_sure(self._head(rows), state[active], self._mask)
            full = (filled != self._mask).all(dim=1)
            furthest[active[full]] = 0
            state[active] = filled
            here = (wanted >= passes) & (furthest[line] >= passes)
            noised[rolled[here]] = state[line[here]]

    @property
    def _mask(self) -> int:
        return self.model.config.mask_token_id

    def _head(self, x: Tensor) -> Tensor:
        logits: Tensor = self.model.lm_head(self.model.norm(x))
        return logits

    def _clean(self, batch: Batch, *, keep_all: bool) -> tuple[Tensor, list[Prefix], list[Tensor]]:
        """Final hidden rows [R, T, H] of the causal pass (or, unless `keep_all`, only the rows that
        have a target), what each layer keeps for the blocks, and the balance losses."""
        x = self.model.embed_tokens(batch.ids)
        table = self._rotary(torch.arange(batch.ids.shape[1], device=x.device), x.dtype)
        prefixes, balances = [], []
        layers = self._layers()
        for index, layer in enumerate(layers):
            normed = layer.input_layernorm(x)
            if layer.self_attn is not None:
                mixed, prefix = _attend(layer.self_attn, normed, table)
            else:
                assert layer.linear_attn is not None
                mixed, prefix = _recur(layer.linear_attn, normed)
            x = x + mixed
            if index == len(layers) - 1 and not keep_all:
                x = x[batch.causal_targets != IGNORED]
            x, balance = self._experts(layer, x, blocks=False)
            prefixes.append(prefix)
            balances.append(balance)
        return x, prefixes, balances

    def _preview(
        self, prefixes: list[Prefix], places: Places, noised: Tensor
    ) -> tuple[Tensor, list[Tensor]]:
        """Final hidden rows [N, b, H] of noised blocks [N, b] at `places`; balance losses."""
        y = self.model.embed_tokens(noised)
        inside = torch.arange(noised.shape[1], device=y.device)
        table = self._rotary(places.start[:, None] + inside, y.dtype)
        balances = []
        for layer, prefix in zip(self._layers(), prefixes, strict=True):
            normed = layer.input_layernorm(y)
            if layer.self_attn is not None:
                mixed = _attend_block(layer.self_attn, normed, table, prefix, places)
            else:
                assert layer.linear_attn is not None
                mixed = _mix_block(layer.linear_attn, normed, prefix, places)
            y, balance = self._experts(layer, y + mixed, blocks=True)
            balances.append(balance)
        return y, balances

    def _layers(self) -> list[Layer]:
        return cast("list[Layer]", list(self.model.layers))

    def _rotary(self, rows: Tensor, dtype: torch.dtype) -> tuple[Tensor, Tensor]:
        config = self.model.config
        return rotary_table(rows, dims=config.rotary_dims, theta=config.rope_theta, dtype=dtype)

    def _experts(self, layer: Layer, x: Tensor, *, blocks: bool) -> tuple[Tensor, Tensor]:
        """The residual stream after a MoE layer, and how unevenly its router chose."""
        mlp: MoE = layer.mlp
        normed = layer.post_attention_layernorm(x)
        flat = normed.reshape(-1, normed.shape[-1])
        p = mlp.probabilities(flat)
        kept = None
        if blocks and self.coreset and mlp.has_coreset:
            grouped = p.detach().view(*x.shape[:2], -1)
            kept = block_coresets(grouped, mlp.per_token, mlp.coreset_top_p)
            kept = kept.repeat_interleave(x.shape[1], dim=0)  # [N * b, E]
        out = x + mlp(flat, kept).view_as(x)
        experts = p.shape[-1]
        _, chosen = top_experts(p.detach(), mlp.per_token)
        use = torch.bincount(chosen.reshape(-1), minlength=experts).to(p.dtype) / chosen.numel()
        return out, experts * (use * p.mean(0)).sum()


def fill_sure(logits: Tensor, state: Tensor, mask: int) -> Tensor:
    """One step of `low_confidence`: logits [N, b, V] and blocks [N, b] to blocks in which all
    masked rows above `SURE` are filled, or the surest one where none is (architecture.md)."""
    logits = logits.clone()
    logits[..., mask] = -torch.inf
    confidence, tokens = logits.softmax(-1).max(-1)
    open_rows = state == mask
    confidence = confidence.masked_fill(~open_rows, -1.0)
    surest = torch.zeros_like(open_rows).scatter_(1, confidence.argmax(1, keepdim=True), True)
    chosen = (confidence > SURE) | (surest & open_rows)
    return torch.where(chosen, tokens, state)


def _attend(attention: Attention, x: Tensor, table: tuple[Tensor, Tensor]) -> tuple[Tensor, Prefix]:
    q, k, v, gate = attention.project(x, *table)
    return attention.finish(_scaled(q, k, v, None), gate), Prefix(k=k, v=v)


def _attend_block(
    attention: Attention,
    y: Tensor,
    table: tuple[Tensor, Tensor],
    prefix: Prefix,
    places: Places,
) -> Tensor:
    """A block reads K and V of its own conversation's prefix, and all of itself."""
    assert prefix.k is not None
    assert prefix.v is not None
    q, block_k, block_v, gate = attention.project(y, *table)
    rows = torch.arange(prefix.k.shape[1], device=y.device)
    before = rows < places.start[:, None]  # [N, T]
    seen = torch.cat([before, before.new_ones(y.shape[:2])], dim=1)
    keys = torch.cat([prefix.k.index_select(0, places.of), block_k], dim=1)
    values = torch.cat([prefix.v.index_select(0, places.of), block_v], dim=1)
    return attention.finish(_scaled(q, keys, values, seen[:, None, None]), gate)


def _scaled(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None) -> Tensor:
    """q [B, t, nh, hd], k and v [B, s, nkv, hd], mask [B, 1, t or 1, s] to [B, t, nh, hd]; without
    a mask causal."""
    context = scaled_dot_product_attention(
        q.transpose(1, 2),
        k.transpose(1, 2),
        v.transpose(1, 2),
        attn_mask=mask,
        is_causal=mask is None,
        enable_gqa=True,
    )
    return context.transpose(1, 2)


def _recur(mixer: DeltaNet, x: Tensor) -> tuple[Tensor, Prefix]:
    mixed, z, g, beta = mixer.project(x)
    taps = mixer.conv_weight.shape[-1] - 1
    ring = mixed.new_zeros(mixed.shape[0], taps, mixed.shape[-1])
    q, k, v = mixer.split(mixer.convolve(ring, mixed, right=False))
    memory = mixed.new_zeros(x.shape[0], *k.shape[2:], v.shape[-1])
    chunks = chunk_gated_delta(q, k, v, g, beta, memory, chunk=CHUNK, solve=_solve)
    return mixer.finish(chunks.output, z), Prefix(mixed=mixed, chunks=chunks)


def _mix_block(mixer: DeltaNet, y: Tensor, prefix: Prefix, places: Places) -> Tensor:
    assert prefix.mixed is not None
    assert prefix.chunks is not None
    taps = mixer.conv_weight.shape[-1] - 1
    earlier = places.start[:, None] + torch.arange(-taps, 0, device=y.device)
    ring = prefix.mixed[places.of[:, None], earlier.clamp(min=0)] * (earlier >= 0)[..., None]
    memory = prefix.chunks.states_before(places.of, places.start)
    mixed, z, g, _ = mixer.project(y)
    q, k, v = mixer.split(mixer.convolve(ring, mixed, right=True))
    o = block_softmax(
        q,
        k,
        v,
        g,
        memory,
        logit_scale=mixer.bd_softmax_logit_scale,
        history_logit=mixer.history_logit(y.shape[1]),
    )
    return mixer.finish(o, z)
