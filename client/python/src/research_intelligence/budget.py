"""The units that a client has spent, and the check of `max_charge` before each metered request."""

from __future__ import annotations

import threading
from collections import Counter
from dataclasses import dataclass

from .errors import error_of

UNITS = 1
"""Every metered request costs one unit at most."""

_PAID_MAX = 1_000
"""Number of paid request ids that are remembered; an older one that is sent again is counted again."""


@dataclass(frozen=True)
class Usage:
    """Units spent by a client."""

    charged: int
    """Units that answers reported."""
    unknown: int
    """Requests that may have been charged: sent, and no whole answer came back."""


class Budget:
    """A request reserves its unit while it is in progress, so concurrent calls cannot exceed `max_charge` together."""

    def __init__(self, maximum: float | None) -> None:
        self._maximum = maximum
        self._lock = threading.Lock()
        self._held: Counter[str] = Counter()
        self._paid: dict[str, None] = {}
        self._open: set[str] = set()
        self._charged = 0

    @property
    def usage(self) -> Usage:
        with self._lock:
            return Usage(self._charged, len(self._open))

    def hold(self, request_id: str) -> bool:
        """Raises if the request might exceed `max_charge`. True if its earlier outcome is unknown."""
        with self._lock:
            was_open = request_id in self._open
            self._open.discard(request_id)
            has_unit = was_open or request_id in self._held or request_id in self._paid
            spent = self._charged + self._unsettled() + UNITS
            if not has_unit and self._maximum is not None and spent > self._maximum:
                detail = f"this client may spend {self._maximum} units; nothing was sent"
                raise error_of("max-charge-reached", detail, request_id=request_id)
            self._held[request_id] += 1
            return was_open

    def settle(self, request_id: str, charge: int) -> None:
        """The end of a request. An id is charged once: a second answer under it is about the same unit."""
        with self._lock:
            self._release(request_id)
            if charge == 0 or request_id in self._paid:
                return
            self._charged += charge
            self._paid[request_id] = None
            if len(self._paid) > _PAID_MAX:
                del self._paid[next(iter(self._paid))]
            self._open.discard(request_id)

    def leave_open(self, request_id: str) -> None:
        """The end of a request whose outcome is unknown."""
        with self._lock:
            self._release(request_id)
            if request_id not in self._paid:
                self._open.add(request_id)

    def _unsettled(self) -> int:
        return len({*self._held, *self._open} - self._paid.keys())

    def _release(self, request_id: str) -> None:
        self._held[request_id] -= 1
        if self._held[request_id] <= 0:
            del self._held[request_id]
