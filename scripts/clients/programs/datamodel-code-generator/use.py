"""Questions asked with httpx, whose answers are read by the models that datamodel-code-generator makes; one line for each."""

import os
from collections.abc import Callable

import httpx
from research_api import BeliefsAnswer, BeliefsPage, Brief, BriefEntity, BriefFull, BriefOverview, KeyStatus, Problem, Receipt

client = httpx.Client(
    base_url=os.environ["RESEARCH_URL"], headers={"Authorization": f"Bearer {os.environ['RESEARCH_KEY']}"}
)


def brief(query: dict[str, str], request_id: str | None = None) -> BriefOverview | BriefFull | BriefEntity:
    headers = {} if request_id is None else {"X-Request-ID": request_id}
    answer = client.get("/v1/brief", params=query, headers=headers).raise_for_status()
    return Brief.model_validate_json(answer.content).root


def page_at(url: str, query: dict[str, str] | None = None) -> BeliefsPage:
    answer = client.get(url, params=query).raise_for_status()
    page = BeliefsAnswer.model_validate_json(answer.content).root
    assert isinstance(page, BeliefsPage)
    return page


def status() -> str:
    read = KeyStatus.model_validate_json(client.get("/v1/status").content)
    return f"{read.dataMode.value} {read.status.value}"


def overview() -> str:
    read = brief({"ticker": "NWTB"}, "overview-models")
    assert isinstance(read, BriefOverview)
    return f"{read.security.name}, {read.trade_state.action.value}, {len(read.views)} views"


def full() -> str:
    read = brief({"ticker": "NWTB", "detail": "full"})
    assert isinstance(read, BriefFull)
    return f"{read.security.name}, {len(read.theses)} theses"


def entity() -> str:
    read = brief({"entity_id": os.environ["RESEARCH_ENTITY"]})
    assert isinstance(read, BriefEntity)
    return f"{read.entity.name}, {len(read.views)} views"


def pages() -> str:
    ids: list[str] = []
    page = page_at("/v1/beliefs", {"ticker": "KLPF", "limit": "2"})
    while True:
        ids += [item.belief_id for item in page.data.beliefs]
        url = page.pagination.next_page_url
        if url is None:
            return " ".join(ids)
        page = page_at(str(url))


def cursor() -> str:
    ids: list[str] = []
    query = {"ticker": "KLPF", "limit": "2"}
    page = page_at("/v1/beliefs", query)
    query["as_of"] = page.model_dump(mode="json")["as_of"]
    while True:
        ids += [item.belief_id for item in page.data.beliefs]
        after = page.pagination.next_cursor
        if after is None:
            return " ".join(ids)
        page = page_at("/v1/beliefs", {**query, "cursor": after})


def error() -> str:
    answer = client.get("/v1/brief", params={"ticker": "ZZZZ"})
    return f"{answer.status_code} {Problem.model_validate_json(answer.content).code.value}"


def receipt() -> str:
    read = Receipt.model_validate_json(client.get("/v1/receipts/overview-models").content)
    return read.model_dump(mode="json")["document_digest"]


steps: list[Callable[[], str]] = [status, overview, full, entity, pages, cursor, error, receipt]
for step in steps:
    try:
        print(f"{step.__name__}: {step()}")
    except Exception as thrown:
        print(f"{step.__name__}: {type(thrown).__name__} {thrown}".replace("\n", " ")[:300])
