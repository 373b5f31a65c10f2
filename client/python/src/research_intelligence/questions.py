"""Every question with its address, its price and the model of its answer: the same for both clients."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timezone
from typing import Annotated, Any, Generic, Literal, TypeVar, Union
from urllib.parse import quote, urlencode
from uuid import UUID

import httpx
from pydantic import Field, TypeAdapter

from .errors import error_of, invalid
from .models import (
    BeliefDetail,
    BeliefsPage,
    BriefEntity,
    BriefFull,
    BriefOverview,
    ChangesPage,
    EntitiesPage,
    EvidenceDetail,
    EvidencePage,
    KeyStatus,
    Openings,
    Receipt,
    ReceiptsPage,
    ReleasesPage,
    SourceDetail,
    SourcesPage,
    TickersResponse,
)
from .settings import check_request_id, is_lost_in_path

T = TypeVar("T")

AnyBrief = Annotated[Union[BriefOverview, BriefFull, BriefEntity], Field(discriminator="view")]
Access = Literal["metered", "key", "optional", "none"]
"""`optional`: a preview key is sent, because it reads another collection; a live key would change nothing."""
Instant = Union[str, datetime]


@dataclass(frozen=True)
class Question(Generic[T]):
    path: str
    """With its query; or a whole address of the service's own."""
    model: TypeAdapter[T]
    access: Access = "metered"
    wait: int | None = None
    """Seconds that the service may hold the request while there is nothing newer."""


overviews: TypeAdapter[BriefOverview] = TypeAdapter(BriefOverview)
fulls: TypeAdapter[BriefFull] = TypeAdapter(BriefFull)
briefs: TypeAdapter[BriefOverview | BriefFull | BriefEntity] = TypeAdapter(AnyBrief)
belief_pages: TypeAdapter[BeliefsPage] = TypeAdapter(BeliefsPage)
entity_pages: TypeAdapter[EntitiesPage] = TypeAdapter(EntitiesPage)
source_pages: TypeAdapter[SourcesPage] = TypeAdapter(SourcesPage)
evidence_pages: TypeAdapter[EvidencePage] = TypeAdapter(EvidencePage)
change_pages: TypeAdapter[ChangesPage] = TypeAdapter(ChangesPage)
receipt_pages: TypeAdapter[ReceiptsPage] = TypeAdapter(ReceiptsPage)
belief_details: TypeAdapter[BeliefDetail] = TypeAdapter(BeliefDetail)
source_details: TypeAdapter[SourceDetail] = TypeAdapter(SourceDetail)
evidence_details: TypeAdapter[EvidenceDetail] = TypeAdapter(EvidenceDetail)
release_pages: TypeAdapter[ReleasesPage] = TypeAdapter(ReleasesPage)
statuses: TypeAdapter[KeyStatus] = TypeAdapter(KeyStatus)
tickers_answers: TypeAdapter[TickersResponse] = TypeAdapter(TickersResponse)
receipts: TypeAdapter[Receipt] = TypeAdapter(Receipt)
openings: TypeAdapter[Openings] = TypeAdapter(Openings)


def instant(value: Instant | date | None) -> str | None:
    """An instant as the service reads it: in UTC, with a Z."""
    if value is None or isinstance(value, str):
        return value
    if not isinstance(value, datetime):
        return f"{value.isoformat()}T00:00:00Z"
    if value.tzinfo is None:
        raise invalid("an instant needs its time zone: datetime(..., tzinfo=timezone.utc)")
    return value.astimezone(timezone.utc).isoformat(timespec="microseconds").replace("+00:00", "Z")


def observed(since: Instant | None, until: Instant | None) -> dict[str, str | None]:
    """A range over when something was first observed: from the first instant on, before the second."""
    return {"observed_since": instant(since), "observed_until": instant(until)}


def address(path: str, query: Mapping[str, str | int | UUID | None]) -> str:
    given = {name: str(value) for name, value in query.items() if value is not None}
    try:
        return f"{path}?{urlencode(given, quote_via=quote)}" if given else path
    except UnicodeEncodeError:
        raise invalid("a text with half of a character (a lone surrogate) cannot be sent") from None


def brief_question(
    ticker: str | None,
    entity_id: str | UUID | None,
    as_of: Instant | None,
    max_results: int | None,
    detail: str | None,
) -> Question[Any]:
    if (ticker is None) == (entity_id is None):
        raise invalid("a brief has either a ticker or an entity_id")
    query = {
        "ticker": ticker,
        "entity_id": entity_id,
        "as_of": instant(as_of),
        "max_results": max_results,
        "detail": detail,
    }
    by_ticker: dict[str | None, TypeAdapter[Any]] = {None: overviews, "overview": overviews, "full": fulls}
    model: TypeAdapter[Any] = briefs if ticker is None else by_ticker.get(detail, briefs)
    return Question(address("/v1/brief", query), model)


def record_question(kind: str, given: str, as_of: Instant | None, model: TypeAdapter[T]) -> Question[T]:
    """By an id, or by a `detail_url`, which has its cutoff in it."""
    if is_lost_in_path(given):
        raise invalid("id is not empty, . or ..")
    if given.startswith(("http://", "https://")):
        if as_of is not None:
            raise invalid("a detail_url has its cutoff in it: leave as_of out")
        return Question(unedited(given), model)
    return Question(address(f"/v1/{kind}/{_quoted(given)}", {"as_of": instant(as_of)}), model)


def evidence_path(source_id: str, query: Mapping[str, str | int | UUID | None]) -> str:
    if is_lost_in_path(source_id):
        raise invalid("id is not empty, . or ..")
    return address(f"/v1/sources/{_quoted(source_id)}/evidence", query)


def changes_path(
    since: Instant,
    until: Instant | None,
    tickers: Sequence[str] | None,
    entity_ids: Sequence[str | UUID] | None,
    limit: int | None,
) -> str:
    query = {
        "tickers": None if tickers is None else ",".join(tickers),
        "entity_ids": None if entity_ids is None else ",".join(str(one) for one in entity_ids),
        "since": instant(since),
        "until": instant(until),
        "limit": limit,
    }
    return address("/v1/changes", query)


def receipt_question(request_id: str) -> Question[Receipt]:
    check_request_id(request_id)
    return Question(f"/v1/receipts/{_quoted(request_id)}", receipts, "key")


def openings_question(request_id: str) -> Question[Openings]:
    check_request_id(request_id)
    return Question(f"/v1/receipts/{_quoted(request_id)}/openings", openings, "key")


def _quoted(segment: str) -> str:
    try:
        return quote(segment, safe="")
    except UnicodeEncodeError:
        raise invalid("a text with half of a character (a lone surrogate) cannot be sent") from None


def unedited(url: str) -> str:
    """Byte for byte: an address that httpx would write otherwise is refused rather than changed."""
    try:
        parsed = httpx.URL(url)
        is_same = str(parsed) == url and "#" not in url and not parsed.userinfo
    except httpx.InvalidURL:
        is_same = False
    if not is_same:
        raise error_of("malformed-answer", "the address is not one that can be requested unedited")
    return url
