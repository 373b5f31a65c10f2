"""Cited investor-thesis research: two clients, their errors, checks of an answer, and the models of every document."""

from . import models
from .async_client import AsyncResearchClient
from .budget import Usage
from .client import ResearchClient
from .clock import Clock
from .complete import Completeness, is_complete
from .credentials import Credentials
from .diff import Change, diff
from .errors import (
    ConnectionFailedError,
    ForbiddenError,
    InvalidRequestError,
    LogError,
    LoginError,
    MaxChargeError,
    NoCreditError,
    NotFoundError,
    PreconditionFailedError,
    RateLimitedError,
    RequestIdError,
    ResearchError,
    TooLargeError,
    UnauthorizedError,
    UnavailableError,
    UnexpectedAnswerError,
    VersionError,
    WithdrawnError,
)
from .log.log_checks import LogProof
from .log.public_log import PublicLog, read_log
from .login import Login, LoginCode
from .pages import AsyncPagedList, PagedList
from .result import Remaining, Result
from .settings import LogEvent
from .usable import Usability, is_usable
from .verify import Check, VerifyReport, verify

__version__ = "0.1.0"

__all__ = [
    "AsyncPagedList",
    "AsyncResearchClient",
    "Change",
    "Check",
    "Clock",
    "Completeness",
    "ConnectionFailedError",
    "Credentials",
    "ForbiddenError",
    "InvalidRequestError",
    "LogError",
    "LogEvent",
    "LogProof",
    "Login",
    "LoginCode",
    "LoginError",
    "MaxChargeError",
    "NoCreditError",
    "NotFoundError",
    "PagedList",
    "PreconditionFailedError",
    "PublicLog",
    "RateLimitedError",
    "Remaining",
    "RequestIdError",
    "ResearchClient",
    "ResearchError",
    "Result",
    "TooLargeError",
    "UnauthorizedError",
    "UnavailableError",
    "UnexpectedAnswerError",
    "Usability",
    "Usage",
    "VerifyReport",
    "VersionError",
    "WithdrawnError",
    "diff",
    "is_complete",
    "is_usable",
    "models",
    "read_log",
    "verify",
]
