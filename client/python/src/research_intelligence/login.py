"""The device login, as numbered steps, which stop before anything that costs.

1. Ask for codes. The device code stays in here: it is never shown, logged or raised.
2. Give the person the address and, apart from it, the code to compare.
3. Poll, never sooner than the interval; a longer one that the service names holds from then on.
4. Stop when the person has denied, the code is expired or invalid, or its key was delivered before; and at once when
   the service asks to wait for longer than the code lasts.
5. Hand over the key, once, and use it from here on.
6. Ask for the status. If the key cannot pay yet, give the checkout link, and wait until the status, never the page
   behind the link, says that it can.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TYPE_CHECKING, Any, Literal

from pydantic import TypeAdapter

from .backoff import date_of, retry_after_of
from .credentials import Credentials
from .document import Json, object_of
from .errors import ResearchError, error_of, invalid
from .models import Acquisition, DeviceGrant, KeyStatus
from .questions import Question, statuses
from .result import Result
from .settings import key_of
from .usable import is_usable
from .wire import Call, Callback, CallbackEnd, Flow, Raw, Sleep

if TYPE_CHECKING:
    from .client_base import ClientBase

_CREDIT_POLL = 10.0
_UNAPPROVED = "nobody approved in time"


@dataclass(frozen=True)
class LoginCode:
    """For the person: the whole address to open, and apart from it the code to compare."""

    browser_url: str
    user_code: str
    expires_at: datetime


@dataclass(frozen=True)
class Login:
    how: Literal["existing-key", "device"]
    """`existing-key`: there was one already, and nothing was asked for."""
    status: KeyStatus | None
    usable: bool | None
    reason: str


@dataclass
class _Polling:
    device_code: str = field(repr=False)
    interval: float
    ends_at: float
    """Of elapsed time: a clock that is set anew meanwhile neither ends a login nor prolongs it."""


def login_flow(
    client: ClientBase,
    device_name: str,
    on_code: Callable[[LoginCode], object],
    save: Callable[[str], object] | None,
    on_checkout: Callable[[str], object] | None,
    acquisition: Acquisition | None,
) -> Flow[Login]:
    state = client.login_state
    base_url = client.base_url
    file = Credentials(clock=client.clock) if save is None else None
    if state.key is None and file is not None:
        state.key = file.key_for(base_url)
    if state.key is not None and state.unsaved is None:
        return Login("existing-key", None, None, "there is a key already")
    if state.is_logging_in:
        raise invalid("a login is underway: a device code has one poller")
    state.is_logging_in = True
    try:
        if file is not None:
            yield from _called(Callback(file.prepare, blocking=True))
        key = state.unsaved
        if key is None:
            key = yield from _delivered_key(client, device_name, on_code, acquisition)
        state.key = state.unsaved = key
        kept: str = key
        act = (
            Callback(lambda: file.save(base_url, kept), blocking=True)
            if file
            else Callback(lambda: save(kept) if save else None)
        )
        end = yield act
        if isinstance(end, CallbackEnd) and end.error is not None:
            detail = "the key was delivered, and saving it failed; log in again with this client, or revoke it"
            raise error_of("key-not-saved", detail) from end.error
        state.unsaved = None
        return (yield from _usable_status(client, on_checkout))
    finally:
        state.is_logging_in = False


def _called(tell: Callback) -> Flow[None]:
    end = yield tell
    if isinstance(end, CallbackEnd) and end.error is not None:
        raise end.error


def _delivered_key(
    client: ClientBase, device_name: str, on_code: Callable[[LoginCode], object], acquisition: Acquisition | None
) -> Flow[str]:
    clock = client.clock
    asked = clock.elapsed()
    body: dict[str, Any] = {"deviceName": device_name}
    if acquisition is not None:
        body["acquisition"] = acquisition.model_dump(mode="json", by_alias=True, exclude_none=True)
    grants: TypeAdapter[DeviceGrant] = TypeAdapter(DeviceGrant)
    call = client.call(Question("/api/auth/cli/initiate", grants, "none"))
    answered = yield from client.wire.send(replace(call, method="POST", body=json.dumps(body).encode()))
    grant = answered.data
    if grant is None:
        raise error_of("malformed-answer", "the answer has no codes")
    # By the service's own clock: this machine's may be wrong.
    headers = answered.raw.headers
    sent = date_of(headers.get("Date", ""))
    ends_at = asked + grant.expires_at.timestamp() - (clock.now() if sent is None else sent)
    code = LoginCode(grant.browser_url, grant.user_code, grant.expires_at)
    yield from _called(Callback(lambda: on_code(code)))
    return (yield from _polled_key(client, _Polling(grant.device_code, float(grant.interval), ends_at)))


def _polled_key(client: ClientBase, polling: _Polling) -> Flow[str]:
    clock = client.clock
    retry_after: float | None = None
    status = 200
    last = _UNAPPROVED
    while True:
        left = polling.ends_at - clock.elapsed()
        wait = max(polling.interval, retry_after or 0)
        if polling.interval >= left:
            raise error_of("device-expired", f"{last}; ask the person, then start again")
        if wait >= left:
            raise _asked_to_wait(status, retry_after)
        yield Sleep(wait)
        retry_after = None
        outcome = yield from _poll(client, polling)
        if isinstance(outcome, ResearchError):
            if not outcome.retryable:
                raise outcome
            last = f"the last poll failed: {outcome.detail}"
            continue
        body, status = _body_of(outcome), outcome.status
        interval = body.get("interval")
        if isinstance(interval, (int, float)) and not isinstance(interval, bool):
            polling.interval = max(polling.interval, float(interval))
        retry_after = retry_after_of(outcome.headers, clock.now())
        last = _UNAPPROVED if status == 200 else f"the last poll got {status}"
        said, key = body.get("status"), body.get("apiKey")
        if status == 429 or status >= 500 or said == "pending":
            continue
        if status == 200 and said == "authorized" and isinstance(key, str):
            return _checked_key(key)
        raise _refusal(status, said)


def _poll(client: ClientBase, polling: _Polling) -> Flow[Raw | ResearchError]:
    left = polling.ends_at - client.clock.elapsed()
    timeout = max(0.001, min(client.timeout, left))
    everything: TypeAdapter[Any] = TypeAdapter(Any)
    call: Call[Any] = client.call(Question("/api/auth/cli/poll", everything, "none"), timeout=timeout)
    return (yield from client.wire.attempt(replace(call, bearer=polling.device_code)))


def _asked_to_wait(status: int, retry_after: float | None) -> ResearchError:
    """To poll sooner is what the service asks not to do, and after it the code is gone."""
    code = "rate-limited" if status < 500 else "unavailable"
    detail = f"asked to wait {retry_after:g} s, longer than the code lasts"
    return error_of(code, detail, status=status, retryable=True, retry_after=retry_after)


def _body_of(raw: Raw) -> Json:
    try:
        body: Any = json.loads(raw.content)
    except (ValueError, RecursionError):
        return {}
    return object_of(body) or {}


def _checked_key(given: str) -> str:
    key = key_of(given)
    if key is None:
        raise error_of("malformed-answer", "the key is empty")
    return key


def _refusal(status: int, said: object) -> ResearchError:
    """The rows of the specification's table that end a login."""
    if said == "authorized":
        detail = "the key of this code was delivered before; no other is made without asking"
        return error_of("device-already-delivered", detail)
    if said == "denied":
        return error_of("device-denied", "the person denied it")
    if said == "expired" or status == 410:
        return error_of("device-expired", "the code has expired; ask the person, then start again")
    if said == "invalid" or status == 401:
        return error_of("device-invalid", "the service does not know this code")
    return error_of("malformed-answer", f"the poll was answered with {status}, which is not in the table")


def _status(client: ClientBase) -> Flow[Result[KeyStatus]]:
    return (yield from client.read(Question("/v1/status", statuses, "key")))


def checkout_of(status: KeyStatus) -> str | None:
    """The page that makes the key usable; None if it is, or if nobody can: a preview is not paid for."""
    return status.checkout_url if status.data_mode == "live" and not is_usable(status).usable else None


def _usable_status(client: ClientBase, on_checkout: Callable[[str], object] | None) -> Flow[Login]:
    status = (yield from _status(client)).data
    url = checkout_of(status)
    if url is not None and on_checkout is not None:
        link = url
        show = on_checkout
        yield from _called(Callback(lambda: show(link)))
        while checkout_of(status) is not None:
            yield Sleep(_CREDIT_POLL)
            try:
                status = (yield from _status(client)).data
            except ResearchError as error:
                if not error.retryable:
                    raise
    usability = is_usable(status)
    return Login("device", status, usability.usable, usability.reason)
