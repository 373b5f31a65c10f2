"""The client: one method for each question. `AsyncResearchClient` has the same methods for tasks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, overload
from uuid import UUID

from .lists import Lists
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
from .transport import run


class ResearchClient(Lists):
    """Asks in threads. One client may be used from several."""

    @overload
    def brief(
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
    def brief(
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
    def brief(
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

    def brief(
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
        return self._one(question, request_id, timeout, retries, held)

    def belief(
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
        return self._one(question, request_id, timeout, retries, held)

    def source(
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
        return self._one(question, request_id, timeout, retries, held)

    def evidence(
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
        return self._one(question, request_id, timeout, retries, held)

    def tickers(self, *, held: Result[TickersResponse] | None = None) -> Result[TickersResponse]:
        """Covered securities. Free, and without a key."""
        return self._one(Question("/v1/tickers", tickers_answers, "none"), held=held)

    def status(self) -> Result[KeyStatus]:
        """The standing of the key: give it to `is_usable`. Free."""
        return self._one(Question("/v1/status", statuses, "key"))

    def receipt(self, request_id: str) -> Result[Receipt]:
        """The charge of one request id. Free, for 90 days."""
        return self._one(receipt_question(request_id))

    def openings(self, request_id: str) -> Result[Openings]:
        """Rows that a delivered document shows, with what proves them in the public log. Free, while it is kept."""
        return self._one(openings_question(request_id))

    def login(
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
        return run(flow, self._http, self._settings.clock)
