"""The boundary between window and engine, on one page: commands in, events out.

Every value is frozen and picklable: numbers, strings, tuples, no tensors, no Qt types. Events of an
answer carry its `request_id`; whoever shows them drops those of requests no longer shown.
`block` and `position` (the place inside the block) count from 0, `pass_number` from 1.
"""

from __future__ import annotations

from dataclasses import dataclass

from clover_desktop.chat import Message, Reason, Sampling, Stats

# --- commands ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Load:
    """Load the model in `path`; replaces the loaded one. `device` and `dtype` as on the command
    line (`auto`, `cpu`, `cuda`; `auto`, `float32`, `bfloat16`, `float64`)."""

    path: str
    device: str = "auto"
    dtype: str = "auto"


@dataclass(frozen=True)
class Generate:
    """Answer the last of `messages`."""

    request_id: int
    messages: tuple[Message, ...]
    sampling: Sampling


@dataclass(frozen=True)
class Cancel:
    """Stop the answer between two passes; committed blocks stay."""

    request_id: int


@dataclass(frozen=True)
class Unload:
    """Free the model's memory."""


@dataclass(frozen=True)
class Shutdown:
    """End the worker thread."""


Command = Load | Generate | Cancel | Unload | Shutdown

# --- events -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ready:
    """The worker is up and its libraries are imported."""

    devices: tuple[str, ...]


@dataclass(frozen=True)
class LoadProgress:
    """Bytes of the weights read so far."""

    done: int
    total: int


@dataclass(frozen=True)
class Loaded:
    """A model is ready. `block_sizes` are those the checkpoint allows, its own last; `context` is
    counted in tokens; `can_think` tells whether the template knows `enable_thinking`; `notice` is a
    sentence where the model did not get the device it was meant for."""

    path: str
    name: str
    device: str
    dtype: str
    block_size: int
    block_sizes: tuple[int, ...]
    threshold: float
    temperature: float
    context: int
    can_think: bool
    nbytes: int
    notice: str = ""


@dataclass(frozen=True)
class Unloaded:
    """No model is loaded any more."""


@dataclass(frozen=True)
class Started:
    """An answer begins; the values are those in force after all defaults."""

    request_id: int
    model: str
    prompt_tokens: int
    block_size: int
    threshold: float
    strategy: str
    seed: int
    thinking: bool


@dataclass(frozen=True)
class PromptProgress:
    """Prompt tokens read so far; `reused` came from an earlier prefix."""

    request_id: int
    done: int
    total: int
    reused: int


@dataclass(frozen=True)
class BlockOpened:
    """A block of `size` masks is open (low_confidence)."""

    request_id: int
    block: int
    size: int


@dataclass(frozen=True)
class Cell:
    """A filled or drafted position. `text` is what it may show now: empty while its token is only
    part of a character, a stop id or a thought marker."""

    position: int
    token: int
    text: str
    confidence: float
    forced: bool = False


@dataclass(frozen=True)
class CellsFilled:
    """A preview filled these cells (low_confidence); a filled cell never changes, but a later event
    may repeat a cell whose `text` has become showable (then with its first values)."""

    request_id: int
    block: int
    pass_number: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class CellsDrafted:
    """A preview drafted these cells (draft_self, `block` is the round, from 1); they may be
    rejected."""

    request_id: int
    block: int
    cells: tuple[Cell, ...]


@dataclass(frozen=True)
class BlockCommitted:
    """A finished block or round. `tokens` are kept; `thinking` and `text` are what it adds to each
    part. `accepted` counts the drafts kept in a round (0 elsewhere)."""

    request_id: int
    block: int
    tokens: tuple[int, ...]
    thinking: str
    text: str
    accepted: int = 0


@dataclass(frozen=True)
class Finished:
    """The answer is over. Cancelling ends it the same way, with reason `cancelled`."""

    request_id: int
    reason: Reason
    text: str
    thinking: str
    stats: Stats


@dataclass(frozen=True)
class Failed:
    """This request (or loading, with `request_id` None) failed; the engine lives on."""

    request_id: int | None
    kind: str
    sentence: str
    detail: str = ""


@dataclass(frozen=True)
class Died:
    """The worker thread ended unasked; made by `engine_client`."""

    sentence: str
    detail: str


Event = (
    Ready
    | LoadProgress
    | Loaded
    | Unloaded
    | Started
    | PromptProgress
    | BlockOpened
    | CellsFilled
    | CellsDrafted
    | BlockCommitted
    | Finished
    | Failed
    | Died
)
