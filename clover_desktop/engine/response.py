"""The response so far: its tokens, how often each occurs, and where it is cut."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from clover_desktop.chat import Reason


class Response:
    """Tokens that are part of the answer, whether or not the state holds them.

    Attributes:
        tokens: in order.
        ids: int64 [m] on the device, each distinct token once, in order of first use.
        counts: float32 [m] on the device, how often each occurs.
    """

    def __init__(
        self, *, stop_ids: Sequence[int], limit: int, limit_reason: Reason, device: torch.device
    ) -> None:
        self.tokens: list[int] = []
        self.ids = torch.zeros(0, dtype=torch.int64, device=device)
        self.counts = torch.zeros(0, device=device)
        self._stop_ids = frozenset(stop_ids)
        self._limit = limit
        self._limit_reason: Reason = limit_reason
        self._slots: dict[int, int] = {}

    @property
    def left(self) -> int:
        """Tokens that may still come."""
        return self._limit - len(self.tokens)

    def __contains__(self, token: int | None) -> bool:
        return token in self._slots

    def cut(self, tokens: Sequence[int]) -> tuple[list[int], Reason | None]:
        """What of `tokens` joins the answer (up to the limit and the first stop id, which is
        included), and why the answer is over after it, if it is. Nothing is added."""
        kept = list(tokens[: self.left])
        for index, token in enumerate(kept):
            if token in self._stop_ids:
                return kept[: index + 1], "eos"
        return kept, self._limit_reason if len(kept) == self.left else None

    @torch.inference_mode()
    def add(self, tokens: Sequence[int]) -> None:
        """Append tokens."""
        if not tokens:
            return
        self.tokens.extend(tokens)
        slots = self._slots
        new = [token for token in dict.fromkeys(tokens) if token not in slots]
        if new:
            slots.update({token: slot for slot, token in enumerate(new, len(slots))})
            self.ids = torch.cat([self.ids, self.ids.new_tensor(new)])
            self.counts = torch.cat([self.counts, self.counts.new_zeros(len(new))])
        touched = self.ids.new_tensor([slots[token] for token in tokens])
        self.counts = self.counts.index_add(0, touched, self.counts.new_ones(len(tokens)))

    @torch.inference_mode()
    def counts_along(self, candidates: Sequence[int]) -> tuple[Tensor, Tensor]:
        """Counts as they would be while `candidates` join one by one.

        Returns:
            ids int64 [m'] and counts float32 [len(candidates) + 1, m']; row j counts the response
            and the first j candidates.
        """
        slots = dict(self._slots)
        for token in candidates:
            slots.setdefault(token, len(slots))
        new = list(slots)[len(self._slots) :]
        ids = torch.cat([self.ids, self.ids.new_tensor(new)])
        joins = self.counts.new_zeros(len(candidates) + 1, len(slots))
        joins[0, : self.counts.numel()] = self.counts
        if candidates:
            rows = torch.arange(1, len(candidates) + 1, device=ids.device)
            joins[rows, ids.new_tensor([slots[token] for token in candidates])] = 1.0
        return ids, joins.cumsum(0)
