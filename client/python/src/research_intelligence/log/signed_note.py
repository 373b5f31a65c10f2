"""Signed notes and checkpoints of C2SP: the head of the public log, with the signatures of keys that are trusted."""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from ..errors import invalid

_LOG, _WITNESS = 1, 4


@dataclass(frozen=True)
class VerifierKey:
    name: str
    key_id: bytes
    kind: int
    public_key: bytes


@dataclass(frozen=True)
class Signature:
    key: VerifierKey
    seconds: int | None
    """Time of a witness's cosignature; None for the log's own signature, which is not dated."""


@dataclass(frozen=True)
class Checkpoint:
    origin: str
    size: int
    """Leaves of the tree."""
    root: bytes
    signed_at: datetime | None
    """Instant of signing, as the log says."""
    signatures: tuple[Signature, ...]
    """Signatures of the log; at least one."""
    cosignatures: tuple[Signature, ...]
    """Cosignatures of known witnesses."""


def verifier_key(text: str) -> VerifierKey:
    """Raises if its id is not that of its name and public key."""
    matched = re.fullmatch(r"([^\s+]+)\+([0-9a-f]{8})\+(\S+)", text)
    material = _bytes_of(matched[3]) if matched else None
    if matched is None or material is None or len(material) != 33 or material[0] not in (_LOG, _WITNESS):
        raise invalid(f"{text!r} is no verifier key")
    key_id = hashlib.sha256(matched[1].encode() + b"\n" + material).digest()[:4]
    if key_id.hex() != matched[2]:
        raise invalid(f"{text!r} is no verifier key: its id is not that of its name and key")
    return VerifierKey(matched[1], key_id, material[0], material[1:])


def checkpoint_of(note: str, keys: Sequence[VerifierKey]) -> Checkpoint | None:
    """None if it is no checkpoint, or none that a key of the log signed, or if a known key's signature is wrong."""
    text, break_, lines = note.rpartition("\n\n")
    if not break_ or not lines.endswith("\n"):
        return None
    text += "\n"
    try:
        signatures = list(_signatures(text, lines[:-1].split("\n"), keys))
    except ValueError:
        return None
    matched = re.fullmatch(r"(\S+)\n(0|[1-9]\d{0,14})\n(\S+)\n(?:time (\S+)\n)?(?:[^\n]+\n)*", text)
    root = _bytes_of(matched[3]) if matched else None
    if matched is None or root is None or len(root) != 32:
        return None
    own = tuple(one for one in signatures if one.key.kind == _LOG and one.key.name == matched[1])
    if not own:
        return None
    witnessed = tuple(one for one in signatures if one.key.kind == _WITNESS)
    signed_at = None if matched[4] is None else datetime.fromisoformat(matched[4].replace("Z", "+00:00"))
    return Checkpoint(matched[1], int(matched[2]), root, signed_at, own, witnessed)


def _signatures(text: str, lines: Iterable[str], keys: Sequence[VerifierKey]) -> Iterable[Signature]:
    for line in lines:
        matched = re.fullmatch("\u2014 ([^\\s+]+) (\\S+)", line)
        signed = _bytes_of(matched[2]) if matched else None
        if matched is None or signed is None or len(signed) < 5:
            raise ValueError("no line of a signature")
        key = next(
            (one for one in keys if one.name == matched[1] and one.key_id == signed[:4]),
            None,
        )
        if key is not None:
            yield _verified(text.encode(), key, signed[4:])


def _verified(text: bytes, key: VerifierKey, signed: bytes) -> Signature:
    if key.kind == _LOG:
        _check(key.public_key, signed, text)
        return Signature(key, None)
    seconds = int.from_bytes(signed[:8], "big")
    _check(key.public_key, signed[8:], f"cosignature/v1\ntime {seconds}\n".encode() + text)
    return Signature(key, seconds)


def _check(public_key: bytes, signature: bytes, message: bytes) -> None:
    """Raises ValueError for a wrong signature."""
    try:
        from cryptography.exceptions import InvalidSignature
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
    except ImportError:
        raise invalid("signatures of the log need the extra: pip install 'research-intelligence[log]'") from None
    try:
        Ed25519PublicKey.from_public_bytes(public_key).verify(signature, message)
    except InvalidSignature:
        raise ValueError("a signature does not fit") from None


def _bytes_of(text: str) -> bytes | None:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        return None
