"""A server that plays scripted answers, and a clock that advances only by pauses."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
ANSWERS = ROOT / "fixtures" / "answers"


@dataclass
class VirtualClock:
    """A pause advances the clock at once. Random numbers are constant."""

    slept: list[float] = field(default_factory=lambda: list[float]())
    passed: float = 0.0

    def now(self) -> float:
        return 1_791_201_600.0 + self.passed

    def elapsed(self) -> float:
        return self.passed

    def random(self) -> float:
        return 0.5

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.passed += seconds

    async def async_sleep(self, seconds: float) -> None:
        self.sleep(seconds)


@dataclass
class Request:
    method: str
    path: str
    headers: dict[str, str]
    body: bytes


class ScriptedServer:
    def __init__(self) -> None:
        self.script: list[Any] = []
        self.seen: list[Request] = []
        self.clock = VirtualClock()
        self.ending = threading.Event()
        played = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                played.perform(self)

            do_POST = do_GET

            def log_message(self, format: str, *args: object) -> None:
                return

            def date_time_string(self, timestamp: float | None = None) -> str:
                return super().date_time_string(played.clock.now() if timestamp is None else timestamp)

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.server.block_on_close = False
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def play(self, *script: Any) -> None:
        """Plays these, one a request; the last one stays."""
        self.script = list(script)
        self.seen.clear()
        self.clock.slept.clear()

    def close(self) -> None:
        self.ending.set()
        self.server.shutdown()
        self.server.server_close()

    def perform(self, handler: BaseHTTPRequestHandler) -> None:
        body = handler.rfile.read(int(handler.headers.get("Content-Length", "0")))
        headers = {name.lower(): value for name, value in handler.headers.items()}
        self.seen.append(Request(handler.command, handler.path, headers, body))
        one = self.script.pop(0) if len(self.script) > 1 else self.script[0]
        if one == "hang":
            self.ending.wait(1)
            return self._break(handler)
        if one == "drop":
            return self._break(handler)
        if one == "drop-midway":
            handler.wfile.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
            return self._break(handler)
        content = one["body"] if isinstance(one["body"], bytes) else json.dumps(one["body"]).encode()
        handler.send_response_only(one["status"])
        for name, value in {"Date": handler.date_time_string(), **one["headers"]}.items():
            handler.send_header(name, value)
        if one["status"] != 304:
            handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        if one["status"] != 304:
            handler.wfile.write(content)

    def _break(self, handler: BaseHTTPRequestHandler) -> None:
        handler.wfile.flush()
        handler.close_connection = True
        handler.connection.shutdown(socket.SHUT_RDWR)


def recorded(name: str) -> Path:
    """File of a recorded answer; each lies in the folder of its subject."""
    [path] = ANSWERS.glob(f"*/{name}.json")
    return path


def answer(name: str) -> Any:
    return json.loads(recorded(name).read_text())


def problem(code: str, status: int, retryable: bool, **more: Any) -> dict[str, Any]:
    body = {
        "type": "https://research.example/docs/errors",
        "title": code,
        "status": status,
        "detail": "made up",
        "instance": "urn:request:1",
        "code": code,
        "request_id": "theirs",
        "charged": False,
        "retryable": retryable,
        "errors": [],
    }
    headers = {"Content-Type": "application/problem+json", **more.pop("headers", {})}
    return {"status": status, "headers": headers, "body": {**body, **more}}


def run_task(backend: str, main: Any) -> Any:
    """Runs a coroutine function on asyncio or trio."""
    if backend == "asyncio":
        return asyncio.run(main())
    import trio

    return trio.run(main)
