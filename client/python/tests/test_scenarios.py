"""The scenarios that both packages are held to, played to this one, in threads and in tasks."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

import pytest
from scripted_server import ROOT, ScriptedServer, answer, problem, run_task

from research_intelligence import AsyncResearchClient, ResearchClient, ResearchError
from research_intelligence.errors import class_of, client_codes, problem_codes

DATA = json.loads((ROOT / "client" / "scenarios.json").read_text())
LIVE_KEY = "ri_live_0123456789abcdefghijklmnop"
STYLES = ["sync", "asyncio", "trio"]
LISTS: dict[str, Any] = {
    "beliefs": lambda client, request_id: client.beliefs(request_id=request_id),
    "changes": lambda client, request_id: client.changes(since="2026-09-01T00:00:00Z", request_id=request_id),
    "sourceEvidence": lambda client, request_id: client.source_evidence("src_1", request_id=request_id),
    "receipts": lambda client, request_id: client.receipts(request_id=request_id),
    "releases": lambda client, request_id: client.releases(after=7, wait=25, request_id=request_id),
}


@dataclass
class Outcome:
    charge: int | None = None
    not_modified: bool | None = None
    pages: int = 0
    items: int = 0
    error: ResearchError | None = None


def played(one: Any, key: str, address: str) -> Any:
    if isinstance(one, str):
        return one
    headers = one.get("headers", {})
    if "text" in one:
        return {"status": one.get("status", 200), "headers": headers, "body": one["text"].encode()}
    if "json" in one:
        body = json.dumps(one["json"]).replace("{address}", address).encode()
        return {"status": one.get("status", 200), "headers": headers, "body": body}
    if "document" in one:
        body = answer(one["document"])
        for path, value in one.get("set", {}).items():
            *names, last = path.split(".")
            owner = body
            for name in names:
                owner = owner[name]
            owner[last] = value.replace("{address}", address) if isinstance(value, str) else value
        return {"status": one.get("status", 200), "headers": headers, "body": body}
    code = one["problem"]
    facts = DATA["codes"][code]
    more = {"charged": one.get("charged", False), "detail": one.get("detail", "made up").replace("{key}", key)}
    return problem(code, facts["status"], facts["retryable"], headers=headers, **more)


def items_of(page: Any) -> int:
    if "releases" in page.document:
        return len(page.document["releases"])
    data = page.document["data"]
    names = ("beliefs", "changes", "evidence", "receipts")
    return next((len(data[name]) for name in names if data.get(name)), 0)


def options_of(scenario: Any) -> dict[str, Any]:
    given = scenario.get("options", {})
    names = {"retries": "retries", "timeout": "timeout", "maxCharge": "max_charge"}
    return {names[name]: value for name, value in given.items() if name in names}


def asked(client: ResearchClient, scenario: Any) -> Outcome:
    outcome, request_id = Outcome(), scenario.get("options", {}).get("requestId")
    try:
        if scenario["question"]["method"] in LISTS:
            for page in LISTS[scenario["question"]["method"]](client, request_id).pages():
                outcome.pages += 1
                outcome.items += items_of(page)
        elif scenario["question"]["method"] == "status":
            client.status()
        else:
            held = client.brief("NWTB") if scenario.get("held") else None
            result = client.brief("NWTB", request_id=request_id, held=held)
            outcome.charge, outcome.not_modified = result.charge, result.not_modified
    except ResearchError as error:
        outcome.error = error
    return outcome


async def asked_async(client: AsyncResearchClient, scenario: Any) -> Outcome:
    outcome, request_id = Outcome(), scenario.get("options", {}).get("requestId")
    try:
        if scenario["question"]["method"] in LISTS:
            async for page in LISTS[scenario["question"]["method"]](client, request_id).pages():
                outcome.pages += 1
                outcome.items += items_of(page)
        elif scenario["question"]["method"] == "status":
            await client.status()
        else:
            held = await client.brief("NWTB") if scenario.get("held") else None
            result = await client.brief("NWTB", request_id=request_id, held=held)
            outcome.charge, outcome.not_modified = result.charge, result.not_modified
    except ResearchError as error:
        outcome.error = error
    return outcome


def outcomes(style: str, server: ScriptedServer, key: str, scenario: Any) -> tuple[Outcome, Any, str | None]:
    """The outcome, what the client has spent, and the code of a second try if the scenario has one."""
    base_url = server.address + scenario.get("basePath", "")
    options = {"base_url": base_url, "api_key": key, "clock": server.clock, **options_of(scenario)}
    has_then = "then" in scenario["expect"]
    if style == "sync":
        with ResearchClient(**options) as client:
            outcome, usage, seen = asked(client, scenario), client.usage, len(server.seen)
            error = asked(client, scenario).error if has_then else None
            assert len(server.seen) == seen
            return outcome, usage, error.code if error else None

    async def main() -> tuple[Outcome, Any, str | None]:
        async with AsyncResearchClient(**options) as client:
            outcome, usage = await asked_async(client, scenario), client.usage
            error = (await asked_async(client, scenario)).error if has_then else None
            return outcome, usage, error.code if error else None

    result: tuple[Outcome, Any, str | None] = run_task(style, main)
    return result


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("scenario", DATA["scenarios"], ids=lambda one: one["name"])
def test_scenario(scenario: Any, style: str, server: ScriptedServer) -> None:
    key, wanted = scenario.get("key", LIVE_KEY), scenario["expect"]
    server.play(*(played(one, key, server.address) for one in scenario["script"]))
    outcome, usage, then = outcomes(style, server, key, scenario)
    error = outcome.error
    seen = error and {name: getattr(error, name) for name in ("code", "status", "charged", "retryable")}
    retry_after = wanted.get("error", {}).pop("retryAfter", None) if "error" in wanted else None
    assert seen == wanted.get("error")
    if retry_after is not None:
        wanted["error"]["retryAfter"] = retry_after
        assert error is not None and error.retry_after == retry_after
    if error is not None:
        assert type(error) is class_of(error.code)
    if "detail" in wanted:
        assert error is not None and error.detail == wanted["detail"]
    counted = {
        "charge": outcome.charge,
        "notModified": outcome.not_modified,
        "pages": outcome.pages,
        "items": outcome.items,
    }
    for name in counted.keys() & wanted.keys():
        assert counted[name] == wanted[name]
    assert len(server.seen) == wanted["requests"]
    ids = {one.headers["x-request-id"] for one in server.seen}
    assert len(ids) == wanted.get("ids", 2 if scenario.get("held") else min(1, wanted["requests"]))
    if "paths" in wanted:
        assert [one.path for one in server.seen] == wanted["paths"]
    if "headers" in wanted:
        names = ("prefer", "authorization")
        assert [{name: one.headers.get(name) for name in names} for one in server.seen] == wanted["headers"]
    if "slept" in wanted:
        assert server.clock.slept == wanted["slept"]
    if "usage" in wanted:
        assert [usage.charged, usage.unknown] == wanted["usage"]
    assert then == wanted.get("then")


@pytest.mark.parametrize("code", DATA["codes"])
def test_code(code: str, server: ScriptedServer) -> None:
    facts = DATA["codes"][code]
    server.play(problem(code, facts["status"], facts["retryable"]))
    with ResearchClient(base_url=server.address, api_key=LIVE_KEY, clock=server.clock) as client:
        with pytest.raises(class_of(code)) as caught:
            client.brief("NWTB")
    assert (caught.value.code, caught.value.status, caught.value.retryable) == (
        code,
        facts["status"],
        facts["retryable"],
    )
    assert len(server.seen) == (3 if facts["retryable"] else 1)


def test_every_code_has_a_class_of_its_own() -> None:
    assert set(problem_codes) == set(DATA["codes"])
    for code in (*problem_codes, *client_codes):
        assert class_of(code) is not ResearchError, code
