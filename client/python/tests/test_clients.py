"""Properties of the clients that no scenario shows: cancelling, threads, secrets, and the two being alike."""

from __future__ import annotations

import asyncio
import inspect
import pickle
import threading
from datetime import date, datetime, timedelta, timezone
from typing import Any

import pytest
from scripted_server import ScriptedServer, answer, problem

from research_intelligence import AsyncResearchClient, LogEvent, MaxChargeError, ResearchClient, ResearchError
from research_intelligence.questions import instant

KEY = "ri_live_0123456789abcdefghijklmnop"


def good() -> dict[str, Any]:
    return {"status": 200, "headers": {"Usage-Charge": "1"}, "body": answer("NWTB-overview")}


def test_a_cancelled_task_leaves_its_charge_open_and_the_client_usable(server: ScriptedServer) -> None:
    async def main() -> None:
        async with AsyncResearchClient(base_url=server.address, api_key=KEY) as client:
            server.play("hang")
            task = asyncio.create_task(client.brief("NWTB", request_id="cancelled"))
            while not server.seen:
                await asyncio.sleep(0.01)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            assert (client.usage.charged, client.usage.unknown) == (0, 1)
            server.play(good())
            assert (await client.brief("NWTB", request_id="cancelled")).charge == 1
            assert (client.usage.charged, client.usage.unknown) == (1, 0)

    asyncio.run(main())


def test_threads_do_not_go_over_the_line_together(server: ScriptedServer) -> None:
    server.play(good())
    refused: list[MaxChargeError] = []
    with ResearchClient(base_url=server.address, api_key=KEY, max_charge=5) as client:

        def work() -> None:
            try:
                client.brief("NWTB")
            except MaxChargeError as error:
                refused.append(error)

        threads = [threading.Thread(target=work) for _ in range(12)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert (len(server.seen), len(refused), client.usage.charged) == (5, 7, 5)


def test_a_key_is_in_no_log_line_repr_or_error(server: ScriptedServer) -> None:
    events: list[LogEvent] = []
    client = ResearchClient(base_url=server.address, api_key=KEY, logger=events.append, clock=server.clock)
    server.play("drop", problem("unauthorized", 401, False, detail=f"unknown: {KEY}"))
    with pytest.raises(ResearchError) as caught:
        client.brief("NWTB")
    shown = f"{client!r} {events!r} {caught.value!r} {caught.value.problem!r} {vars(caught.value)}"
    assert KEY not in shown and [one.event for one in events][:3] == ["request", "failure", "retry"]
    with pytest.raises(TypeError):
        pickle.dumps(client)


def test_a_logger_that_fails_ends_no_call(server: ScriptedServer) -> None:
    def broken(_: LogEvent) -> None:
        raise RuntimeError("full")

    server.play(good())
    assert ResearchClient(base_url=server.address, api_key=KEY, logger=broken).brief("NWTB").charge == 1


def test_an_error_survives_a_process_boundary(server: ScriptedServer) -> None:
    server.play(problem("not-covered", 404, False))
    with pytest.raises(ResearchError) as caught:
        ResearchClient(base_url=server.address, api_key=KEY).brief("ZZZZ")
    again = pickle.loads(pickle.dumps(caught.value))
    assert type(again) is type(caught.value) and str(again) == str(caught.value)
    assert again.problem == caught.value.problem


def test_instants_are_sent_in_utc_with_a_z() -> None:
    moment = datetime(2026, 4, 1, 2, tzinfo=timezone(timedelta(hours=2)))
    assert instant(moment) == "2026-04-01T00:00:00.000000Z"
    assert instant(date(2026, 4, 1)) == "2026-04-01T00:00:00Z"
    assert instant("2026-04-01") == "2026-04-01"
    with pytest.raises(ResearchError):
        instant(datetime(2026, 4, 1))


@pytest.mark.parametrize(
    "arguments",
    [
        {"base_url": "ftp://research.example"},
        {"base_url": "https://user:secret@research.example"},
        {"base_url": "https://research.example/?a=1"},
        {"base_url": "nonsense"},
        {"api_key": "ri_live_\n"},
        {"api_key": "ri_live_é"},
        {"timeout": 0},
        {"timeout": float("nan")},
        {"retries": -1},
        {"max_charge": -1},
    ],
)
def test_options_that_make_no_sense_are_refused(arguments: dict[str, Any]) -> None:
    if arguments.get("api_key") == "ri_live_\n":
        # White space around a key is no part of it.
        assert "has_key=True" in repr(ResearchClient(**arguments))
        return
    with pytest.raises(ResearchError) as caught:
        ResearchClient(**arguments)
    assert caught.value.code == "invalid-argument" and "secret" not in str(caught.value)


@pytest.mark.parametrize("given", ["", ".", "..", "\ud800"])
def test_an_id_that_no_address_keeps_is_refused(given: str) -> None:
    with pytest.raises(ResearchError) as caught:
        ResearchClient(api_key=KEY).belief(given)
    assert caught.value.code == "invalid-argument"


def test_both_clients_have_the_same_methods() -> None:
    def methods(client: type) -> dict[str, list[str]]:
        functions = inspect.getmembers(client, inspect.isfunction)
        return {name: list(inspect.signature(one).parameters) for name, one in functions if not name.startswith("_")}

    assert methods(ResearchClient) == methods(AsyncResearchClient)
