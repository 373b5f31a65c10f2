"""Lock file: one program at a time reads, changes and writes another file."""

from __future__ import annotations

import os
import uuid
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from .clock import Clock

_ASK_AGAIN = 0.02

LEFT_BEHIND = 5.0
"""Work under a lock takes milliseconds: one that was seen unchanged for so long was left by a program that was killed.
Counted by the program that waits, so that no clock of a file system has to be believed."""


@contextmanager
def locked(path: Path, clock: Clock, failure: Callable[[OSError], Exception]) -> Generator[None, None, None]:
    mine = str(uuid.uuid4())
    try:
        _take(path, mine, clock)
    except OSError as error:
        raise failure(error) from None
    try:
        yield
    finally:
        # The work is done, so a failed unlock is ignored; a lock that was taken over belongs to another program.
        if _holder_of(path) == mine:
            with suppress(OSError):
                path.unlink()


def _take(path: Path, mine: str, clock: Clock) -> None:
    seen: str | None = None
    since = clock.elapsed()
    while not _is_made(path, mine):
        holder = _holder_of(path)
        if holder != seen:
            seen, since = holder, clock.elapsed()
        elif clock.elapsed() - since >= LEFT_BEHIND:
            if holder is None:
                path.read_bytes()
            else:
                _break_lock(path, holder)
        clock.sleep(_ASK_AGAIN)


def _is_made(path: Path, mine: str) -> bool:
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return False
    with os.fdopen(descriptor, "w") as file:
        file.write(mine)
    return True


def _holder_of(path: Path) -> str | None:
    try:
        return path.read_text()
    except (OSError, UnicodeDecodeError):
        return None


def _break_lock(path: Path, holder: str) -> None:
    """Two programs may break one stale lock: the later one must not remove the new lock of the earlier one."""
    aside = path.with_name(f"{path.name}.{uuid.uuid4()}")
    with suppress(FileNotFoundError):
        path.rename(aside)
    taken = _holder_of(aside)
    if taken is not None and taken != holder:
        with suppress(OSError):
            os.link(aside, path)
    aside.unlink(missing_ok=True)
