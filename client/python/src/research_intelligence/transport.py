"""Runs the steps of a call over httpx, in a thread or in a task, each attempt within its time."""

from __future__ import annotations

import inspect
import ssl
from typing import TypeVar

import anyio
import anyio.to_thread
import httpx

from .clock import Clock
from .settings import seconds_or_none
from .wire import Callback, CallbackEnd, Flow, NoAnswer, Raw, Reply, Send, Sleep

T = TypeVar("T")


def run(flow: Flow[T], http: httpx.Client, clock: Clock) -> T:
    reply: Reply = None
    try:
        while True:
            step = flow.send(reply)
            if isinstance(step, Sleep):
                clock.sleep(step.seconds)
                reply = None
            elif isinstance(step, Callback):
                reply = _called(step)
            else:
                reply = _sent(step, http, clock)
    except StopIteration as end:
        result: T = end.value
        return result
    finally:
        flow.close()


async def run_async(flow: Flow[T], http: httpx.AsyncClient, clock: Clock) -> T:
    reply: Reply = None
    try:
        while True:
            step = flow.send(reply)
            if isinstance(step, Sleep):
                await clock.async_sleep(step.seconds)
                reply = None
            elif isinstance(step, Callback):
                reply = await _called_async(step)
            else:
                reply = await _sent_async(step, http)
    except StopIteration as end:
        result: T = end.value
        return result
    finally:
        flow.close()


def _sent(step: Send, http: httpx.Client, clock: Clock) -> Raw | NoAnswer:
    # httpx limits each wait, not the whole attempt: a slow body is cut off between two chunks.
    ends_at = clock.elapsed() + step.timeout
    request = http.build_request(
        step.method, step.url, headers=step.headers, content=step.body, timeout=seconds_or_none(step.timeout)
    )
    try:
        response = http.send(request, stream=True, follow_redirects=False)
        try:
            pieces: list[bytes] = []
            for piece in response.iter_bytes():
                pieces.append(piece)
                if clock.elapsed() > ends_at:
                    return NoAnswer("", timed_out=True)
            return Raw(response.status_code, response.headers, b"".join(pieces))
        finally:
            response.close()
    except httpx.HTTPError as error:
        return _broken(error)


async def _sent_async(step: Send, http: httpx.AsyncClient) -> Raw | NoAnswer:
    request = http.build_request(step.method, step.url, headers=step.headers, content=step.body, timeout=None)
    try:
        with anyio.fail_after(seconds_or_none(step.timeout)):
            response = await http.send(request, stream=True, follow_redirects=False)
            try:
                content = await response.aread()
                return Raw(response.status_code, response.headers, content)
            finally:
                await response.aclose()
    except TimeoutError:
        return NoAnswer("", timed_out=True)
    except httpx.HTTPError as error:
        return _broken(error)


def _called(step: Callback) -> CallbackEnd:
    try:
        step.act()
    except Exception as error:
        return CallbackEnd(error)
    return CallbackEnd(None)


async def _called_async(step: Callback) -> CallbackEnd:
    try:
        if step.blocking:
            await anyio.to_thread.run_sync(step.act)
        else:
            given = step.act()
            if inspect.isawaitable(given):
                await given
    except Exception as error:
        return CallbackEnd(error)
    return CallbackEnd(None)


def _broken(error: httpx.HTTPError) -> NoAnswer:
    # The message alone: the error holds the request with its headers.
    unsent = isinstance(error, (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.UnsupportedProtocol))
    timed_out = isinstance(error, httpx.TimeoutException)
    untrusted = isinstance(error.__cause__, ssl.SSLError)
    return NoAnswer(str(error) or type(error).__name__, timed_out=timed_out, unsent=unsent or untrusted)
