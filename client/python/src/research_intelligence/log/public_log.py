"""Reader of the public log: its newest checkpoint, signed and held against the newest one that this reader has seen."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta, timezone

import httpx

from ..errors import error_of
from .signed_note import Checkpoint, VerifierKey, checkpoint_of, verifier_key

_TILE_WIDTH = 256
_HASH_LENGTH = 32
_SKEW = timedelta(minutes=5)
"""Clocks of service and reader may differ by so much."""

GetTile = Callable[[str], bytes]
Subtree = Callable[[int, int], bytes]


class PublicLog:
    """The log under one checkpoint."""

    def __init__(self, checkpoint: Checkpoint, newest: str, subtree: Subtree) -> None:
        self.checkpoint = checkpoint
        self.newest = newest
        """The checkpoint to keep as the newest that was seen."""
        self._subtree = subtree

    def holds(self, entries: Mapping[int, bytes]) -> bool:
        """True if all entries stand at their indexes under this checkpoint."""
        size = self.checkpoint.size
        if any(not 0 <= index < size for index in entries):
            return False
        return tree_root(size, self._subtree, entries=entries) == self.checkpoint.root


def read_log(
    base_url: str,
    *,
    keys: Sequence[str],
    seen: str | None = None,
    client: httpx.Client | None = None,
) -> PublicLog:
    """The public log of a service, which needs no API key.

    `keys` are verifier keys of the log and of witnesses; `seen` is the newest checkpoint that this reader has kept.
    Raises `LogError`: `log-not-signed` if no trusted key signed the checkpoint, `log-forked` if the log was rewritten.
    """
    with client or httpx.Client() as http:
        return log_of(_getter(http, base_url), keys=keys, seen=seen)


def log_of(
    get: GetTile,
    *,
    keys: Sequence[str],
    seen: str | None = None,
    now: datetime | None = None,
) -> PublicLog:
    """The log behind a function that returns the bytes of `checkpoint` and of each tile by its path."""
    trusted = [verifier_key(key) for key in keys]
    note = get("checkpoint").decode()
    checkpoint = _signed(note, trusted, "The checkpoint")
    newest = note
    if checkpoint.signed_at is not None and checkpoint.signed_at > (now or datetime.now(timezone.utc)) + _SKEW:
        raise error_of("log-not-signed", "The checkpoint is dated in the future.")
    if seen is not None:
        earlier = _signed(seen, trusted, "The checkpoint that was seen before")
        if earlier.origin != checkpoint.origin:
            raise error_of(
                "log-forked",
                f"the log is {checkpoint.origin}, and {earlier.origin} was seen before",
            )
        older, newer = sorted((earlier, checkpoint), key=lambda one: one.size)
        _check_extends(older, newer, subtrees(newer.size, get))
        if earlier.size > checkpoint.size:
            newest = seen
    return PublicLog(checkpoint, newest, subtrees(checkpoint.size, get))


def _getter(http: httpx.Client, base_url: str) -> GetTile:
    def get(path: str) -> bytes:
        url = f"{base_url.rstrip('/')}/log/{path}"
        try:
            response = http.get(url)
        except httpx.HTTPError as error:
            raise error_of("network", f"{url} could not be read: {error}") from None
        if response.status_code == 404:
            # A signed checkpoint has its tiles: a log without them was cut.
            code = "log-not-signed" if path == "checkpoint" else "log-forked"
            raise error_of(code, f"{url} is not there, and a signed checkpoint needs it")
        if response.status_code != 200:
            raise error_of("network", f"{url} could not be read: status {response.status_code}")
        return response.content

    return get


def _signed(note: str, keys: Sequence[VerifierKey], name: str) -> Checkpoint:
    checkpoint = checkpoint_of(note, keys)
    if checkpoint is None:
        raise error_of("log-not-signed", f"{name} is not signed by a key that was given.")
    return checkpoint


def _check_extends(older: Checkpoint, newer: Checkpoint, subtree: Subtree) -> None:
    for checkpoint in (older, newer):
        root = tree_root(checkpoint.size, subtree, earlier=older.size)
        if root != checkpoint.root:
            raise error_of(
                "log-forked",
                f"the tiles give {root.hex()} for {checkpoint.size} leaves, and {checkpoint.root.hex()} was signed",
            )


def leaf_hash(entry: bytes) -> bytes:
    return hashlib.sha256(b"\x00" + entry).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


def tree_root(
    size: int,
    subtree: Subtree,
    *,
    entries: Mapping[int, bytes] | None = None,
    earlier: int = 0,
) -> bytes:
    """Root of the first `size` leaves (RFC 6962), with known entries put in their places.

    No subtree lies on both sides of `earlier`, so that the roots of both sizes come from the same hashes.
    """
    known = sorted((entries or {}).items())
    if any(not 0 <= index < size for index, _ in known):
        raise ValueError("an entry is not in the tree")

    def root(start: int, end: int, within: Sequence[tuple[int, bytes]]) -> bytes:
        width = end - start
        if width == 1 and within:
            return leaf_hash(within[0][1])
        is_complete = width & (width - 1) == 0
        if is_complete and not within and not start < earlier < end:
            return subtree(width.bit_length() - 1, start // width)
        middle = start + (1 << (width - 1).bit_length() - 1)
        left = [one for one in within if one[0] < middle]
        right = [one for one in within if one[0] >= middle]
        return node_hash(root(start, middle, left), root(middle, end, right))

    return hashlib.sha256().digest() if size == 0 else root(0, size, known)


def tile_path(level: int, index: int, size: int) -> str:
    """Path of a tile in a tree of `size` leaves, as C2SP tlog-tiles has it."""
    width = min(_TILE_WIDTH, size // _TILE_WIDTH**level - index * _TILE_WIDTH)
    groups: list[str] = []
    rest = index
    while rest > 0 or not groups:
        groups.insert(0, f"{rest % 1000:03d}")
        rest //= 1000
    name = "/".join([*(f"x{group}" for group in groups[:-1]), groups[-1]])
    return f"tile/{level}/{name}" + ("" if width == _TILE_WIDTH else f".p/{width}")


def subtrees(size: int, get: GetTile) -> Subtree:
    """Subtrees of a tree of `size` leaves; each tile is read once. A tile is worth nothing until a root proves it."""
    tiles: dict[str, bytes] = {}
    hashes: dict[tuple[int, int], bytes] = {}

    def stored(level: int, index: int) -> bytes:
        path = tile_path(level, index // _TILE_WIDTH, size)
        if path not in tiles:
            tiles[path] = get(path)
        at = index % _TILE_WIDTH * _HASH_LENGTH
        found = tiles[path][at : at + _HASH_LENGTH]
        if len(found) != _HASH_LENGTH:
            raise error_of("log-forked", "a tile of the log is shorter than its path says")
        return found

    def subtree(level: int, index: int) -> bytes:
        if (level, index) not in hashes:
            if level % 8 == 0:
                hashes[level, index] = stored(level // 8, index)
            else:
                hashes[level, index] = node_hash(subtree(level - 1, index * 2), subtree(level - 1, index * 2 + 1))
        return hashes[level, index]

    return subtree
