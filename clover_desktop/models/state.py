"""What a sequence leaves behind in each layer: KV for attention, ring and S for GDN.

Recurrent tensors are replaced, never written in place, so a snapshot is a set of references. KV
rows are append-only: rows below `length` do not change until the state is restored to fewer.
Rows of the buffers at and above `length` are scratch, used by previews and unfinished passes.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor

from clover_desktop.errors import BugError
from clover_desktop.models.config import CloverConfig
from clover_desktop.models.layers import wide
from clover_kernels.gated_delta import gated_delta


class KeyValueCache:
    """K (after norm and rotary) and V of one attention layer: buffers [capacity, nkv, hd]."""

    def __init__(self, heads: int, width: int, device: torch.device, dtype: torch.dtype) -> None:
        self.keys = torch.empty(0, heads, width, device=device, dtype=dtype)
        self.values = torch.empty(0, heads, width, device=device, dtype=dtype)

    def write(self, start: int, keys: Tensor, values: Tensor) -> tuple[Tensor, Tensor]:
        """Put T rows at `start`; returns views of all rows up to there, [start + T, nkv, hd]."""
        end = start + keys.shape[0]
        if end > self.keys.shape[0]:
            self._grow(start, max(end, 2 * self.keys.shape[0], 256))
        self.keys[start:end] = keys
        self.values[start:end] = values
        return self.keys[:end], self.values[:end]

    def _grow(self, used: int, capacity: int) -> None:
        for name in ("keys", "values"):
            old: Tensor = getattr(self, name)
            new = torch.empty(capacity, *old.shape[1:], device=old.device, dtype=old.dtype)
            new[:used] = old[:used]
            setattr(self, name, new)

    @property
    def nbytes(self) -> int:
        return self.keys.nbytes + self.values.nbytes


@dataclass(frozen=True)
class DeltaState:
    """`ring` [K-1, C]: the last raw rows before the convolution, oldest first. `S` [nv, dk, dv]."""

    ring: Tensor
    S: Tensor

    @property
    def nbytes(self) -> int:
        return self.ring.nbytes + self.S.nbytes


@dataclass(frozen=True)
class DeltaTrail:
    """What a GDN layer needs to stop after fewer rows than it was given.

    `rows` [K-1+T, C]: ring and new raw rows. `S`: the state before. k, v, g, beta as in the rule.
    """

    rows: Tensor
    S: Tensor
    k: Tensor
    v: Tensor
    g: Tensor
    beta: Tensor


@dataclass(frozen=True)
class Trail:
    """Left by `verify`: the length before it, and one entry a GDN layer."""

    start: int
    count: int
    layers: tuple[DeltaTrail | None, ...]


@dataclass(frozen=True)
class Snapshot:
    """A state at `length` rows. Valid as long as the KV rows below `length` are those of its time;
    restoring a shorter one and going on elsewhere ends that."""

    length: int
    recurrent: tuple[DeltaState | None, ...]

    @property
    def nbytes(self) -> int:
        """Bytes of the recurrent tensors it keeps alive; KV is shared with the state."""
        return sum(entry.nbytes for entry in self.recurrent if entry is not None)


class ModelState:
    """The prefix as the network remembers it. One entry a layer in `attention` or `recurrent`."""

    def __init__(self, config: CloverConfig, device: torch.device, dtype: torch.dtype) -> None:
        self.length = 0
        self.attention: list[KeyValueCache | None] = []
        self.recurrent: list[DeltaState | None] = []
        for kind in config.layer_types:
            if kind == "full_attention":
                cache = KeyValueCache(config.num_key_value_heads, config.head_dim, device, dtype)
                self.attention.append(cache)
                self.recurrent.append(None)
                continue
            ring = torch.zeros(
                config.linear_conv_kernel_dim - 1, config.conv_channels, device=device, dtype=dtype
            )
            memory = torch.zeros(
                config.linear_num_value_heads,
                config.linear_key_head_dim,
                config.linear_value_head_dim,
                device=device,
                dtype=wide(dtype),
            )
            self.attention.append(None)
            self.recurrent.append(DeltaState(ring, memory))

    def kv(self, layer: int) -> KeyValueCache:
        """The cache of an attention layer."""
        cache = self.attention[layer]
        assert cache is not None
        return cache

    def delta(self, layer: int) -> DeltaState:
        """The recurrent state of a GDN layer."""
        entry = self.recurrent[layer]
        assert entry is not None
        return entry

    @property
    def nbytes(self) -> int:
        """Bytes allocated: KV buffers (scratch rows included), rings and S."""
        caches = sum(cache.nbytes for cache in self.attention if cache is not None)
        return caches + sum(entry.nbytes for entry in self.recurrent if entry is not None)

    def snapshot(self) -> Snapshot:
        """The state of now, without copying."""
        return Snapshot(self.length, tuple(self.recurrent))

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to `snapshot`; KV rows above its length become scratch.

        Raises:
            BugError: the snapshot is longer than what the KV buffers hold.
        """
        for cache in self.attention:
            if cache is not None and cache.keys.shape[0] < snapshot.length:
                raise BugError("A state was restored from a snapshot of another sequence.")
        self.length = snapshot.length
        self.recurrent = list(snapshot.recurrent)

    def rewind(self, trail: Trail, rows: int) -> None:
        """Keep only the first `rows` of the rows that `verify` appended; no rerun of the network.

        Raises:
            BugError: the trail is not that of the last rows of this state.
        """
        if self.length != trail.start + trail.count or not 0 <= rows <= trail.count:
            raise BugError("A state was rewound along a trail that is not its own.")
        if rows == trail.count:
            return
        for index, entry in enumerate(trail.layers):
            if entry is None:
                continue
            kernel_rows = entry.rows.shape[0] - trail.count
            memory = entry.S
            if rows:
                k, v, g, beta = (x[:rows] for x in (entry.k, entry.v, entry.g, entry.beta))
                _, memory = gated_delta(k, k, v, g, beta, memory)
            ring = entry.rows[rows : rows + kernel_rows].clone()
            self.recurrent[index] = DeltaState(ring, memory)
        self.length = trail.start + rows
