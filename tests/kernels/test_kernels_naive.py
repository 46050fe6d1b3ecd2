"""Run: python3 run.py test tests/kernels/test_kernels_naive.py

Every fast form against its row-by-row twin, at odd sizes.
"""

import math
import time

import pytest
import torch

from clover_kernels.block_attention import attention_rows, block_attention
from clover_kernels.block_conv import block_conv, block_conv_rows
from clover_kernels.block_softmax import block_softmax, block_softmax_rows
from clover_kernels.experts import experts_rows, grouped_experts
from clover_kernels.gated_delta import (
    chunk_gated_delta,
    gated_delta,
    gated_delta_recurrent,
    gated_delta_rows,
)

ROWS = [1, 2, 3, 5, 15, 17, 31, 32, 33, 64, 65, 130]


def unit(*shape: int, dtype: torch.dtype = torch.float64) -> torch.Tensor:
    return torch.nn.functional.normalize(torch.randn(*shape, dtype=dtype), dim=-1)


def delta_inputs(rows: int, heads: int = 3, dk: int = 8, dv: int = 5, *lead: int) -> tuple:
    q, k = unit(*lead, rows, heads, dk), unit(*lead, rows, heads, dk)
    v = torch.randn(*lead, rows, heads, dv, dtype=torch.float64)
    g = -torch.rand(*lead, rows, heads, dtype=torch.float64)
    beta = torch.rand(*lead, rows, heads, dtype=torch.float64)
    return q, k, v, g, beta, torch.randn(*lead, heads, dk, dv, dtype=torch.float64)


@pytest.fixture(autouse=True)
def _seed() -> None:
    torch.manual_seed(7)


def test_row_loop_is_the_recurrence_of_the_definition():
    q, k, v = delta_inputs(1, 1, 2, 2)[:3]
    g, beta = torch.tensor([[-0.5]]).double(), torch.tensor([[0.25]]).double()
    start = torch.tensor([[[1.0, 2.0], [3.0, 4.0]]]).double()
    o, after = gated_delta_rows(q, k, v, g, beta, start)
    decayed = math.exp(-0.5) * start[0]
    d = 0.25 * (v[0, 0] - decayed.T @ k[0, 0])
    want = decayed + torch.outer(k[0, 0], d)
    torch.testing.assert_close(after[0], want)
    torch.testing.assert_close(o[0, 0], want.T @ q[0, 0] / math.sqrt(2))


@pytest.mark.parametrize("rows", ROWS)
@pytest.mark.parametrize("chunk", [1, 7, 32, 64])
def test_chunks_equal_rows(rows, chunk):
    inputs = delta_inputs(rows)
    o, after = gated_delta_rows(*inputs)
    chunks = chunk_gated_delta(*inputs, chunk=chunk)
    states = chunks.states
    torch.testing.assert_close(chunks.output, o)
    step_o, step_state = gated_delta_recurrent(*inputs)
    torch.testing.assert_close(step_o, o)
    torch.testing.assert_close(step_state, after)
    torch.testing.assert_close(states[-1], after)
    assert states.shape[0] == -(-rows // chunk) + 1
    for index in range(states.shape[0] - 1):
        part = [x[: index * chunk] for x in inputs[:5]]
        want = gated_delta_rows(*part, inputs[5])[1] if index else inputs[5]
        torch.testing.assert_close(states[index], want)


@pytest.mark.parametrize("gate", [0.0, -1e-6, -30.0, -200.0], ids=["open", "near", "far", "shut"])
def test_chunks_at_extreme_gates(gate):
    q, k, v, g, beta, state = delta_inputs(70)
    inputs = (q, k, v, torch.full_like(g, gate), beta, state)
    want_o, want_s = gated_delta_rows(*inputs)
    got_o, got_s = gated_delta(*inputs)
    torch.testing.assert_close(got_o, want_o)
    torch.testing.assert_close(got_s, want_s)


def test_batched_chunks_and_their_gradient():
    inputs = [x.requires_grad_() for x in delta_inputs(9, 2, 4, 3, 2)]
    chunks = chunk_gated_delta(*inputs, chunk=4)
    o = chunks.output
    (o.sum() + chunks.states.square().sum()).backward()
    for batch in range(2):
        alone, _ = gated_delta_rows(*(x[batch] for x in inputs))
        torch.testing.assert_close(o[batch], alone)
    assert all(torch.isfinite(x.grad).all() and x.grad.abs().sum() > 0 for x in inputs)


def test_a_state_before_any_row_equals_rows_up_to_it():
    inputs = delta_inputs(9, 2, 4, 3, 2)
    chunks = chunk_gated_delta(*inputs, chunk=4)
    lines, rows = torch.arange(18) // 9, torch.arange(18) % 9
    found = chunks.states_before(lines, rows)
    for state, line, row in zip(found, lines.tolist(), rows.tolist(), strict=True):
        want = inputs[5][line]
        if row:
            want = gated_delta_rows(*(x[line, :row] for x in inputs[:5]), want)[1]
        torch.testing.assert_close(state, want)


def test_chunks_are_twenty_times_faster_at_1024_rows():
    """The bound for long prompts, at the demo model's geometry; CPU seconds of one thread, so that
    a busy machine does not decide. Measured 50 to 60 times (4 heads of 32)."""
    inputs = [x.float() for x in delta_inputs(1024, 4, 32, 32)]

    def seconds(call) -> float:
        start = time.thread_time()
        call()
        return time.thread_time() - start

    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    slow = seconds(lambda: gated_delta_rows(*inputs))
    fast = min(seconds(lambda: gated_delta(*inputs)) for _ in range(5))
    torch.set_num_threads(threads)
    assert slow / fast >= 20, f"{slow / fast:.1f} times"


def test_fp32_state_does_not_drift_over_512_commits():
    """Takes two seconds: 512 commits are the point."""
    inputs = [delta_inputs(32, 2, 16, 16) for _ in range(8)]
    exact, single = inputs[0][5], inputs[0][5].float()
    for commit in range(512):
        rows = inputs[commit % 8][:5]
        exact = gated_delta(*rows, exact)[1]
        single = gated_delta(*(x.float() for x in rows), single)[1]
    assert (single.double() - exact).abs().max() / exact.abs().max() < 1e-5


@pytest.mark.parametrize("rows", [1, 2, 3, 4, 16, 33])
@pytest.mark.parametrize("taps", [2, 4])
@pytest.mark.parametrize("right", [False, True], ids=["causal", "right"])
def test_convolution(rows, taps, right):
    ring, x = torch.randn(taps - 1, 6).double(), torch.randn(rows, 6).double()
    left, after = torch.randn(6, taps).double(), torch.randn(6, taps - 1).double()
    taps_right = after if right else None
    torch.testing.assert_close(
        block_conv(ring, x, left=left, right=taps_right),
        block_conv_rows(ring, x, left, taps_right),
    )


def test_left_taps_against_torch():
    ring, x, left = (
        torch.randn(3, 6).double(),
        torch.randn(9, 6).double(),
        torch.randn(6, 4).double(),
    )
    want = torch.nn.functional.conv1d(torch.cat([ring, x]).T[None], left[:, None], groups=6)[0].T
    torch.testing.assert_close(block_conv(ring, x, left=left), want)


@pytest.mark.parametrize("right", [False, True], ids=["causal", "right"])
def test_gradients_of_the_convolution(right):
    inputs = [torch.randn(2, taps, 3).double() for taps in (3, 5)]
    inputs += [torch.randn(3, taps).double() for taps in (4, 3)]

    def convolve(ring, x, left, after):
        return block_conv(ring, x, left=left, right=after if right else None)

    used = inputs if right else inputs[:3]
    last = () if right else (None,)
    leaves = [value.requires_grad_() for value in used]
    assert torch.autograd.gradcheck(lambda *values: convolve(*values, *last), leaves)


@pytest.mark.parametrize("rows", [1, 4, 31, 32])
def test_block_softmax(rows):
    q, k, v, g, _, state = delta_inputs(rows)
    scale, history = torch.randn(3).double() * 4, torch.randn(3).double()
    before = state.clone()
    got = block_softmax(q, k, v, g, state, logit_scale=scale, history_logit=history)
    torch.testing.assert_close(got, block_softmax_rows(q, k, v, g, state, scale, history))
    assert torch.equal(state, before)


def test_a_sure_history_slot_reads_only_the_past():
    q, k, v, g, _, state = delta_inputs(4)
    got = block_softmax(
        q, k, v, g, state, logit_scale=torch.ones(3), history_logit=torch.full((3,), 80.0)
    )
    past = g.exp()[..., None] * torch.einsum("hkv,thk->thv", state, q) / math.sqrt(8)
    torch.testing.assert_close(got, past)


@pytest.mark.parametrize("causal", [True, False])
@pytest.mark.parametrize("rows", [1, 2, 31, 33])
@pytest.mark.parametrize("prefix", [0, 1, 40])
def test_attention(rows, prefix, causal):
    q = torch.randn(rows, 6, 8).double()
    k, v = torch.randn(2, prefix + rows, 2, 8).double()
    torch.testing.assert_close(
        block_attention(q, k, v, causal=causal), attention_rows(q, k, v, causal=causal)
    )


@pytest.mark.parametrize("rows", [1, 5, 33])
@pytest.mark.parametrize("per_token", [1, 3])
def test_experts(rows, per_token):
    x = torch.randn(rows, 6).double()
    gate_up, down = torch.randn(7, 10, 6).double(), torch.randn(7, 6, 5).double()
    chosen = torch.stack([torch.randperm(7)[:per_token] for _ in range(rows)])
    weights = torch.rand(rows, per_token).double()
    torch.testing.assert_close(
        grouped_experts(x, chosen, weights, gate_up, down),
        experts_rows(x, chosen, weights, gate_up, down),
    )
