"""Everything that can go wrong in a call, as a closed set of codes with a class for each."""

from __future__ import annotations

from typing import Literal, get_args

from .models import Fault, Problem

ClientCode = Literal[
    "network",
    "timeout",
    "malformed-answer",
    "redirect-refused",
    "foreign-origin",
    "pagination-loop",
    "as-of-changed",
    "max-charge-reached",
    "invalid-argument",
    "device-denied",
    "device-expired",
    "device-invalid",
    "device-already-delivered",
    "key-not-saved",
    "credentials-unsafe",
    "credentials-unreadable",
    "credentials-unwritable",
    "log-not-signed",
    "log-forked",
]

Charged = Literal[False, "unknown"]


class ResearchError(Exception):
    """One failed call. `code` says what happened; the rest says what to do about it."""

    code: str
    status: int | None
    """The HTTP status; None if there was no answer."""
    charged: Charged
    """`unknown`: the connection broke after sending, or the service could not finish. The same request id is safe to
    repeat, and is charged once at most."""
    retryable: bool
    """The same call may succeed later with nothing in it changed."""
    request_id: str | None
    detail: str
    errors: tuple[Fault, ...]
    """Every fault of the request, with its fix."""
    retry_after: float | None
    """Seconds that the service asks to wait."""
    problem: Problem | None
    """The whole body, with the fields that only some codes have: `suggested_max_results`, `reason`."""

    def __init__(
        self,
        code: str,
        detail: str,
        *,
        status: int | None = None,
        charged: Charged = False,
        retryable: bool = False,
        request_id: str | None = None,
        retry_after: float | None = None,
        problem: Problem | None = None,
    ) -> None:
        repeat = f"; whether it was charged is not known, and repeating it with the request id {request_id} is safe"
        super().__init__(f"{code}: {detail}{repeat if charged == 'unknown' else ''}")
        self.code = code
        self.detail = detail
        self.status = status
        self.charged = charged
        self.retryable = retryable
        self.request_id = request_id
        self.retry_after = retry_after
        self.problem = problem
        self.errors = () if problem is None else tuple(problem.errors)

    def __reduce__(self) -> tuple[object, ...]:
        return (_rebuilt, (type(self), dict(self.__dict__), self.args))


def _rebuilt(kind: type[ResearchError], facts: dict[str, object], args: tuple[object, ...]) -> ResearchError:
    error = kind.__new__(kind, *args)
    error.args = args
    error.__dict__.update(facts)
    return error


class InvalidRequestError(ResearchError):
    """The request has faults, each named in `errors`; also an argument that was refused before sending."""


class UnauthorizedError(ResearchError):
    """The key is missing, malformed, unknown or revoked."""


class ForbiddenError(ResearchError):
    """The key may not do this."""


class NoCreditError(ResearchError):
    """Nothing is left to pay with, or the limit of spending is reached."""


class NotFoundError(ResearchError):
    """Not covered, or no such record at the cutoff."""


class WithdrawnError(ResearchError):
    """The record was withdrawn, or removed for legal reasons."""


class TooLargeError(ResearchError):
    """The answer does not fit; `problem.suggested_max_results` would."""


class RequestIdError(ResearchError):
    """The request id is in use for something else, or not kept any more."""


class RateLimitedError(ResearchError):
    """Too many requests: wait for `retry_after` seconds."""


class UnavailableError(ResearchError):
    """The service could not answer now."""


class PreconditionFailedError(ResearchError):
    """The document is none of those that `If-Match` names."""


class VersionError(ResearchError):
    """The contract's version is not spoken by this service."""


class ConnectionFailedError(ResearchError):
    """No whole answer came: the connection broke, or time ran out."""


class UnexpectedAnswerError(ResearchError):
    """The answer is not one of the contract, leads elsewhere, or ends a list."""


class MaxChargeError(ResearchError):
    """`max_charge` would be exceeded; nothing was sent."""


class LogError(ResearchError):
    """The public log is not signed by a trusted key, or is not the one that was seen before."""


class LoginError(ResearchError):
    """A device login ended without a key, or with one that could not be kept."""


_classes: dict[type[ResearchError], tuple[str, ...]] = {
    InvalidRequestError: (
        "invalid-request",
        "as-of-in-future",
        "cursor-mismatch",
        "invalid-cursor",
        "not-acceptable",
        "method-not-allowed",
        "payload-too-large",
        "unsupported-media-type",
        "not-found",
        "invalid-argument",
    ),
    UnauthorizedError: ("unauthorized",),
    ForbiddenError: ("forbidden", "operation-not-allowed"),
    NoCreditError: ("no-credit", "spend-limit-reached"),
    NotFoundError: ("not-covered", "no-such-record"),
    WithdrawnError: ("withdrawn", "removed-legally"),
    TooLargeError: ("brief-too-large", "answer-too-large"),
    RequestIdError: ("request-running", "request-id-reused", "request-id-expired"),
    RateLimitedError: ("rate-limited",),
    UnavailableError: ("unavailable", "internal"),
    PreconditionFailedError: ("precondition-failed",),
    VersionError: ("unsupported-version", "retired-version"),
    ConnectionFailedError: ("network", "timeout"),
    UnexpectedAnswerError: (
        "malformed-answer",
        "redirect-refused",
        "foreign-origin",
        "pagination-loop",
        "as-of-changed",
    ),
    MaxChargeError: ("max-charge-reached",),
    LogError: ("log-not-signed", "log-forked"),
    LoginError: (
        "device-denied",
        "device-expired",
        "device-invalid",
        "device-already-delivered",
        "key-not-saved",
        "credentials-unsafe",
        "credentials-unreadable",
        "credentials-unwritable",
    ),
}

_by_code = {code: kind for kind, codes in _classes.items() for code in codes}

problem_codes: tuple[str, ...] = get_args(Problem.model_fields["code"].annotation)
client_codes: tuple[str, ...] = get_args(ClientCode)


def class_of(code: str) -> type[ResearchError]:
    """The class of a code; a code of a later version is a plain ResearchError."""
    return _by_code.get(code, ResearchError)


def error_of(
    code: str,
    detail: str,
    *,
    status: int | None = None,
    charged: Charged = False,
    retryable: bool = False,
    request_id: str | None = None,
    retry_after: float | None = None,
    problem: Problem | None = None,
) -> ResearchError:
    """An error of the class that its code has."""
    return class_of(code)(
        code,
        detail,
        status=status,
        charged=charged,
        retryable=retryable,
        request_id=request_id,
        retry_after=retry_after,
        problem=problem,
    )


def recharged(error: ResearchError, charged: Charged) -> ResearchError:
    """The same error with another word about the charge."""
    return error_of(
        error.code,
        error.detail,
        status=error.status,
        charged=charged,
        retryable=error.retryable,
        request_id=error.request_id,
        retry_after=error.retry_after,
        problem=error.problem,
    )


def invalid(detail: str) -> ResearchError:
    """An argument that was refused before anything was sent."""
    return error_of("invalid-argument", detail)
