"""The connection of a client: sends one question, or the pages of a list."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import httpx
from pydantic import TypeAdapter
from typing_extensions import Self

from .client_base import ClientBase
from .clock import Clock
from .pages import PagedList
from .questions import Access, Question, unedited
from .result import Result
from .settings import Logger
from .transport import run

T = TypeVar("T")


class Connection(ClientBase):
    """A client with its network, and without questions."""

    def __init__(
        self,
        *,
        base_url: str | None = None,
        api_key: str | None = None,
        timeout: float = 30.0,
        retries: int = 2,
        max_charge: float | None = None,
        logger: Logger | None = None,
        http_client: httpx.Client | None = None,
        clock: Clock | None = None,
    ) -> None:
        super().__init__(base_url, api_key, timeout, retries, max_charge, logger, clock)
        self._owns_http = http_client is None
        self._http = httpx.Client() if http_client is None else http_client

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Closes the connections, unless they are those of an `http_client` that was given."""
        if self._owns_http:
            self._http.close()

    def _one(
        self,
        question: Question[T],
        request_id: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        held: Result[T] | None = None,
    ) -> Result[T]:
        return run(self.read(question, request_id, timeout, retries, held), self._http, self._settings.clock)

    def _list(
        self,
        path: str,
        model: TypeAdapter[Any],
        items: Callable[[Any], Iterable[Any]],
        place: tuple[str | None, str | None, float | None, int | None],
        access: Access = "metered",
        wait: int | None = None,
    ) -> PagedList[Any, Any]:
        page_url, request_id, timeout, retries = place

        def ask(url: str, is_first: bool) -> Result[Any]:
            question = Question(unedited(url), model, access, wait if is_first else None)
            return self._one(question, request_id if is_first else None, timeout, retries)

        return PagedList(lambda: page_url or self._url(path), ask, items)
