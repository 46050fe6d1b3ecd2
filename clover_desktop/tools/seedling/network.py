"""Both passes of Clover at once, for training: a batched, differentiable twin of `CloverModel`.

The clean conversations go through the causal pass once. Each GDN layer keeps the raw rows before
its convolution and what gives the state before any row, each attention layer its K and V; then all
noised blocks of all conversations go through the preview together, each over its own prefix. The
layer mathematics is the engine's; only batching and masking live here.

Axes: R conversations, T clean rows, N noised blocks, b rows of a block, E experts.
"""

from __future__ import annotations

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

CHUNK = 32


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


class TwoStreams:
    """One training pass over a batch; holds nothing but the model it trains."""

    def __init__(self, model: CloverModel, *, coreset: bool = True) -> None:
        self.model = model
        self.coreset = coreset

    def losses(self, batch: Batch, weights: Weights) -> Losses:
        """The losses of one batch, with gradients."""
        causal, blocks, balance = self._run(batch, keep_all=False)
        targets = batch.causal_targets[batch.causal_targets != IGNORED]
        causal_loss = cross_entropy(self._head(causal), targets)
        chosen = batch.block_targets != IGNORED
        masked = batch.block_targets[chosen]
        logits = self._head(blocks[chosen])
        each = cross_entropy(logits, masked, reduction="none")
        share = batch.block_weights[chosen]
        block_loss = (each * share).sum() / share.sum()
        total = weights.causal * causal_loss + weights.block * block_loss
        total = total + weights.balance * balance
        sure = (each.detach() < 0.0513).float().mean()
        return Losses(total, causal_loss.detach(), block_loss.detach(), balance.detach(), sure)

    def logits(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """All logits: causal [R, T, V] and preview [N, b, V]."""
        causal, blocks, _ = self._run(batch, keep_all=True)
        return self._head(causal), self._head(blocks)

    def _head(self, x: Tensor) -> Tensor:
        logits: Tensor = self.model.lm_head(self.model.norm(x))
        return logits

    def _run(self, batch: Batch, *, keep_all: bool) -> tuple[Tensor, Tensor, Tensor]:
        """Final hidden rows: causal [R, T, H] (or, unless `keep_all`, only the rows that have a
        target), preview [N, b, H]; and the mean balance loss."""
        model, config, size = self.model, self.model.config, batch.block_size
        rows = torch.arange(batch.ids.shape[1], device=batch.ids.device)
        x = model.embed_tokens(batch.ids)
        y = model.embed_tokens(batch.noised)
        tables = [
            rotary_table(at, dims=config.rotary_dims, theta=config.rope_theta, dtype=x.dtype)
            for at in (rows, batch.block_start[:, None] + rows[:size])
        ]
        prefix = rows < batch.block_start[:, None]  # [N, T]
        block_mask = torch.cat([prefix, prefix.new_ones(len(prefix), size)], dim=1)

        balances = []
        layers = cast("list[Layer]", list(model.layers))
        for index, layer in enumerate(layers):
            normed_x, normed_y = layer.input_layernorm(x), layer.input_layernorm(y)
            if layer.self_attn is not None:
                mixed_x, mixed_y = _attend(
                    layer.self_attn, normed_x, normed_y, tables, block_mask, batch
                )
            else:
                assert layer.linear_attn is not None
                mixed_x, mixed_y = _recur(layer.linear_attn, normed_x, normed_y, batch)
            x, y = x + mixed_x, y + mixed_y
            if index == len(layers) - 1 and not keep_all:
                x = x[batch.causal_targets != IGNORED]
            x, balance_x = self._experts(layer, x, blocks=False)
            y, balance_y = self._experts(layer, y, blocks=True)
            balances += [balance_x, balance_y]
        return x, y, torch.stack(balances).mean()

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


def _attend(
    attention: Attention,
    x: Tensor,
    y: Tensor,
    tables: list[tuple[Tensor, Tensor]],
    block_mask: Tensor,
    batch: Batch,
) -> tuple[Tensor, Tensor]:
    """Attention of both streams; a block reads K and V of its own conversation's prefix."""
    q, k, v, gate = attention.project(x, *tables[0])
    context = _scaled(q, k, v, None)
    out_x = attention.finish(context, gate)
    q, block_k, block_v, gate = attention.project(y, *tables[1])
    keys = torch.cat([k.index_select(0, batch.block_of), block_k], dim=1)
    values = torch.cat([v.index_select(0, batch.block_of), block_v], dim=1)
    context = _scaled(q, keys, values, block_mask[:, None, None])
    return out_x, attention.finish(context, gate)


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


def _recur(mixer: DeltaNet, x: Tensor, y: Tensor, batch: Batch) -> tuple[Tensor, Tensor]:
    """A GDN layer of both streams."""
    mixed, z, g, beta = mixer.project(x)
    taps = mixer.conv_weight.shape[-1] - 1
    ring = mixed.new_zeros(mixed.shape[0], taps, mixed.shape[-1])
    q, k, v = mixer.split(mixer.convolve(ring, mixed, right=False))
    memory = mixed.new_zeros(x.shape[0], *k.shape[2:], v.shape[-1])
    chunks = chunk_gated_delta(q, k, v, g, beta, memory, chunk=CHUNK, solve=_solve)
    out_x = mixer.finish(chunks.output, z)

    earlier = batch.block_start[:, None] + torch.arange(-taps, 0, device=x.device)
    ring = mixed[batch.block_of[:, None], earlier.clamp(min=0)] * (earlier >= 0)[..., None]
    memory = chunks.states_before(batch.block_of, batch.block_start)
    mixed, z, g, _ = mixer.project(y)
    q, k, v = mixer.split(mixer.convolve(ring, mixed, right=True))
    o = block_softmax(
        q,
        k,
        v,
        g,
        memory,
        logit_scale=mixer.bd_softmax_logit_scale,
        history_logit=mixer.history_logit(batch.block_size),
    )
    return out_x, mixer.finish(o, z)
