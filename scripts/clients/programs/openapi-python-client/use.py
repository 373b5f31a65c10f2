"""Questions asked through the client that openapi-python-client makes; one line for each."""

import os
from collections.abc import Callable
from uuid import UUID

from research_api.api.beliefs import list_beliefs
from research_api.api.brief import get_brief
from research_api.api.status_and_receipts import get_receipt, get_status
from research_api.client import AuthenticatedClient
from research_api.models import BeliefsPage, BriefEntity, BriefFull, BriefOverview, KeyStatus, Problem, Receipt
from research_api.models.get_brief_detail import GetBriefDetail

client = AuthenticatedClient(base_url=os.environ["RESEARCH_URL"], token=os.environ["RESEARCH_KEY"])


def status() -> str:
    read = get_status.sync(client=client)
    assert isinstance(read, KeyStatus)
    return f"{read.data_mode.value} {read.status.value}"


def overview() -> str:
    read = get_brief.sync(client=client, ticker="NWTB", x_request_id="overview-client")
    assert isinstance(read, BriefOverview)
    return f"{read.security.name}, {read.trade_state.action.value}, {len(read.views)} views"


def full() -> str:
    read = get_brief.sync(client=client, ticker="NWTB", detail=GetBriefDetail.FULL)
    assert isinstance(read, BriefFull)
    return f"{read.security.name}, {len(read.theses)} theses"


def entity() -> str:
    read = get_brief.sync(client=client, entity_id=UUID(os.environ["RESEARCH_ENTITY"]))
    assert isinstance(read, BriefEntity)
    return f"{read.entity.name}, {len(read.views)} views"


def pages() -> str:
    ids: list[str] = []
    page = list_beliefs.sync(client=client, ticker="KLPF", limit=2)
    while True:
        assert isinstance(page, BeliefsPage)
        ids += [item.belief_id for item in page.data.beliefs]
        url = page.pagination.next_page_url
        if url is None:
            return " ".join(ids)
        page = BeliefsPage.from_dict(client.get_httpx_client().get(url).raise_for_status().json())


def cursor() -> str:
    ids: list[str] = []
    page = list_beliefs.sync(client=client, ticker="KLPF", limit=2)
    assert isinstance(page, BeliefsPage)
    as_of = page.as_of
    while True:
        assert isinstance(page, BeliefsPage)
        ids += [item.belief_id for item in page.data.beliefs]
        after = page.pagination.next_cursor
        if after is None:
            return " ".join(ids)
        page = list_beliefs.sync(client=client, ticker="KLPF", limit=2, cursor=after, as_of=as_of)


def error() -> str:
    answer = get_brief.sync_detailed(client=client, ticker="ZZZZ")
    assert isinstance(answer.parsed, Problem)
    return f"{answer.status_code} {answer.parsed.code.value}"


def receipt() -> str:
    read = get_receipt.sync("overview-client", client=client)
    assert isinstance(read, Receipt)
    return read.document_digest


steps: list[Callable[[], str]] = [status, overview, full, entity, pages, cursor, error, receipt]
for step in steps:
    try:
        print(f"{step.__name__}: {step()}")
    except Exception as thrown:
        print(f"{step.__name__}: {type(thrown).__name__} {thrown}".replace("\n", " ")[:300])
