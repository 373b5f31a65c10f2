"""Time and chance, which tests replace."""

from __future__ import annotations

import random
import time
from typing import Protocol

import anyio


class Clock(Protocol):
    """The time and the chance of the clients."""

    def now(self) -> float:
        """Seconds since 1970, as this machine is set: for dates alone."""
        ...

    def elapsed(self) -> float:
        """Seconds since some moment; it never jumps."""
        ...

    def random(self) -> float:
        """At least 0, below 1."""
        ...

    def sleep(self, seconds: float) -> None:
        """Waits in a thread."""
        ...

    async def async_sleep(self, seconds: float) -> None:
        """Waits in a task."""
        ...


class SystemClock:
    """The clock of this machine."""

    def now(self) -> float:
        return time.time()

    def elapsed(self) -> float:
        return time.monotonic()

    def random(self) -> float:
        return random.random()

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds)

    async def async_sleep(self, seconds: float) -> None:
        await anyio.sleep(seconds)
