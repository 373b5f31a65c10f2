"""The hash of a price, recomputed by the published recipe over every way in which the provider may have written it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from decimal import ROUND_DOWN, ROUND_HALF_UP, Context, Decimal
from typing import Any

_DECIMALS_MAX = 20
_PRECISE = Context(prec=400)


def sha256(content: str | bytes) -> str:
    """A digest as the service writes it."""
    data = content.encode("utf-8", "surrogatepass") if isinstance(content, str) else content
    return f"sha256:{hashlib.sha256(data).hexdigest()}"


def is_hash_of_price(reference: Mapping[str, Any], ticker: str) -> bool | None:
    """The recipe takes the price as the provider wrote it: `57.42` may have been `57.420000`.

    None if no way of writing has the hash and the provider may have written more digits than a number keeps.
    """
    price = float(reference["price"])
    for adjusted_close in _writings(price):
        # RFC 8785: the names in their order, and strings as JSON.stringify writes them.
        observation = {
            "adjusted_close": adjusted_close,
            "basis": "adjusted_close",
            "currency": reference["currency"],
            "provider": reference["source"],
            "provider_observed_at": reference["provider_observed_at"],
            "session_date": reference["session_date"],
            "ticker": ticker,
        }
        if sha256(json.dumps(observation, ensure_ascii=False, separators=(",", ":"))) == reference["observation_hash"]:
            return True
    # Every decimal of 15 digits has a number of its own; of longer ones several have the same.
    return False if float(f"{price:.15g}") == price else None


def _writings(price: float) -> dict[str, None]:
    found: dict[str, None] = {}
    shortest = format(Decimal(repr(price)), "f")
    whole, _, fraction = shortest.partition(".")
    fraction = fraction.rstrip("0")
    for decimals in range(len(fraction), _DECIMALS_MAX + 1):
        padded = fraction.ljust(decimals, "0")
        found[f"{whole}.{padded}" if padded else whole] = None
    exact = Decimal(price)
    for decimals in range(_DECIMALS_MAX + 1):
        # Rounded up and down: a number halfway goes either way.
        step = Decimal(1).scaleb(-decimals)
        for rounding in (ROUND_HALF_UP, ROUND_DOWN):
            written = format(exact.quantize(step, rounding=rounding, context=_PRECISE), "f")
            if float(written) == price:
                found[written] = None
    return found
