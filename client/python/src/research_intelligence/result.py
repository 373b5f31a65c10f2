"""A result: the document, with what its answer said about cost, identity and age."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any, Generic, Literal, TypeVar, Union

from .models import DataStatus, Warning
from .wire import Delivery, Raw

T = TypeVar("T")

Remaining = Union[int, Literal["unlimited"]]


@dataclass(frozen=True)
class Result(Generic[T]):
    """A good answer."""

    data: T
    """The document, as a model."""
    content: bytes = field(repr=False)
    """The document as it came, which its digest is over."""
    request_id: str
    charge: int
    """Units that this call cost, all its attempts together; 0 for what is free, repeated or unchanged."""
    remaining: Remaining | None
    """Units left, if the answer says it: what is free and preview data do not."""
    etag: str | None
    digest: str | None
    """`sha256:` and the digest of the document's bytes, as receipts name it."""
    replayed: bool
    """The request id was delivered before, so this answer is free."""
    not_modified: bool
    """Unchanged since the result that was given as `held`, whose document this is."""

    @property
    def document(self) -> dict[str, Any]:
        """The document as plain JSON."""
        parsed: dict[str, Any] = json.loads(self.content)
        return parsed

    @property
    def as_of(self) -> str | None:
        """The cutoff that was used. Ask with it again and get the same bytes."""
        value = self.document.get("as_of")
        return value if isinstance(value, str) else None

    @property
    def data_status(self) -> DataStatus | None:
        status = getattr(self.data, "data_status", None)
        return status if isinstance(status, DataStatus) else None

    @property
    def warnings(self) -> list[Warning]:
        return list(getattr(self.data, "warnings", ()))


def result_of(answered: Delivery[T], request_id: str, held: Result[T] | None) -> Result[T]:
    raw, data = answered.raw, answered.data
    content = raw.content
    if data is None:
        if held is None:
            raise ValueError("a 304 without a held result")
        data, content = held.data, held.content
    return Result(
        data=data,
        content=content,
        request_id=request_id,
        charge=answered.charge,
        remaining=_remaining_of(raw),
        etag=raw.headers.get("ETag"),
        digest=raw.headers.get("Document-Digest"),
        replayed=raw.headers.get("Idempotent-Replayed") == "true",
        not_modified=raw.status == 304,
    )


def _remaining_of(raw: Raw) -> Remaining | None:
    said = raw.headers.get("Usage-Remaining", "")
    if said == "unlimited":
        return "unlimited"
    return int(said) if said.isascii() and said.isdigit() else None
