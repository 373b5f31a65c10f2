"""Checks of a document against the public log: each row that it shows has an opening that is in the log."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal, cast

from ..document import Json
from ..models import Openings
from ..result import Result
from .public_log import PublicLog

_SALT_BYTES = 32


@dataclass(frozen=True)
class LogProof:
    """The log, and what `client.openings` returned for the request id of a document."""

    log: PublicLog
    answer: Result[Openings] | Sequence[Json]

    @property
    def openings(self) -> Sequence[Json]:
        """Openings as they arrived, since their rows are hashed exactly so."""
        return self.answer.document["openings"] if isinstance(self.answer, Result) else self.answer


Found = tuple[Literal["log-checkpoint", "log-inclusion", "log-row"], str, "bool | None", str]
"""Name of a check, its subject, its outcome (None: not checkable), and the reason unless it passed."""


def log_checks(document: Json, proof: LogProof) -> Iterator[Found]:
    size = proof.log.checkpoint.size
    yield "log-checkpoint", proof.log.checkpoint.origin, True, ""
    proven = _proven(proof)
    for at, opening in enumerate(proof.openings):
        of = f"{opening['row']['kind']} at {opening['index']}"
        yield (
            "log-inclusion",
            of,
            at in proven,
            f"the log of {size} leaves does not have it there",
        )
    rows = [proof.openings[at]["row"] for at in sorted(proven)]
    yield from _row_checks(document, [row for row in rows if row["act"] == "opened"])
    yield from _change_checks(document, rows)


def _proven(proof: LogProof) -> set[int]:
    """Places of the openings that are in the log: all are tried at once, and one by one where that fails."""
    entries = [(int(opening["index"]), _entry_of(opening)) for opening in proof.openings]
    every = dict(entries)
    # Two openings of one index would hide each other.
    if len(every) == len(entries) and proof.log.holds(every):
        return set(range(len(entries)))
    return {at for at, (index, entry) in enumerate(entries) if proof.log.holds({index: entry})}


def _entry_of(opening: Json) -> bytes:
    try:
        salt = bytes.fromhex(opening["salt"])
    except ValueError:
        return b""
    if len(salt) != _SALT_BYTES:
        return b""
    return hashlib.sha256(salt + canonical(opening["row"]).encode()).digest()


def canonical(value: Any) -> str:
    """Canonical form of a JSON value (RFC 8785): names by their code units, numbers as JavaScript has them."""
    if isinstance(value, Mapping):
        members = cast("Mapping[str, Any]", value)
        names = sorted(members, key=lambda name: name.encode("utf-16-be"))
        return "{" + ",".join(f"{_text(name)}:{canonical(members[name])}" for name in names) + "}"
    if isinstance(value, list):
        return "[" + ",".join(canonical(one) for one in cast("list[object]", value)) + "]"
    if isinstance(value, float):
        return _number(value)
    return _text(value)


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _number(value: float) -> str:
    """JavaScript writes exponents below 1e-6 and from 1e21 on, and no fraction of a whole number."""
    if value == 0 or 1e-6 <= abs(value) < 1e21:
        return format(Decimal(repr(value)), "f").removesuffix(".0").replace("-0", "0", value == 0)
    mantissa, _, exponent = repr(value).partition("e")
    return f"{mantissa}e{int(exponent):+d}"


def _row_checks(document: Any, rows: Sequence[Json]) -> Iterator[Found]:
    for part in _objects(document):
        if isinstance(part.get("citation_id"), str) and isinstance(part.get("evidence_id"), str):
            yield (
                "log-row",
                part["citation_id"],
                _is_cited(part, rows),
                "no proven row says the same of it",
            )
        if isinstance(part.get("belief_id"), str) and ("summary" in part or "thesis" in part):
            yield (
                "log-row",
                part["belief_id"],
                _is_revised(part, rows),
                "no proven revision of it says the same",
            )
        if isinstance(part.get("claim_id"), str):
            yield (
                "log-row",
                part["claim_id"],
                _is_claimed(part, rows),
                "no proven row of it says the same",
            )


def _change_checks(document: Json, rows: Sequence[Json]) -> Iterator[Found]:
    """Each change of a page of changes has the row that its release opened or closed. What is computed has none."""
    data = document.get("data")
    changes = cast("Json", data).get("changes", ()) if isinstance(data, Mapping) else ()
    for change in cast("Sequence[Json]", changes):
        own_id, release = change.get("object_id"), change.get("release")
        if own_id is None or release is None:
            continue
        of = f"{change['kind']} of {own_id} in release {release}"
        act = "closed" if change["kind"].endswith("_withdrawn") else "opened"
        own = [row for row in rows if row["act"] == act and row["release"] == release and _is_row_of(change, row)]
        # The opening of a revision goes to those who were shown its words, which another page may have.
        if not own and act == "opened" and change["revision"] is not None and change["statement"] is None:
            yield (
                "log-row",
                of,
                None,
                "this document does not show the words of its revision, so it has no opening of it",
            )
            continue
        is_proven = any(act == "closed" or _says(row["values"], change) for row in own)
        yield "log-row", of, is_proven, f"no proven row of release {release} says the same"


def _is_row_of(change: Json, row: Json) -> bool:
    names: dict[str, object] = {"evidence_id": change["object_id"]}
    kind = "evidence"
    if change["object"] != "evidence":
        own = ("part_id", change["object_id"]) if change["revision"] is None else ("revision", change["revision"])
        names = {"belief_id": change["belief_id"], own[0]: own[1]}
        kind = "part" if change["revision"] is None else "revision"
    values = cast("Json", row["values"])
    return bool(row["kind"] == kind) and all(values.get(name) == value for name, value in names.items())


def _says(values: Json, change: Json) -> bool:
    """A change without words is proven by its row alone."""
    body = cast("Json", values.get("body") or {})
    if change["object"] == "condition" and body.get("status") != change["after"]:
        return False
    if change["object"] in ("view_validity", "view_external_state"):
        return bool(values.get(change["object"].removeprefix("view_")) == change["after"])
    # A further statement has its words apart; its revision repeats the summary of the view.
    words = (values.get("said") or values.get("summary")) if change["object"] == "view" else body.get("statement")
    return change["statement"] is None or _tells(words, change["statement"])


def _rows_of(rows: Sequence[Json], kind: str, name: str, value: object) -> list[Json]:
    return [row["values"] for row in rows if row["kind"] == kind and row["values"].get(name) == value]


def _is_cited(citation: Json, rows: Sequence[Json]) -> bool:
    evidence_id, place = citation["evidence_id"], _whole(citation.get("locator"))
    cited = _rows_of(rows, "citation", "citation_id", citation["citation_id"])
    captured = _rows_of(rows, "evidence", "evidence_id", evidence_id)
    return any(row.get("evidence_id") == evidence_id and _whole(row.get("locator")) == place for row in cited) and any(
        row.get("content_hash") == citation.get("content_hash") for row in captured
    )


def _whole(value: object) -> object:
    """A row has no field for what a document shows as null."""
    if not isinstance(value, Mapping):
        return value
    return {name: member for name, member in cast("Json", value).items() if member is not None}


def _is_revised(view: Json, rows: Sequence[Json]) -> bool:
    """A related view is shown without direction and status."""
    return any(
        all(row.get(name) == view.get(name) for name in ("direction", "status") if name in view)
        and _tells(row.get("summary"), view.get("summary", view.get("thesis")))
        for row in _rows_of(rows, "revision", "belief_id", view["belief_id"])
    )


def _is_claimed(claim: Json, rows: Sequence[Json]) -> bool:
    return any(
        isinstance(row.get("body"), Mapping) and _tells(row["body"].get("statement"), claim.get("statement"))
        for row in _rows_of(rows, "part", "part_id", claim["claim_id"])
    )


def _tells(whole: object, shown: object) -> bool:
    """A document may cut a text, which its row has whole."""
    if not isinstance(shown, Mapping):
        return whole == shown
    parts = cast("Json", shown)
    if not isinstance(whole, str) or not isinstance(parts.get("text"), str):
        return False
    text: str = parts["text"]
    return whole.startswith(text.removesuffix("\u2026").rstrip()) if parts.get("truncated") is True else whole == text


def _objects(value: Any) -> Iterator[Json]:
    if isinstance(value, Mapping):
        part = cast("Json", value)
        yield part
        for member in part.values():
            yield from _objects(member)
    elif isinstance(value, list):
        for member in cast("list[object]", value):
            yield from _objects(member)
