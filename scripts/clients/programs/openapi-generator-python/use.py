"""Questions asked through the client that openapi-generator makes for Python; one line for each."""

import os
from collections.abc import Callable

from research_api import ApiClient, BeliefsApi, BriefApi, Configuration, StatusAndReceiptsApi
from research_api.exceptions import ApiException

key = os.environ["RESEARCH_KEY"]
configuration = Configuration(host=os.environ["RESEARCH_URL"], access_token=key)
# An instant is sent in UTC with a Z.
configuration.datetime_format = "%Y-%m-%dT%H:%M:%S.%fZ"
client = ApiClient(configuration)
briefs, beliefs, account = BriefApi(client), BeliefsApi(client), StatusAndReceiptsApi(client)


def status() -> str:
    read = account.get_status()
    return f"{read.data_mode} {read.status}"


def overview() -> str:
    read = briefs.get_brief(ticker="NWTB", x_request_id="overview-python").actual_instance
    return f"{read.security.name}, {read.trade_state.action}, {len(read.views)} views"


def full() -> str:
    read = briefs.get_brief(ticker="NWTB", detail="full").actual_instance
    return f"{read.security.name}, {len(read.theses)} theses"


def entity() -> str:
    read = briefs.get_brief(entity_id=os.environ["RESEARCH_ENTITY"]).actual_instance
    return f"{read.entity.name}, {len(read.views)} views"


def pages() -> str:
    ids: list[str] = []
    page = beliefs.list_beliefs(ticker="KLPF", limit=2).actual_instance
    while True:
        ids += [item.belief_id for item in page.data.beliefs]
        url = page.pagination.next_page_url
        if url is None:
            return " ".join(ids)
        answer = client.call_api("GET", url, {"Authorization": f"Bearer {key}", "Accept": "application/json"})
        answer.read()
        page = client.response_deserialize(answer, {"200": "BeliefsAnswer"}).data.actual_instance


def cursor() -> str:
    ids: list[str] = []
    page = beliefs.list_beliefs(ticker="KLPF", limit=2).actual_instance
    as_of = page.as_of
    while True:
        ids += [item.belief_id for item in page.data.beliefs]
        after = page.pagination.next_cursor
        if after is None:
            return " ".join(ids)
        page = beliefs.list_beliefs(ticker="KLPF", limit=2, cursor=after, as_of=as_of).actual_instance


def error() -> str:
    try:
        briefs.get_brief(ticker="ZZZZ")
    except ApiException as thrown:
        return f"{thrown.status} {thrown.data.code.value}"
    return "no error"


def receipt() -> str:
    return account.get_receipt("overview-python").document_digest


steps: list[Callable[[], str]] = [status, overview, full, entity, pages, cursor, error, receipt]
for step in steps:
    try:
        print(f"{step.__name__}: {step()}")
    except Exception as thrown:
        print(f"{step.__name__}: {type(thrown).__name__} {thrown}".replace("\n", " ")[:300])
