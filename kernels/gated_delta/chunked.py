"""The gated delta rule in chunks: one triangular solve per chunk instead of a step per row.

With G_t the running sum of g inside a chunk and S_0 the state before it,

    S_t = e^{G_t} S_0 + sum_{i<=t} e^{G_t - G_i} k_i d_i^T
    d_t + beta_t sum_{i<t} e^{G_t - G_i} (k_t . k_i) d_i = beta_t (v_t - e^{G_t} S_0^T k_t)

so the rows d of a chunk solve a unit lower triangular system. Its right side is linear in S_0, hence
all chunks are solved at once and only a short loop over chunks is left. Source: the WY form of
arXiv 2412.06464, section 3.3.
"""

from __future__ import annotations

import torch
from torch import Tensor


def chunk_gated_delta(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    g: Tensor,
    beta: Tensor,
    state: Tensor,
    *,
    chunk: int = 64,
) -> tuple[Tensor, Tensor]:
    """Advance the state by T rows. Differentiable; same shapes as `gated_delta_rows`.

    Returns:
        The outputs [..., T, h, dv] and the states [..., N + 1, h, dk, dv]: one before each of the
        N = ceil(T / chunk) chunks, and the last one after all rows.
    """
    dtype = state.dtype
    rows = q.shape[-3]
    count = -(-rows // chunk)
    padding = count * chunk - rows
    q, k, v = (_in_chunks(tensor.to(dtype), count, chunk, padding) for tensor in (q, k, v))
    g, beta = (
        _in_chunks(tensor.to(dtype)[..., None], count, chunk, padding)[..., 0]
        for tensor in (g, beta)
    )  # q, k, v: [..., h, N, c, d]; g, beta: [..., h, N, c]
    q = q * q.shape[-1] ** -0.5

    total = g.cumsum(-1)  # [..., h, N, c]
    lower = torch.ones(chunk, chunk, dtype=torch.bool, device=q.device).tril()
    decay = (total[..., :, None] - total[..., None, :]).masked_fill(~lower, -torch.inf).exp()
    system = (beta[..., None] * (k @ k.transpose(-1, -2)) * decay).tril(-1)
    right = torch.cat([beta[..., None] * v, (beta * total.exp())[..., None] * k], dim=-1)
    solved = torch.linalg.solve_triangular(
        system, right, upper=False, unitriangular=True
    )  # [..., h, N, c, dv + dk]
    from_values, from_keys = solved.split([v.shape[-1], k.shape[-1]], dim=-1)
    scores = (q @ k.transpose(-1, -2)) * decay
    q_decayed = q * total.exp()[..., None]
    k_decayed = (k * (total[..., -1:] - total).exp()[..., None]).transpose(-1, -2)
    kept = total[..., -1].exp()[..., None, None]  # [..., h, N, 1, 1]

    states, outputs = [state], []
    for index in range(count):
        delta = from_values[..., index, :, :] - from_keys[..., index, :, :] @ state
        outputs.append(q_decayed[..., index, :, :] @ state + scores[..., index, :, :] @ delta)
        state = kept[..., index, :, :] * state + k_decayed[..., index, :, :] @ delta
        states.append(state)
    joined = torch.cat(outputs, dim=-2)[..., :rows, :]  # [..., h, T, dv]
    return joined.transpose(-2, -3), torch.stack(states, dim=-4)


def _in_chunks(rows: Tensor, count: int, chunk: int, padding: int) -> Tensor:
    """[..., T, h, d] to [..., h, N, c, d]; padded rows are zero and leave no trace in the state."""
    rows = torch.nn.functional.pad(rows, (0, 0, 0, 0, 0, padding))
    return rows.transpose(-2, -3).unflatten(-2, (count, chunk))
