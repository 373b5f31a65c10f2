"""The changes between two documents of one subject at two cutoffs, as a plain list."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Union

from .document import Document
from .errors import invalid
from .result import Result

Value = Union[str, int, float, bool, None]
Comparable = Union[Result[Any], Mapping[str, Any], Document]
ChangeKind = Literal[
    "view", "condition", "revision", "claim", "trade_state", "activity", "price", "coverage", "data_status"
]
_Json = Mapping[str, Any]
_TEXT_FIELDS = {"summary", "blockers", "text"}
"""Fields of free text; codes, numbers and dates are never shortened."""


@dataclass(frozen=True)
class Change:
    kind: ChangeKind
    what: Literal["added", "removed", "changed"]
    id: str | None
    """The belief, the claim or the revision it is about; of a condition its owner and its statement; else None."""
    person: str | None
    """Whose view it is."""
    field: str | None
    """The field that changed; None if the whole came or went."""
    before: Value
    after: Value
    certain: bool
    """False if a document leaves records or conditions out: the thing may only not be shown. And if a document has its
    texts shortened: texts that differ may only be cut."""


@dataclass(frozen=True)
class _Thing:
    """A part of a document with fields, by which two documents are compared."""

    kind: ChangeKind
    id: str | None
    person: str | None
    words: Value
    fields: dict[str, Value] = field(default_factory=lambda: dict[str, Value]())
    owner: str | None = None
    """Of a condition: the setup or the belief that it belongs to."""

    @property
    def key(self) -> tuple[str, str | None]:
        return self.kind, self.id


@dataclass(frozen=True)
class _Outline:
    subject: str
    things: dict[tuple[str, str | None], _Thing]
    has_all_of: Callable[[_Thing], bool]
    """True if such a thing would be here if there were one."""


def diff(before: Comparable, after: Comparable) -> list[Change]:
    """In the order of the documents; `before` first."""
    first, second = _document_of(before), _document_of(after)
    try:
        return list(_changes(first, second))
    except (AttributeError, KeyError, TypeError) as error:
        raise invalid(f"only briefs and belief records can be compared ({error})") from None


def _changes(first: _Json, second: _Json) -> Iterator[Change]:
    # Setups show few conditions and the case of a belief shows all, but only the full form has cases.
    full = first.get("view") == "full" and second.get("view") == "full"
    old, now = _outline(first, full), _outline(second, full)
    if old.subject != now.subject:
        raise invalid(f"{old.subject} and {now.subject} are not the same subject")
    whole_texts = not (_has_shortened_texts(first) or _has_shortened_texts(second))

    def is_certain(other: _Outline, thing: _Thing) -> bool:
        return other.has_all_of(thing) and (whole_texts or thing.kind != "condition")

    for key, thing in now.things.items():
        earlier = old.things.get(key)
        if earlier is None:
            certain = is_certain(old, thing)
            yield Change(thing.kind, "added", thing.id, thing.person, None, None, thing.words, certain)
        else:
            yield from _changed_fields(earlier, thing, whole_texts)
    for key, thing in old.things.items():
        if key not in now.things:
            certain = is_certain(now, thing)
            yield Change(thing.kind, "removed", thing.id, thing.person, None, thing.words, None, certain)


def _document_of(given: Comparable) -> _Json:
    if isinstance(given, Result):
        return given.document
    if isinstance(given, Document):
        return given.model_dump(mode="json", by_alias=True, exclude_unset=True)
    return given


def _has_shortened_texts(document: _Json) -> bool:
    """In a narrow document texts are cut, lists are shorter, and a condition is identified by its words."""
    return any(warning["code"] == "texts-shortened" for warning in document["warnings"])


def _changed_fields(before: _Thing, after: _Thing, whole_texts: bool) -> Iterator[Change]:
    # A new direction is stated anew with it, which is the same change.
    is_new_direction = before.fields.get("direction_since") != after.fields.get("direction_since")
    for name in dict.fromkeys([*before.fields, *after.fields]):
        old, now = before.fields.get(name), after.fields.get(name)
        if old == now or (name == "direction_last_stated_at" and is_new_direction):
            continue
        certain = whole_texts or name not in _TEXT_FIELDS
        yield Change(after.kind, "changed", after.id, after.person, name, old, now, certain)


def _outline(document: _Json, full: bool) -> _Outline:
    if "view" not in document:
        return _belief_outline(document)
    whole = document["coverage"]["omitted_record_count"] == 0
    conditions, has_all_conditions = _conditions_of(document, full, whole)
    is_entity = document["view"] == "entity"
    directions: dict[str, _Json] = {}
    if not is_entity:
        directions = {view["belief_id"]: view for view in document["activity"]["views"]}
    things = [_view(view, directions.get(view["belief_id"], {})) for view in document["views"]]
    things += conditions if is_entity else _priced_things(document, conditions)
    things += [_one("coverage", dict(document["coverage"])), _labels_of(document)]
    return _Outline(
        subject=document["entity"]["entity_id"] if is_entity else document["security"]["id"],
        things={thing.key: thing for thing in things},
        has_all_of=lambda thing: whole if thing.owner is None else has_all_conditions(thing.owner),
    )


def _priced_things(document: _Json, conditions: list[_Thing]) -> list[_Thing]:
    state, price, activity = document["trade_state"], document["market_price"], document["activity"]
    # Counts of a window, ages and marks change with the cutoff alone, so they are left out.
    counts = {f"people_{name}": count for name, count in activity["people"].items()}
    counts |= {f"open_views_not_counting_{name}": count for name, count in activity["not_counting"].items()}
    return [
        _one("trade_state", {name: state[name] for name in ("action", "direction", "decision_mode")}),
        *conditions,
        _one("activity", counts),
        _price(price),
    ]


def _price(market_price: _Json | None) -> _Thing:
    reference: _Json = (market_price or {}).get("reference") or {}
    named: dict[str, Value] = {name: reference.get(name) for name in ("price", "session_date", "source")}
    return _one("price", {"status": (market_price or {}).get("status"), **named})


def _conditions_of(document: _Json, full: bool, whole: bool) -> tuple[list[_Thing], Callable[[str], bool]]:
    people = {view["belief_id"]: view["person"]["name"] for view in document["views"]}

    def condition(record: _Json, owner: str) -> _Thing:
        return _condition(record, owner, people.get(owner))

    if document["view"] == "entity":
        things = [condition(record, record["belief_id"]) for record in document["recorded_conditions"]]
        return things, lambda _: whole and document["omitted_condition_count"] == 0
    if full:
        theses = document["theses"]
        owners = {thesis["belief_id"] for thesis in theses}
        things = [condition(record, thesis["belief_id"]) for thesis in theses for record in thesis["conditions"]]
        return things, lambda owner: document["omitted_thesis_count"] == 0 or owner in owners
    setups = document["trade_state"]["setups"]
    # A view whose direction has no setup, as one that does not count any more, has its conditions nowhere here.
    in_setups = {belief for setup in setups for belief in setup["thesis_ids"]}
    every_view = in_setups.issuperset(people)
    cut = {setup["direction"] for setup in setups if setup["omitted_condition_count"] > 0}
    things = [condition(record, setup["direction"]) for setup in setups for record in setup["conditions"]]
    return things, lambda owner: whole and every_view and owner not in cut


def _belief_outline(document: _Json) -> _Outline:
    belief = document["data"]["belief"]
    things = [
        _view({**belief, "summary": belief["thesis"]}, belief),
        *(
            _text("revision", str(one["revision"]), f"{one['move']}: {one['summary']['text']}")
            for one in belief["revisions"]
        ),
        *(_text("claim", one["claim_id"], f"{one['role']}: {one['statement']['text']}") for one in belief["claims"]),
        *(_condition(one, belief["belief_id"], None) for one in belief["conditions"]),
        _price(belief.get("market_price")),
        _labels_of(document),
    ]
    return _Outline(belief["belief_id"], {thing.key: thing for thing in things}, lambda _: True)


def _labels_of(document: _Json) -> _Thing:
    labels = document["data_status"]
    return _one("data_status", {name: labels[name] for name in ("mode", "freshness", "coverage")})


def _view(view: _Json, since: _Json) -> _Thing:
    condition = view["condition"]
    fields: dict[str, Value] = {
        "direction": view["direction"],
        "direction_since": since.get("direction_since"),
        "direction_last_stated_at": since.get("direction_last_stated_at"),
        "direction_basis": since.get("direction_basis"),
        "status": view["status"],
        "summary": view["summary"]["text"],
        "validity": condition["validity"],
        "external_state": condition["external_state"],
        "blockers": "\n".join(blocker["text"] for blocker in condition["blockers"]),
    }
    words = f"{view['direction']}, {view['status']}: {view['summary']['text']}"
    return _Thing("view", view["belief_id"], view["person"]["name"], words, fields)


def _condition(record: _Json, owner: str, person: str | None) -> _Thing:
    """A condition has no id: it is known by its owner, its kind and its words."""
    id_ = f"{owner} {record['kind']}: {record['statement']['text']}"
    fields: dict[str, Value] = {"status": record["status"], "expected_by": record.get("expected_by")}
    return _Thing("condition", id_, person, record["status"], fields, owner)


def _one(kind: ChangeKind, fields: dict[str, Value]) -> _Thing:
    return _Thing(kind, None, None, None, fields)


def _text(kind: ChangeKind, id_: str, words: str) -> _Thing:
    return _Thing(kind, id_, None, words, {"text": words})
