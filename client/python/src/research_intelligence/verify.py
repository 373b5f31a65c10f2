"""Offline checks of a document: everything that can be recomputed, and what cannot be checked."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Union

from .document import Document, list_of, object_of
from .document import Json as _Json
from .errors import invalid
from .log.log_checks import LogProof, log_checks
from .price_hash import is_hash_of_price, sha256
from .result import Result

Outcome = Literal["passed", "failed", "not-checkable"]
CheckName = Literal[
    "document-digest",
    "citation-ids",
    "content-hash",
    "quote",
    "observation-hash",
    "log-checkpoint",
    "log-inclusion",
    "log-row",
]
Verifiable = Union[Result[Any], bytes, str, Mapping[str, Any], Document]


@dataclass(frozen=True)
class Check:
    name: CheckName
    of: str
    """The subject: an id, or a place in the document."""
    outcome: Outcome
    reason: str


@dataclass(frozen=True)
class VerifyReport:
    """Look at `passed` too: if nothing could be checked, nothing is proven."""

    checks: tuple[Check, ...]

    @property
    def ok(self) -> bool:
        """No check failed."""
        return self.failed == 0

    @property
    def passed(self) -> int:
        return self._count("passed")

    @property
    def failed(self) -> int:
        return self._count("failed")

    @property
    def not_checkable(self) -> int:
        return self._count("not-checkable")

    def _count(self, outcome: Outcome) -> int:
        return sum(check.outcome == outcome for check in self.checks)


def verify(
    subject: Verifiable,
    *,
    digest: str | None = None,
    evidence: Iterable[Verifiable] = (),
    log: LogProof | None = None,
) -> VerifyReport:
    """Of a result, the bytes or the text of a document as they came, or a parsed document.

    `digest` is the `Document-Digest` header, or `document_digest` of the receipt; a result has its own. With `evidence`
    the quotes and hashes of citations are held against its captured words. With `log` each row that the document shows
    is looked for in the public log.
    """
    try:
        checks = tuple(_checks(subject, digest, evidence))
        return VerifyReport(checks if log is None else (*checks, *_log_checks(subject, log)))
    except (AttributeError, KeyError, TypeError) as error:
        raise invalid(f"this is no document of the service ({error})") from None


def _checks(subject: Verifiable, digest: str | None, evidence: Iterable[Verifiable]) -> Iterator[Check]:
    content, document = _read(subject)
    if isinstance(subject, Result) and digest is None:
        digest = subject.digest
    citations = _citations_of(document)
    yield _digest_check(content, digest)
    yield from _ids_check(document, citations)
    given = [_read(one)[1] for one in evidence]
    captures: dict[str, tuple[str | None, str]] = {}
    for one in [document, *given] if _is_evidence(document) else given:
        record = one["data"]["evidence"]
        capture = record["capture"]
        captures[record["evidence_id"]] = (None if capture["truncated"] else capture["text"], record["content_hash"])
        yield _capture_check(record)
    for citation in citations:
        yield from _citation_checks(citation, captures.get(citation["evidence_id"]))
    yield from _price_checks(document)


def _log_checks(subject: Verifiable, log: LogProof) -> Iterator[Check]:
    for name, of, is_passed, reason in log_checks(_read(subject)[1], log):
        if is_passed is None:
            yield Check(name, of, "not-checkable", reason)
        else:
            yield Check(name, of, "passed" if is_passed else "failed", "" if is_passed else reason)


def _read(subject: Verifiable) -> tuple[bytes | None, _Json]:
    if isinstance(subject, Result):
        return subject.content, subject.document
    if isinstance(subject, Document):
        return None, subject.model_dump(mode="json", by_alias=True, exclude_unset=True)
    if isinstance(subject, Mapping):
        return None, subject
    try:
        content = subject.encode() if isinstance(subject, str) else bytes(subject)
        document: Any = json.loads(content)
    except (ValueError, TypeError, RecursionError):
        document = None
        content = b""
    parsed = object_of(document)
    if parsed is None:
        raise invalid("only a JSON document can be verified")
    return content, parsed


def _data_of(document: _Json) -> _Json:
    return object_of(document.get("data")) or {}


def _is_evidence(document: _Json) -> bool:
    evidence = _data_of(document).get("evidence")
    return isinstance(evidence, Mapping) and "capture" in evidence


def _citations_of(document: _Json) -> Sequence[_Json]:
    """Briefs have their citations at the top, everything else inside its data."""
    found: Sequence[_Json] | None = document.get("citations")
    return found if found is not None else _data_of(document).get("citations", [])


def _digest_check(content: bytes | None, digest: str | None) -> Check:
    of = "the whole document"
    name: CheckName = "document-digest"
    if content is None:
        return Check(name, of, "not-checkable", "the bytes are not here, only what was parsed from them")
    if digest is None:
        return Check(name, of, "not-checkable", "no digest is known: give that of the answer or of its receipt")
    own = sha256(content)
    return _judged(name, of, own == digest, f"the bytes give {own}, and {digest} was named")


def _ids_check(document: _Json, citations: Sequence[_Json]) -> Iterator[Check]:
    """Every citation that anything refers to stands in the same document."""
    known = {citation["citation_id"] for citation in citations}
    asked: dict[str, None] = {}
    for name, value in _walk(document):
        if re.search(r"(^|_)citation_id$", name) and isinstance(value, str):
            asked[value] = None
        if name == "citation_ids":
            asked.update((str(one), None) for one in list_of(value) or [])
    # Pages name no citations of their own: with nothing asked there is nothing to say.
    if asked:
        absent = [one for one in asked if one not in known]
        reason = f"no citation here is {', '.join(absent)}" if absent else f"{len(asked)} lead to a citation"
        yield _judged("citation-ids", "the whole document", not absent, reason)


def _capture_check(record: _Json) -> Check:
    name: CheckName = "content-hash"
    of, capture = record["evidence_id"], record["capture"]
    if capture["truncated"]:
        return Check(name, of, "not-checkable", "the captured text is cut, and the hash is over the whole")
    own = sha256(capture["text"])
    reason = f"the captured text gives {own}, and {record['content_hash']} is named"
    return _judged(name, of, own == record["content_hash"], reason)


_WORDLESS = {
    "page": "it points at a place and quotes no words",
    "time_range": "it points at a place and quotes no words",
    "rendered": "it renders what was said and quotes no exact words",
    "summarised": "it summarises what was said and quotes no exact words",
}
"""Why a citation has no exact words to look for in the captured text."""


def _citation_checks(citation: _Json, capture: tuple[str | None, str] | None) -> Iterator[Check]:
    of, locator = citation["citation_id"], citation["locator"]
    if capture is None:
        reason = f"the captured text is in the evidence {citation['evidence_id']}, which was not given"
        yield Check("content-hash", of, "not-checkable", reason)
        return
    words, hash_ = capture
    cited = citation["content_hash"]
    yield _judged("content-hash", of, cited == hash_, f"the evidence has {hash_}, and {cited} is cited")
    if locator["kind"] != "text_quote":
        yield Check("quote", of, "not-checkable", _WORDLESS[locator["kind"]])
    elif words is None:
        yield Check("quote", of, "not-checkable", "the captured text is cut")
    else:
        quoted = f"{locator.get('prefix') or ''}{locator['exact']}{locator.get('suffix') or ''}"
        yield _judged("quote", of, quoted in words, "the quoted words are looked for in the captured text")


def _price_checks(document: _Json) -> Iterator[Check]:
    references: dict[str, _Json] = {}
    for _, value in _walk(document):
        reference = object_of(value)
        if reference is not None and "observation_hash" in reference and "price" in reference:
            references[json.dumps(dict(reference))] = reference
    ticker = _ticker_of(document)
    for reference in references.values():
        of = f"{ticker or 'price'} {reference['session_date']}"
        if ticker is None:
            reason = "the document names no ticker, which the hash is over"
            yield Check("observation-hash", of, "not-checkable", reason)
            continue
        is_hash = is_hash_of_price(reference, ticker)
        if is_hash is None:
            reason = "its provider wrote more digits than a number has, or it is not the price of this hash"
            yield Check("observation-hash", of, "not-checkable", reason)
        else:
            yield _judged("observation-hash", of, is_hash, "the published recipe is followed over its fields")


def _ticker_of(document: _Json) -> str | None:
    security = object_of(document.get("security")) or {}
    belief = object_of(_data_of(document).get("belief")) or {}
    subject = object_of(belief.get("subject")) or {}
    return security.get("ticker") or subject.get("ticker")


def _judged(name: CheckName, of: str, passed: bool, reason: str) -> Check:
    return Check(name, of, "passed" if passed else "failed", reason)


def _walk(value: Any) -> Iterator[tuple[str, Any]]:
    for name, inner in (object_of(value) or {}).items():
        yield name, inner
        yield from _walk(inner)
    for inner in list_of(value) or []:
        yield "", inner
        yield from _walk(inner)
