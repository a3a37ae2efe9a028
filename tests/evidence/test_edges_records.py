"""Both verifiers at the limits of records and views; the one that stands alone has the tree of the log."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from events.seal.merkle import Tree, leaf, node
from events.seal.note import parse as parse_note
from kifuda.evidence import verify_evidence
from tests.evidence.logs import (
    MATCH,
    ORIGIN,
    TINY,
    Kept,
    altered,
    both,
    canonical,
    codes,
    keep,
)


def entries(data: bytes) -> list[str]:
    found: list[str] = json.loads(data)["entries"]
    return found


def first_line(text: str, place: int, value: Any) -> str:
    """An entry or a record with one value of its first line in the place of another."""
    header, _, event = text.partition("\n")
    values = json.loads(header)
    values[place] = value
    return canonical(values).decode() + "\n" + event


# --- the tree of the one that stands alone -----------------------------------------------------------

LEAVES = [leaf(bytes([number])) for number in range(70)]
TREE = Tree(LEAVES)


def test_it_has_the_tree_of_the_log() -> None:
    assert verify_evidence.leaf(b"data") == leaf(b"data")
    assert verify_evidence.node(LEAVES[0], LEAVES[1]) == node(LEAVES[0], LEAVES[1])
    for size in range(len(LEAVES) + 1):
        assert verify_evidence.root_of(LEAVES[:size]) == TREE.root(size)


def test_a_path_leads_from_its_leaf_and_from_no_other() -> None:
    for size in (1, 2, 3, 5, 8, 21, 64, 65, 70):
        root = TREE.root(size)
        for place in range(size):
            path = TREE.inclusion(place, size)
            for other in {place, place - 1, place + 1, size - 1, size, size + 1} - {-1}:
                shown = verify_evidence.included(LEAVES[place], other, size, root, path)
                assert shown is (other == place)
            assert not verify_evidence.included(LEAVES[place], place, size, root, (*path, root))
            assert not verify_evidence.included(LEAVES[place], place, size, root, path[:-1]) or not path
            assert not verify_evidence.included(bytes(32), place, size, root, path)
            assert not verify_evidence.included(LEAVES[place], place, size, bytes(32), path)
    assert not verify_evidence.included(LEAVES[0], 0, 0, TREE.root(0), ())


# --- records ---------------------------------------------------------------------------------------

PREV, CAUSE, SEQ, NAME, COMMAND, TIME, SALT = range(1, 8)


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (0, 1), (0, 2), (0, 4), (0, "3"), (0, True), (PREV, None), (PREV, 0), (CAUSE, "0"), (CAUSE, True),
        (SEQ, None), (SEQ, "3"), (SEQ, False), (SALT, 1), (SALT, None), (SALT, "x"), (NAME, 1),
        (COMMAND, None), (TIME, "0"), (TIME, None),
    ],
)  # fmt: skip
def test_a_first_line_of_another_form_is_no_entry(kept: Kept, place: int, value: object) -> None:
    data = kept.whole()
    found = entries(data)
    found[3] = first_line(found[3], place, value)
    answer = both(altered(data, entries=found))
    assert answer["findings"][0] == {"code": "entry-form", "index": 3}
    assert answer["rehashed"] == len(found)


@pytest.mark.parametrize("change", [lambda values: values[:-1], lambda values: [*values, 0]])
def test_a_first_line_that_is_shorter_or_longer_is_no_entry(kept: Kept, change: Any) -> None:
    data = kept.whole()
    found = entries(data)
    header, _, event = found[0].partition("\n")
    found[0] = canonical(change(json.loads(header))).decode() + "\n" + event
    assert codes(both(altered(data, entries=found)))[0] == "entry-form"


@pytest.mark.parametrize(
    "event", ["", "[]", "{}", '{"kind":1}', '{"kind":"a","kind":"b"}', '{"kind":"a","n":1.0}', "{", '"kind"']
)
def test_a_second_line_that_is_no_event_is_no_entry(kept: Kept, event: str) -> None:
    data = kept.whole()
    found = entries(data)
    found[-1] = found[-1].partition("\n")[0] + "\n" + event
    assert codes(both(altered(data, entries=found))) == ["entry-form", "unproven"]


@pytest.mark.parametrize(("cause", "wrong"), [(0, False), (2, False), (3, True), (4, True), (-1, True)])
def test_a_cause_is_an_earlier_event(kept: Kept, cause: int, wrong: bool) -> None:
    data = kept.whole()
    found = entries(data)
    found[3] = first_line(found[3], CAUSE, cause)
    answer = both(altered(data, entries=found))
    told = {"code": "cause", "index": 3, "cause": cause}
    assert (told in answer["findings"]) is wrong
    assert "cause" not in codes(both(altered(data, entries=found[:3]))), "it is about the entry itself"


def test_entries_of_the_second_form_are_read(kept: Kept) -> None:
    """They had the position in the log in the place of the salt."""
    data = kept.whole()
    found = entries(data)
    header, _, event = found[-1].partition("\n")
    _, *place, name, command, time, _ = json.loads(header)
    found[-1] = canonical([2, *place, 20, name, command, time]).decode() + "\n" + event
    assert codes(both(altered(data, entries=found))) == ["unproven"]
    found[-1] = canonical([2, *place, name, command, time]).decode() + "\n" + event
    assert codes(both(altered(data, entries=found))) == ["entry-form", "unproven"]


def test_an_entry_that_stands_three_times_is_told_of_the_first(kept: Kept) -> None:
    data = kept.whole()
    found = entries(data)
    answer = both(altered(data, entries=[*found[:3], found[1], found[1], *found[3:]]))
    told = [finding for finding in answer["findings"] if finding["code"] == "duplicate"]
    assert told == [{"code": "duplicate", "index": index, "first": 1} for index in (3, 4)]


def test_the_first_record_of_a_match_links_to_nothing(kept: Kept) -> None:
    data = kept.whole()
    found = entries(data)
    found[0] = first_line(found[0], PREV, "0" * 64)
    answer = both(altered(data, entries=found))
    assert sorted(finding["index"] for finding in answer["findings"] if finding["code"] == "link") == [0, 1]


def test_more_records_than_the_log_says_are_counted(kept: Kept) -> None:
    answer = both(altered(kept.whole(), entries=entries(kept.whole())[:-2]))
    assert (answer["rehashed"], answer["records"]) == (7, 7)
    found = entries(kept.whole())
    answer = both(altered(kept.whole(), entries=[found[0], *found[2:]]))
    assert (answer["rehashed"], answer["records"]) == (8, 9)


# --- views -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("place", "value"),
    [(0, None), (0, 1), (1, "3"), (1, None), (1, True), (2, "0"), (2, False), (3, 1), (3, None)],
)
def test_a_first_line_of_another_form_is_no_record(kept: Kept, place: int, value: object) -> None:
    data = kept.view("A")
    found = json.loads(data)["records"]
    found[3] = first_line(found[3], place, value)
    assert codes(both(altered(data, records=found)))[0] == "entry-form"


@pytest.mark.parametrize("index", [-1, 2, 3])
def test_a_face_that_an_event_does_not_have_is_not_opened(kept: Kept, index: int) -> None:
    opening = canonical(json.loads(kept.opened(1, "A.1")) | {"index": index}) + b"\n"
    answer = both(kept.view("public"), openings=[opening])
    assert answer["findings"] == [{"code": "face-index", "seq": 1, "index": index}]


@pytest.mark.parametrize(
    ("seq", "code"), [(-1, "opening-seq"), (0, "opening"), (7, "opening"), (8, "opening-seq")]
)
def test_the_first_and_the_last_event_can_be_opened_and_none_beside_them(
    kept: Kept, seq: int, code: str
) -> None:
    opening = canonical(json.loads(kept.opened(1, "A.1")) | {"seq": seq}) + b"\n"
    assert both(kept.view("public"), openings=[opening])["findings"] == [{"code": code, "seq": seq}]


def test_every_opening_is_looked_at_whatever_is_wrong_with_another(kept: Kept) -> None:
    good = kept.opened(1, "A.1")
    bad = canonical(json.loads(good) | {"face": "X"}) + b"\n"
    other = canonical(json.loads(good) | {"match": "x"}) + b"\n"
    answer = both(kept.view("public"), openings=[bad, other, good, kept.opened(2, "A.2")])
    assert codes(answer) == ["opening-elsewhere", "face"]
    assert [shown["seq"] for shown in answer["opened"]] == [1, 2]


def test_the_slip_of_a_view_is_shown_and_its_signatures_are_looked_at(kept: Kept) -> None:
    data = kept.view("A")
    slip = parse_note(json.loads(data)["slip"].encode())
    answer = both(data)
    assert answer["slip"] == {"size": 8, "root": slip.text.split("\n")[2]}
    forged = slip._replace(signatures=(slip.signatures[0]._replace(value=bytes(64)),))
    assert codes(both(altered(data, slip=forged.encode().decode()))) == ["forged", "silent"]


# --- the texts that are pinned ---------------------------------------------------------------------


@pytest.mark.parametrize("what", ["clauses", "cards"])
def test_a_text_that_nobody_pinned_is_told(kept: Kept, what: str) -> None:
    answer = both(altered(kept.whole(), pinned={what: "[]"}))
    other = "cards" if what == "clauses" else "clauses"
    assert answer["pinned"] == {what: "differs", other: "absent"}
    assert answer["findings"] == [{"code": "pinned", "what": what}]


def test_the_texts_that_the_match_pins_are_told_from_others(tmp_path: Path) -> None:
    texts = {"clauses": "[1]", "cards": "月"}
    digests = {what: sha256(text.encode()).hexdigest() for what, text in texts.items()}
    opened, cause = TINY[0]
    pinning = keep(tmp_path / "kifuda.db", [(replace(opened, digests=digests), cause), *TINY[1:]])
    answer = both(altered(pinning.whole(), pinned=texts))
    assert (answer["pinned"], answer["findings"]) == ({"clauses": "pinned", "cards": "pinned"}, [])
    swapped = {"clauses": texts["cards"], "cards": texts["clauses"]}
    assert codes(both(altered(pinning.whole(), pinned=swapped))) == ["pinned", "pinned"]


def test_the_answer_names_the_match_and_the_log(kept: Kept) -> None:
    answer = both(kept.whole())
    assert (answer["match"], answer["origin"]) == (MATCH, ORIGIN)
    note = json.loads(kept.whole())["proof"].partition("\n\n")[2]
    assert answer["head"] == {"size": 21, "root": note.split("\n")[2]}
