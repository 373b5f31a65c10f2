"""The part that both clients share: the key, the settings, and the steps of a question."""

from __future__ import annotations

import uuid
from dataclasses import dataclass, field
from typing import Any, TypeVar

from .budget import Usage
from .clock import Clock
from .errors import error_of
from .questions import Access, Question
from .result import Result, result_of
from .settings import (
    Logger,
    check_limits,
    check_request_id,
    environment_key,
    key_of,
    settings_of,
)
from .wire import Call, Flow, Wire

T = TypeVar("T")


@dataclass
class LoginState:
    """The key, and where a login stands."""

    key: str | None = field(repr=False)
    unsaved: str | None = field(default=None, repr=False)
    """Delivered by a login, and not saved."""
    is_logging_in: bool = False


class ClientBase:
    """A client without the network."""

    def __init__(
        self,
        base_url: str | None,
        api_key: str | None,
        timeout: float,
        retries: int,
        max_charge: float | None,
        logger: Logger | None,
        clock: Clock | None,
    ) -> None:
        self._settings = settings_of(base_url, timeout, retries, max_charge, logger, clock)
        self.wire = Wire(self._settings)
        self.login_state = LoginState(key_of(environment_key() if api_key is None else api_key))

    @property
    def usage(self) -> Usage:
        """Units that this client has spent."""
        return self.wire.budget.usage

    @property
    def base_url(self) -> str:
        """The address of the service, without a slash at its end."""
        return self._settings.base_url

    @property
    def clock(self) -> Clock:
        return self._settings.clock

    @property
    def timeout(self) -> float:
        """Seconds of each attempt, until its answer is whole."""
        return self._settings.timeout

    def __repr__(self) -> str:
        return (
            f"{type(self).__name__}(base_url={self._settings.base_url!r}, has_key={self.login_state.key is not None})"
        )

    def __reduce__(self) -> Any:
        raise TypeError("a client holds a key and is not pickled")

    def _url(self, path: str) -> str:
        return path if path.startswith(("http://", "https://")) else f"{self._settings.base_url}{path}"

    def read(
        self,
        question: Question[T],
        request_id: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        held: Result[T] | None = None,
    ) -> Flow[Result[T]]:
        call = self.call(question, request_id, timeout, retries, held)
        answered = yield from self.wire.send(call)
        return result_of(answered, call.request_id, held)

    def call(
        self,
        question: Question[T],
        request_id: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        held: Result[T] | None = None,
    ) -> Call[T]:
        settings = self._settings
        timeout = settings.timeout if timeout is None else timeout
        retries = settings.retries if retries is None else retries
        check_limits(timeout, retries)
        if request_id is not None:
            check_request_id(request_id)
        access: Access = question.access
        return Call(
            method="GET",
            url=self._url(question.path),
            request_id=str(uuid.uuid4()) if request_id is None else request_id,
            is_new_id=request_id is None,
            metered=access == "metered",
            read=question.model.validate_json,
            bearer=self._bearer(access, request_id),
            timeout=timeout + (question.wait or 0),
            retries=retries,
            etag=None if held is None else held.etag,
            wait=question.wait,
        )

    def _bearer(self, access: Access, request_id: str | None) -> str | None:
        key = self.login_state.key
        if access == "none":
            return None
        if access == "optional":
            return key if key is not None and key.startswith("ri_preview_") else None
        if key is None:
            raise error_of(
                "unauthorized",
                "there is no key: set SERVICE_API_KEY, or give the client an api_key. Nothing was sent.",
                request_id=request_id,
            )
        return key
