"""Sends requests: the same id through every attempt, the key to one origin alone, and each failure as a typed error.

The steps are a generator that yields what to send and how long to wait. The two clients run the same steps.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar, Union

import httpx
from pydantic import ValidationError

from .backoff import RETRY_AFTER_MAX, pause_before, retry_after_of
from .budget import UNITS, Budget
from .errors import Charged, ResearchError, error_of, recharged
from .models import Problem
from .settings import CONTRACT_VERSION, LogEvent, Settings, origin_of

T = TypeVar("T")


@dataclass(frozen=True)
class Send:
    method: str
    url: str
    headers: dict[str, str] = field(repr=False)
    body: bytes | None
    timeout: float


@dataclass(frozen=True)
class Sleep:
    seconds: float


@dataclass(frozen=True)
class Raw:
    """A whole answer."""

    status: int
    headers: httpx.Headers
    content: bytes


@dataclass(frozen=True)
class NoAnswer:
    """No whole answer."""

    detail: str
    timed_out: bool = False
    unsent: bool = False


@dataclass(frozen=True)
class Callback:
    """A function of the caller; in a task its result may be awaited, and a blocking one runs in a thread."""

    act: Callable[[], object]
    blocking: bool = False


@dataclass(frozen=True)
class CallbackEnd:
    error: Exception | None


Step = Union[Send, Sleep, Callback]
Reply = Union[Raw, NoAnswer, CallbackEnd, None]
Flow = Generator[Step, Reply, T]


@dataclass(frozen=True)
class Call(Generic[T]):
    """One logical request: the part that stays the same through all its attempts."""

    method: str
    url: str
    request_id: str
    is_new_id: bool
    """Made for this call: nobody has asked anything under it before."""
    metered: bool
    read: Callable[[bytes], T]
    bearer: str | None = field(repr=False)
    """The key, a device code, or None if none is needed."""
    timeout: float
    retries: int
    etag: str | None = None
    body: bytes | None = None
    wait: int | None = None


@dataclass
class Delivery(Generic[T]):
    """A good answer: 200 with its document, or 304 without."""

    raw: Raw
    data: T | None
    charge: int


_AFTER_THE_LOOK = {
    "request-id-reused",
    "not-covered",
    "no-such-record",
    "withdrawn",
    "brief-too-large",
    "answer-too-large",
    "no-credit",
    "spend-limit-reached",
    "precondition-failed",
}
"""Refusals that come after the look for an earlier answer under this id: there was none."""


class Wire:
    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.budget = Budget(settings.max_charge)

    def send(self, call: Call[T]) -> Flow[Delivery[T]]:
        """Sends until a 200 or a 304; everything else is raised."""
        was_open = call.metered and self.budget.hold(call.request_id)
        try:
            raw, data, doubt = yield from self._until_answered(call, was_open)
        except ResearchError as error:
            if call.metered and error.charged == "unknown":
                self.budget.leave_open(call.request_id)
            elif call.metered:
                self.budget.settle(call.request_id, 0)
            raise
        except BaseException:
            # The caller gave up in the middle of an attempt.
            if call.metered:
                self.budget.leave_open(call.request_id)
            raise
        charge = _charge_of(raw, call)
        if call.metered:
            # Something else has paid for a repeated answer: an attempt whose answer was lost, or a proxy's second copy.
            repeated = raw.headers.get("Idempotent-Replayed") == "true" and not _is_preview(call)
            paid_here = repeated and (doubt or call.is_new_id)
            self.budget.settle(call.request_id, UNITS if paid_here else charge)
            charge = UNITS if paid_here and not was_open else charge
        return Delivery(raw, data, charge)

    def _until_answered(self, call: Call[T], doubt: bool) -> Flow[tuple[Raw, T | None, bool]]:
        clock = self.settings.clock
        attempt = 0
        while True:
            attempt += 1
            outcome = yield from self.attempt(call, attempt)
            failure: ResearchError | None
            if isinstance(outcome, ResearchError):
                failure = outcome
            else:
                judged = _judged(outcome, call, clock.now())
                failure, document = judged
                if failure is None:
                    return outcome, document, doubt
            failure = _with_doubt(failure, doubt)
            doubt = failure.charged == "unknown"
            too_long = (failure.retry_after or 0) > RETRY_AFTER_MAX
            if not failure.retryable or attempt > call.retries or too_long:
                raise failure
            pause = pause_before(attempt, failure.retry_after, clock.random())
            self._log("retry", call, failure.status, attempt + 1, pause)
            yield Sleep(pause)

    def attempt(self, call: Call[Any], attempt: int = 1) -> Flow[Raw | ResearchError]:
        """One attempt, whatever its status; an error if no whole answer came."""
        settings = self.settings
        url = httpx.URL(call.url)
        if not settings.covers(url):
            place = origin_of(url) if origin_of(url) != settings.origin else str(url)
            detail = f"{place} is not {settings.base_url}: the key goes nowhere else, and nothing was sent"
            raise error_of("foreign-origin", detail, request_id=call.request_id)
        start = settings.clock.elapsed()
        self._log("request", call, None, attempt, 0)
        reply = yield Send(call.method, call.url, _headers_of(call), call.body, call.timeout)
        seconds = settings.clock.elapsed() - start
        if isinstance(reply, Raw):
            self._log("response", call, reply.status, attempt, seconds)
            return reply
        self._log("failure", call, None, attempt, seconds)
        return _broken(reply if isinstance(reply, NoAnswer) else NoAnswer("no answer"), call)

    def _log(
        self,
        event: Literal["request", "response", "failure", "retry"],
        call: Call[Any],
        status: int | None,
        attempt: int,
        seconds: float,
    ) -> None:
        if self.settings.logger is None:
            return
        path = httpx.URL(call.url).path
        try:
            self.settings.logger(LogEvent(event, call.method, path, status, call.request_id, attempt, seconds))
        except Exception:
            # A program that watches a call never ends it.
            return


def _headers_of(call: Call[Any]) -> dict[str, str]:
    headers = {
        "X-Request-ID": call.request_id,
        "Research-Version": CONTRACT_VERSION,
        "Accept": "application/json",
        "Content-Type": None if call.body is None else "application/json",
        "Authorization": None if call.bearer is None else f"Bearer {call.bearer}",
        "If-None-Match": call.etag,
        "Prefer": None if call.wait is None else f"wait={call.wait}",
    }
    return {name: value for name, value in headers.items() if value is not None}


def _charge_of(raw: Raw, call: Call[Any]) -> int:
    """An answer that does not say its cost counts as one unit, the most it can be: `max_charge` holds all the same."""
    said = raw.headers.get("Usage-Charge", "")
    if re.fullmatch(r"\d+", said, re.ASCII):
        return int(said)
    return 0 if raw.status == 304 or not call.metered or _is_preview(call) else UNITS


def _is_preview(call: Call[Any]) -> bool:
    return call.bearer is not None and call.bearer.startswith("ri_preview_")


def _judged(raw: Raw, call: Call[T], now: float) -> tuple[ResearchError | None, T | None]:
    """The failure that an answer means, or its document; neither for a 304."""
    if raw.status == 304 and call.etag is not None:
        return None, None
    is_ours = raw.headers.get("Research-Version", CONTRACT_VERSION) == CONTRACT_VERSION
    if raw.status == 200 and is_ours:
        try:
            return None, call.read(raw.content)
        except ValueError:
            pass
    retry_after = retry_after_of(raw.headers, now)
    problem = _problem_of(raw, call.bearer)
    if problem is not None:
        return _refusal(problem, raw, call, retry_after), None
    if 300 <= raw.status < 400:
        detail = f"answered with a redirect ({raw.status}), which is not followed: the key is for one address"
        return error_of("redirect-refused", detail, status=raw.status, request_id=call.request_id), None
    # The answer is that of a proxy, which does not know whether the service has charged.
    is_open = raw.status < 400 or raw.status >= 500
    failure = error_of(
        "malformed-answer",
        f"the answer ({raw.status}) is not one of the contract: is base_url the service's?",
        status=raw.status,
        charged="unknown" if call.metered and is_open else False,
        retryable=is_open or raw.status in (408, 429),
        retry_after=retry_after,
        request_id=call.request_id,
    )
    return failure, None


def _refusal(problem: Problem, raw: Raw, call: Call[Any], retry_after: float | None) -> ResearchError:
    charged: Charged = "unknown" if call.metered and problem.charged is None else False
    return error_of(
        problem.code,
        problem.detail,
        status=raw.status,
        charged=charged,
        retryable=problem.retryable,
        retry_after=retry_after,
        request_id=call.request_id,
        problem=problem,
    )


def _problem_of(raw: Raw, secret: str | None) -> Problem | None:
    text = without_secret(raw.content.decode("utf-8", "replace"), secret)
    try:
        body = json.loads(text)
        return Problem.model_validate(body)
    except (ValidationError, ValueError, RecursionError):
        return None


def without_secret(text: str, secret: str | None) -> str:
    return text if not secret else text.replace(secret, "[secret]")


def _broken(broken: NoAnswer, call: Call[Any]) -> ResearchError:
    charged: Charged = "unknown" if call.metered and not broken.unsent else False
    if broken.timed_out:
        code, detail = "timeout", f"no whole answer within {call.timeout} s"
    else:
        code, detail = "network", f"no answer ({without_secret(broken.detail, call.bearer)})"
    return error_of(code, detail, charged=charged, retryable=True, request_id=call.request_id)


def _with_doubt(failure: ResearchError, doubt: bool) -> ResearchError:
    """An earlier attempt may have been charged, unless the service has looked for it and found nothing."""
    settles = failure.problem is not None and failure.code in _AFTER_THE_LOOK
    return recharged(failure, "unknown") if doubt and not settles else failure
