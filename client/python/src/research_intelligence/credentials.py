"""The file of keys that the command line `research` keeps: one key for each service, readable by its owner alone.

Format and lock are those of the TypeScript package, so that both may write it.
"""

from __future__ import annotations

import json
import os
import stat
import uuid
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

from .clock import Clock, SystemClock
from .errors import ResearchError, error_of
from .lock import locked

_OTHERS = 0o077
"""Read or written by group or others."""

Keys = dict[str, dict[str, str]]


class Credentials:
    def __init__(self, environment: Mapping[str, str] | None = None, clock: Clock | None = None) -> None:
        env = os.environ if environment is None else environment
        # The XDG specification says to ignore a relative XDG_CONFIG_HOME.
        xdg = env.get("XDG_CONFIG_HOME", "")
        home = Path(env.get("HOME") or Path.home())
        folder = Path(xdg) if xdg.startswith("/") else home / ".config"
        self.path = folder / "research" / "credentials.json"
        self._clock: Clock = SystemClock() if clock is None else clock

    def latest(self) -> str | None:
        """The service that was logged in to last."""
        kept = sorted(self._read().items(), key=lambda one: one[1]["saved_at"])
        return kept[-1][0] if kept else None

    def key_for(self, base_url: str) -> str | None:
        kept = self._read().get(base_url)
        return None if kept is None else kept["key"]

    def prepare(self) -> None:
        """Checks that a key can be written before the login starts, because a key is delivered once."""
        self._make_folder()
        self._write_beside(self._read()).unlink()

    def save(self, base_url: str, key: str) -> None:
        self._make_folder()
        with locked(self._lock_path(), self._clock, self._unwritable):
            moment = datetime.fromtimestamp(self._clock.now(), timezone.utc)
            saved_at = moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")
            self._write({**self._read(), base_url: {"key": key, "saved_at": saved_at}})

    def remove(self, base_url: str) -> bool:
        """False if there was none. The file goes with its last key."""
        if self.key_for(base_url) is None:
            return False
        with locked(self._lock_path(), self._clock, self._unwritable):
            keys = self._read()
            left = {address: one for address, one in keys.items() if address != base_url}
            if left:
                self._write(left)
            else:
                self.path.unlink(missing_ok=True)
            return base_url in keys

    def _lock_path(self) -> Path:
        return self.path.with_name(f"{self.path.name}.lock")

    def _read(self) -> Keys:
        try:
            with self.path.open("rb") as file:
                mode = stat.S_IMODE(os.fstat(file.fileno()).st_mode)
                if os.name != "nt" and mode & _OTHERS:
                    detail = f"others may read or change {self.path} (mode {mode:04o}), so it is not used"
                    raise error_of(
                        "credentials-unsafe", f"{detail}: chmod 600 it, and revoke the key if somebody has read it"
                    )
                keys = _parsed(file.read())
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise self._unreadable(error.strerror or "unknown failure") from None
        if keys is None:
            raise self._unreadable("not as this program writes it")
        return keys

    def _unreadable(self, why: str) -> ResearchError:
        return error_of("credentials-unreadable", f"{self.path} cannot be read ({why}): remove it, then log in again")

    def _unwritable(self, error: OSError) -> ResearchError:
        why = error.strerror or "unknown failure"
        detail = f"{self.path} cannot be written ({why}): make its folder writable, or set SERVICE_API_KEY"
        return error_of("credentials-unwritable", detail)

    def _write(self, keys: Keys) -> None:
        """Next to the file, then in its place: a program that reads it finds the old one or the new one."""
        beside = self._write_beside(keys)
        try:
            beside.replace(self.path)
        except OSError as error:
            beside.unlink(missing_ok=True)
            raise self._unwritable(error) from None

    def _write_beside(self, keys: Keys) -> Path:
        beside = self.path.with_name(f"{self.path.name}.{uuid.uuid4()}")
        text = json.dumps({"version": 1, "keys": keys}, indent=2, ensure_ascii=False)
        try:
            descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                file.write(f"{text}\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            with suppress(OSError):
                beside.unlink(missing_ok=True)
            raise self._unwritable(error) from None
        return beside

    def _make_folder(self) -> None:
        folder = self.path.parent
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if os.name != "nt":
                folder.chmod(0o700)
        except OSError as error:
            raise self._unwritable(error) from None


def _parsed(content: bytes) -> Keys | None:
    try:
        value: Any = json.loads(content)
        keys: Any = value["keys"]
        is_whole = value["version"] == 1 and all(
            isinstance(one["key"], str) and isinstance(one["saved_at"], str) for one in keys.values()
        )
        return {str(address): dict(one) for address, one in keys.items()} if is_whole else None
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
