"""The device login against a scripted service."""

from __future__ import annotations

from typing import Any

import pytest
from scripted_server import ScriptedServer, answer, run_task

from research_intelligence import AsyncResearchClient, Credentials, LoginCode, ResearchClient, ResearchError

GRANT: dict[str, Any] = {
    "acquisitionId": "0a6e0c52-6b0f-4a53-9d53-1d1f6f2f7d10",
    "deviceCode": "dc_secret_of_this_login",
    "userCode": "ABCD-EFGH",
    "browserUrl": "https://research.example/cli-auth?code=ABCD-EFGH",
    "expiresAt": "2026-10-05T12:10:00.000Z",
    "interval": 5,
}
KEY = "ri_live_0123456789abcdefghijklmnop"
PENDING = {"status": "pending", "interval": 5}


def reply(body: Any, status: int = 200, **headers: str) -> dict[str, Any]:
    return {"status": status, "headers": headers, "body": body}


def status_of(prepaid: int) -> dict[str, Any]:
    more = {"dataMode": "live", "prepaidRequestsRemaining": prepaid}
    if prepaid == 0:
        more["status"] = "no_credit"
    return {**answer("status-preview"), **more}


def start(server: ScriptedServer, *script: Any) -> ResearchClient:
    server.clock.passed = 0.0
    server.play(reply(GRANT), *script)
    return ResearchClient(base_url=server.address, clock=server.clock)


@pytest.mark.parametrize("style", ["sync", "asyncio"])
def test_a_person_approves_and_the_key_goes_into_the_file_of_the_command_line(
    style: str, server: ScriptedServer
) -> None:
    codes: list[LoginCode] = []
    links: list[str] = []
    approved = reply({"status": "authorized", "apiKey": KEY})
    client = start(server, reply(PENDING), approved, reply(status_of(0)), reply(status_of(2)))
    if style == "sync":
        login = client.login(device_name="laptop", on_code=codes.append, on_checkout=links.append)
        shown = repr(client)
    else:

        async def on_code(code: LoginCode) -> None:
            codes.append(code)

        async def main() -> Any:
            async with AsyncResearchClient(base_url=server.address, clock=server.clock) as one:
                return await one.login(device_name="laptop", on_code=on_code, on_checkout=links.append), repr(one)

        login, shown = run_task(style, main)
    assert (login.how, login.usable, login.reason) == ("device", True, "2 prepaid requests are left")
    assert [code.user_code for code in codes] == ["ABCD-EFGH"] and len(links) == 1
    assert server.clock.slept == [5, 5, 10]
    assert Credentials().key_for(server.address) == KEY
    assert KEY not in shown and GRANT["deviceCode"] not in repr(codes)
    # The next login finds the key, and asks nothing.
    server.play(reply({}))
    assert ResearchClient(base_url=server.address).login(device_name="x", on_code=codes.append).how == "existing-key"
    assert server.seen == []


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"status": "denied"}, 200, "device-denied"),
        ({"status": "expired"}, 410, "device-expired"),
        ({"status": "invalid"}, 401, "device-invalid"),
        ({"status": "authorized"}, 200, "device-already-delivered"),
        ({"status": "what"}, 200, "malformed-answer"),
    ],
)
def test_a_login_ends_as_the_table_says(body: Any, status: int, code: str, server: ScriptedServer) -> None:
    client = start(server, reply(body, status))
    with pytest.raises(ResearchError) as caught:
        client.login(device_name="laptop", on_code=lambda _: None, save=lambda _: None)
    assert caught.value.code == code


def test_a_longer_interval_holds_and_a_login_does_not_poll_past_its_codes(server: ScriptedServer) -> None:
    client = start(server, reply({"status": "slow_down", "interval": 200}, 429), reply(PENDING))
    with pytest.raises(ResearchError) as caught:
        client.login(device_name="laptop", on_code=lambda _: None, save=lambda _: None)
    assert (caught.value.code, server.clock.slept) == ("device-expired", [5, 200, 200])


def test_a_key_that_could_not_be_saved_is_offered_to_the_next_login(server: ScriptedServer) -> None:
    client = start(server, reply({"status": "authorized", "apiKey": KEY}), reply(status_of(2)))

    def broken(_: str) -> None:
        raise OSError("disk full")

    with pytest.raises(ResearchError) as caught:
        client.login(device_name="laptop", on_code=lambda _: None, save=broken)
    assert caught.value.code == "key-not-saved" and KEY not in str(caught.value)
    saved: list[str] = []
    assert client.login(device_name="laptop", on_code=lambda _: None, save=saved.append).usable
    assert saved == [KEY]
