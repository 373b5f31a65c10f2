"""For tasks, made from `client.py` by `python async_client.py`: change that file, not this one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, overload
from uuid import UUID

from .async_lists import AsyncLists
from .login import Login, LoginCode, login_flow
from .models import (
    Acquisition,
    BeliefDetail,
    BriefEntity,
    BriefFull,
    BriefOverview,
    EvidenceDetail,
    KeyStatus,
    Openings,
    Receipt,
    SourceDetail,
    TickersResponse,
)
from .questions import (
    Instant,
    Question,
    belief_details,
    brief_question,
    evidence_details,
    openings_question,
    receipt_question,
    record_question,
    source_details,
    statuses,
    tickers_answers,
)
from .result import Result
from .transport import run_async


class AsyncResearchClient(AsyncLists):
    """Asks in tasks, of asyncio or trio."""

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

    async def openings(self, request_id: str) -> Result[Openings]:
        """Rows that a delivered document shows, with what proves them in the public log. Free, while it is kept."""
        return await self._one(openings_question(request_id))

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
