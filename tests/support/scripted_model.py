"""A stand-in for the network: logits are a function of token ids, the state is a list of them.

Same calls as `CloverModel` and `ModelState`, no tensors inside, so that decoders and the prefix
cache are tested in milliseconds. Using a snapshot whose KV rows were overwritten fails.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import torch
from torch import Tensor

CausalScript = Callable[[tuple[int, ...]], Tensor]
"""Prefix ids to the logits [V] of its last row."""

PreviewScript = Callable[[tuple[int, ...], tuple[int, ...]], Tensor]
"""Prefix ids and block ids to logits [b, V]."""


@dataclass(frozen=True)
class ScriptedSnapshot:
    rows: tuple[int, ...]
    nbytes: int = 100

    @property
    def length(self) -> int:
        return len(self.rows)


class ScriptedState:
    def __init__(self) -> None:
        self.rows: list[int] = []
        self.kv: list[int] = []
        self.nbytes = 0

    @property
    def length(self) -> int:
        return len(self.rows)

    def append(self, ids: Sequence[int]) -> None:
        self.kv[self.length :] = ids
        self.rows.extend(ids)

    def snapshot(self) -> ScriptedSnapshot:
        return ScriptedSnapshot(tuple(self.rows))

    def restore(self, snapshot: ScriptedSnapshot) -> None:
        assert tuple(self.kv[: snapshot.length]) == snapshot.rows, "stale snapshot"
        self.rows = list(snapshot.rows)

    def rewind(self, trail: tuple[int, int], rows: int) -> None:
        start, count = trail
        assert self.length == start + count
        assert 0 <= rows <= count
        del self.rows[start + rows :]


@dataclass
class ScriptedModel:
    """`calls` lists what was run: (kind, rows)."""

    causal: CausalScript
    previewed: PreviewScript
    vocab_size: int = 37
    block_size: int = 8
    context: int = 1000
    calls: list[tuple[str, int]] = field(default_factory=list)
    device: torch.device = field(default_factory=lambda: torch.device("cpu"))
    dtype: torch.dtype = torch.float32

    def __post_init__(self) -> None:
        self.config: Any = SimpleNamespace(
            vocab_size=self.vocab_size,
            mask_token_id=self.vocab_size - 1,
            block_size=self.block_size,
            block_sizes=tuple(n for n in range(4, self.block_size + 1) if self.block_size % n == 0),
            max_position_embeddings=self.context,
            eos_token_ids=(0,),
        )

    def new_state(self) -> ScriptedState:
        return ScriptedState()

    def commit(self, ids: Tensor, state: ScriptedState, *, logits: str = "all") -> Tensor:
        self.calls.append(("commit", len(ids)))
        rows = self._append(ids, state)
        return {"all": rows, "last": rows[-1:], "none": rows[:0]}[logits]

    def verify(self, ids: Tensor, state: ScriptedState) -> tuple[Tensor, tuple[int, int]]:
        self.calls.append(("verify", len(ids)))
        start = state.length
        return self._append(ids, state), (start, len(ids))

    def preview(self, ids: Tensor, state: ScriptedState, *, rows: Tensor | None = None) -> Tensor:
        self.calls.append(("preview", len(ids)))
        logits = self.previewed(tuple(state.rows), tuple(ids.tolist())).to(self.dtype)
        assert logits.shape == (len(ids), self.vocab_size)
        return logits.clone() if rows is None else logits[rows]

    def _append(self, ids: Tensor, state: ScriptedState) -> Tensor:
        assert len(ids)
        rows = []
        for token in ids.tolist():
            state.append([token])
            rows.append(self.causal(tuple(state.rows)))
        return torch.stack(rows).to(self.dtype)


def random_logits(key: tuple[object, ...], size: int, scale: float = 2.0) -> Tensor:
    """Normal logits [size] that depend on nothing but `key`."""
    generator = torch.Generator().manual_seed(zlib.crc32(repr(key).encode()))
    return torch.randn(size, generator=generator) * scale


def random_model(**values: Any) -> ScriptedModel:
    """Random logits with some structure: the causal row of a prefix depends on its last three ids,
    a previewed row leans on what a causal pass would say there, so that drafts are often right.
    Ids 0 and 1 are rare, so that as stop ids they leave answers of some length."""
    vocab_size = values.get("vocab_size", 37)

    def causal(prefix: tuple[int, ...]) -> Tensor:
        logits = random_logits(("causal", prefix[-3:]), vocab_size)
        logits[:2] -= 3.0
        return logits

    def previewed(prefix: tuple[int, ...], block: tuple[int, ...]) -> Tensor:
        mask = vocab_size - 1
        known = list(prefix)
        rows = []
        for index, token in enumerate(block):
            noise = random_logits(("preview", len(prefix) + index, block), vocab_size, scale=0.4)
            leaning = causal(tuple(known)) if known else torch.zeros(vocab_size)
            rows.append(leaning + noise)
            known.append(token if token != mask else int(rows[-1][:mask].argmax()))
        return torch.stack(rows)

    return ScriptedModel(causal, previewed, **values)
