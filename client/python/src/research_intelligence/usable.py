"""The specification's rule of a key that can pay for research now, and the reason if it cannot."""

from __future__ import annotations

from dataclasses import dataclass

from .models import KeyStatus


@dataclass(frozen=True)
class Usability:
    usable: bool
    reason: str


def is_usable(status: KeyStatus) -> Usability:
    """Ready, live, and either prepaid requests left or a subscription with requests left (None is without limit)."""
    plan, left = status.subscription_plan, status.subscription_requests_remaining
    if status.status != "ready":
        return Usability(False, f"the status is {status.status}")
    if status.data_mode != "live":
        return Usability(False, f"the key reads {status.data_mode} data")
    if status.prepaid_requests_remaining > 0:
        return Usability(True, f"{status.prepaid_requests_remaining} prepaid requests are left")
    if plan is None:
        return Usability(False, "there is neither a prepaid request nor a subscription")
    if left is None:
        return Usability(True, f"the subscription {plan} has no limit")
    if left > 0:
        return Usability(True, f"{left} requests of the subscription {plan} are left")
    return Usability(False, f"no request of the subscription {plan} is left")
