"""Views of parsed JSON with the types that a checker can follow."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeGuard, cast

Json = Mapping[str, Any]


def object_of(value: object) -> Json | None:
    """None if it is not an object."""
    return cast(Json, value) if isinstance(value, Mapping) else None


def _is_list(value: object) -> TypeGuard[list[Any]]:
    return isinstance(value, list)


def list_of(value: object) -> list[Any] | None:
    """None if it is not a list."""
    return value if _is_list(value) else None
