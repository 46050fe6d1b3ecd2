"""What replaces the delta rule in a preview: a softmax over the block and one history slot."""

from __future__ import annotations

import torch
from torch import Tensor


def block_softmax_rows(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    g: Tensor,
    state: Tensor,
    logit_scale: Tensor,
    history_logit: Tensor,
) -> Tensor:
    """Row by row and head by head.

    `logit[t, s] = logit_scale (q_t . k_s)`, one more entry `history_logit` for the past; with p
    their softmax, `o_t = sum_s p[t, s] v_s + p[t, history] exp(g_t) S^T q_t / sqrt(dk)`.

    Args:
        q, k: [b, h, dk] of unit length. v: [b, h, dv]. g: [b, h]. state: [h, dk, dv], only read.
        logit_scale, history_logit: [h].

    Returns:
        [b, h, dv] in the dtype of `state`.
    """
    dtype = state.dtype
    q, k, v, g = (tensor.to(dtype) for tensor in (q, k, v, g))
    result = torch.zeros_like(v)
    for row in range(q.shape[0]):
        for head in range(q.shape[1]):
            logits = torch.stack(
                [logit_scale[head] * (q[row, head] @ k[s, head]) for s in range(k.shape[0])]
                + [history_logit[head]]
            )
            p = torch.softmax(logits.to(dtype), dim=0)
            past = g[row, head].exp() * (state[head].T @ q[row, head]) * q.shape[-1] ** -0.5
            result[row, head] = p[:-1] @ v[:, head] + p[-1] * past
    return result
