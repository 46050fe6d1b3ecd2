"""Which rows of the last conversation are read again: the prefix of a prompt that is kept.

There is one sequence: the tokens whose rows the state holds, and snapshots along it. A recurrent
state cannot be shortened, so a prompt that parts from the sequence goes on from the longest
snapshot before the parting; snapshots behind it are dropped, because the KV rows they share are
overwritten.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import torch
from torch import Tensor

if TYPE_CHECKING:
    from clover_desktop.models.clover import CloverModel
    from clover_desktop.models.state import ModelState, Snapshot

CHUNK = 512
"""Rows of one causal pass of a prompt: the longest time to a cancel."""


@dataclass(frozen=True, slots=True)
class PrefillProgress:
    """`done` of `total` prompt tokens are in the state; `reused` of them came from before."""

    done: int
    total: int
    reused: int


@dataclass(frozen=True, slots=True)
class Prefilled:
    """The prompt is in `state`; `logits` [1, V] are those of its last row."""

    state: ModelState
    logits: Tensor
    reused: int


@dataclass(frozen=True, slots=True)
class _Kept:
    """A snapshot; `asked` where a later prompt is expected to part from this one."""

    snapshot: Snapshot
    asked: bool


class PrefixCache:
    """The state of one model, reused from prompt to prompt.

    Begin a prompt, decode with the state that comes back, and tell `record_commit` the tokens of
    each `Committed`. After an exception inside the network call `reset`.

    Args:
        max_snapshots, max_bytes: bounds of what snapshots keep alive besides the state itself.
            Beyond them the snapshots after commits go first, and always the one that saves the
            fewest rows; the latest is the last to go.
    """

    def __init__(
        self,
        model: CloverModel,
        *,
        max_snapshots: int = 16,
        max_bytes: int = 512 * 1024 * 1024,
        chunk: int = CHUNK,
    ) -> None:
        self._model = model
        self._max_snapshots = max_snapshots
        self._max_bytes = max_bytes
        self._chunk = chunk
        self.reset()

    def reset(self) -> None:
        """Forget everything, free the state's memory."""
        self._state = self._model.new_state()
        self._empty = self._state.snapshot()
        self._tokens: list[int] = []
        self._kept: list[_Kept] = []

    @property
    def lengths(self) -> tuple[int, ...]:
        """Rows of each snapshot, ascending."""
        return tuple(kept.snapshot.length for kept in self._kept)

    @property
    def nbytes(self) -> int:
        """Bytes of the state and of the snapshots (shared tensors counted twice)."""
        return self._state.nbytes + self._snapshot_nbytes

    @property
    def _snapshot_nbytes(self) -> int:
        return sum(kept.snapshot.nbytes for kept in self._kept)

    def begin(
        self, ids: Sequence[int], snapshot_at: Sequence[int] = ()
    ) -> Generator[PrefillProgress, None, Prefilled]:
        """Bring the state to `ids`, reading only what is new, at least the last token.

        Yields progress, first what is reused and then after each chunk; closing it in between keeps
        the chunks that were read. Snapshots are taken where `snapshot_at` says how many tokens of
        `ids` precede them, as far as these are read now.
        """
        assert ids, "a prompt has at least one token"
        total = len(ids)
        reused = self._rewind_to(ids)
        yield PrefillProgress(reused, total, reused)
        wanted = {position for position in snapshot_at if reused <= position <= total}
        if reused in wanted:
            self._keep(asked=True)
        stops = sorted({*wanted, total})
        logits: Tensor | None = None
        done = reused
        for stop in stops:
            while done < stop:
                end = min(done + self._chunk, stop)
                rows = torch.tensor(ids[done:end], dtype=torch.int64, device=self._model.device)
                wants_logits = end == total
                logits = self._model.commit(
                    rows, self._state, logits="last" if wants_logits else "none"
                )
                self._tokens.extend(ids[done:end])
                done = end
                if done in wanted:
                    self._keep(asked=True)
                yield PrefillProgress(done, total, reused)
        assert logits is not None
        return Prefilled(self._state, logits, reused)

    def record_commit(self, tokens: Sequence[int]) -> None:
        """Tokens of a `Committed` event, while the decoder pauses at it.

        How many of them the state holds already is told by its length; a snapshot is taken there.
        """
        self._tokens.extend(tokens)
        assert self._state.length <= len(self._tokens), "the state holds tokens nobody recorded"
        self._keep(asked=False)

    def _rewind_to(self, ids: Sequence[int]) -> int:
        """Shorten the state to the longest usable prefix of `ids`; returns its rows.

        The state as it is is one candidate; it is longer than `usable` too where it holds rows that
        nobody recorded.
        """
        usable = min(_shared_prefix(self._tokens, ids), len(ids) - 1)
        if self._state.length > usable:
            self._kept = [kept for kept in self._kept if kept.snapshot.length <= usable]
            self._state.restore(self._kept[-1].snapshot if self._kept else self._empty)
        del self._tokens[self._state.length :]
        return self._state.length

    def _keep(self, *, asked: bool) -> None:
        """Take a snapshot of the state as it is, unless there is one of this length."""
        length = self._state.length
        if length == 0:
            return
        if self._kept and self._kept[-1].snapshot.length == length:
            if asked:
                self._kept[-1] = _Kept(self._kept[-1].snapshot, asked=True)
            return
        self._kept.append(_Kept(self._state.snapshot(), asked))
        while len(self._kept) > self._max_snapshots or self._snapshot_nbytes > self._max_bytes:
            del self._kept[self._cheapest()]

    def _cheapest(self) -> int:
        """Index of the snapshot to give up next: the rows since the one before are its worth."""
        lengths = [0, *self.lengths]
        last = len(self._kept) - 1
        return min(
            range(len(self._kept)),
            key=lambda i: (i == last, self._kept[i].asked, lengths[i + 1] - lengths[i]),
        )


def _shared_prefix(one: Sequence[int], other: Sequence[int]) -> int:
    """Length of the longest common beginning."""
    limit = min(len(one), len(other))
    for index in range(limit):
        if one[index] != other[index]:
            return index
    return limit
