# Generated from openapi.yaml by `npm run clients -- models`: change that file, not this one.
# schemas sha256:c3bf9d7112339df9510992beac9587717fcd20d04e52a6bb8b7e31f4f89ed80e

from __future__ import annotations

from datetime import date
from typing import Annotated, Literal
from uuid import UUID

from pydantic import AwareDatetime, ConfigDict, Field, RootModel
from research_intelligence.document import Document
from research_intelligence.frames import ChartDocument, OutcomesDocument


class Acquisition(Document):
    """
    Where the login comes from. Never put prompts, request bodies, credentials, personal or card data here.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    entrypoint: Annotated[
        str | None, Field(description="Which instructions led here.")
    ] = None
    source: Annotated[str | None, Field(description="The campaign source.")] = None
    medium: Annotated[str | None, Field(description="The campaign medium.")] = None
    client_name: Annotated[
        str | None, Field(alias="clientName", description="The program's name.")
    ] = None
    client_version: Annotated[
        str | None, Field(alias="clientVersion", description="The program's version.")
    ] = None


class BeliefLinks(Document):
    """
    Where to go on, with the cutoff pinned. Each is a metered read.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    self: Annotated[str, Field(description="This answer again.")]
    brief: Annotated[str, Field(description="The brief of its subject.")]
    checkpoint: Annotated[
        str | None,
        Field(
            description="The signed head of the public log at the release of this answer, or null for a preview."
        ),
    ]


class BriefLinks(Document):
    """
    Where to go on, with the cutoff pinned. Each is a metered read.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    self: Annotated[str, Field(description="This answer again.")]
    full: Annotated[str, Field(description="The full form.")]
    beliefs: Annotated[
        str | None,
        Field(
            description="Every belief, or null when the security has none of its own."
        ),
    ]
    checkpoint: Annotated[
        str | None,
        Field(
            description="The signed head of the public log at the release of this answer, or null for a preview."
        ),
    ]


class CapabilityGap(Document):
    """
    Something that the service cannot say about this entity.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    status: Annotated[
        Literal["unavailable"],
        Field(description="Always `unavailable`, since a gap is what is missing."),
    ]
    reason: Annotated[str, Field(description="Why the service cannot say it.")]


class CaseParagraph(Document):
    """
    One paragraph and what it rests on.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    text: Annotated[str, Field(description="The words of the paragraph.")]
    citation_ids: Annotated[list[str], Field(description="Where it was said.")]


class ChartPoint(Document):
    """
    One session.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    session_date: Annotated[date, Field(description="A calendar date, `YYYY-MM-DD`.")]
    security_index: Annotated[
        float, Field(description="The security, rounded half-even to 6 decimals.")
    ]
    benchmark_index: Annotated[
        float, Field(description="SPY, rounded half-even to 6 decimals.")
    ]
    excess_return_percent: Annotated[
        float, Field(description="The first minus the second, exactly as published.")
    ]


class Coverage(Document):
    """
    How much of what is released this answer shows. Returned plus omitted is released.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    released_record_count: Annotated[
        int, Field(description="Beliefs released and not withdrawn.")
    ]
    returned_view_count: Annotated[int, Field(description="Views in this answer.")]
    omitted_record_count: Annotated[
        int, Field(description="Released beliefs that this answer does not show.")
    ]
    detail_available: Annotated[
        bool, Field(description="Every record can be read in full.")
    ]


class CoveredTicker(Document):
    """
    A ticker with released research.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    ticker: Annotated[str, Field(description="The symbol to ask for.")]
    name: Annotated[
        str, Field(description="The name, or the ticker when no name is known.")
    ]
    security_id: Annotated[UUID, Field(description="The id of the security.")]
    cik: Annotated[
        str | None,
        Field(
            description="Its SEC central index key, ten digits; absent when not known."
        ),
    ] = None
    figi: Annotated[
        str | None,
        Field(
            description="Its financial instrument global identifier; absent when not known."
        ),
    ] = None
    isin: Annotated[
        str | None,
        Field(
            description="Its international securities identification number; absent when not known."
        ),
    ] = None
    released_record_count: Annotated[
        int, Field(description="How many beliefs are released.")
    ]
    first_covered_at: Annotated[
        AwareDatetime, Field(description="When its first released belief was observed.")
    ]
    latest_observation_at: Annotated[
        AwareDatetime, Field(description="When its newest observation was made.")
    ]


class DeviceAuthorized(Document):
    """
    The person approved.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    status: Annotated[
        Literal["authorized"], Field(description="The person has approved.")
    ]
    api_key: Annotated[
        str | None,
        Field(
            alias="apiKey",
            description="The read-only key. Absent once delivered: do not make a replacement by yourself.",
        ),
    ] = None


class DeviceDenied(Document):
    """
    The person said no. Stop.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    status: Annotated[Literal["denied"], Field(description="The person has said no.")]


class DeviceExpired(Document):
    """
    Nobody decided in time.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    status: Annotated[
        Literal["expired"], Field(description="The code is past its time.")
    ]


class DeviceGrant(Document):
    """
    The codes of a device login.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    acquisition_id: Annotated[
        UUID,
        Field(
            alias="acquisitionId",
            description="Names this login, for the checkout page.",
        ),
    ]
    device_code: Annotated[
        str,
        Field(alias="deviceCode", description="A secret to poll with. Never show it."),
    ]
    user_code: Annotated[
        str, Field(alias="userCode", description="What the person compares.")
    ]
    browser_url: Annotated[
        str,
        Field(
            alias="browserUrl",
            description="Where the person decides; it carries the user code.",
        ),
    ]
    expires_at: Annotated[
        AwareDatetime,
        Field(alias="expiresAt", description="When the codes become worthless."),
    ]
    interval: Annotated[int, Field(description="Seconds to wait between polls.")]


class DeviceInvalid(Document):
    """
    No such device code.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    status: Annotated[Literal["invalid"], Field(description="No login has this code.")]


class DevicePending(Document):
    """
    Wait and poll again.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    status: Annotated[
        Literal["pending"], Field(description="The person has not decided yet.")
    ]
    interval: Annotated[int, Field(description="Seconds to wait before the next poll.")]


class DevicePoll(RootModel[DevicePending | DeviceAuthorized | DeviceDenied]):
    root: Annotated[
        DevicePending | DeviceAuthorized | DeviceDenied,
        Field(description="Where a device login stands.", discriminator="status"),
    ]


class DeviceSlowDown(Document):
    """
    Polled too fast.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    status: Annotated[
        Literal["slow_down"], Field(description="The polls came too fast.")
    ]
    interval: Annotated[
        int, Field(description="Seconds to wait between polls, from now on.")
    ]


class DirectionCounts(Document):
    """
    A number for each direction.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    bullish: Annotated[int, Field(description="How many point up.")]
    bearish: Annotated[int, Field(description="How many point down.")]
    mixed: Annotated[int, Field(description="How many point both ways.")]
    unclear: Annotated[int, Field(description="How many point no clear way.")]


class EntityLinks(Document):
    """
    Where to go on, with the cutoff pinned. Each is a metered read.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    self: Annotated[str, Field(description="This answer again.")]
    beliefs: Annotated[str, Field(description="Every belief about the entity.")]
    checkpoint: Annotated[
        str | None,
        Field(
            description="The signed head of the public log at the release of this answer, or null for a preview."
        ),
    ]


class Fault(Document):
    """
    One fault of a request.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    location: Annotated[str, Field(description="Where, such as query.ticker.")]
    message: Annotated[
        str,
        Field(
            description="What is wrong. Input is repeated in at most 64 escaped characters."
        ),
    ]
    fix: Annotated[str, Field(description="What to send instead.")]


class Horizon(Document):
    """
    The time the author gave the thesis.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    text: Annotated[str, Field(description="The horizon in the author's words.")]
    until_on: Annotated[
        date | None,
        Field(description="The date it ends, or null when the words name none."),
    ]


class IntentCondition(Document):
    """
    A condition of an intent.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    statement: Annotated[str, Field(description="What has to hold, in words.")]
    citation_ids: Annotated[list[str], Field(description="Where it was said.")]


class InvestmentCase(Document):
    """
    The case in a few cited paragraphs.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    schema_version: Annotated[
        Literal["investment-case-v1"], Field(description="The layout of the case.")
    ]
    paragraphs: Annotated[
        list[CaseParagraph],
        Field(description="The paragraphs of the case, in reading order."),
    ]


class KeyStatus(Document):
    """
    What a key may spend.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    status: Annotated[
        Literal["ready", "no_credit", "spend_limit_reached", "unavailable"],
        Field(description="Whether the key can read research now."),
    ]
    data_mode: Annotated[
        Literal["live", "preview"],
        Field(
            alias="dataMode",
            description="What the key reads: research, or fictional preview data.",
        ),
    ]
    prepaid_requests_remaining: Annotated[
        int,
        Field(alias="prepaidRequestsRemaining", description="Prepaid requests left."),
    ]
    subscription_plan: Annotated[
        str | None,
        Field(
            alias="subscriptionPlan",
            description="The plan, or null without a subscription.",
        ),
    ]
    subscription_requests_remaining: Annotated[
        int | None,
        Field(
            alias="subscriptionRequestsRemaining",
            description="Requests left in this period, 0 without a subscription; null means unlimited.",
        ),
    ]
    subscription_period_ends_at: Annotated[
        AwareDatetime | None,
        Field(
            alias="subscriptionPeriodEndsAt",
            description="When the allowance renews, or null.",
        ),
    ]
    spend_limit_reached: Annotated[
        bool,
        Field(
            alias="spendLimitReached",
            description="Whether the month's spend limit is used up.",
        ),
    ]
    key_id: Annotated[
        str, Field(alias="keyId", description="The key, without its secret.")
    ]
    key_expires_at: Annotated[
        AwareDatetime | None,
        Field(
            alias="keyExpiresAt",
            description="From when on the key is refused, or null for one that works until it is revoked.",
        ),
    ]
    scopes: Annotated[
        list[str],
        Field(
            description="What the key may do: `research:read` is everything; a key that was made for less has one for each operation, such as `research:getBrief`."
        ),
    ]
    api_version: Annotated[
        Literal["2026-10-05"],
        Field(alias="apiVersion", description="The version of this contract."),
    ]
    data_as_of: Annotated[
        AwareDatetime,
        Field(alias="dataAsOf", description="The newest settled instant of the data."),
    ]
    checkout_url: Annotated[
        str | None,
        Field(
            alias="checkoutUrl",
            description="Where a person can pay, or null when the key is usable.",
        ),
    ]


class LogValues(Document):
    """
    The row with its id; of a row that ended, only what names it. Each kind has its own values, and later ones may come.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    source_id: Annotated[str | None, Field(description="The id of a source.")] = None
    person_id: Annotated[str | None, Field(description="The id of a person.")] = None
    evidence_id: Annotated[str | None, Field(description="The id of evidence.")] = None
    content_hash: Annotated[
        str | None, Field(description="The hash of the whole captured text.")
    ] = None
    citation_id: Annotated[str | None, Field(description="The id of a citation.")] = (
        None
    )
    belief_id: Annotated[str | None, Field(description="The id of a belief.")] = None
    revision: Annotated[
        int | None, Field(description="The number of a step of a belief.")
    ] = None
    part_id: Annotated[
        str | None, Field(description="The id of a claim, condition, target or note.")
    ] = None


class MarkPrice(Document):
    """
    The prices of one session.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    session_date: Annotated[date, Field(description="A calendar date, `YYYY-MM-DD`.")]
    price: Annotated[float, Field(description="The adjusted close of the security.")]
    benchmark_price: Annotated[
        float | None, Field(description="The adjusted close of SPY, or null.")
    ]


class MarketFreshness(Document):
    """
    How recent the security's and the benchmark's prices are.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    status: Annotated[
        Literal["current", "stale", "unverified"],
        Field(description="The worse of the two."),
    ]
    expected_session: Annotated[
        date | None,
        Field(description="The last session that should be priced, or null."),
    ]
    security_through: Annotated[
        date | None,
        Field(description="The last priced session of the security, or null."),
    ]
    benchmark_through: Annotated[
        date | None, Field(description="The last priced session of SPY, or null.")
    ]
    reason: Annotated[str, Field(description="Why the status is what it is.")]


class NamedActor(Document):
    """
    A named portfolio or entity.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    kind: Annotated[
        Literal["named_portfolio_or_entity"],
        Field(description="A named portfolio or entity."),
    ]
    name: Annotated[str, Field(description="The name of the portfolio or entity.")]


class NoActor(Document):
    """
    No position is meant.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    kind: Annotated[
        Literal["not_applicable"], Field(description="No position is spoken of.")
    ]
    name: Annotated[
        None, Field(description="Always null, because there is nobody to name.")
    ]


class NotCounting(Document):
    """
    Open views that do not count, each by the first reason that applies, in this order.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    invalidated: Annotated[int, Field(description="Their conditions no longer hold.")]
    status: Annotated[
        int,
        Field(
            description="Forming or of unknown status, or a weakened view with a direction."
        ),
    ]
    horizon: Annotated[int, Field(description="Past their own horizon.")]
    silent: Annotated[
        int,
        Field(
            description="Without a dated horizon, and not restated for more than 365 days."
        ),
    ]


class PageNumber(Document):
    """
    A page of a document.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    kind: Annotated[Literal["page"], Field(description="A page of a document.")]
    page: Annotated[int, Field(description="The page, counted from 1.")]


class Pagination(Document):
    """
    How to go on.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    next_cursor: Annotated[
        str | None, Field(description="Opaque, or null on the last page.")
    ]
    next_page_url: Annotated[
        str | None,
        Field(
            description="Request exactly this, with a new request id; null on the last page."
        ),
    ]


class Person(Document):
    """
    Whose view it is.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    id: Annotated[str, Field(description="The person's stable id.")]
    name: Annotated[str, Field(description="The person's name.")]
    handle: Annotated[
        str | None, Field(description="The name used where it was published, or null.")
    ]


class PersonalActor(Document):
    """
    The author's own position.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    kind: Annotated[
        Literal["author_personal"],
        Field(description="The position is the author's own."),
    ]
    name: Annotated[
        None, Field(description="Always null, since the author is named elsewhere.")
    ]


class PriceReference(Document):
    """
    One dated price of one provider.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    price: Annotated[float, Field(description="The adjusted close.")]
    currency: Annotated[Literal["USD"], Field(description="The currency of the price.")]
    session_date: Annotated[date, Field(description="The session that it closed.")]
    provider_observed_at: Annotated[
        AwareDatetime, Field(description="When the provider observed it.")
    ]
    source: Annotated[str, Field(description="The data provider.")]
    observation_hash: Annotated[
        str,
        Field(
            description='`sha256:` and the SHA-256, in hex, of the RFC 8785 canonical JSON of {adjusted_close (text, as the provider wrote it), basis: "adjusted_close", currency, provider, provider_observed_at, session_date, ticker}.'
        ),
    ]


class Receipt(Document):
    """
    What a request was charged and what was delivered.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    request_id: Annotated[str, Field(description="The request id.")]
    operation: Annotated[
        Literal["getBrief", "listBeliefs", "getBelief", "listSources", "getSource", "listEvidence", "getEvidence", "listChanges"],
        Field(description="What was asked."),
    ]
    request: Annotated[
        str, Field(description="Path and parameters, in their canonical order.")
    ]
    mode: Annotated[
        Literal["live", "preview"], Field(description="Which collection answered.")
    ]
    units: Annotated[int, Field(description="Units charged, 0 for a preview.")]
    paid_from: Annotated[
        Literal["subscription", "prepaid", "none"],
        Field(description="What paid for it."),
    ]
    charged_at: Annotated[AwareDatetime, Field(description="When it was charged.")]
    as_of: Annotated[
        AwareDatetime, Field(description="The cutoff of the delivered document.")
    ]
    document_digest: Annotated[
        str, Field(description="The digest of the delivered document.")
    ]
    replay_until: Annotated[
        AwareDatetime,
        Field(description="Until when the same id gets the same bytes for free."),
    ]
    request_id_kept_until: Annotated[
        AwareDatetime,
        Field(description="Until when the id cannot be used for another request."),
    ]


class ReceiptsData(Document):
    """
    The receipts of the page.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    receipts: Annotated[list[Receipt], Field(description="The receipts, newest first.")]


class ReceiptsPage(Document):
    """
    A page of the receipts of a workspace.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    data: ReceiptsData
    pagination: Pagination


class ReleaseCounts(Document):
    """
    How many views it moved, by what it did to them. `GET /v1/changes` tells each move: `opened` as `view_opened`, `revised` as
    `view_updated`, `view_strengthened` or `view_weakened`, `reversed` as `view_reversed`, `closed` as `view_ended`, `unmoved`
    as `statement_added`, `rewritten` as `view_corrected`, and `withdrawn` as `view_withdrawn`.

    """

    model_config = ConfigDict(
        extra="allow",
    )
    opened: Annotated[int, Field(description="Views that began.")]
    revised: Annotated[
        int, Field(description="Steps that restated, strengthened or weakened a view.")
    ]
    reversed: Annotated[
        int, Field(description="Views that ended because their author turned round.")
    ]
    closed: Annotated[int, Field(description="Views that were resolved or abandoned.")]
    withdrawn: Annotated[int, Field(description="Views that were taken back.")]
    rewritten: Annotated[
        int,
        Field(
            description="Steps and views that read otherwise than before, as after a correction."
        ),
    ]
    unmoved: Annotated[int, Field(description="Late statements, which move nothing.")]


class ReleaseItem(Document):
    """
    One release or withdrawal. A withdrawal is a release of its own, which takes research back.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    number: Annotated[
        int, Field(description="Its number, which grows by one with each release.")
    ]
    kind: Annotated[
        Literal["release", "withdrawal"],
        Field(description="Whether it published research or took it back."),
    ]
    effective_at: Annotated[
        AwareDatetime,
        Field(
            description="From when on answers say it. An operator may date it in the past, as when history is loaded."
        ),
    ]
    counts: ReleaseCounts
    tickers: Annotated[
        list[str],
        Field(
            description="Tickers with released research whose views, names, people, sources, splits or industry codes it touched, in alphabetical order. New prices alone do not name a ticker here."
        ),
    ]
    omitted_ticker_count: Annotated[
        int, Field(description="How many more tickers it touched than `tickers` names.")
    ]
    entity_count: Annotated[
        int, Field(description="How many entities without a ticker it touched.")
    ]
    priced_ticker_count: Annotated[
        int | None,
        Field(
            description="Of how many tickers it published prices, or null where that was not recorded."
        ),
    ]
    checkpoint: Annotated[
        str | None,
        Field(
            description="The signed head of the public log at the end of this release, or null for a preview."
        ),
    ]


class ReleasesPagination(Document):
    """
    Where the next page is.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    next_page_url: Annotated[
        str | None, Field(description="Request exactly this, or null on the last page.")
    ]


class RenderedText(Document):
    """
    A rendering of what was said, such as a translation or a transcript. Not the author's exact words.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    kind: Annotated[
        Literal["rendered"], Field(description="A rendering in other words.")
    ]
    text: Annotated[str, Field(description="The words of the rendering.")]


class Security(Document):
    """
    The listed security.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    id: Annotated[str, Field(description="The canonical entity id.")]
    ticker: Annotated[str, Field(description="The symbol it is listed under.")]
    name: Annotated[
        str, Field(description="The name, or the ticker when no name is known.")
    ]


class SummarisedText(Document):
    """
    A summary of what was said. Not the author's exact words.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    kind: Annotated[
        Literal["summarised"], Field(description="A summary in other words.")
    ]
    text: Annotated[str, Field(description="The words of the summary.")]


class Text(Document):
    """
    Free text, cut at a word boundary where it would be too long; the belief record has it whole.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    text: Annotated[
        str,
        Field(
            description="The words themselves, in the language they were published in."
        ),
    ]
    truncated: Annotated[
        bool,
        Field(
            description="Whether the text was cut here or had been cut by its source."
        ),
    ]


class TextQuote(Document):
    """
    The very words, found in the captured text.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    kind: Annotated[
        Literal["text_quote"], Field(description="A quote from the captured text.")
    ]
    exact: Annotated[str, Field(description="The quoted words, exactly as captured.")]
    prefix: Annotated[
        str | None, Field(description="What stands before them, or null.")
    ]
    suffix: Annotated[str | None, Field(description="What stands after them, or null.")]


class TimeRange(Document):
    """
    A part of a recording.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    kind: Annotated[Literal["time_range"], Field(description="A time range.")]
    start_seconds: Annotated[float, Field(description="Where it begins.")]
    end_seconds: Annotated[float, Field(description="Where it ends.")]


class Turn(Document):
    """
    Views that went from one direction to another within their course.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    from_: Annotated[
        Literal["bullish", "bearish", "mixed", "unclear"],
        Field(alias="from", description="Which way a view points."),
    ]
    to: Annotated[
        Literal["bullish", "bearish", "mixed", "unclear"],
        Field(description="Which way a view points."),
    ]
    view_count: Annotated[int, Field(description="How many views did so.")]


class UnresolvedActor(Document):
    """
    Somebody's position, but whose is not clear.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    kind: Annotated[
        Literal["unresolved"],
        Field(description="It is not clear whose position it is."),
    ]
    name: Annotated[None, Field(description="Always null, because no name is known.")]


class ViewClaim(Document):
    """
    A claim for or against a view.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    claim_id: Annotated[
        str | None,
        Field(description="The claim, or null when it has no record of its own."),
    ]
    statement: Text
    citation_id: Annotated[str, Field(description="Where it was said.")]


class ViewCondition(Document):
    """
    Whether the conditions of the view still hold.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    validity: Annotated[
        Literal["conditions_supported", "needs_review", "invalidated", "unknown"],
        Field(description="What an assessment of the conditions found."),
    ]
    external_state: Annotated[
        Literal["clear", "triggered", "unknown"],
        Field(description="Whether something outside the thesis has happened to it."),
    ]
    blockers: Annotated[list[Text], Field(description="What stands in the way.")]
    omitted_blocker_count: Annotated[int, Field(description="How many more there are.")]


class Warning(Document):
    """
    Something to know before using the answer.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    code: Annotated[
        str,
        Field(
            description="A stable name, such as overview-view-cap. `records-left-out`: the list is answered without records that the service cannot show as this contract has it."
        ),
    ]
    message: Annotated[str, Field(description="The same in a sentence.")]
    pointer: Annotated[
        str | None,
        Field(
            description="JSON Pointer to what it is about, or null for the whole answer."
        ),
    ]


class BeliefState(Document):
    """
    The state of a belief beside one of its revisions.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    direction: Annotated[
        Literal["bullish", "bearish", "mixed", "unclear"],
        Field(description="Which way a view points."),
    ]
    status: Annotated[
        Literal["forming", "active", "strengthened", "weakened", "reversed", "resolved", "abandoned", "unknown"],
        Field(
            description="Where a view is in its course. Reversed, resolved and abandoned are final."
        ),
    ]
    validity: Annotated[
        Literal["conditions_supported", "needs_review", "invalidated", "unknown"],
        Field(description="What an assessment of the conditions found."),
    ]
    external_state: Annotated[
        Literal["clear", "triggered", "unknown"],
        Field(description="Whether something outside the thesis has happened to it."),
    ]


class ChartMarker(Document):
    """
    A move of a view.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    occurred_at: Annotated[AwareDatetime, Field(description="When it was observed.")]
    session_date: Annotated[
        date | None, Field(description="Its entry session, or null.")
    ]
    kind: Annotated[
        Literal["initiated", "updated", "strengthened", "weakened", "reversed", "closed"],
        Field(
            description="What a revision did to a view. Closed is resolved or abandoned."
        ),
    ]
    thesis_id: Annotated[str, Field(description="The belief id of the view.")]
    person_id: Annotated[str, Field(description="Whose view it is.")]
    direction: Annotated[
        Literal["bullish", "bearish", "mixed", "unclear"],
        Field(description="Which way a view points."),
    ]
    label: Annotated[str, Field(description="A few words.")]
    citation_ids: Annotated[list[str], Field(description="Where it was said.")]


class Claim(Document):
    """
    Something that the author claims.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    claim_id: Annotated[str, Field(description="The id of the claim.")]
    role: Annotated[
        Literal["support", "risk", "context"],
        Field(description="What it does for the thesis."),
    ]
    statement: Text
    revision: Annotated[int, Field(description="The revision that it belongs to.")]
    observed_at: Annotated[AwareDatetime, Field(description="When it was observed.")]
    citation_id: Annotated[str, Field(description="Where it was said.")]


class Condition(Document):
    """
    Something that would confirm, endanger or end a thesis.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    kind: Annotated[
        Literal["catalyst", "risk", "invalidation"],
        Field(description="What a condition would do to the thesis."),
    ]
    statement: Text
    status: Annotated[
        Literal["pending", "met", "missed", "not_triggered", "triggered", "unknown"],
        Field(
            description="Whether it has happened. Met, missed and triggered are final."
        ),
    ]
    expected_by: Annotated[
        AwareDatetime | None, Field(description="When the author expects it, or null.")
    ]
    citation_id: Annotated[str, Field(description="Where it was said.")]


class ContinuationArguments(Document):
    """
    What to call the tool with.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    entity_id: Annotated[
        UUID, Field(description="A UUID, such as the id of a canonical entity.")
    ]
    as_of: Annotated[AwareDatetime, Field(description="The cutoff of this brief.")]


class DataStatus(Document):
    """
    How far the answer can be trusted. Keep these labels wherever you show it.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    mode: Annotated[
        Literal["live", "preview"],
        Field(description="Preview is fictional data for testing."),
    ]
    freshness: Annotated[
        Literal["current", "delayed", "stale"],
        Field(
            description="Whether prices are up to date; delayed is one session behind. A list of one subject has that subject's freshness, any other list that of SPY."
        ),
    ]
    coverage: Annotated[
        Literal["complete", "partial", "insufficient"],
        Field(
            description="Whether anything is missing: omitted records, open views that do not count, a price, a benchmark or an industry code."
        ),
    ]
    latest_observation_at: Annotated[
        AwareDatetime | None,
        Field(description="When the subject's newest observation was made."),
    ]
    market_freshness: MarketFreshness | None = None
    limitations: Annotated[
        list[str],
        Field(
            description="One sentence for each thing to know, the unusual first. Nothing that a reason or market_freshness.reason says is repeated. Some begin with a code: `price-jump:` names a session whose price is at least 5 times that of the session before it, or a fifth of it or less."
        ),
    ]


class DatedEvent(Document):
    """
    A condition that is still open, or the end of a horizon.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    kind: Annotated[
        Literal["condition", "horizon"], Field(description="Kind of event.")
    ]
    due_on: Annotated[date, Field(description="A calendar date, `YYYY-MM-DD`.")]
    statement: Text
    belief_id: Annotated[str, Field(description="The view it belongs to.")]
    citation_id: Annotated[str, Field(description="Where it was said.")]


class Entity(Document):
    """
    The entity that the brief is about.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    entity_id: Annotated[
        UUID, Field(description="A UUID, such as the id of a canonical entity.")
    ]
    name: Annotated[
        str | None, Field(description="The name, or null when it is not known.")
    ]
    kind: Annotated[
        Literal["listing", "company", "fund", "index", "commodity", "currency", "industry", "other"],
        Field(description="What kind of thing an entity is."),
    ]


class EntityItem(Document):
    """
    An entity with released research.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    entity_id: Annotated[
        UUID, Field(description="A UUID, such as the id of a canonical entity.")
    ]
    kind: Annotated[
        Literal["listing", "company", "fund", "index", "commodity", "currency", "industry", "other"],
        Field(description="What kind of thing an entity is."),
    ]
    name: Annotated[
        str | None, Field(description="The name, or null when it is not known.")
    ]
    ticker: Annotated[
        str | None, Field(description="The symbol of a listing, else null.")
    ]
    cik: Annotated[
        str | None,
        Field(
            description="Its SEC central index key, ten digits; absent when not known."
        ),
    ] = None
    figi: Annotated[
        str | None,
        Field(
            description="Its financial instrument global identifier; absent when not known."
        ),
    ] = None
    isin: Annotated[
        str | None,
        Field(
            description="Its international securities identification number; absent when not known."
        ),
    ] = None
    released_record_count: Annotated[
        int, Field(description="How many beliefs are released.")
    ]
    latest_observation_at: Annotated[
        AwareDatetime, Field(description="When its newest observation was made.")
    ]


class Evidence(Document):
    """
    What was captured.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    evidence_id: Annotated[str, Field(description="The id of the evidence.")]
    source_url: Annotated[str, Field(description="Where it was published.")]
    title: Annotated[str, Field(description="The title of the document.")]
    author_name: Annotated[
        str | None, Field(description="Its author. Absent when unknown.")
    ] = None
    published_at: Annotated[
        AwareDatetime | None,
        Field(
            description="The instant it was published, or null when none is recorded."
        ),
    ]
    published_on: Annotated[
        date | None,
        Field(
            description="The day it was published, where only that is recorded, or null."
        ),
    ]
    observed_at: Annotated[AwareDatetime, Field(description="When it was observed.")]
    capture: Text
    removed_character_count: Annotated[
        int,
        Field(
            description="How many invisible or control characters were removed before hashing."
        ),
    ]
    content_hash: Annotated[
        str, Field(description="The hash of the whole captured text in UTF-8.")
    ]
    verification: Annotated[
        Literal["verified", "unverified", "source_unavailable"],
        Field(
            description="Whether the captured words were checked against the source."
        ),
    ]


class EvidenceItem(Document):
    """
    A piece of evidence in a list.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    evidence_id: Annotated[
        str, Field(description="The id of the evidence, to read its words.")
    ]
    source_url: Annotated[str, Field(description="Where it was published.")]
    title: Annotated[str, Field(description="The title of the document.")]
    author_name: Annotated[
        str | None, Field(description="Its author. Absent when unknown.")
    ] = None
    published_at: Annotated[
        AwareDatetime | None,
        Field(
            description="The instant it was published, or null when none is recorded."
        ),
    ]
    published_on: Annotated[
        date | None,
        Field(
            description="The day it was published, where only that is recorded, or null."
        ),
    ]
    observed_at: Annotated[AwareDatetime, Field(description="When it was observed.")]
    content_hash: Annotated[str, Field(description="The hash of the captured text.")]
    verification: Annotated[
        Literal["verified", "unverified", "source_unavailable"],
        Field(
            description="Whether the captured words were checked against the source."
        ),
    ]
    detail_url: Annotated[
        str,
        Field(
            description="The evidence in full, with the cutoff pinned; a metered read."
        ),
    ]


class LogRow(Document):
    """
    What was hashed, as a whole. Hash exactly what you get, in the canonical form of RFC 8785.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    act: Annotated[
        Literal["opened", "closed", "released", "removed"],
        Field(
            description="What happened: a row began or ended, a release was made, or something was removed for legal reasons."
        ),
    ]
    kind: Annotated[
        Literal["source", "person", "entity", "industry", "session", "split", "evidence", "citation", "belief", "revision", "part", "prices", "release", "removal"],
        Field(description="What kind of row it is."),
    ]
    release: Annotated[int, Field(description="The release that did it.")]
    values: LogValues


class Mark(Document):
    """
    The move of the underlying price from an entry session to the latest price, over the same two sessions as SPY. Its sign is never turned for a bearish view.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    status: Annotated[
        Literal["measured", "pending", "unmeasured", "unmeasurable"],
        Field(
            description="Unmeasured while the latest price still is the entry price, unmeasurable without prices."
        ),
    ]
    reason: Annotated[
        str | None,
        Field(description="Why it is not measured, such as no_entry_price, or null."),
    ]
    entry: Annotated[
        MarkPrice | None,
        Field(description="The first price at or after the view, or null."),
    ]
    latest: Annotated[
        MarkPrice | None,
        Field(
            description="The last price, or the price at which an ended view ended, or null."
        ),
    ]
    security_change_percent: Annotated[
        float | None,
        Field(
            description="A number in percent, unrounded, or null when it was not measured. A missing price never counts as 0."
        ),
    ]
    benchmark_change_percent: Annotated[
        float | None,
        Field(
            description="A number in percent, unrounded, or null when it was not measured. A missing price never counts as 0."
        ),
    ]
    excess_change_percent: Annotated[
        float | None,
        Field(
            description="A number in percent, unrounded, or null when it was not measured. A missing price never counts as 0."
        ),
    ]
    ended: Annotated[
        bool,
        Field(
            description="Whether the mark ends where the view ended and not at the latest price."
        ),
    ]
    is_author_return: Annotated[
        bool, Field(description="Never a return of the author.")
    ]


class MarketPrice(Document):
    """
    The last known price, with its date and provider: where several price it, the operator's first is quoted, else the first loaded, and the others only check it. A missing price is never carried forward.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    status: Annotated[
        Literal["current", "stale", "unverified", "unavailable"],
        Field(description="How far the price can be trusted."),
    ]
    basis: Annotated[
        Literal["adjusted_daily_close"],
        Field(description="Daily close, adjusted for splits and dividends."),
    ]
    reference: Annotated[
        PriceReference | None,
        Field(description="The price, or null when there is none."),
    ]


class Opening(Document):
    """
    A row with what its entry in the log was made of. After a legal removal a row may have a newer entry than its release.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    index: Annotated[
        int, Field(description="The place of its leaf in the log, from 0.")
    ]
    salt: Annotated[str, Field(description="Its salt, 32 bytes in hex.")]
    row: LogRow


class Openings(Document):
    """
    What proves that the rows of a document are in the public log.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    request_id: Annotated[str, Field(description="The request id.")]
    mode: Annotated[
        Literal["live", "preview"], Field(description="Which collection answered.")
    ]
    document_digest: Annotated[
        str, Field(description="The digest of the delivered document.")
    ]
    checkpoint: Annotated[
        str | None,
        Field(
            description="The signed head of the log at the release of the document, or null for a preview."
        ),
    ]
    openings: Annotated[
        list[Opening],
        Field(
            description="One for each row that the document shows, in the order of the log."
        ),
    ]


class Outcome(Document):
    """
    The move of the underlying price over a fixed number of sessions after a view took a direction. Never a return of the author. `direction` is the one in force at the close of the entry session.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    horizon_sessions: Annotated[
        Literal[21, 63, 126, 252],
        Field(description="How many sessions after the entry."),
    ]
    span_started_at: Annotated[
        AwareDatetime,
        Field(description="When the span of one direction began that is measured."),
    ]
    direction: Annotated[
        Literal["bullish", "bearish", "mixed", "unclear"],
        Field(description="Which way a view points."),
    ]
    direction_held: Annotated[
        bool | None,
        Field(
            description="Whether no revision until the close of the horizon gave another direction or ended the view; null until then."
        ),
    ]
    status: Annotated[
        Literal["measured", "pending", "unmeasurable"],
        Field(
            description="Pending until the sessions have closed, unmeasurable without prices."
        ),
    ]
    reason: Annotated[
        str | None,
        Field(
            description="Why it is not measured, such as no_entry_price or ended_before_entry, or null."
        ),
    ]
    entry_session: Annotated[
        date | None, Field(description="The session of the entry price, or null.")
    ]
    exit_session: Annotated[
        date | None, Field(description="The session at the horizon, or null.")
    ]
    security_change_percent: Annotated[
        float | None,
        Field(
            description="A number in percent, unrounded, or null when it was not measured. A missing price never counts as 0."
        ),
    ]
    benchmark_change_percent: Annotated[
        float | None,
        Field(
            description="A number in percent, unrounded, or null when it was not measured. A missing price never counts as 0."
        ),
    ]
    excess_change_percent: Annotated[
        float | None,
        Field(
            description="A number in percent, unrounded, or null when it was not measured. A missing price never counts as 0."
        ),
    ]


class PacketCondition(Document):
    """
    A condition and who says so.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    statement: Text
    status: Annotated[
        Literal["pending", "met", "missed", "not_triggered", "triggered", "unknown"],
        Field(
            description="Whether it has happened. Met, missed and triggered are final."
        ),
    ]
    expected_by: Annotated[
        AwareDatetime | None, Field(description="When the author expects it, or null.")
    ]
    provenance: Annotated[
        Literal["author_stated", "third_party_reported", "service_derived"],
        Field(description="Who says so."),
    ]
    observed_at: Annotated[AwareDatetime, Field(description="When it was observed.")]
    citation_id: Annotated[str, Field(description="Where it was said.")]


class PacketNote(Document):
    """
    A note and who says so.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    statement: Text
    provenance: Annotated[
        Literal["author_stated", "third_party_reported", "service_derived"],
        Field(description="Who says so."),
    ]
    observed_at: Annotated[AwareDatetime, Field(description="When it was observed.")]
    citation_id: Annotated[
        str | None,
        Field(
            description="Where it was said, or what shows it. Null only for what nothing cited can show, such as an absence."
        ),
    ]


class Problem(Document):
    """
    What went wrong and what to do about it (RFC 9457). A problem is not charged; where nobody knows yet, `charged` is null.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    type: Annotated[
        str, Field(description="The page that explains this kind of problem.")
    ]
    title: Annotated[str, Field(description="The kind of problem in a few words.")]
    status: Annotated[int, Field(description="The HTTP status.")]
    detail: Annotated[
        str, Field(description="What happened this time, and how to go on.")
    ]
    instance: Annotated[str, Field(description="A name of this one request.")]
    code: Annotated[
        Literal["invalid-request", "as-of-in-future", "cursor-mismatch", "invalid-cursor", "unsupported-version", "unauthorized", "no-credit", "spend-limit-reached", "forbidden", "operation-not-allowed", "not-found", "not-covered", "no-such-record", "method-not-allowed", "not-acceptable", "request-running", "withdrawn", "retired-version", "precondition-failed", "payload-too-large", "unsupported-media-type", "request-id-reused", "request-id-expired", "brief-too-large", "answer-too-large", "rate-limited", "removed-legally", "internal", "unavailable"],
        Field(description="A stable name for the kind of problem."),
    ]
    request_id: Annotated[str, Field(description="The request id.")]
    charged: Annotated[
        bool | None,
        Field(
            description="False, the request was not charged. Null, whether it was is not known; repeat it under `request_id`, under which it is charged at most once."
        ),
    ]
    retryable: Annotated[
        bool, Field(description="Whether the same request may succeed later.")
    ]
    errors: Annotated[
        list[Fault], Field(description="Every fault that was found in the request.")
    ]
    limit_bytes: Annotated[
        int | None,
        Field(description="The limit, with brief-too-large and answer-too-large."),
    ] = None
    actual_bytes: Annotated[
        int | None,
        Field(
            description="The size of the answer, with brief-too-large and answer-too-large."
        ),
    ] = None
    suggested_max_results: Annotated[
        int | None,
        Field(
            description="What would fit, with brief-too-large and answer-too-large; 0 when not even one does."
        ),
    ] = None
    reason: Annotated[
        str | None,
        Field(
            description="Why the record was withdrawn or removed, with withdrawn and removed-legally."
        ),
    ] = None


class RecordedCondition(Document):
    """
    A condition that a view rests on.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    belief_id: Annotated[str, Field(description="The view it belongs to.")]
    kind: Annotated[
        Literal["catalyst", "risk", "invalidation"],
        Field(description="What a condition would do to the thesis."),
    ]
    statement: Text
    status: Annotated[
        Literal["pending", "met", "missed", "not_triggered", "triggered", "unknown"],
        Field(
            description="Whether it has happened. Met, missed and triggered are final."
        ),
    ]
    expected_by: Annotated[
        AwareDatetime | None, Field(description="When the author expects it, or null.")
    ]
    citation_id: Annotated[str, Field(description="Where it was said.")]


class RelatedBelief(Document):
    """
    A belief about another company.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    belief_id: Annotated[
        str, Field(description="The id of the belief, to read it in full.")
    ]
    ticker: Annotated[str, Field(description="The other company.")]
    person: Annotated[str, Field(description="The name of whose view it is.")]
    summary: Text
    relationship: Annotated[
        Literal["same_industry", "same_industry_group"],
        Field(
            description="How the company relates by the SIC code of its SEC filings, the same four digits or the same first three."
        ),
    ]
    citation_id: Annotated[str, Field(description="Where it was published.")]


class RelatedContext(Document):
    """
    Research about companies of the same industry. Nothing of it is transferred to this security.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    basis: Annotated[
        Literal["direct_and_related", "related_industry", "none"],
        Field(
            description="Whether there is research of its own, of related companies, or both."
        ),
    ]
    summary: Text
    related_beliefs: Annotated[
        list[RelatedBelief],
        Field(
            description="At most eight: those that count first, then other open ones; ended ones only if there is no other."
        ),
    ]
    omitted_related_count: Annotated[int, Field(description="How many more there are.")]
    limitations: Annotated[
        list[str], Field(description="What the relations leave out.")
    ]


class ReleasesPage(Document):
    """
    A page of releases.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    mode: Annotated[
        Literal["live", "preview"],
        Field(description="Whether this is research or fictional preview data."),
    ]
    releases: Annotated[
        list[ReleaseItem],
        Field(description="The newest first; with `after` the oldest first."),
    ]
    pagination: ReleasesPagination


class Revision(Document):
    """
    One step in the course of a belief.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    revision: Annotated[int, Field(description="Its number, counted from 1.")]
    observed_at: Annotated[AwareDatetime, Field(description="When it was observed.")]
    move: Annotated[
        Literal["initiated", "updated", "strengthened", "weakened", "reversed", "closed", "none"],
        Field(
            description="What it did to the view; none where only conditions changed."
        ),
    ]
    late: Annotated[
        bool,
        Field(description="Whether it arrived after newer ones, and so moved nothing."),
    ]
    summary: Text
    before: Annotated[
        BeliefState | None,
        Field(description="The state before it, or null for the first."),
    ]
    after: BeliefState
    source_citation_id: Annotated[str, Field(description="Where it was published.")]
    citation_ids: Annotated[
        list[str],
        Field(
            description="Every statement behind this step, the one it is summarised from first."
        ),
    ]


class SectorBelief(Document):
    """
    A view of another company.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    belief_id: Annotated[
        str, Field(description="The id of the belief, to read it in full.")
    ]
    security: Security
    relationship: Annotated[
        Literal["same_industry", "same_industry_group"],
        Field(
            description="How the company relates by the SIC code of its SEC filings, the same four digits or the same first three."
        ),
    ]
    sic: Annotated[str, Field(description="The other company's SIC code.")]
    sic_observed_at: Annotated[
        AwareDatetime, Field(description="When the code was observed in a filing.")
    ]
    person: Person
    direction: Annotated[
        Literal["bullish", "bearish", "mixed", "unclear"],
        Field(description="Which way a view points."),
    ]
    status: Annotated[
        Literal["forming", "active", "strengthened", "weakened", "reversed", "resolved", "abandoned", "unknown"],
        Field(
            description="Where a view is in its course. Reversed, resolved and abandoned are final."
        ),
    ]
    summary: Text
    observed_at: Annotated[
        AwareDatetime, Field(description="When its newest revision was observed.")
    ]
    citation_id: Annotated[str, Field(description="Where it was published.")]
    detail_url: Annotated[
        str,
        Field(description="The full record, with the cutoff pinned; a metered read."),
    ]


class SectorContext(Document):
    """
    Research about companies with the same observed SEC industry, each under its own name. Absent when there is none.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    related: Annotated[
        list[SectorBelief],
        Field(
            description="Those that count first, then other open ones; ended ones only if there is no other."
        ),
    ]
    omitted_related_count: Annotated[int, Field(description="How many more there are.")]
    limitations: Annotated[
        list[str], Field(description="What the relations leave out.")
    ]
    transfers_to_security: Annotated[
        bool,
        Field(description="No direction, target or conviction is ever transferred."),
    ]


class Setup(Document):
    """
    The counting views of one direction, taken together.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    direction: Annotated[
        Literal["bullish", "bearish"],
        Field(description="The direction that these views share."),
    ]
    posture: Annotated[
        Literal["long_watch", "avoid_watch"],
        Field(description="Long watch for bullish and avoid watch for bearish."),
    ]
    price_confirmation: Annotated[
        Literal["working", "mixed", "against", "unmeasured"],
        Field(
            description="Whether the price has moved with the views since each took its direction."
        ),
    ]
    thesis_ids: Annotated[
        list[str],
        Field(description="The belief ids of the returned counting views behind it."),
    ]
    conditions: Annotated[
        list[Condition], Field(description="What those views depend on.")
    ]
    omitted_condition_count: Annotated[
        int, Field(description="How many more there are.")
    ]


class Source(Document):
    """
    A publication that research comes from.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    source_id: Annotated[
        str, Field(description="The id of the source, to read or to list its evidence.")
    ]
    kind: Annotated[
        Literal["post", "article", "filing", "transcript", "interview", "video", "letter", "report", "dataset"],
        Field(description="What kind of publication a source is."),
    ]
    name: Annotated[str, Field(description="The name of the publication.")]
    url: Annotated[str | None, Field(description="Its address, or null.")]
    evidence_count: Annotated[
        int, Field(description="How many pieces of evidence come from it.")
    ]
    latest_observation_at: Annotated[
        AwareDatetime, Field(description="When the newest was observed.")
    ]
    detail_url: Annotated[
        str,
        Field(
            description="The source in full, with the cutoff pinned; a metered read."
        ),
    ]


class SourceData(Document):
    """
    The source and its newest evidence.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    source: Source
    evidence: Annotated[list[EvidenceItem], Field(description="The newest evidence.")]
    omitted_evidence_count: Annotated[int, Field(description="How much more there is.")]


class SourceDetail(Document):
    """
    One source in full.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    as_of: Annotated[AwareDatetime, Field(description="The cutoff that was used.")]
    data: SourceData
    data_status: DataStatus
    warnings: Annotated[
        list[Warning], Field(description="What to know before using the answer.")
    ]


class SourcesData(Document):
    """
    The sources of the page.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    sources: Annotated[list[Source], Field(description="The sources, by name.")]


class SourcesPage(Document):
    """
    A page of sources.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    as_of: Annotated[
        AwareDatetime,
        Field(description="The cutoff that was used; reuse it on every later page."),
    ]
    data: SourcesData
    data_status: DataStatus
    warnings: Annotated[
        list[Warning], Field(description="What to know before using the answer.")
    ]
    pagination: Pagination


class Subject(Document):
    """
    What a belief is about.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    entity_id: Annotated[
        UUID, Field(description="A UUID, such as the id of a canonical entity.")
    ]
    kind: Annotated[
        Literal["listing", "company", "fund", "index", "commodity", "currency", "industry", "other"],
        Field(description="What kind of thing an entity is."),
    ]
    ticker: Annotated[
        str | None, Field(description="The symbol of a listing, else null.")
    ]
    name: Annotated[
        str | None, Field(description="The name, or null when it is not known.")
    ]


class TargetDistance(Document):
    """
    One target, and what is left to it if its conditions hold.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    target_id: Annotated[str, Field(description="The id of the target.")]
    low: Annotated[float | None, Field(description="The lower end as stated, or null.")]
    high: Annotated[
        float | None, Field(description="The upper end as stated, or null.")
    ]
    currency: Annotated[str, Field(description="The currency it was stated in.")]
    stated_on: Annotated[date, Field(description="The day it was stated.")]
    horizon: Annotated[
        Horizon | None, Field(description="The target's own horizon, or null.")
    ]
    conditions: Annotated[
        list[Text], Field(description="What the author makes it depend on.")
    ]
    price_when_stated: Annotated[
        float | None,
        Field(description="The price that the author named beside it, or null."),
    ]
    split_factor: Annotated[
        float | None,
        Field(
            description="What the stated target is divided by for splits since then, or null when unknown."
        ),
    ]
    current_price: Annotated[
        float | None,
        Field(
            description="The split-adjusted, not dividend-adjusted close it is compared with, or null."
        ),
    ]
    current_session: Annotated[
        date | None, Field(description="The session of that close, or null.")
    ]
    remaining_change_to_low_percent: Annotated[
        float | None,
        Field(
            description="A number in percent, unrounded, or null when it was not measured. A missing price never counts as 0."
        ),
    ]
    remaining_change_to_high_percent: Annotated[
        float | None,
        Field(
            description="A number in percent, unrounded, or null when it was not measured. A missing price never counts as 0."
        ),
    ]
    proximity: Annotated[
        Literal["not_reached", "near", "reached_or_beyond", "unknown"],
        Field(description="Near is within 5 percent."),
    ]
    reason: Annotated[
        str | None,
        Field(
            description="Why the distance is unknown, such as horizon_ended, target_not_restated, no_clear_direction or adjusted_price_not_comparable, or null."
        ),
    ]
    citation_id: Annotated[str, Field(description="Where it was said.")]


class TickersResponse(Document):
    """
    What is covered.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    as_of: Annotated[AwareDatetime, Field(description="The cutoff of the list.")]
    mode: Annotated[
        Literal["live", "preview"],
        Field(description="Whether this is research or fictional preview data."),
    ]
    tickers: Annotated[
        list[CoveredTicker],
        Field(description="The covered tickers, in alphabetical order."),
    ]
    warnings: Annotated[
        list[Warning] | None,
        Field(
            description="What to know before using the list; absent when there is nothing."
        ),
    ] = None


class TradeState(Document):
    """
    Verdict of the published policy trade-state-v2 over the views. It is not advice, and related companies never enter it.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    action: Annotated[
        Literal["BUY", "WAIT", "AVOID"], Field(description="What the policy answers.")
    ]
    direction: Annotated[
        Literal["bullish", "bearish", "mixed", "unclear"],
        Field(description="Which way a view points."),
    ]
    decision_mode: Annotated[
        Literal["one_sided", "competing_setups", "no_directional_setup"],
        Field(
            description="Whether the counting views point one way, both ways or no way."
        ),
    ]
    reasons: Annotated[
        list[Text],
        Field(
            description="In this order: the verdict with its counts, the price if not current, what keeps it from BUY or AVOID, the views that do not count, the price confirmation."
        ),
    ]
    watch_conditions: Annotated[
        list[Text], Field(description="What would change the answer.")
    ]
    omitted_watch_condition_count: Annotated[
        int, Field(description="How many more there are.")
    ]
    setups: Annotated[
        list[Setup],
        Field(description="One for each direction that a counting view has."),
    ]


class ViewDirection(Document):
    """
    Since when a returned view has its direction, and the price move since then. The view itself is closed by the specification.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    belief_id: Annotated[str, Field(description="The id of the view, as in `views`.")]
    direction_since: Annotated[
        AwareDatetime, Field(description="When the current direction was given.")
    ]
    direction_last_stated_at: Annotated[
        AwareDatetime,
        Field(description="When the current direction was last given or repeated."),
    ]
    direction_basis: Annotated[
        Literal["author_declared", "operator_classified", "unknown"],
        Field(
            description="Origin of a direction: the author's own words for it, the operator's classification, or not recorded."
        ),
    ]
    since_direction_mark: Mark


class Activity(Document):
    """
    Recent changes of mind and the next dated events. All numbers are over every view of the security; only `views` follows
    the returned ones. `opened` counts views by their first direction, also those that follow a reversal; `people` counts
    distinct people with a counting view of each direction.

    """

    model_config = ConfigDict(
        extra="allow",
    )
    window_days: Annotated[
        Literal[90],
        Field(
            description="Length of the window that ends at `as_of`, in days of 24 hours."
        ),
    ]
    opened: DirectionCounts
    turned: Annotated[
        list[Turn],
        Field(
            description="Views that changed direction without ending, by direction before and after. A first clear word is not a turn."
        ),
    ]
    clarified_view_count: Annotated[
        int,
        Field(
            description="Views whose first bullish, bearish or mixed word came in the window, after unclear ones."
        ),
    ]
    reversed_view_count: Annotated[
        int, Field(description="Views that the opposite direction ended.")
    ]
    closed_view_count: Annotated[int, Field(description="Views resolved or abandoned.")]
    people: DirectionCounts
    not_counting: NotCounting
    newest_observation_age_days: Annotated[
        int | None,
        Field(
            description="Age of the newest observation at `as_of` in whole days of 24 hours, or null without own research."
        ),
    ]
    next_dated: Annotated[
        list[DatedEvent],
        Field(
            description="The next three dated conditions and horizons of open views, soonest first."
        ),
    ]
    views: Annotated[
        list[ViewDirection],
        Field(description="One entry for each returned view, in their order."),
    ]


class AdditionalIntent(Document):
    """
    A further intent of the same author.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    action: Annotated[
        Literal["buy", "hold", "sell", "trim", "short", "cover", "avoid_wait", "conditional_buy", "directional_opinion", "derivative", "unknown"],
        Field(description="What the author says to do, or did."),
    ]
    basis: Annotated[
        Literal["recommendation", "self_reported_position", "self_reported_trade", "third_party_report", "published_opinion", "unknown"],
        Field(description="What that rests on."),
    ]
    time_context: Annotated[
        Literal["current", "historical", "future_conditional", "unspecified"],
        Field(description="The time it speaks of."),
    ]
    instrument: Annotated[
        Literal["equity", "option", "other", "unknown"],
        Field(description="The instrument it speaks of."),
    ]
    position_actor: Annotated[
        PersonalActor | NamedActor | UnresolvedActor | NoActor | None,
        Field(
            description="Whose position is meant. Absent when unknown.",
            discriminator="kind",
        ),
    ] = None
    conditions: Annotated[
        list[IntentCondition], Field(description="What the author makes it depend on.")
    ]
    citation_ids: Annotated[list[str], Field(description="Where it was said.")]


class AuthorIntent(Document):
    """
    What the author says to do or has done. Nothing of it is verified to have been executed.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    action: Annotated[
        Literal["buy", "hold", "sell", "trim", "short", "cover", "avoid_wait", "conditional_buy", "directional_opinion", "derivative", "unknown"],
        Field(description="What the author says to do, or did."),
    ]
    basis: Annotated[
        Literal["recommendation", "self_reported_position", "self_reported_trade", "third_party_report", "published_opinion", "unknown"],
        Field(description="What that rests on."),
    ]
    time_context: Annotated[
        Literal["current", "historical", "future_conditional", "unspecified"],
        Field(description="The time it speaks of."),
    ]
    instrument: Annotated[
        Literal["equity", "option", "other", "unknown"],
        Field(description="The instrument it speaks of."),
    ]
    position_actor: Annotated[
        PersonalActor | NamedActor | UnresolvedActor | NoActor | None,
        Field(
            description="Whose position is meant. Absent when unknown.",
            discriminator="kind",
        ),
    ] = None
    additional_intents: Annotated[
        list[AdditionalIntent] | None,
        Field(description="What the author says besides."),
    ] = None
    methodology_version: Annotated[
        Literal["belief-author-intent-v1", "belief-author-intent-v2", "belief-author-intent-v3"],
        Field(description="How the intent was read."),
    ]
    status: Annotated[
        Literal["not_assessed", "current", "superseded"],
        Field(description="Whether it still is the latest."),
    ]
    observation_id: Annotated[
        str | None, Field(description="The observation it comes from, or null.")
    ]
    observed_at: Annotated[
        AwareDatetime | None, Field(description="When it was observed, or null.")
    ]
    conditions: Annotated[
        list[IntentCondition], Field(description="What the author makes it depend on.")
    ]
    citation_ids: Annotated[list[str], Field(description="Where it was said.")]
    execution_verified: Annotated[
        bool, Field(description="Always false, because no trade is ever verified.")
    ]


class BeliefItem(Document):
    """
    A belief in a list.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    belief_id: Annotated[
        str, Field(description="The id of the belief, to read it in full.")
    ]
    subject: Subject
    person: Person
    thesis: Text
    direction: Annotated[
        Literal["bullish", "bearish", "mixed", "unclear"],
        Field(description="Which way a view points."),
    ]
    direction_since: Annotated[
        AwareDatetime, Field(description="When the current direction was given.")
    ]
    direction_last_stated_at: Annotated[
        AwareDatetime,
        Field(description="When the current direction was last given or repeated."),
    ]
    direction_basis: Annotated[
        Literal["author_declared", "operator_classified", "unknown"],
        Field(
            description="Origin of a direction: the author's own words for it, the operator's classification, or not recorded."
        ),
    ]
    status: Annotated[
        Literal["forming", "active", "strengthened", "weakened", "reversed", "resolved", "abandoned", "unknown"],
        Field(
            description="Where a view is in its course. Reversed, resolved and abandoned are final."
        ),
    ]
    observed_at: Annotated[
        AwareDatetime, Field(description="When it was first observed.")
    ]
    latest_revision_at: Annotated[
        AwareDatetime | None,
        Field(description="When it was last revised, or null when it never was."),
    ]
    citation_ids: Annotated[list[str], Field(description="Where it was published.")]
    detail_url: Annotated[
        str,
        Field(description="The full record, with the cutoff pinned; a metered read."),
    ]
    confidence: Annotated[
        Literal["low", "medium", "high"] | None,
        Field(description="The author's own stated confidence. Absent when unknown."),
    ] = None
    horizon: Horizon | None = None
    outcomes: Annotated[
        list[Outcome] | None,
        Field(
            description="What the price did after fixed numbers of sessions. Absent when unknown, which it is in lists; the full record has it."
        ),
    ] = None


class ChangeItem(Document):
    """
    One step of one thing between the two cutoffs.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    kind: Annotated[
        Literal["verdict", "direction", "decision_mode", "price_status", "related_research", "view_opened", "view_updated", "view_strengthened", "view_weakened", "view_reversed", "view_ended", "view_corrected", "view_withdrawn", "statement_added", "statement_withdrawn", "view_validity", "view_external_state", "condition_added", "condition_met", "condition_missed", "condition_triggered", "condition_changed", "condition_withdrawn", "target_added", "target_changed", "target_withdrawn", "claim_added", "claim_changed", "claim_withdrawn", "evidence_withdrawn"],
        Field(
            description="What happened. `view_corrected` replaces a step that was published before, `statement_added` is a late or unclear statement\nthat moves nothing, and `statement_withdrawn` takes one step of a view back.\n"
        ),
    ]
    subject: Subject
    object: Annotated[
        Literal["verdict", "direction", "decision_mode", "price_status", "related_research", "view", "view_validity", "view_external_state", "condition", "target", "claim", "evidence"],
        Field(description="The thing that changed."),
    ]
    object_id: Annotated[
        str | None,
        Field(
            description="The id of the belief, condition, target, claim or evidence, or null for a value of the brief."
        ),
    ]
    belief_id: Annotated[
        str | None,
        Field(
            description="The belief that it belongs to, or null for a value of the brief."
        ),
    ]
    revision: Annotated[
        int | None,
        Field(
            description="The number of the revision that a change of a view opened or closed, or null for everything else."
        ),
    ]
    person: Annotated[
        Person | None,
        Field(description="Whose view it is, or null for a value of the brief."),
    ]
    before: Annotated[
        str | None,
        Field(
            description="The value before, such as the action of a verdict or the status of a view or condition, or null where there was none."
        ),
    ]
    after: Annotated[
        str | None,
        Field(description="The value after it, or null where there is none any more."),
    ]
    direction_before: Annotated[
        Literal["bullish", "bearish", "mixed", "unclear"] | None,
        Field(description="The direction of a view before, or null."),
    ]
    direction_after: Annotated[
        Literal["bullish", "bearish", "mixed", "unclear"] | None,
        Field(description="The direction of a view after it, or null."),
    ]
    statement: Annotated[
        Text | None,
        Field(
            description="The words behind it, or null where there are none or they were withdrawn."
        ),
    ]
    reason: Annotated[
        str | None,
        Field(description="The reason that was given with a withdrawal, or null."),
    ]
    observed_at: Annotated[
        AwareDatetime | None,
        Field(
            description="When it was observed or withdrawn, or null for what is computed."
        ),
    ]
    release: Annotated[
        int | None,
        Field(
            description="The release that published or withdrew it, or null for what is computed."
        ),
    ]
    checkpoint: Annotated[
        str | None,
        Field(
            description="The signed head of the public log at the end of that release, or null for a preview and for what is computed."
        ),
    ]
    citation_ids: Annotated[
        list[str],
        Field(
            description="Where it was said; of a verdict, the sources of the views that the brief shows."
        ),
    ]


class Chart(ChartDocument):
    """
    The security next to SPY, both 100 at the first session, over the last 252 sessions priced in both; the window does not depend on the returned views.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    measure: Annotated[
        Literal["normalized_security_and_spy_price_index"],
        Field(description="What is drawn."),
    ]
    baseline_value: Annotated[
        float, Field(description="The value at the first session.")
    ]
    from_session: Annotated[
        date | None, Field(description="The first session, or null.")
    ]
    to_session: Annotated[date | None, Field(description="The last session, or null.")]
    market_data_through: Annotated[
        date | None,
        Field(description="The last session that both series price, or null."),
    ]
    sampled_from_points: Annotated[
        int, Field(description="How many sessions the points were chosen from.")
    ]
    series: Annotated[
        list[ChartPoint], Field(description="At most 60 sessions, oldest first.")
    ]
    markers: Annotated[
        list[ChartMarker],
        Field(description="When the returned views began and changed."),
    ]
    omitted_marker_count: Annotated[int, Field(description="How many more there are.")]
    limitations: Annotated[
        list[str],
        Field(description="How the points were chosen, and what they leave out."),
    ]


class Citation(Document):
    """
    Where something was said, down to the words.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    citation_id: Annotated[str, Field(description="The id that the answer refers to.")]
    evidence_id: Annotated[str, Field(description="The captured evidence.")]
    source_url: Annotated[str, Field(description="Where it was published.")]
    source_title: Annotated[str, Field(description="The title of the document.")]
    author_name: Annotated[
        str | None, Field(description="Its author. Absent when unknown.")
    ] = None
    source_id: Annotated[str, Field(description="The publication it belongs to.")]
    source_type: Annotated[
        Literal["post", "article", "filing", "transcript", "interview", "video", "letter", "report", "dataset"],
        Field(description="What kind of publication a source is."),
    ]
    published_at: Annotated[
        AwareDatetime | None,
        Field(
            description="The instant it was published, or null when none is recorded."
        ),
    ]
    published_on: Annotated[
        date | None,
        Field(
            description="The day it was published, where only that is recorded, or null."
        ),
    ]
    observed_at: Annotated[
        AwareDatetime, Field(description="When the evidence was observed.")
    ]
    locator: Annotated[
        TextQuote | TimeRange | PageNumber | RenderedText | SummarisedText,
        Field(description="Where in the source.", discriminator="kind"),
    ]
    content_hash: Annotated[
        str, Field(description="The hash of the whole captured text.")
    ]
    verification: Annotated[
        Literal["verified", "unverified", "source_unavailable"],
        Field(
            description="Whether the captured words were checked against the source."
        ),
    ]


class Continuation(Document):
    """
    How to read all beliefs about the entity, over MCP or REST.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    operation: Annotated[Literal["get_beliefs"], Field(description="The MCP tool.")]
    arguments: ContinuationArguments
    url: Annotated[str, Field(description="The same as a REST request.")]


class EntitiesData(Document):
    """
    The entities of the page.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    entities: Annotated[
        list[EntityItem], Field(description="The entities with released research.")
    ]


class EntitiesPage(Document):
    """
    A page of canonical entities.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    view: Annotated[Literal["entities"], Field(description="What is listed.")]
    as_of: Annotated[
        AwareDatetime,
        Field(description="The cutoff that was used; reuse it on every later page."),
    ]
    data: EntitiesData
    data_status: DataStatus
    warnings: Annotated[
        list[Warning], Field(description="What to know before using the answer.")
    ]
    pagination: Pagination


class EvidenceData(Document):
    """
    The evidence and what refers to it.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    evidence: Evidence
    source: Source
    citations: Annotated[
        list[Citation], Field(description="The citations that point into it.")
    ]


class EvidenceDetail(Document):
    """
    One piece of evidence in full.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    as_of: Annotated[AwareDatetime, Field(description="The cutoff that was used.")]
    data: EvidenceData
    data_status: DataStatus
    warnings: Annotated[
        list[Warning], Field(description="What to know before using the answer.")
    ]


class EvidenceList(Document):
    """
    The source and the evidence of the page.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    source: Source
    evidence: Annotated[
        list[EvidenceItem], Field(description="The evidence, newest first.")
    ]


class EvidencePage(Document):
    """
    A page of the evidence of one source. Its `data_status` speaks of the page: coverage is complete when every matching
    piece is on it, partial when other pages hold more, insufficient when none matches.

    """

    model_config = ConfigDict(
        extra="allow",
    )
    as_of: Annotated[
        AwareDatetime,
        Field(description="The cutoff that was used; reuse it on every later page."),
    ]
    data: EvidenceList
    data_status: DataStatus
    warnings: Annotated[
        list[Warning], Field(description="What to know before using the answer.")
    ]
    pagination: Pagination


class Packet(Document):
    """
    What is known around the thesis, each item with its provenance.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    changes: Annotated[
        list[PacketNote],
        Field(
            description="Recorded changes, and one entry for each revision that moved something."
        ),
    ]
    reasons: Annotated[list[PacketNote], Field(description="Why the author holds it.")]
    disagreements: Annotated[
        list[PacketNote],
        Field(
            description="Recorded objections, and the counting views that point the other way."
        ),
    ]
    catalysts: Annotated[
        list[PacketCondition], Field(description="What would confirm it.")
    ]
    risks: Annotated[list[PacketCondition], Field(description="What endangers it.")]
    invalidations: Annotated[
        list[PacketCondition], Field(description="What would end it.")
    ]
    comparable_history: Annotated[
        list[PacketNote], Field(description="What happened in comparable cases.")
    ]
    unknowns: Annotated[
        list[PacketNote],
        Field(
            description="Recorded unknowns, and one entry that lists what the record does not say."
        ),
    ]
    citation_ids: Annotated[
        list[str], Field(description="Every citation of the packet.")
    ]


class PriceOpportunity(Document):
    """
    How far the price is from what the author named. Neither an expected return nor a proof that the thesis holds.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    targets: Annotated[
        list[TargetDistance],
        Field(description="Each explicit target of the author by itself."),
    ]
    is_expected_return: Annotated[bool, Field(description="Never an expected return.")]
    proves_thesis_valid: Annotated[bool, Field(description="Never a proof.")]


class Thesis(Document):
    """
    The case behind one view, by its belief_id.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    belief_id: Annotated[str, Field(description="The view it belongs to.")]
    direction_since: Annotated[
        AwareDatetime, Field(description="When the current direction was given.")
    ]
    direction_last_stated_at: Annotated[
        AwareDatetime,
        Field(description="When the current direction was last given or repeated."),
    ]
    direction_basis: Annotated[
        Literal["author_declared", "operator_classified", "unknown"],
        Field(
            description="Origin of a direction: the author's own words for it, the operator's classification, or not recorded."
        ),
    ]
    confidence: Annotated[
        Literal["low", "medium", "high"] | None,
        Field(description="The author's own stated confidence. Absent when unknown."),
    ] = None
    horizon: Horizon | None = None
    claims: Annotated[list[Claim], Field(description="Everything the author claims.")]
    conditions: Annotated[
        list[Condition], Field(description="What the thesis depends on.")
    ]
    revisions: Annotated[
        list[Revision], Field(description="Its course, oldest first; never rewritten.")
    ]
    outcomes: Annotated[
        list[Outcome],
        Field(
            description="Price moves 21, 63, 126 and 252 sessions after the entry of each of the newest three spans of one direction, oldest span first."
        ),
    ]
    omitted_span_count: Annotated[
        int,
        Field(
            description="How many older spans of one direction are left out of the outcomes."
        ),
    ]
    since_inception_mark: Mark
    since_direction_mark: Mark
    entry_sessions_differ: Annotated[
        bool,
        Field(
            description="Whether the two marks begin at different sessions, because the current direction is younger than the view."
        ),
    ]
    market_price: MarketPrice
    price_opportunity: Annotated[
        PriceOpportunity | None,
        Field(
            description="The author's targets beside the price, or null when the thesis is not active."
        ),
    ]
    packet: Packet


class View(Document):
    """
    One person's view, one per belief.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    belief_id: Annotated[str, Field(description="The belief, to read in full.")]
    person: Person
    direction: Annotated[
        Literal["bullish", "bearish", "mixed", "unclear"],
        Field(description="Which way a view points."),
    ]
    status: Annotated[
        Literal["forming", "active", "strengthened", "weakened", "reversed", "resolved", "abandoned", "unknown"],
        Field(
            description="Where a view is in its course. Reversed, resolved and abandoned are final."
        ),
    ]
    summary: Text
    investment_case: InvestmentCase | None = None
    first_observed_at: Annotated[
        AwareDatetime, Field(description="When the view was first observed.")
    ]
    latest_revision_at: Annotated[
        AwareDatetime | None,
        Field(description="When it was last revised, or null when it never was."),
    ]
    author_intent: AuthorIntent | None = None
    support: Annotated[
        ViewClaim | None, Field(description="The newest claim for it, or null.")
    ]
    risk: Annotated[
        ViewClaim | None, Field(description="The newest claim against it, or null.")
    ]
    omitted_claim_count: Annotated[
        int, Field(description="How many more claims the record has.")
    ]
    condition: ViewCondition
    source_citation_id: Annotated[
        str, Field(description="Where the view was published.")
    ]


class BeliefRecord(OutcomesDocument):
    """
    Everything recorded of a belief, with no text cut.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    belief_id: Annotated[str, Field(description="The id of the belief.")]
    subject: Subject
    person: Person
    thesis: Text
    direction: Annotated[
        Literal["bullish", "bearish", "mixed", "unclear"],
        Field(description="Which way a view points."),
    ]
    direction_since: Annotated[
        AwareDatetime, Field(description="When the current direction was given.")
    ]
    direction_last_stated_at: Annotated[
        AwareDatetime,
        Field(description="When the current direction was last given or repeated."),
    ]
    direction_basis: Annotated[
        Literal["author_declared", "operator_classified", "unknown"],
        Field(
            description="Origin of a direction: the author's own words for it, the operator's classification, or not recorded."
        ),
    ]
    status: Annotated[
        Literal["forming", "active", "strengthened", "weakened", "reversed", "resolved", "abandoned", "unknown"],
        Field(
            description="Where a view is in its course. Reversed, resolved and abandoned are final."
        ),
    ]
    observed_at: Annotated[
        AwareDatetime, Field(description="When it was first observed.")
    ]
    latest_revision_at: Annotated[
        AwareDatetime | None,
        Field(description="When it was last revised, or null when it never was."),
    ]
    source_citation_id: Annotated[str, Field(description="Where it was published.")]
    confidence: Annotated[
        Literal["low", "medium", "high"] | None,
        Field(description="The author's own stated confidence. Absent when unknown."),
    ] = None
    horizon: Horizon | None = None
    investment_case: InvestmentCase | None = None
    author_intent: AuthorIntent | None = None
    condition: ViewCondition
    claims: Annotated[list[Claim], Field(description="Everything the author claims.")]
    conditions: Annotated[
        list[Condition], Field(description="What the thesis depends on.")
    ]
    revisions: Annotated[
        list[Revision], Field(description="Its course, oldest first; never rewritten.")
    ]
    outcomes: Annotated[
        list[Outcome],
        Field(
            description="Price moves after the entry of each of the newest three spans of one direction, oldest span first; empty for what has no price."
        ),
    ]
    omitted_span_count: Annotated[
        int,
        Field(
            description="How many older spans of one direction are left out of the outcomes."
        ),
    ]
    since_inception_mark: Annotated[
        Mark | None,
        Field(description="The move since the view, or null for what has no price."),
    ]
    since_direction_mark: Annotated[
        Mark | None,
        Field(
            description="The move since the current direction was given, or null for what has no price."
        ),
    ]
    entry_sessions_differ: Annotated[
        bool,
        Field(
            description="Whether the two marks begin at different sessions, because the current direction is younger than the view."
        ),
    ]
    market_price: Annotated[
        MarketPrice | None,
        Field(description="The last known price, or null for what has no price."),
    ]
    price_opportunity: Annotated[
        PriceOpportunity | None,
        Field(
            description="The author's targets beside the price, or null when the thesis is not active."
        ),
    ]
    packet: Packet


class BeliefsData(Document):
    """
    The beliefs and what they cite.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    beliefs: Annotated[
        list[BeliefItem], Field(description="The beliefs, newest first.")
    ]
    citations: Annotated[
        list[Citation],
        Field(description="Every citation that the page refers to, once."),
    ]


class BeliefsPage(Document):
    """
    A page of beliefs. Its `data_status` speaks of the page: coverage is complete when every matching record is on it, partial
    when other pages hold more, insufficient when none matches. Filtered by ticker or entity, freshness is that of the subject's
    brief; else it is that of SPY.

    """

    model_config = ConfigDict(
        extra="allow",
    )
    view: Annotated[Literal["beliefs"], Field(description="What is listed.")]
    as_of: Annotated[
        AwareDatetime,
        Field(description="The cutoff that was used; reuse it on every later page."),
    ]
    data: BeliefsData
    data_status: DataStatus
    warnings: Annotated[
        list[Warning], Field(description="What to know before using the answer.")
    ]
    pagination: Pagination


class BriefEntity(Document):
    """
    The brief of a canonical entity that is not a listing, at most 32 KiB. Nothing about it is priced.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    view: Annotated[Literal["entity"], Field(description="The form of this brief.")]
    schema_version: Annotated[
        Literal["1"], Field(description="The schema of the brief.")
    ]
    generated_at: Annotated[
        AwareDatetime,
        Field(description="When what this answer says became known to the service."),
    ]
    as_of: Annotated[AwareDatetime, Field(description="The cutoff that was used.")]
    data_status: DataStatus
    entity: Entity
    price_capability: CapabilityGap
    benchmark_capability: CapabilityGap
    coverage: Coverage
    views: Annotated[
        list[View], Field(description="The attributed views, one per belief.")
    ]
    recorded_conditions: Annotated[
        list[RecordedCondition], Field(description="The conditions of those views.")
    ]
    omitted_condition_count: Annotated[
        int, Field(description="How many conditions of those views are left out.")
    ]
    citations: Annotated[
        list[Citation],
        Field(description="Every citation that this answer refers to, once."),
    ]
    continuation: Continuation
    warnings: Annotated[
        list[Warning], Field(description="What to know before using the answer.")
    ]
    links: EntityLinks


class BriefFull(Document):
    """
    The overview and the case behind each view.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    view: Annotated[Literal["full"], Field(description="The form of this brief.")]
    overview_version: Annotated[
        Literal["security-brief-overview-v1"],
        Field(description="The layout of the part it shares with the overview."),
    ]
    schema_version: Annotated[
        Literal["1"], Field(description="The schema of the brief.")
    ]
    generated_at: Annotated[
        AwareDatetime,
        Field(description="When what this answer says became known to the service."),
    ]
    as_of: Annotated[AwareDatetime, Field(description="The cutoff that was used.")]
    data_status: DataStatus
    security: Security
    market_price: MarketPrice
    coverage: Coverage
    trade_state: TradeState
    views: Annotated[
        list[View], Field(description="The attributed views, one per belief.")
    ]
    chart: Annotated[
        Chart | None,
        Field(
            description="The price next to SPY, or null when fewer than two sessions are priced in both; a limitation then says why."
        ),
    ]
    related_context: RelatedContext
    citations: Annotated[
        list[Citation],
        Field(description="Every citation that this answer refers to, once."),
    ]
    theses: Annotated[
        list[Thesis],
        Field(description="The cases behind the first views, by belief_id."),
    ]
    omitted_thesis_count: Annotated[
        int, Field(description="How many released beliefs have no thesis here.")
    ]
    sector_context: SectorContext | None = None
    warnings: Annotated[
        list[Warning], Field(description="What to know before using the answer.")
    ]
    links: BriefLinks
    activity: Activity


class BriefOverview(Document):
    """
    The brief of a listed security on one page.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    view: Annotated[Literal["overview"], Field(description="The form of this brief.")]
    overview_version: Annotated[
        Literal["security-brief-overview-v1"],
        Field(description="The layout of the overview."),
    ]
    schema_version: Annotated[
        Literal["1"], Field(description="The schema of the brief.")
    ]
    generated_at: Annotated[
        AwareDatetime,
        Field(description="When what this answer says became known to the service."),
    ]
    as_of: Annotated[AwareDatetime, Field(description="The cutoff that was used.")]
    data_status: DataStatus
    security: Security
    market_price: MarketPrice
    coverage: Coverage
    trade_state: TradeState
    views: Annotated[
        list[View], Field(description="At most five attributed views, one per belief.")
    ]
    chart: Annotated[
        Chart | None,
        Field(
            description="The price next to SPY, or null when fewer than two sessions are priced in both; a limitation then says why."
        ),
    ]
    related_context: RelatedContext
    citations: Annotated[
        list[Citation],
        Field(description="Every citation that this answer refers to, once."),
    ]
    warnings: Annotated[
        list[Warning], Field(description="What to know before using the answer.")
    ]
    links: BriefLinks
    activity: Activity


class ChangesData(Document):
    """
    The changes and what they cite.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    changes: Annotated[
        list[ChangeItem], Field(description="The changes, subject by subject.")
    ]
    citations: Annotated[
        list[Citation],
        Field(description="Every citation that the page refers to, once."),
    ]


class ChangesPage(Document):
    """
    A page of changes. Its `data_status` speaks of the page: coverage is complete when every change is on it, partial when
    other pages may hold more, insufficient when nothing changed. Freshness is that of SPY.

    """

    model_config = ConfigDict(
        extra="allow",
    )
    since: Annotated[
        AwareDatetime, Field(description="The earlier cutoff that was used.")
    ]
    as_of: Annotated[
        AwareDatetime,
        Field(
            description="The later cutoff that was used, which `until` asked for; send it as the next `since`."
        ),
    ]
    data: ChangesData
    data_status: DataStatus
    warnings: Annotated[
        list[Warning], Field(description="What to know before using the answer.")
    ]
    pagination: Pagination


class BeliefData(Document):
    """
    The belief and what it cites.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    belief: BeliefRecord
    citations: Annotated[
        list[Citation],
        Field(description="Every citation that the record refers to, once."),
    ]


class BeliefDetail(Document):
    """
    One belief in full.
    """

    model_config = ConfigDict(
        extra="allow",
    )
    as_of: Annotated[AwareDatetime, Field(description="The cutoff that was used.")]
    data: BeliefData
    data_status: DataStatus
    warnings: Annotated[
        list[Warning], Field(description="What to know before using the answer.")
    ]
    links: BeliefLinks


class BeliefsAnswer(RootModel[BeliefsPage | EntitiesPage]):
    root: Annotated[
        BeliefsPage | EntitiesPage,
        Field(
            description="A page of beliefs, or of the entities that have some.",
            discriminator="view",
        ),
    ]


class Brief(RootModel[BriefOverview | BriefFull | BriefEntity]):
    root: Annotated[
        BriefOverview | BriefFull | BriefEntity,
        Field(description="A brief in one of its three forms.", discriminator="view"),
    ]
