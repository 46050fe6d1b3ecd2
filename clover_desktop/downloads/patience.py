"""How long to go on after a failure that may pass: back-off with jitter, new when bytes arrive."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass

from clover_desktop.downloads.failures import BusyError, DownloadError, OfflineError


@dataclass(frozen=True)
class Patience:
    """Numbers of tries and seconds.

    Before the first byte a failure is told after `tries`. Later a broken network is waited for
    `network_seconds` without a byte, so that a night's download survives a night's interruption;
    a server that answers with a failure gets `late_tries`.
    """

    first_seconds: float = 0.5
    longest_seconds: float = 60.0
    tries: int = 4
    late_tries: int = 8
    network_seconds: float = 1800.0
    longest_wait_seconds: float = 300.0
    hash_tries: int = 3
    space_seconds: float = 2.0


class Backoff:
    """The waits of one transfer."""

    def __init__(
        self,
        patience: Patience,
        *,
        clock: Callable[[], float] = time.monotonic,
        share: Callable[[], float] = random.random,
    ) -> None:
        self._patience = patience
        self._clock = clock
        self._share = share
        self._tries = 0
        self._has_moved = False
        self._since = clock()

    def moved(self) -> None:
        """Bytes arrived: the waits start anew."""
        self._tries = 0
        self._has_moved = True
        self._since = self._clock()

    def wait_after(self, error: DownloadError) -> float:
        """Seconds to wait before the next try.

        Raises:
            DownloadError: `error` itself, where waiting won't help or has lasted long enough.
        """
        patience = self._patience
        self._tries += 1
        if not error.is_passing:
            raise error
        if not self._has_moved:
            is_over = self._tries >= patience.tries
        elif isinstance(error, OfflineError):
            is_over = self._clock() - self._since >= patience.network_seconds
        else:
            is_over = self._tries >= patience.late_tries
        asked = error.wait_seconds if isinstance(error, BusyError) else None
        if is_over or (asked or 0.0) > patience.longest_wait_seconds:
            raise error
        doubled = patience.first_seconds * 2.0 ** min(self._tries - 1, 16)
        # Half fixed, half by chance, so that many clients do not come back at the same moment.
        wait = min(doubled, patience.longest_seconds) * (0.5 + 0.5 * self._share())
        return wait if asked is None else asked + wait
