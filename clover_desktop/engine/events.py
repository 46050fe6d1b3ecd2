"""What a decoder reports: token ids and numbers, no text, no tensors.

An answer is a run of these events and ends with one `Ended`, unless its generator is closed.
`block` counts from 0 within one call of `decode` (rounds of `draft_self` from 1, its first token is
block 0), `pass_number` from 1, `position` is the row inside the block or draft, from 0.

Whoever stops early has the counts of what was run: previews are the `Filled` and `Drafted` events
seen, causal passes the last `commits` seen.
"""

from __future__ import annotations

from dataclasses import dataclass

from clover_desktop.chat import Reason


@dataclass(frozen=True, slots=True)
class BlockOpened:
    """A block of `size` masks is open (low_confidence)."""

    block: int
    size: int


@dataclass(frozen=True, slots=True)
class Fill:
    """A row and its token; `forced` where no row of the pass was above the threshold.

    `confidence` is the token's probability after mask removal, penalties and ramps, before
    temperature.
    """

    position: int
    token: int
    confidence: float
    forced: bool = False


@dataclass(frozen=True, slots=True)
class Filled:
    """One preview filled these rows for good (low_confidence), in ascending position."""

    block: int
    pass_number: int
    fills: tuple[Fill, ...]


@dataclass(frozen=True, slots=True)
class Drafted:
    """One preview proposes these rows (draft_self). Row 0 is the token before the draft, so
    positions run from 1 to width - 1; a draft of width 1 proposes nothing."""

    block: int
    fills: tuple[Fill, ...]


@dataclass(frozen=True, slots=True)
class Stepped:
    """A token was chosen that no `Committed` holds yet (causal): a place to stop at.

    `tokens` counts those chosen in this call. Stopping here takes the unreported ones back.
    """

    tokens: int
    commits: int


@dataclass(frozen=True, slots=True)
class Committed:
    """A finished block or round: `tokens` are kept, cut at the limit and after the first stop id.

    `accepted` counts the drafts among them (0 outside draft_self), `commits` the causal passes run
    so far.
    """

    block: int
    tokens: tuple[int, ...]
    accepted: int = 0
    commits: int = 0


@dataclass(frozen=True, slots=True)
class Ended:
    """The answer is over. `passes` counts previews, `commits` causal passes after the prompt,
    `held` the response tokens that the state contains."""

    reason: Reason
    passes: int
    commits: int
    held: int = 0


DecodeEvent = BlockOpened | Filled | Drafted | Stepped | Committed | Ended
