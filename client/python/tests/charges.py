"""Calls through a proxy that loses, delays, repeats and refuses; prints which ids were answered, as JSON.

Half of them are asked in threads and half in tasks. `scripts/clients/charges.ts` holds the outcome against the ledger.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
import threading
import time
from datetime import datetime, timedelta, timezone
from typing import Any

import anyio
import httpx

from research_intelligence import AsyncResearchClient, ResearchClient, ResearchError

CALLERS = 8
PAUSE_MAX = 0.003
CUTOFFS = 50
FIRST = datetime(2026, 10, 1, 13, tzinfo=timezone.utc)


class ShortClock:
    """Pauses are cut short: the outcome does not depend on their length."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def now(self) -> float:
        return time.time()

    def elapsed(self) -> float:
        return time.monotonic()

    def random(self) -> float:
        return self._random.random()

    def sleep(self, seconds: float) -> None:
        time.sleep(min(seconds, PAUSE_MAX))

    async def async_sleep(self, seconds: float) -> None:
        await anyio.sleep(min(seconds, PAUSE_MAX))


class Tally:
    def __init__(self, calls: int, seed: int) -> None:
        self.left = calls
        self.charged: list[str] = []
        self.refused = 0
        self.repeated = 0
        self.random = random.Random(seed)
        self.lock = threading.Lock()

    def next(self) -> tuple[float, int] | None:
        with self.lock:
            if self.left == 0:
                return None
            self.left -= 1
            return self.random.random(), self.left

    def repeatable(self, error: ResearchError) -> str | None:
        """The id to go on with; None if the refusal is for good."""
        with self.lock:
            if error.code == "not-covered":
                self.refused += 1
                return None
            if not error.retryable or error.request_id is None:
                raise error
            self.repeated += 1
            return error.request_id


def question(chance: float, number: int) -> dict[str, Any]:
    as_of = FIRST + timedelta(milliseconds=number % CUTOFFS)
    if chance < 0.3:
        return {"ticker": "ZZZZ", "as_of": as_of}
    return {"ticker": "NWTB"} if chance < 0.6 else {"ticker": "NWTB", "as_of": as_of}


def filters(number: int) -> dict[str, Any]:
    return {"ticker": "KLPF", "limit": 4, "as_of": FIRST + timedelta(milliseconds=number % CUTOFFS)}


def in_thread(client: ResearchClient, tally: Tally) -> None:
    while (drawn := tally.next()) is not None:
        chance, number = drawn
        place: dict[str, Any] = {}
        while True:
            try:
                if chance < 0.2:
                    for page in client.beliefs(**filters(number), **place).pages():
                        tally.charged.append(page.request_id)
                        place = {"page_url": page.document["pagination"]["next_page_url"]}
                else:
                    tally.charged.append(client.brief(**question(chance, number), **place).request_id)
                break
            except ResearchError as error:
                again = tally.repeatable(error)
                if again is None:
                    break
                place = {**place, "request_id": again}


async def in_task(client: AsyncResearchClient, tally: Tally) -> None:
    while (drawn := tally.next()) is not None:
        chance, number = drawn
        place: dict[str, Any] = {}
        while True:
            try:
                if chance < 0.2:
                    async for page in client.beliefs(**filters(number), **place).pages():
                        tally.charged.append(page.request_id)
                        place = {"page_url": page.document["pagination"]["next_page_url"]}
                else:
                    tally.charged.append((await client.brief(**question(chance, number), **place)).request_id)
                break
            except ResearchError as error:
                again = tally.repeatable(error)
                if again is None:
                    break
                place = {**place, "request_id": again}


def threads(options: dict[str, Any], tally: Tally) -> int:
    failures: list[BaseException] = []

    def work() -> None:
        try:
            in_thread(client, tally)
        except BaseException as error:
            failures.append(error)

    with ResearchClient(**options, http_client=httpx.Client(trust_env=False)) as client:
        started = [threading.Thread(target=work) for _ in range(CALLERS)]
        for one in started:
            one.start()
        for one in started:
            one.join()
    if failures:
        raise failures[0]
    return client.usage.charged + client.usage.unknown


async def tasks(options: dict[str, Any], tally: Tally) -> int:
    async with AsyncResearchClient(**options, http_client=httpx.AsyncClient(trust_env=False)) as client:
        await asyncio.gather(*(in_task(client, tally) for _ in range(CALLERS)))
    return client.usage.charged + client.usage.unknown


def main() -> None:
    calls, seed = (int(word) for word in sys.argv[1:])
    options = {
        "base_url": os.environ["RESEARCH_URL"],
        "api_key": os.environ["RESEARCH_KEY"],
        "clock": ShortClock(seed),
        "timeout": 2.0,
    }
    first, second = Tally(calls // 2, seed), Tally(calls - calls // 2, seed + 1)
    counted = threads(options, first) + asyncio.run(tasks(options, second))
    report = {
        "charged": first.charged + second.charged,
        "refused": first.refused + second.refused,
        "repeated": first.repeated + second.repeated,
        "counted": counted,
    }
    print(json.dumps(report))


if __name__ == "__main__":
    main()
