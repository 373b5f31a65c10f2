"""The public log: published vectors, a made-up log with a key of its own, and each way to rewrite one."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable, Sequence
from datetime import datetime, timezone

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from research_intelligence import LogProof, PublicLog, ResearchError, verify
from research_intelligence.log.log_checks import canonical
from research_intelligence.log.public_log import (
    leaf_hash,
    log_of,
    node_hash,
    subtrees,
    tile_path,
    tree_root,
)
from research_intelligence.log.signed_note import checkpoint_of, verifier_key

ORIGIN = "research.example/log"
NOW = datetime(2026, 10, 5, 12, tzinfo=timezone.utc)

# Leaves and root of the tests of Certificate Transparency.
LEAVES = [
    "",
    "00",
    "10",
    "2021",
    "3031",
    "40414243",
    "5051525354555657",
    "606162636465666768696a6b6c6d6e6f",
]
ROOT = "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"
VKEY = "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k"


class Signer:
    def __init__(self, name: str = ORIGIN) -> None:
        self._private = Ed25519PrivateKey.generate()
        material = b"\x01" + self._private.public_key().public_bytes_raw()
        self._name = name
        self._id = hashlib.sha256(name.encode() + b"\n" + material).digest()[:4]
        self.key = f"{name}+{self._id.hex()}+{base64.b64encode(material).decode()}"

    def line(self, text: str) -> str:
        signed = self._id + self._private.sign(text.encode())
        return f"\u2014 {self._name} {base64.b64encode(signed).decode()}\n"


OWN = Signer()
Get = Callable[[str], bytes]


def root_of(hashes: Sequence[bytes]) -> bytes:
    if len(hashes) == 1:
        return hashes[0]
    middle = 1 << (len(hashes) - 1).bit_length() - 1
    return node_hash(root_of(hashes[:middle]), root_of(hashes[middle:]))


def log_with(
    entries: Sequence[bytes],
    *,
    by: Signer = OWN,
    time: str = "2026-10-05T11:59:00.000Z",
    tiles: Sequence[bytes] | None = None,
) -> Get:
    root = base64.b64encode(root_of([leaf_hash(entry) for entry in entries])).decode()
    text = f"{ORIGIN}\n{len(entries)}\n{root}\ntime {time}\n"
    hashes = [leaf_hash(entry) for entry in (entries if tiles is None else tiles)]

    def get(path: str) -> bytes:
        if path == "checkpoint":
            return f"{text}\n{by.line(text)}".encode()
        width = re.fullmatch(r"tile/0/000\.p/(\d+)", path)
        assert width is not None
        return b"".join(hashes[: int(width[1])])

    return get


def opening(index: int, kind: str, values: dict[str, object]) -> dict[str, object]:
    row = {"act": "opened", "kind": kind, "release": 1, "values": values}
    return {
        "index": index,
        "salt": hashlib.sha256(f"salt {index}".encode()).hexdigest(),
        "row": row,
    }


def citation(name: str, content_hash: str) -> dict[str, object]:
    return {
        "citation_id": f"cit_{name}",
        "evidence_id": f"evd_{name}",
        "locator": {"kind": "time_range", "start_seconds": 1904, "end_seconds": 1931.5},
        "content_hash": content_hash,
    }


def rows(name: str) -> list[tuple[str, dict[str, object]]]:
    values = citation(name, f"sha256:{name}")
    content_hash = values.pop("content_hash")
    return [
        (
            "evidence",
            {"evidence_id": values["evidence_id"], "content_hash": content_hash},
        ),
        ("citation", values),
    ]


OPENINGS = [opening(index, *row) for index, row in enumerate([*rows("a"), *rows("b"), *rows("c")])]
ENTRIES = [
    hashlib.sha256(bytes.fromhex(str(one["salt"])) + canonical(one["row"]).encode()).digest() for one in OPENINGS
]
LATER = [*ENTRIES, b"a later release"]
CHANGED = [*ENTRIES[:2], b"another row", *ENTRIES[3:]]
DOCUMENT = {"citations": [citation("a", "sha256:a"), citation("c", "sha256:c")]}


def read(get: Get, seen: str | None = None) -> PublicLog:
    return log_of(get, keys=[OWN.key], seen=seen, now=NOW)


def outcomes(document: dict[str, object], openings: Sequence[dict[str, object]]) -> list[str]:
    report = verify(document, log=LogProof(read(log_with(ENTRIES)), openings))
    return [f"{one.name} {one.of}" for one in report.checks if one.outcome == "failed" and one.name.startswith("log-")]


def test_roots_and_paths_are_the_published_ones() -> None:
    leaves = [leaf_hash(bytes.fromhex(leaf)) for leaf in LEAVES]
    subtree = subtrees(8, lambda _path: b"".join(leaves))
    assert tree_root(8, subtree).hex() == ROOT
    assert tree_root(8, subtree, entries={3: bytes.fromhex("2021")}).hex() == ROOT
    assert tree_root(8, subtree, entries={3: b"x"}).hex() != ROOT
    assert tile_path(0, 1_234_067, 10**9) == "tile/0/x001/x234/067"
    assert [tile_path(1, 1, 70_000), tile_path(1, 0, 256)] == [
        "tile/1/001.p/17",
        "tile/1/000.p/1",
    ]


def test_keys_are_the_published_ones() -> None:
    assert verifier_key(VKEY).key_id.hex() == "530d903a"
    with pytest.raises(ResearchError):
        verifier_key(VKEY.replace("AekyeR", "AekyeS"))


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (
            {"b": 1, "a": [None, True, "\u20ac\n"]},
            '{"a":[null,true,"\u20ac\\n"],"b":1}',
        ),
        ({"\U0001f600": 1, "\ufb33": 2}, '{"\U0001f600":1,"\ufb33":2}'),
        (
            [1.0, 0.5, 1e-7, 1.5e-5, 1e21, 123456789012345680000.0],
            "[1,0.5,1e-7,0.000015,1e+21,123456789012345680000]",
        ),
    ],
)
def test_values_are_canonical_as_rfc_8785_has_them(value: object, text: str) -> None:
    assert canonical(value) == text


def test_an_honest_log_proves_each_row_and_grows() -> None:
    log = read(log_with(ENTRIES))
    assert [log.checkpoint.size, outcomes(DOCUMENT, OPENINGS)] == [6, []]
    report = verify(DOCUMENT, log=LogProof(log, OPENINGS))
    assert sum(check.outcome == "passed" and check.name.startswith("log-") for check in report.checks) == 9
    later = log_with(LATER)
    assert read(later, seen=log.newest).checkpoint.size == 7


@pytest.mark.parametrize(
    ("get", "code"),
    [
        (log_with(ENTRIES, by=Signer()), "log-not-signed"),
        (log_with(ENTRIES, time="2026-10-05T12:10:00.000Z"), "log-not-signed"),
        (log_with(CHANGED), "log-forked"),
        (log_with([*CHANGED, b"more"]), "log-forked"),
        (log_with(ENTRIES[:5]), "log-forked"),
        (log_with([*ENTRIES[:2], b"a call of yesterday", *ENTRIES[2:]]), "log-forked"),
        (log_with(LATER, tiles=[*CHANGED, b"a later release"]), "log-forked"),
    ],
)
def test_a_rewritten_log_is_found_by_who_has_seen_it(get: Get, code: str) -> None:
    seen = read(log_with(ENTRIES)).newest
    with pytest.raises(ResearchError) as caught:
        read(get, seen=seen)
    assert caught.value.code == code


def test_no_checkpoint_is_one_with_a_wrong_signature_of_a_known_key() -> None:
    note = read(log_with(ENTRIES)).newest
    keys = [verifier_key(OWN.key)]
    assert checkpoint_of(note, keys) is not None
    for changed in (
        note.replace("\n6\n", "\n7\n"),
        note[:-1],
        f"{note}more\n",
        note.split("\n\n")[0],
    ):
        assert checkpoint_of(changed, keys) is None


def test_a_document_is_not_proven_by_other_openings() -> None:
    assert outcomes(DOCUMENT, OPENINGS[:5]) == ["log-row cit_c"]
    assert outcomes({"citations": [citation("a", "sha256:x")]}, OPENINGS) == ["log-row cit_a"]
    forged = opening(0, "evidence", {"evidence_id": "evd_a", "content_hash": "sha256:x"})
    assert outcomes(DOCUMENT, [forged, *OPENINGS[1:]]) == [
        "log-inclusion evidence at 0",
        "log-row cit_a",
    ]
    assert outcomes({"citations": [citation("a", "sha256:x")]}, [*OPENINGS, forged]) == [
        "log-inclusion evidence at 0",
        "log-row cit_a",
    ]


VIEW = {"belief_id": "bel_a", "revision": 2, "summary": "As before.", "said": "More of it.", "validity": "valid"}
CONDITION = {
    "belief_id": "bel_a",
    "part_id": "cond_a",
    "revision": 2,
    "body": {"statement": "Above 9.", "status": "met"},
}
CLOSED = {"act": "closed", "kind": "revision", "release": 3, "values": {"belief_id": "bel_a", "revision": 1}}


def change(kind: str, **given: object) -> dict[str, object]:
    own = {"object": "view", "object_id": "bel_a", "belief_id": "bel_a", "revision": 2, "release": 1, "statement": None}
    return {"kind": kind, "after": None, **own, **given}


CHANGES = [
    change("verdict", object="verdict", object_id=None, belief_id=None, revision=None, release=None),
    change("view_updated", statement={"text": "More of it.", "truncated": False}),
    change("view_validity", object="view_validity", after="valid"),
    change("condition_met", object="condition", object_id="cond_a", revision=None, after="met"),
    change("statement_withdrawn", revision=1, release=3),
]


@pytest.mark.parametrize(
    ("at", "changed", "failed"),
    [
        (0, {}, []),
        (1, {"statement": {"text": "Less of it.", "truncated": False}}, ["view_updated"]),
        (1, {"revision": 3}, ["view_updated"]),
        (2, {"after": "broken"}, ["view_validity"]),
        (3, {"after": "missed"}, ["condition_met"]),
        (4, {"release": 4}, ["statement_withdrawn"]),
        (4, {"kind": "view_withdrawn", "revision": 2}, ["view_withdrawn"]),
    ],
)
def test_a_change_is_proven_by_the_row_of_its_release(at: int, changed: dict[str, object], failed: list[str]) -> None:
    openings = [opening(0, "revision", VIEW), opening(1, "part", CONDITION), {**opening(2, "", {}), "row": CLOSED}]
    entries = [
        hashlib.sha256(bytes.fromhex(str(one["salt"])) + canonical(one["row"]).encode()).digest() for one in openings
    ]
    changes = [{**one, **changed} if index == at else one for index, one in enumerate(CHANGES)]
    report = verify({"data": {"changes": changes}}, log=LogProof(read(log_with(entries)), openings))
    ofs = [one.of for one in report.checks if one.outcome == "failed" and one.name == "log-row"]
    assert [of.partition(" ")[0] for of in ofs] == failed
