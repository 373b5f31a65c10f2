"""Paged lists: each next page by the `next_page_url` of the previous one, at the cutoff of the first."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .errors import error_of
from .frames import frame_of
from .result import Result

if TYPE_CHECKING:
    import pandas as pd

Item = TypeVar("Item")
Page = TypeVar("Page")


class Course:
    """The place in a list: which addresses were read, and at which cutoff."""

    def __init__(self, first: str) -> None:
        self._seen = {first}
        self._as_of: str | None = None

    def check(self, page: Result[Any]) -> None:
        as_of = page.as_of
        if self._as_of is None:
            self._as_of = as_of
        elif as_of != self._as_of:
            detail = f"the first page is of {self._as_of} and this one of {as_of}: newer evidence came in midway"
            raise error_of("as-of-changed", detail, request_id=page.request_id)

    def next(self, page: Result[Any]) -> str | None:
        url: str | None = page.document["pagination"]["next_page_url"]
        if url is None:
            return None
        if url in self._seen:
            raise error_of("pagination-loop", f"{url} was read before", request_id=page.request_id)
        self._seen.add(url)
        return url


class PagedList(Generic[Item, Page]):
    """Each iteration asks anew, and each page is one metered request."""

    def __init__(
        self,
        first_url: Callable[[], str],
        ask: Callable[[str, bool], Result[Page]],
        items: Callable[[Page], Iterable[Item]],
    ) -> None:
        self._first_url = first_url
        self._ask = ask
        self._items = items

    def pages(self) -> Iterator[Result[Page]]:
        """Page by page, each with its cost, its cutoff and its warnings."""
        url: str | None = self._first_url()
        course = Course(url or "")
        is_first = True
        while url is not None:
            page = self._ask(url, is_first)
            is_first = False
            course.check(page)
            yield page
            url = course.next(page)

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from self._items(page.data)

    def to_frame(self) -> pd.DataFrame:
        """All items of all pages, a row each."""
        return items_frame(self)


class AsyncPagedList(Generic[Item, Page]):
    """Each iteration asks anew, and each page is one metered request."""

    def __init__(
        self,
        first_url: Callable[[], str],
        ask: Callable[[str, bool], Awaitable[Result[Page]]],
        items: Callable[[Page], Iterable[Item]],
    ) -> None:
        self._first_url = first_url
        self._ask = ask
        self._items = items

    async def pages(self) -> AsyncIterator[Result[Page]]:
        """Page by page, each with its cost, its cutoff and its warnings."""
        url: str | None = self._first_url()
        course = Course(url or "")
        is_first = True
        while url is not None:
            page = await self._ask(url, is_first)
            is_first = False
            course.check(page)
            yield page
            url = course.next(page)

    async def __aiter__(self) -> AsyncIterator[Item]:
        async for page in self.pages():
            for item in self._items(page.data):
                yield item

    async def to_frame(self) -> pd.DataFrame:
        """All items of all pages, a row each."""
        return items_frame([item async for item in self])


_INSTANTS = (
    "observed_at",
    "charged_at",
    "effective_at",
    "latest_revision_at",
    "latest_observation_at",
    "direction_since",
    "direction_last_stated_at",
)


def items_frame(items: Iterable[Any]) -> pd.DataFrame:
    return frame_of((item.model_dump(mode="json", by_alias=True) for item in items), dates=_INSTANTS)
