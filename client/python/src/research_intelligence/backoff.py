"""The pause before the next attempt: the time that the service names, or a random part of a growing span."""

from __future__ import annotations

import re
from datetime import datetime, timezone

import httpx

FIRST_SPAN = 0.5
LONGEST_SPAN = 8.0

RETRY_AFTER_MAX = 60.0
"""With a longer Retry-After the call raises at once; the error names the time."""


def pause_before(retry: int, retry_after: float | None, chance: float) -> float:
    """Full jitter, so that clients that failed together do not retry together; Retry-After is the minimum."""
    if retry_after is not None:
        return retry_after + chance * FIRST_SPAN
    return chance * min(LONGEST_SPAN, FIRST_SPAN * 2.0 ** (retry - 1))


def retry_after_of(headers: httpx.Headers, now: float) -> float | None:
    """Seconds from either form of the header, the longest of several; a date is relative to the sender's clock."""
    value: str = headers.get("Retry-After", "").strip()
    if re.fullmatch(r"\d+(\s*,\s*\d+)*", value, re.ASCII):
        return float(max(int(part) for part in value.split(",")))
    at = date_of(value)
    sent = date_of(headers.get("Date", ""))
    return None if at is None else max(0.0, at - (now if sent is None else sent))


_months: tuple[str, ...] = tuple("Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split())
_sent_date = re.compile(r"[A-Z][a-z]{2}, (\d{2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) GMT", re.ASCII)


def date_of(value: str) -> float | None:
    """A date in the format of RFC 9110, section 5.6.7, whatever the locale."""
    found = _sent_date.fullmatch(value)
    if found is None or found[2] not in _months:
        return None
    day, year, hour, minute, second = (int(found[group]) for group in (1, 3, 4, 5, 6))
    try:
        month = _months.index(found[2]) + 1
        return datetime(year, month, day, hour, minute, second, tzinfo=timezone.utc).timestamp()
    except ValueError:
        return None
