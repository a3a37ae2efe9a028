"""The fold: each change does what it says, and nothing else."""

import pytest

from engine.kernel.table import Table, fold
from events.model.changes import AnyChange, Attach, Create, Expire, Flip, Grant, Know, Move, Set, Turn
from events.model.kinds import Began, Ended, Happened, Noted


def after(*changes: AnyChange) -> Table:
    return fold([Happened("x", "table", (), changes=changes)])


CARD = Create("A.1", "F-1", "hand.A")


def test_a_created_card_lies_on_top_of_its_place() -> None:
    table = after(CARD, Create("A.2", "", "hand.A"))
    assert table.at("hand.A") == ["A.1", "A.2"]
    assert table.place["A.2"] == "hand.A"
    assert table.face == {"A.1": "F-1", "A.2": ""}


@pytest.mark.parametrize(("under", "expected"), [(False, ["A.2", "A.1"]), (True, ["A.1", "A.2"])])
def test_a_card_moves_to_the_top_or_the_bottom(under: bool, expected: list[str]) -> None:
    table = after(CARD, Create("A.2", "", "pile"), Move("A.1", "hand.A", "pile", under))
    assert table.at("pile") == expected
    assert table.at("hand.A") == []


def test_a_move_from_where_the_card_is_not_is_no_silent_repair() -> None:
    with pytest.raises((KeyError, ValueError)):
        after(CARD, Move("A.1", "deck.A", "hand.A"))


def test_faces_and_sides() -> None:
    table = after(CARD, Know("A.1", "F-2"), Flip("A.1", down=True), Turn("A.1", 1))
    assert (table.face["A.1"], "A.1" in table.down, table.quarter["A.1"]) == ("F-2", True, 1)
    table.apply(Happened("y", "table", (), changes=(Flip("A.1", down=False), Turn("A.1", 0))))
    assert (table.down, table.quarter) == ({}, {})


def test_an_attachment_ends_when_another_begins() -> None:
    table = after(CARD, Attach("A.1", "A", "first"), Attach("A.1", "B", "second"))
    assert table.host["A.1"] == ("B", "second")
    assert (table.guests["A"], table.guests["B"]) == ((), ("A.1",))
    table.apply(Happened("y", "table", (), changes=(Attach("A.1", ""),)))
    assert table.host == {}


def test_tracks_hold_printed_values_and_grants_lie_beside_them() -> None:
    grant = Grant("1", "A", "power", "add", 2, "", "end of turn", "A.1", "X-1")
    table = after(Set("power", "A", 3), grant)
    assert table.track("power", "A") == 3
    assert table.effects("A", "power") == (grant,)
    assert table.effects("B", "power") == ()
    table.apply(Happened("y", "table", (), changes=(Expire("1"),)))
    assert table.effects("A", "power") == ()


def test_spans_open_and_close() -> None:
    table = fold([Began("turn", number=4, seat="B"), Began("phase", name="main")])
    assert (table.turn, table.seat, table.phase) == (4, "B", "main")
    table.apply(Ended("phase", name="main"))
    end = Ended("match", winner="A", reason="life")
    table.apply(end)
    assert (table.phase, table.result) == ("", end)


def test_remarks_change_nothing_but_the_count() -> None:
    table = fold([Happened("x", "table", (), changes=(CARD,)), Noted("comment", "…")])
    assert table.seq == 2
    assert table.at("hand.A") == ["A.1"]


def test_a_copy_is_independent() -> None:
    table = after(CARD, Set("life", "A", 3))
    twin = table.copy()
    twin.apply(Happened("y", "table", (), changes=(Move("A.1", "hand.A", "pile"), Set("life", "A", 1))))
    assert table.state() != twin.state()
    assert table.at("hand.A") == ["A.1"]
    assert isinstance(twin, Table)
