"""Documents as they were read: the base of every model, and views of parsed JSON that a type checker can follow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeGuard, cast

from pydantic import BaseModel, ConfigDict

Json = Mapping[str, Any]


class Document(BaseModel):
    """Nothing changes it. Fields that a later version adds are kept."""

    model_config = ConfigDict(extra="allow", frozen=True, populate_by_name=True, protected_namespaces=())


def object_of(value: object) -> Json | None:
    """None if it is not an object."""
    return cast(Json, value) if isinstance(value, Mapping) else None


def _is_list(value: object) -> TypeGuard[list[Any]]:
    return isinstance(value, list)


def list_of(value: object) -> list[Any] | None:
    """None if it is not a list."""
    return value if _is_list(value) else None
