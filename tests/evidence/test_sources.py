"""Evidence of a collected match shows where it comes from, and both checkers look at it."""

import json
from pathlib import Path
from typing import Any

import pytest

from events.collect.collecting import Source, collect
from events.log.sqlite_log import SqliteLog
from events.seal.head_signing import seal
from events.seal.inspection import inspect
from events.seal.note import SignerKey
from tests.evidence.logs import AOIS, AT, KEEPERS, MATCH, NAMED, ORIGIN, Kept, altered, both, codes

CUP = SignerKey("example.org/all", bytes(range(5, 37)))
CUPS = str(CUP.verifier)
KEYS = (CUPS, *NAMED)


@pytest.fixture(scope="module")
def collected(kept: Kept, tmp_path_factory: pytest.TempPathFactory) -> Kept:
    """A log into which the log of the suite was collected."""
    path = tmp_path_factory.mktemp("all") / "all.db"
    with SqliteLog(path, writing=True) as log:
        collect(log, [Source(kept.path, inspect(kept.path))], at=AT)
    assert seal(path, CUP).signed is not None
    return Kept(path)


def parts(data: bytes) -> list[dict[str, Any]]:
    found = json.loads(data)["sources"]
    assert isinstance(found, list)
    return found


def test_the_head_of_the_source_and_the_slip_hold(collected: Kept) -> None:
    data = collected.whole(KEYS)
    answer = both(data, KEYS)
    assert answer["findings"] == []
    assert answer["origin"] == CUP.name
    assert [(source["origin"], source["entries"]) for source in answer["sources"]] == [
        (ORIGIN, answer["records"])
    ]
    signed = {(made["over"], made["by"].partition("+")[0]): made["state"] for made in answer["signatures"]}
    assert signed == {
        ("head of the log", CUP.name): "holds",
        ("source", ORIGIN): "holds",
        ("slip", ORIGIN): "holds",
        ("slip", "example.org/aoi"): "holds",
    }
    assert set(json.loads(data)["keys"]) >= {CUPS, KEEPERS, AOIS}


def test_a_view_is_made_from_the_log_that_bound_it(kept: Kept, collected: Kept) -> None:
    """A view cannot show that the source has the match, so it brings no slip of the source."""
    secret = Path(f"{kept.path}.secret")
    (collected.path.parent / "all.db.secret").write_bytes(secret.read_bytes())
    (collected.path.parent / "all.db.secret").chmod(0o600)
    answer = both(collected.view("public", KEYS), [CUPS])
    assert answer["findings"] == [] and answer["slip"] is None


def test_without_the_source_its_slip_is_a_strangers(collected: Kept) -> None:
    answer = both(altered(collected.whole(KEYS), sources=None), KEYS)
    assert codes(answer) == ["slip-origin"] and answer["sources"] == []


@pytest.mark.parametrize("entries", [-1, 0, 1, 99, 2**60])
def test_a_proof_is_of_the_entry_that_it_names(collected: Kept, entries: int) -> None:
    data = collected.whole(KEYS)
    (part,) = parts(data)
    answer = both(altered(data, sources=[part | {"entries": entries}]), KEYS)
    assert codes(answer) == ["source-unproven", "slip-origin"]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("index ", "index 1", {"source-unproven", "slip-origin"}),
        ("c2sp.org/", "c3sp.org/", {"source-form", "slip-origin"}),
        (f"\n\n{ORIGIN}\n", "\n\nexample.org/other\n", {"forged", "slip-origin"}),
    ],
)
def test_a_changed_proof_is_found(collected: Kept, old: str, new: str, expected: set[str]) -> None:
    data = collected.whole(KEYS)
    (part,) = parts(data)
    proof = part["proof"].replace(old, new, 1)
    assert proof != part["proof"]
    assert set(codes(both(altered(data, sources=[part | {"proof": proof}]), KEYS))) == expected


@pytest.mark.parametrize(
    "part", [{}, {"entries": 1}, {"entries": "1", "proof": ""}, {"entries": True, "proof": ""}]
)
def test_parts_of_another_form_are_refused(collected: Kept, part: dict[str, Any]) -> None:
    assert both(altered(collected.whole(KEYS), sources=[part]), KEYS) == {"unreadable": "form"}


def test_an_empty_list_would_be_another_spelling(collected: Kept) -> None:
    assert both(altered(collected.whole(KEYS), sources=[]), KEYS) == {"unreadable": "form"}


def test_a_match_that_was_not_collected_names_no_source(kept: Kept) -> None:
    assert "sources" not in json.loads(kept.whole()) and MATCH in kept.whole().decode()
