"""For tasks, made from `connection.py` by `python async_client.py`: change that file, not this one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import httpx
from pydantic import TypeAdapter
from typing_extensions import Self

from .client_base import ClientBase
from .clock import Clock
from .pages import AsyncPagedList
from .questions import Access, Question, unedited
from .result import Result
from .settings import Logger
from .transport import run_async

T = TypeVar("T")


class AsyncConnection(ClientBase):
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
        http_client: httpx.AsyncClient | None = None,
        clock: Clock | None = None,
    ) -> None:
        super().__init__(base_url, api_key, timeout, retries, max_charge, logger, clock)
        self._owns_http = http_client is None
        self._http = httpx.AsyncClient() if http_client is None else http_client

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the connections, unless they are those of an `http_client` that was given."""
        if self._owns_http:
            await self._http.aclose()

    async def _one(
        self,
        question: Question[T],
        request_id: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        held: Result[T] | None = None,
    ) -> Result[T]:
        return await run_async(self.read(question, request_id, timeout, retries, held), self._http, self._settings.clock)

    def _list(
        self,
        path: str,
        model: TypeAdapter[Any],
        items: Callable[[Any], Iterable[Any]],
        place: tuple[str | None, str | None, float | None, int | None],
        access: Access = "metered",
        wait: int | None = None,
    ) -> AsyncPagedList[Any, Any]:
        page_url, request_id, timeout, retries = place

        async def ask(url: str, is_first: bool) -> Result[Any]:
            question = Question(unedited(url), model, access, wait if is_first else None)
            return await self._one(question, request_id if is_first else None, timeout, retries)

        return AsyncPagedList(lambda: page_url or self._url(path), ask, items)
