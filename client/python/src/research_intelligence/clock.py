"""Clock and random source of the clients; tests replace both."""

from __future__ import annotations

import random
import time
from typing import Protocol

import anyio


class Clock(Protocol):
    """Wall clock, monotonic clock, pauses and random numbers."""

    def now(self) -> float:
        """Seconds since 1970, as this machine is set: for dates alone."""
        ...

    def elapsed(self) -> float:
        """Seconds of a monotonic clock."""
        ...

    def random(self) -> float:
        """A random number, at least 0 and below 1."""
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
