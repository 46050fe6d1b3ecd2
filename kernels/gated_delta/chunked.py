"""The gated delta rule in chunks: one triangular solve per chunk instead of a step per row.

With G_t the running sum of g inside a chunk and S_0 the state before it,

    S_t = e^{G_t} S_0 + sum_{i<=t} e^{G_t - G_i} k_i d_i^T
    d_t + beta_t sum_{i<t} e^{G_t - G_i} (k_t . k_i) d_i = beta_t (v_t - e^{G_t} S_0^T k_t)

so the rows d of a chunk solve a unit lower triangular system. Its right side is linear in S_0,
hence all chunks are solved at once and only a short loop over chunks is left. Source: the WY form
of arXiv 2412.06464, section 3.3.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import torch
from torch import Tensor

Solve = Callable[[Tensor, Tensor], Tensor]


def solve_unit_lower(system: Tensor, right: Tensor) -> Tensor:
    """X of `(I + system) X = right`; system [..., c, c], of which only the part
    below the diagonal is read; right [..., c, n]."""
    solved: Tensor = torch.linalg.solve_triangular(system, right, upper=False, unitriangular=True)
    return solved


@dataclass(frozen=True)
class Chunks:
    """All a pass over T rows knows afterwards, c rows to each of N = ceil(T / c) chunks.

    `output` [..., T, h, dv]; `states` [..., N + 1, h, dk, dv], one before each chunk and the last
    one; `k` [..., N, h, c, dk], the rows d of the module's formula `deltas` [..., N, h, c, dv], and
    `total` [..., N, h, c], the running sum of g.
    """

    output: Tensor
    states: Tensor
    k: Tensor
    deltas: Tensor
    total: Tensor

    def states_before(self, line: Tensor, row: Tensor) -> Tensor:
        """The states [M, h, dk, dv] before `row` [M] of sequence `line` [M]; one leading axis."""
        size = self.k.shape[-2]
        chunk, inside = row // size, row % size
        total = self.total[line, chunk]  # [M, h, c]
        last = (inside - 1).clamp(min=0)[:, None, None].expand(-1, total.shape[1], 1)
        first = (inside == 0)[:, None, None]
        until = total.gather(-1, last).masked_fill(first, 0.0)  # [M, h, 1]
        earlier = torch.arange(size, device=row.device) < inside[:, None, None]
        share = (until - total).clamp(max=0.0).exp() * earlier
        written = (self.k[line, chunk] * share[..., None]).transpose(-1, -2)
        kept = until.exp()[..., None] * self.states[line, chunk]
        return kept + written @ self.deltas[line, chunk]


def chunk_gated_delta(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    g: Tensor,
    beta: Tensor,
    state: Tensor,
    *,
    chunk: int = 64,
    solve: Solve = solve_unit_lower,
) -> Chunks:
    """Advance the state by T rows. Differentiable; same shapes as `gated_delta_rows`.

    Training gives its own `solve`.
    """
    output, states, k, deltas, total = _chunks(q, k, v, g, beta, state, chunk, solve)
    lead = state.shape[:-2]

    def shaped(rows: Tensor) -> Tensor:
        """[N, B, c, d] to [..., N, h, c, d]."""
        parted: Tensor = rows.unflatten(1, lead)
        return parted.movedim(0, -4)

    return Chunks(
        output,
        torch.stack(states, dim=-4),
        shaped(k),
        shaped(torch.stack(deltas)),
        shaped(total)[..., 0],
    )


def gated_delta_by_chunks(
    q: Tensor, k: Tensor, v: Tensor, g: Tensor, beta: Tensor, state: Tensor, chunk: int
) -> tuple[Tensor, Tensor]:
    """`chunk_gated_delta` with its output and the last state [..., h, dk, dv] only."""
    output, states, *_ = _chunks(q, k, v, g, beta, state, chunk, solve_unit_lower)
    return output, states[-1]


def _chunks(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    g: Tensor,
    beta: Tensor,
    state: Tensor,
    chunk: int,
    solve: Solve,
) -> tuple[Tensor, list[Tensor], Tensor, list[Tensor], Tensor]:
    dtype, lead = state.dtype, state.shape[:-2]
    rows, dk, dv = q.shape[-3], q.shape[-1], v.shape[-1]
    count = -(-rows // chunk)
    q, k, v = (_in_chunks(tensor.to(dtype), count, chunk) for tensor in (q, k, v))
    g, beta = (_in_chunks(tensor.to(dtype)[..., None], count, chunk) for tensor in (g, beta))
    # q, k, v: [N, B, c, d]; g, beta: [N, B, c, 1]; B is every leading axis times the heads

    total = g.cumsum(-2)
    decay = (total - total.transpose(-1, -2)).clamp(max=0.0).exp().tril()  # [N, B, c, c]
    grown = total.exp()
    k_beta = k * beta
    k_t = k.transpose(-1, -2)
    system = (k_beta @ k_t) * decay
    right = torch.cat([v * beta, k_beta * grown], dim=-1)
    solved = solve(system, right)
    scores = (q @ k_t) * (decay * dk**-0.5)
    last = total[..., -1:, :]

    from_values = solved[..., :dv].unbind(0)
    from_keys = solved[..., dv:].unbind(0)
    readers = (q * (grown * dk**-0.5)).unbind(0)
    writers = (k_t * (last - total).exp().transpose(-1, -2)).unbind(0)
    kept = last.exp().unbind(0)
    seen = scores.unbind(0)
    memory = state.reshape(-1, dk, dv)
    states, outputs, deltas = [state], [], []
    for index in range(count):
        delta = torch.baddbmm(from_values[index], from_keys[index], memory, alpha=-1)
        outputs.append(torch.baddbmm(torch.bmm(readers[index], memory), seen[index], delta))
        memory = torch.baddbmm(kept[index] * memory, writers[index], delta)
        states.append(memory.reshape(*lead, dk, dv))
        deltas.append(delta)
    joined = torch.cat(outputs, dim=-2)[:, :rows]  # [B, T, dv]
    return joined.reshape(*lead, rows, dv).transpose(-2, -3), states, k, deltas, total


def _in_chunks(rows: Tensor, count: int, chunk: int) -> Tensor:
    """[..., T, h, d] to [N, B, c, d]; padded rows are zero and leave no trace in the state."""
    padding = count * chunk - rows.shape[-3]
    if padding:
        rows = torch.nn.functional.pad(rows, (0, 0, 0, 0, 0, padding))
    rows = rows.reshape(*rows.shape[:-3], count, chunk, *rows.shape[-2:])
    rows = rows.movedim(-4, 0).transpose(-2, -3)
    return rows.reshape(count, -1, chunk, rows.shape[-1])
