"""The package against the service itself; `npm run clients` starts it and gives its address."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
from scripted_server import recorded

from research_intelligence import (
    AsyncResearchClient,
    Credentials,
    ResearchClient,
    ResearchError,
    diff,
    is_complete,
    is_usable,
    models,
    verify,
)


def given(name: str) -> str:
    value = os.environ.get(name)
    if not value:
        pytest.fail(f"{name} is not set: these tests are run by npm run clients")
    return value


@pytest.fixture
def client() -> Any:
    with ResearchClient(base_url=given("RESEARCH_URL"), api_key=given("RESEARCH_KEY")) as one:
        yield one


@pytest.fixture
def preview() -> Any:
    with ResearchClient(base_url=given("RESEARCH_URL"), api_key=given("RESEARCH_PREVIEW_KEY")) as one:
        yield one


def test_a_live_key_is_charged_once_a_question_as_results_receipts_and_balance_say(client: ResearchClient) -> None:
    before = client.status().data.prepaid_requests_remaining
    results: list[Any] = [client.brief("NWTB"), client.brief("NWTB", detail="full")]
    results += client.beliefs(ticker="KLPF", limit=2).pages()
    ids = [item.belief_id for page in results[2:] for item in page.data.data.beliefs]
    assert len(set(ids)) == len(ids) > 5
    first = results[2].data.data.beliefs[0]
    results += [client.belief(first.detail_url), client.belief(first.belief_id, as_of=results[2].as_of)]
    results += client.entities().pages()
    sources = list(client.sources(limit=50).pages())
    source = sources[0].data.data.sources[0]
    results += [*sources, client.source(source.source_id), client.source(source.detail_url)]
    for result in results:
        receipt = client.receipt(result.request_id).data
        assert (result.charge, receipt.units, receipt.document_digest) == (1, 1, result.digest)
        assert verify(result).ok
    assert client.usage.charged == len(results)
    status = client.status().data
    assert status.prepaid_requests_remaining == before - len(results)
    assert is_usable(status).usable


def test_the_same_question_gives_the_same_bytes(client: ResearchClient) -> None:
    first = client.brief("NWTB")
    again = client.brief("NWTB", request_id=first.request_id)
    assert (again.replayed, again.charge, again.digest) == (True, 0, first.digest)
    assert first.as_of is not None
    assert client.brief("NWTB", as_of=first.as_of).content == first.content
    assert client.brief("NWTB", as_of=first.data.as_of).content == first.content
    held = client.brief("NWTB", held=first)
    assert (held.not_modified, held.charge, held.data) == (True, 0, first.data)


def test_a_question_with_faults_names_each(client: ResearchClient) -> None:
    with pytest.raises(ResearchError) as caught:
        client.brief("NWTB", max_results=21, as_of="yesterday")
    assert (caught.value.code, len(caught.value.errors)) == ("invalid-request", 2)
    with pytest.raises(ResearchError) as missing:
        client.belief("bel_0")
    assert missing.value.code == "no-such-record"
    assert client.usage.charged == 0


def test_every_covered_ticker_is_verified_down_to_its_quotes(preview: ResearchClient) -> None:
    quotes = 0
    for covered in preview.tickers().data.tickers:
        brief = preview.brief(covered.ticker)
        labels = brief.data_status
        assert labels is not None
        assert is_complete(brief).complete <= (labels.coverage == "complete")
        ids = dict.fromkeys(citation.evidence_id for citation in brief.data.citations)
        report = verify(brief, evidence=[preview.evidence(one, as_of=brief.as_of) for one in ids])
        assert [check for check in report.checks if check.outcome == "failed"] == []
        quotes += sum(check.name == "quote" and check.outcome == "passed" for check in report.checks)
    assert quotes > 30
    assert preview.usage.charged == 0


def test_a_changed_document_is_found(preview: ResearchClient) -> None:
    brief = preview.brief("NWTB")
    assert verify(brief.content.replace(b"0", b"1", 1), digest=brief.digest).failed > 0


def test_lists_charts_and_outcomes_are_frames(preview: ResearchClient) -> None:
    beliefs = preview.beliefs(ticker="KLPF").to_frame()
    assert len(beliefs) == len(list(preview.beliefs(ticker="KLPF")))
    assert {"belief_id", "person.name", "direction"} <= set(beliefs.columns)
    assert str(beliefs["observed_at"].dtype).startswith("datetime64")
    chart = preview.brief("NWTB").data.chart
    assert chart is not None
    frame = chart.to_frame()
    assert frame.shape == (len(chart.series), 3) and frame.index.name == "session_date"
    assert float(frame["security_index"].iloc[0]) == 100
    record = preview.belief(str(beliefs["belief_id"].iloc[-1])).data.data.belief
    assert len(record.outcomes_to_frame()) == len(record.outcomes)
    assert len(preview.sources().to_frame()) > 3
    assert len(preview.entities().to_frame()) > 3


def test_checks_and_changes_are_those_of_the_typescript_package() -> None:
    expected = json.loads(Path(given("RESEARCH_EXPECTED")).read_text())
    assert len(expected["verify"]) > 80 and len(expected["diff"]) > 10
    for name, checks in expected["verify"].items():
        report = verify(recorded(name).read_bytes())
        assert [[one.name, one.of, one.outcome, one.reason] for one in report.checks] == checks, name
    for one in expected["diff"]:
        before, after = (json.loads(recorded(name).read_text()) for name in (one["before"], one["after"]))
        changes = [
            [
                change.kind,
                change.what,
                change.id,
                change.person,
                change.field,
                change.before,
                change.after,
                change.certain,
            ]
            for change in diff(before, after)
        ]
        assert changes == one["changes"], one["before"]


def test_tasks_read_the_same_as_threads(client: ResearchClient) -> None:
    import asyncio

    async def main() -> tuple[bytes, list[models.BeliefItem], int]:
        options = {"base_url": given("RESEARCH_URL"), "api_key": given("RESEARCH_KEY")}
        async with AsyncResearchClient(**options) as one:
            brief = await one.brief("NWTB")
            frame = await one.beliefs(ticker="KLPF").to_frame()
            return brief.content, [item async for item in one.beliefs(ticker="KLPF", limit=3)], len(frame)

    content, items, rows = asyncio.run(main())
    assert content == client.brief("NWTB").content
    assert items == list(client.beliefs(ticker="KLPF")) and rows == len(items)


def test_a_kept_key_is_the_key_of_the_next_program(client: ResearchClient) -> None:
    Credentials().save(given("RESEARCH_URL"), given("RESEARCH_KEY"))
    with ResearchClient(base_url=given("RESEARCH_URL")) as other:
        assert other.login(device_name="x", on_code=lambda _: None).how == "existing-key"
        assert other.status().data.data_mode == "live"
