"""The lists: each is a question for its first page, and goes on by `next_page_url`."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from .connection import Connection
from .models import (
    BeliefItem,
    BeliefsPage,
    ChangeItem,
    ChangesPage,
    EntitiesPage,
    EntityItem,
    EvidenceItem,
    EvidencePage,
    Receipt,
    ReceiptsPage,
    ReleaseItem,
    ReleasesPage,
    Source,
    SourcesPage,
)
from .pages import PagedList
from .questions import (
    Instant,
    address,
    belief_pages,
    change_pages,
    changes_path,
    entity_pages,
    evidence_pages,
    evidence_path,
    instant,
    observed,
    receipt_pages,
    release_pages,
    source_pages,
)


class Lists(Connection):
    """One method for each list."""

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
    ) -> PagedList[BeliefItem, BeliefsPage]:
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
    ) -> PagedList[EntityItem, EntitiesPage]:
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
    ) -> PagedList[Source, SourcesPage]:
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
    ) -> PagedList[EvidenceItem, EvidencePage]:
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
    ) -> PagedList[ChangeItem, ChangesPage]:
        """Changes between two cutoffs; of every subject without names. One unit a page."""
        path = changes_path(since, until, tickers, entity_ids, limit)
        place = (page_url, request_id, timeout, retries)
        return self._list(path, change_pages, lambda page: page.data.changes, place)

    def releases(
        self,
        *,
        after: int | None = None,
        before: int | None = None,
        limit: int | None = None,
        wait: int | None = None,
        page_url: str | None = None,
        request_id: str | None = None,
        timeout: float | None = None,
        retries: int | None = None,
    ) -> PagedList[ReleaseItem, ReleasesPage]:
        """Releases, the newest first; with `after` the oldest first. Free, and without a key.

        `wait` holds the request for so many seconds while nothing is newer than `after`.
        A preview key reads the preview.
        """
        path = address("/v1/releases", {"after": after, "before": before, "limit": limit})
        place = (page_url, request_id, timeout, retries)
        return self._list(path, release_pages, lambda page: page.data.releases, place, "optional", wait)

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
    ) -> PagedList[Receipt, ReceiptsPage]:
        """The charges of every request of the workspace in 90 days, the newest first. Free."""
        since, until = instant(charged_since), instant(charged_until)
        path = address("/v1/receipts", {"charged_since": since, "charged_until": until, "limit": limit})
        place = (page_url, request_id, timeout, retries)
        return self._list(path, receipt_pages, lambda page: page.data.receipts, place, "key")
