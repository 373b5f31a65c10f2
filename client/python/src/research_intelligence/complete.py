"""The completeness of an answer: a 200 alone does not say it, its labels and warnings do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .result import Result


@dataclass(frozen=True)
class Completeness:
    complete: bool
    reasons: tuple[str, ...]
    """Each label and warning that stands against it; empty when complete."""
    limitations: tuple[str, ...]
    """The service's own words about the data in any case. Show them together with the data."""


def is_complete(result: Result[Any]) -> Completeness:
    """Complete: coverage is complete, data are current, prices too if there are any, and there is no warning."""
    labels = result.data_status
    reasons: list[str] = []
    if labels is None:
        reasons.append("it has no data_status: nothing says that it is complete")
    else:
        if labels.coverage != "complete":
            reasons.append(f"coverage is {labels.coverage}")
        if labels.freshness != "current":
            reasons.append(f"data are {labels.freshness}")
        market = labels.market_freshness
        if market is not None and market.status != "current":
            reasons.append(f"prices are {market.status}: {market.reason}")
    reasons.extend(f"{warning.code}: {warning.message}" for warning in result.warnings)
    limitations = () if labels is None else tuple(labels.limitations)
    return Completeness(not reasons, tuple(reasons), limitations)
