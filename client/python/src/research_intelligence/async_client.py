"""The client for tasks, made from `client.py` by `python async_client.py`: change that file, not this one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Literal, TypeVar, overload
from uuid import UUID

import httpx
from pydantic import TypeAdapter
from typing_extensions import Self

from .client_base import ClientBase
from .clock import Clock
from .login import Login, LoginCode, login_flow
from .models import (
    Acquisition,
    BeliefDetail,
    BeliefItem,
    BeliefsPage,
    BriefEntity,
    BriefFull,
    BriefOverview,
    ChangeItem,
    ChangesPage,
    EntitiesPage,
    EntityItem,
    EvidenceDetail,
    EvidenceItem,
    EvidencePage,
    KeyStatus,
    Receipt,
    ReceiptsPage,
    Source,
    SourceDetail,
    SourcesPage,
    TickersResponse,
)
from .pages import AsyncPagedList
from .questions import (
    Access,
    Instant,
    Question,
    address,
    belief_details,
    belief_pages,
    brief_question,
    change_pages,
    changes_path,
    entity_pages,
    evidence_details,
    evidence_pages,
    evidence_path,
    instant,
    observed,
    receipt_pages,
    receipt_question,
    record_question,
    source_details,
    source_pages,
    statuses,
    tickers_answers,
    unedited,
)
from .result import Result
from .settings import Logger
from .transport import run_async

T = TypeVar("T")


class AsyncResearchClient(ClientBase):
    """Asks in tasks, of asyncio or trio."""

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

    @overload
    async def brief(
        self,
        ticker: str,
        *,
        as_of: Instant | None = None,
        max_results: int | None = None,
        detail: Literal["overview"] | None = None,
        request_id: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        held: Result[BriefOverview] | None = None,
    ) -> Result[BriefOverview]: ...

    @overload
    async def brief(
        self,
        ticker: str,
        *,
        as_of: Instant | None = None,
        max_results: int | None = None,
        detail: Literal["full"],
        request_id: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        held: Result[BriefFull] | None = None,
    ) -> Result[BriefFull]: ...

    @overload
    async def brief(
        self,
        *,
        entity_id: str | UUID,
        as_of: Instant | None = None,
        max_results: int | None = None,
        detail: Literal["overview", "full"] | None = None,
        request_id: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        held: Result[BriefOverview | BriefFull | BriefEntity] | None = None,
    ) -> Result[BriefOverview | BriefFull | BriefEntity]: ...

    async def brief(
        self,
        ticker: str | None = None,
        *,
        entity_id: str | UUID | None = None,
        as_of: Instant | None = None,
        max_results: int | None = None,
        detail: str | None = None,
        request_id: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        held: Result[Any] | None = None,
    ) -> Result[Any]:
        """The views of a security or an entity, with their people and evidence. One unit."""
        question = brief_question(ticker, entity_id, as_of, max_results, detail)
        return await self._one(question, request_id, timeout, retries, held)

    def beliefs(
        self,
        *,
        ticker: str | None = None,
        entity_id: str | UUID | None = None,
        person_id: str | None = None,
        direction: str | None = None,
        status: str | None = None,
        updated_since: Instant | None = None,
        observed_since: Instant | None = None,
        observed_until: Instant | None = None,
        limit: int | None = None,
        as_of: Instant | None = None,
        page_url: str | None = None,
        request_id: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> AsyncPagedList[BeliefItem, BeliefsPage]:
        """Attributed views, the newest first. One unit a page. `page_url` goes on at a kept `next_page_url`."""
        query = {
            "ticker": ticker,
            "entity_id": entity_id,
            "person_id": person_id,
            "direction": direction,
            "status": status,
            "updated_since": instant(updated_since),
            **observed(observed_since, observed_until),
            "limit": limit,
            "as_of": instant(as_of),
        }
        path = address("/v1/beliefs", query)
        place = (page_url, request_id, timeout, retries)
        return self._list(path, belief_pages, lambda page: page.data.beliefs, place)

    def entities(
        self,
        *,
        limit: int | None = None,
        as_of: Instant | None = None,
        page_url: str | None = None,
        request_id: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> AsyncPagedList[EntityItem, EntitiesPage]:
        """The entities that research is about. One unit a page."""
        path = address("/v1/beliefs", {"view": "entities", "limit": limit, "as_of": instant(as_of)})
        place = (page_url, request_id, timeout, retries)
        return self._list(path, entity_pages, lambda page: page.data.entities, place)

    def sources(
        self,
        *,
        kind: str | None = None,
        observed_since: Instant | None = None,
        observed_until: Instant | None = None,
        limit: int | None = None,
        as_of: Instant | None = None,
        page_url: str | None = None,
        request_id: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> AsyncPagedList[Source, SourcesPage]:
        """The sources of research. One unit a page."""
        within = observed(observed_since, observed_until)
        path = address("/v1/sources", {"kind": kind, **within, "limit": limit, "as_of": instant(as_of)})
        place = (page_url, request_id, timeout, retries)
        return self._list(path, source_pages, lambda page: page.data.sources, place)

    def source_evidence(
        self,
        id: str,
        *,
        observed_since: Instant | None = None,
        observed_until: Instant | None = None,
        limit: int | None = None,
        as_of: Instant | None = None,
        page_url: str | None = None,
        request_id: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> AsyncPagedList[EvidenceItem, EvidencePage]:
        """Everything captured from one source, the newest first, by its id. One unit a page."""
        query = {**observed(observed_since, observed_until), "limit": limit, "as_of": instant(as_of)}
        place = (page_url, request_id, timeout, retries)
        return self._list(evidence_path(id, query), evidence_pages, lambda page: page.data.evidence, place)

    def changes(
        self,
        *,
        since: Instant,
        until: Instant | None = None,
        tickers: Sequence[str] | None = None,
        entity_ids: Sequence[str | UUID] | None = None,
        limit: int | None = None,
        page_url: str | None = None,
        request_id: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> AsyncPagedList[ChangeItem, ChangesPage]:
        """What changed between two cutoffs; of every subject without names. One unit a page."""
        path = changes_path(since, until, tickers, entity_ids, limit)
        place = (page_url, request_id, timeout, retries)
        return self._list(path, change_pages, lambda page: page.data.changes, place)

    def receipts(
        self,
        *,
        charged_since: Instant | None = None,
        charged_until: Instant | None = None,
        limit: int | None = None,
        page_url: str | None = None,
        request_id: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> AsyncPagedList[Receipt, ReceiptsPage]:
        """The charges of every request of the workspace in 90 days, the newest first. Free."""
        since, until = instant(charged_since), instant(charged_until)
        path = address("/v1/receipts", {"charged_since": since, "charged_until": until, "limit": limit})
        place = (page_url, request_id, timeout, retries)
        return self._list(path, receipt_pages, lambda page: page.data.receipts, place, "key")

    async def belief(
        self,
        id: str,
        *,
        as_of: Instant | None = None,
        request_id: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        held: Result[BeliefDetail] | None = None,
    ) -> Result[BeliefDetail]:
        """Everything recorded of one belief, by its id or its `detail_url`. One unit."""
        question = record_question("beliefs", id, as_of, belief_details)
        return await self._one(question, request_id, timeout, retries, held)

    async def source(
        self,
        id: str,
        *,
        as_of: Instant | None = None,
        request_id: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        held: Result[SourceDetail] | None = None,
    ) -> Result[SourceDetail]:
        """One source with its newest evidence, by its id or its `detail_url`. One unit."""
        question = record_question("sources", id, as_of, source_details)
        return await self._one(question, request_id, timeout, retries, held)

    async def evidence(
        self,
        id: str,
        *,
        as_of: Instant | None = None,
        request_id: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
        held: Result[EvidenceDetail] | None = None,
    ) -> Result[EvidenceDetail]:
        """The captured words behind a citation, by the id of the evidence or its `detail_url`. One unit."""
        question = record_question("evidence", id, as_of, evidence_details)
        return await self._one(question, request_id, timeout, retries, held)

    async def tickers(self, *, held: Result[TickersResponse] | None = None) -> Result[TickersResponse]:
        """Covered securities. Free, and without a key."""
        return await self._one(Question("/v1/tickers", tickers_answers, "none"), held=held)

    async def status(self) -> Result[KeyStatus]:
        """The standing of the key: give it to `is_usable`. Free."""
        return await self._one(Question("/v1/status", statuses, "key"))

    async def receipt(self, request_id: str) -> Result[Receipt]:
        """The charge of one request id. Free, for 90 days."""
        return await self._one(receipt_question(request_id))

    async def login(
        self,
        *,
        device_name: str,
        on_code: Callable[[LoginCode], object],
        save: Callable[[str], object] | None = None,
        on_checkout: Callable[[str], object] | None = None,
        acquisition: Acquisition | None = None,
    ) -> Login:
        """Gets a key that a person approves in a browser, and uses it from then on. With a key, nothing is asked.

        Without `save` the key goes into the file that the command line `research` keeps.
        """
        flow = login_flow(self, device_name, on_code, save, on_checkout, acquisition)
        return await run_async(flow, self._http, self._settings.clock)

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
    ) -> AsyncPagedList[Any, Any]:
        page_url, request_id, timeout, retries = place

        async def ask(url: str, is_first: bool) -> Result[Any]:
            question = Question(unedited(url), model, access)
            return await self._one(question, request_id if is_first else None, timeout, retries)

        return AsyncPagedList(lambda: page_url or self._url(path), ask, items)
