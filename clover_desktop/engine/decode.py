"""The three decoders: generators of token-level events, no I/O and no text.

The state is given with the prompt in it. Between any two events it holds the prompt and response
tokens that were reported in a `Committed`, nothing else:

- low_confidence: all of them, except those of the block that ends the answer, which no causal pass
  follows;
- draft_self and causal: all but the last one, which is the next row to run.

Stopping early is closing the generator; what was run for tokens not yet reported is taken back. An
answer goes on from where it stopped: bring the state to `rows_to_resume` response tokens and give
those known as `DecodeRequest.response`.
"""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from dataclasses import dataclass
from itertools import count
from typing import TYPE_CHECKING

import torch
from torch import Tensor

from clover_desktop.chat import STRATEGIES, Reason, Strategy
from clover_desktop.engine.events import (
    BlockOpened,
    Committed,
    DecodeEvent,
    Drafted,
    Ended,
    Fill,
    Filled,
    Stepped,
)
from clover_desktop.engine.policy import adjust, choose_fills, count_accepted, draft_width
from clover_desktop.engine.response import Response
from clover_desktop.engine.rules import GenerationRules
from clover_desktop.engine.sampling import choose
from clover_desktop.errors import BugError, ContextError, UsageError, said

if TYPE_CHECKING:
    from clover_desktop.models.clover import CloverModel
    from clover_desktop.models.config import CloverConfig
    from clover_desktop.models.state import ModelState

_ONLY_PASS = 1
"""Pass number of the noise where one causal row decides a position."""

_Events = Generator[DecodeEvent, None, None]


@dataclass(frozen=True, kw_only=True)
class DecodeRequest:
    """How one answer is decoded; every value is in force, none means "the default".

    `block_size` is also the number of tokens that causal reports together. `think_open` tells that
    the prompt ends inside a thought. `top_k` and `top_p` are off as None, 0 or 1.0. `response` are
    tokens of an earlier, stopped answer that goes on; `max_tokens` counts them too.
    """

    strategy: Strategy
    block_size: int
    threshold: float
    draft_width: int = 16
    exact: bool = False
    ratio: float = 0.9
    delta: float = 0.6
    temperature: float = 0.0
    top_k: int | None = None
    top_p: float | None = None
    seed: int = 0
    max_tokens: int
    think_open: bool
    rules: GenerationRules
    response: tuple[int, ...] = ()


def decode(
    model: CloverModel, state: ModelState, prompt_logits: Tensor | None, request: DecodeRequest
) -> Generator[DecodeEvent, None, None]:
    """Answer the prompt that `state` holds.

    Args:
        prompt_logits: [1, V], the last row of the prompt; only draft_self and causal read it, and
            only where `request.response` is empty. It is not changed.

    Raises:
        UsageError: a value of the request is out of bounds (at once, before any event).
        ContextError: the context has no room for a single token (at once).
        BugError: the network gave a value that is not a number (while running).
    """
    check_request(model.config, request)
    run = _Run(model, state, request)
    if request.strategy == "low_confidence":
        return _low_confidence(run)
    if request.strategy == "draft_self":
        return _draft_self(run, prompt_logits)
    return _causal(run, prompt_logits)


def rows_to_resume(strategy: Strategy, response: Sequence[int]) -> int:
    """How many of the response's tokens the state must hold before `decode` goes on after them."""
    return len(response) if strategy == "low_confidence" else max(0, len(response) - 1)


def check_request(config: CloverConfig, request: DecodeRequest) -> None:
    """Refuse values outside their bounds.

    Raises:
        UsageError: one sentence that names value and bounds.
    """
    if request.strategy not in STRATEGIES:
        raise UsageError(f"{request.strategy!r} is no decoder; choose one of {_list(STRATEGIES)}.")
    if request.block_size not in config.block_sizes:
        raise UsageError(
            f"The block size {request.block_size} does not suit this model; choose one of "
            f"{_list(config.block_sizes)}."
        )
    if not 0.0 <= request.threshold <= 1.0:
        raise UsageError(f"The threshold {request.threshold} must lie between 0 and 1.")
    if request.strategy == "draft_self":
        if not 2 <= request.draft_width <= config.block_size:
            raise UsageError(
                f"The draft width {request.draft_width} must lie between 2 and {config.block_size}."
            )
        if request.exact and request.temperature != 0.0:
            raise UsageError(
                "Exact acceptance needs temperature 0; set it to 0 or leave exact acceptance off."
            )
        if not 0.0 <= request.ratio <= 1.0 or not 0.0 <= request.delta < math.inf:
            raise UsageError(
                f"The acceptance ratio {request.ratio} must lie between 0 and 1 and delta "
                f"{request.delta} must be 0 or more."
            )
    if not 0.0 <= request.temperature < math.inf:
        raise UsageError(f"The temperature {request.temperature} must be 0 or more.")
    if request.top_k is not None and request.top_k < 0:
        raise UsageError(f"Top-k {request.top_k} must be 1 or more, or 0 for off.")
    if request.top_p is not None and not 0.0 < request.top_p <= 1.0:
        raise UsageError(f"Top-p {request.top_p} must be above 0 and at most 1.")
    if request.max_tokens < 1:
        raise UsageError(f"The longest answer, {request.max_tokens} tokens, must be 1 or more.")
    if len(request.response) >= request.max_tokens:
        raise UsageError(
            f"The answer already has {len(request.response)} of at most {request.max_tokens} "
            "tokens; allow a longer answer to go on."
        )
    if not frozenset(request.response).isdisjoint(request.rules.stop_ids):
        raise UsageError("The answer has ended and cannot go on; ask again instead.")


def _list(values: Sequence[object]) -> str:
    return ", ".join(str(value) for value in values)


class _Run:
    """What the decoders share: model, state, request, the response and the counts."""

    def __init__(self, model: CloverModel, state: ModelState, request: DecodeRequest) -> None:
        context = model.config.max_position_embeddings
        prompt = state.length - rows_to_resume(request.strategy, request.response)
        room = context - prompt
        if room <= len(request.response):
            text = (
                "The prompt has {tokens} tokens and the model's context of {context} leaves no "
                "room for an answer; shorten the prompt or begin a new chat."
            )
            counts = {"tokens": f"{state.length:,}", "context": f"{context:,}"}
            raise ContextError(said("context_full", text, **counts))
        # At max_tokens == room the answer ends because nothing more fits, whatever the limit says.
        limit_reason: Reason = "length" if request.max_tokens < room else "context"
        self.model = model
        self.state = state
        self.request = request
        self.rules = request.rules
        self.passes = 0
        self.commits = 0
        self.response = Response(
            stop_ids=request.rules.stop_ids,
            limit=min(request.max_tokens, room),
            limit_reason=limit_reason,
            device=model.device,
        )
        self.response.add(request.response)

    def ids(self, tokens: Sequence[int]) -> Tensor:
        """int64 on the model's device."""
        return torch.tensor(tokens, dtype=torch.int64, device=self.model.device)

    def awaits_think_end(self, others: Sequence[int] = ()) -> bool:
        """Whether the thought is still open after the response and `others`."""
        end = self.rules.think_end_id
        return self.request.think_open and end not in self.response and end not in others

    def choose(
        self, logits: Tensor, positions: Tensor, pass_number: int, *, greedy: bool = False
    ) -> tuple[Tensor, Tensor]:
        """Tokens and confidences [n] of adjusted logits [n, V], still on the device."""
        request = self.request
        return choose(
            logits,
            temperature=0.0 if greedy else request.temperature,
            top_k=request.top_k or None,
            top_p=request.top_p,
            seed=request.seed,
            positions=positions,
            pass_number=pass_number,
        )

    def pick(
        self,
        logits: Tensor,
        positions: Sequence[int],
        pass_number: int,
        *,
        others: Sequence[int] = (),
        greedy: bool = False,
    ) -> tuple[list[int], list[float]]:
        """Tokens and confidences of n rows that all follow the same response. Changes `logits`
        [n, V]; the one place where such a pass waits for the device."""
        awaits = self.awaits_think_end(others)
        adjust(
            logits,
            self.rules,
            seen_ids=self.response.ids,
            seen_counts=self.response.counts,
            positions=positions,
            awaits_think_end=[awaits] * len(positions),
        )
        chosen, confidences = self.choose(logits, self.ids(positions), pass_number, greedy=greedy)
        return _fetch(chosen, confidences)

    def pick_next(self, logits: Tensor) -> int:
        """The token after the response, by its causal row [1, V], which is changed."""
        tokens, _ = self.pick(logits, [len(self.response.tokens) + 1], _ONLY_PASS)
        return tokens[0]

    def ended(self, reason: Reason, *, held: int) -> Ended:
        return Ended(reason, self.passes, self.commits, held)


def _fetch(tokens: Tensor, confidences: Tensor) -> tuple[list[int], list[float]]:
    """Both to the host in one transfer; float64 holds every token id and confidence exactly."""
    chosen, values = torch.stack([tokens.double(), confidences.double()]).tolist()
    if any(math.isnan(value) for value in values):
        text = (
            "The network computed a value that is not a number; load the model again, or choose "
            "float32 as its precision."
        )
        raise BugError(said("not_a_number", text))
    return [int(token) for token in chosen], values


def _low_confidence(run: _Run) -> _Events:
    """Denoise block after block: preview, fill the confident rows, commit when none is masked."""
    model, state, response = run.model, run.state, run.response
    size = run.request.block_size
    for block in count():
        yield BlockOpened(block, size)
        held = len(response.tokens)
        row_tokens = [run.rules.mask_id] * size
        filled: list[int] = []
        masked = list(range(size))
        for pass_number in count(1):
            logits = model.preview(run.ids(row_tokens), state, rows=run.ids(masked))
            run.passes += 1
            tokens, confidences = run.pick(
                logits, [held + row + 1 for row in masked], pass_number, others=filled
            )
            fills = choose_fills(masked, tokens, confidences, run.request.threshold)
            for fill in fills:
                row_tokens[fill.position] = fill.token
                filled.append(fill.token)
            settled = {fill.position for fill in fills}
            masked = [row for row in masked if row not in settled]
            yield Filled(block, pass_number, fills)
            if not masked:
                break
        kept, reason = response.cut(row_tokens)
        response.add(kept)
        if reason is not None:
            yield Committed(block, tuple(kept), commits=run.commits)
            yield run.ended(reason, held=held)
            return
        model.commit(run.ids(row_tokens), state, logits="none")
        run.commits += 1
        yield Committed(block, tuple(kept), commits=run.commits)


def _draft_self(run: _Run, prompt_logits: Tensor | None) -> _Events:
    """Rounds: one preview drafts, one causal pass verifies and gives the token after the draft."""
    model, state, response = run.model, run.state, run.response
    reason: Reason | None
    if not response.tokens:
        assert prompt_logits is not None
        first, reason = response.cut([run.pick_next(prompt_logits.clone())])
        response.add(first)
        yield Committed(0, tuple(first))
        if reason is not None:
            yield run.ended(reason, held=0)
            return
    for number in count(1):
        before = len(response.tokens)
        pending = response.tokens[-1]
        width = draft_width(run.request.draft_width, response.left)
        rows = list(range(1, width))
        masks = [run.rules.mask_id] * (width - 1)
        logits = model.preview(run.ids([pending, *masks]), state, rows=run.ids(rows))
        run.passes += 1
        drafts, confidences = run.pick(
            logits, [before + row for row in rows], _ONLY_PASS, greedy=True
        )
        yield Drafted(number, tuple(map(Fill, rows, drafts, confidences)))

        logits, trail = model.verify(run.ids([pending, *drafts]), state)
        run.commits += 1
        try:
            accepted, token = _judge(run, logits, drafts)
        except BaseException:
            state.rewind(trail, 0)
            raise
        kept, reason = response.cut([*drafts[:accepted], token])
        # The rows of `pending` and of all kept tokens but the last, which is the next pending one.
        state.rewind(trail, len(kept))
        response.add(kept)
        yield Committed(number, tuple(kept), min(accepted, len(kept)), run.commits)
        if reason is not None:
            yield run.ended(reason, held=len(response.tokens) - 1)
            return


@torch.inference_mode()
def _judge(run: _Run, logits: Tensor, drafts: Sequence[int]) -> tuple[int, int]:
    """How many drafts the causal rows [w, V] accept, and the token after those."""
    request, response = run.request, run.response
    ids, counts = response.counts_along(drafts)
    first = len(response.tokens) + 1
    adjust(
        logits,
        run.rules,
        seen_ids=ids,
        seen_counts=counts,
        positions=range(first, first + logits.shape[0]),
        awaits_think_end=[run.awaits_think_end(drafts[:row]) for row in range(logits.shape[0])],
    )
    accepted = count_accepted(
        logits, run.ids(drafts), exact=request.exact, ratio=request.ratio, delta=request.delta
    )[None]
    tokens, confidences = run.choose(logits.index_select(0, accepted), accepted + first, _ONLY_PASS)
    # The count travels as a second row, so that the round waits for the device once.
    fetched, _ = _fetch(
        torch.cat([tokens, accepted]), torch.cat([confidences, torch.ones_like(confidences)])
    )
    return fetched[1], fetched[0]


def _causal(run: _Run, prompt_logits: Tensor | None) -> _Events:
    """One token a causal pass; reported in groups of `block_size`."""
    model, state, response = run.model, run.state, run.response
    reported = state.snapshot()
    group: list[int] = []
    block = 0
    before = len(response.tokens)
    try:
        if response.tokens:
            logits = model.commit(run.ids(response.tokens[-1:]), state, logits="last")
            run.commits += 1
        else:
            assert prompt_logits is not None
            logits = prompt_logits.clone()
        while True:
            token = run.pick_next(logits)
            _, reason = response.cut([token])
            response.add([token])
            group.append(token)
            if reason is not None or len(group) == run.request.block_size:
                reported = state.snapshot()
                yield Committed(block, tuple(group), commits=run.commits)
                group = []
                block += 1
                if reason is not None:
                    yield run.ended(reason, held=len(response.tokens) - 1)
                    return
            else:
                yield Stepped(len(response.tokens) - before, run.commits)
            logits = model.commit(run.ids([token]), state, logits="last")
            run.commits += 1
    finally:
        if state.length != reported.length:
            state.restore(reported)
