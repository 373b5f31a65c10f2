"""The options of a client, checked, with the defaults filled in."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal
from urllib.parse import unquote

import httpx

from .clock import Clock, SystemClock
from .errors import invalid

CONTRACT_VERSION = "2026-10-05"
"""The contract that this package was generated from."""

LOCAL_ADDRESS = "http://127.0.0.1:8080"


@dataclass(frozen=True)
class LogEvent:
    """One line of the log. Neither a key nor a device code can be in it: no header and no body ever is."""

    event: Literal["request", "response", "failure", "retry"]
    method: str
    path: str
    """Without the query."""
    status: int | None
    request_id: str
    attempt: int
    """The number of the attempt, from 1."""
    seconds: float
    """The time that the attempt took; of a retry, the pause before it."""


Logger = Callable[[LogEvent], object]


@dataclass(frozen=True)
class Settings:
    base_url: str
    origin: str
    timeout: float
    retries: int
    max_charge: float | None
    logger: Logger | None
    clock: Clock

    def covers(self, url: httpx.URL) -> bool:
        """Below the whole address: another path of the same host may be another service."""
        segments = (unquote(segment) for segment in url.raw_path.decode().partition("?")[0].split("/"))
        if origin_of(url) != self.origin or any(segment in (".", "..") for segment in segments):
            return False
        return url.path.startswith(f"{httpx.URL(self.base_url).path.rstrip('/')}/")


def settings_of(
    base_url: str | None,
    timeout: float,
    retries: int,
    max_charge: float | None,
    logger: Logger | None,
    clock: Clock | None,
) -> Settings:
    check_limits(timeout, retries)
    if max_charge is not None and not max_charge >= 0:
        raise invalid("max_charge is 0 or a number above it")
    url = _address_of(LOCAL_ADDRESS if base_url is None else base_url)
    base = str(url).rstrip("/")
    return Settings(base, origin_of(url), timeout, retries, max_charge, logger, clock or SystemClock())


def check_limits(timeout: float, retries: int) -> None:
    if not timeout > 0:
        raise invalid("timeout is a number of seconds above 0, or math.inf")
    if isinstance(retries, bool) or retries < 0:
        raise invalid("retries is 0 or a whole number above it")


def seconds_or_none(timeout: float) -> float | None:
    return None if math.isinf(timeout) else timeout


def is_lost_in_path(segment: str) -> bool:
    return segment in ("", ".", "..")


def check_request_id(given: str) -> None:
    if is_lost_in_path(given) or not re.fullmatch(r"[A-Za-z0-9._~:+/=-]{1,128}", given):
        raise invalid("request_id has 1 to 128 of A-Z a-z 0-9 . _ ~ : + / = -, but not . or .., which have no receipt")


def origin_of(url: httpx.URL) -> str:
    port = url.port or {"http": 80, "https": 443}.get(url.scheme)
    return f"{url.scheme}://{url.host}:{port}"


def _address_of(base_url: str) -> httpx.URL:
    try:
        url = httpx.URL(base_url)
    except httpx.InvalidURL:
        url = httpx.URL("")
    is_plain = url.scheme in ("http", "https") and url.host != "" and not re.search(r"[?#]", base_url)
    if not is_plain or url.userinfo:
        raise invalid("base_url is an http or https address without user, query or fragment")
    return url


def key_of(value: str) -> str | None:
    """A key with a character that no header can carry would be shown, whole, by an error of the sender."""
    key = value.strip()
    if not re.fullmatch(r"[\x21-\x7e]*", key):
        raise invalid("the API key holds characters that no key has")
    return key or None


def environment_key() -> str:
    return os.environ.get("SERVICE_API_KEY", "")
