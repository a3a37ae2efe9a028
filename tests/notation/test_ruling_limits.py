"""A ruling leaves a table that can come about: what the rules keep constant stays so.

Not here: what a ruling that moves a card takes along (``test_ruling_takes_along``), others (``test_people``).
"""

from collections.abc import Callable

import pytest

from engine.audit.adjudicate import adjudicate
from engine.games.registry import RULESETS
from engine.kernel.table import Table, fold
from engine.record.notation.read import Reading, read
from engine.record.notation.write import write
from kifuda.bots.simulate import simulate
from tests.notation.records import last_track, reading_of


def ruled(id: str, turn: int, *lines: str) -> Reading:
    """A match by bots up to a turn, and a ruling there."""
    (match,) = simulate(RULESETS[id], matches=1, seed=3, players=("heuristic", "heuristic"))
    text = write(list(match.derived), match.id).split("\n")
    end = next(index for index, line in enumerate(text) if line.startswith(f"== {turn} ")) + 1
    return read("\n".join([*text[:end], *lines]))


def chips(table: Table, seat: str) -> tuple[int, int, int]:
    """Unused and used chips of a player, and those on units."""
    marks = (grant for grant in table.grants.values() if grant.quantity == "chips")
    placed = sum(grant.amount for grant in marks if grant.on.startswith(seat))
    return table.track("unused", seat), table.track("used", seat), placed


def after(reading: Reading) -> Table:
    return fold(event for event, _ in reading.events)


@pytest.mark.parametrize("track", ["used", "unused"])
def test_chips_that_are_not_unused_any_more_are_used(track: str) -> None:
    """FE-base-1-3: there are always twenty."""
    unused, used, placed = chips(after(ruled("fertcg@web", 3)), "A")
    assert placed and unused + used + placed == 20
    reading = ruled("fertcg@web", 3, f'! ruling {track} A 1 by "Kei"', f"=> {track} A 1")
    assert reading.refusal is None and not reading.findings
    now = chips(after(reading), "A")
    assert now[track == "used"] == 1 and sum(now) == 20 and now[2] == placed
    assert adjudicate(reading.events).grade == "AMENDED"


@pytest.mark.parametrize("track", ["used", "unused"])
def test_more_chips_than_are_left_are_refused_with_what_would_be_accepted(track: str) -> None:
    """FE-base-1-3"""
    unused, used, _ = chips(after(ruled("fertcg@web", 3)), "A")
    refusal = ruled("fertcg@web", 3, f'! ruling {track} A {unused + used + 1} by "Kei"').refusal
    assert refusal is not None and refusal.clause == "FE-base-1-3"
    assert f"from 0 to {unused + used}, not {unused + used + 1}" in refusal.what.en
    assert f"0 から {unused + used} まで" in refusal.what.ja


def test_a_value_out_of_range_is_named_with_the_range() -> None:
    for value in (99, -3):
        refusal = reading_of(f'! ruling life A {value} by "Kei"').refusal
        assert refusal is not None and refusal.clause == "BR-base-4-1"
        assert f"from 0 to 15, not {str(value).replace('-', '−')}." in refusal.what.en


@pytest.mark.parametrize(
    ("line", "clause", "said"),
    [
        ('! ruling A.3 to set A by "Kei"', "BR-base-2-2", "cannot lie in A's set"),
        ('! ruling A.3 to hand B by "Kei"', "BR-base-1-1", "no card of another player"),
        ('! ruling A.16 to breath B by "Kei"', "BR-base-5-1", "no card of another player"),
        ('! ruling A.3 to discard B by "Kei"', "BR-base-2-4", "no card of another player"),
    ],
)
def test_a_card_does_not_go_where_it_cannot_lie(line: str, clause: str, said: str) -> None:
    refusal = reading_of(line).refusal
    assert refusal is not None and refusal.clause == clause and said in refusal.what.en


def test_a_ruling_that_is_refused_leaves_the_match_as_it_was() -> None:
    lines = ("A breath 加熱法", "A end")
    plain = reading_of(*lines)
    refused = reading_of(*lines, '! ruling A.3 to set A by "Kei"')
    assert after(refused).state() == after(plain).state()


def of_seat(table: Table, seat: str, *zones: str) -> list[str]:
    return [card for zone in zones for card in table.at(f"{zone}.{seat}")]


def ten_damage(table: Table) -> list[str]:
    missing = 10 - len(of_seat(table, "A", "damage"))
    return [f"{card} to damage A" for card in of_seat(table, "A", "deck")[:missing]]


def no_headquarters(table: Table) -> list[str]:
    return ["cycles A 2", *(f"{card} to hand A" for card in of_seat(table, "A", "hq"))]


@pytest.mark.parametrize(
    ("id", "remedies", "clause"),
    [
        ("aquarian-age@2005-11-22", ten_damage, "AA-base-1-1"),
        ("genesis-garden@2011-04", no_headquarters, "GG-CYCLE-6"),
    ],
)
def test_a_ruling_that_leaves_a_player_lost_ends_the_match(
    id: str, remedies: Callable[[Table], list[str]], clause: str
) -> None:
    lines = [f'! ruling {remedy} by "Kei"' for remedy in remedies(after(ruled(id, 2)))]
    assert after(ruled(id, 2, *lines[:-1])).result is None
    reading = ruled(id, 2, *lines)
    result = after(reading).result
    assert result is not None and (result.winner, result.clauses[0]) == ("B", clause)
    assert adjudicate(reading.events).grade == "AMENDED"


def test_the_last_unit_that_a_ruling_takes_loses_where_a_setting_waits_for_no_step() -> None:
    """FE-OP-4"""
    plain = ruled("fertcg@web", 3)
    squares = [zone.id for zone in RULESETS["fertcg@web"].zones if zone.square]
    units = of_seat(after(plain), "A", *squares)
    lines = [f'! ruling {unit} to hand A by "Kei"' for unit in units]
    text = "\n".join([write(plain.events, plain.match), *lines])
    assert units and after(read(text)).result is None
    result = after(read(text.replace("\n[decks]", '\n[settings]\nwipe_out = "at_once"\n\n[decks]', 1))).result
    assert result is not None and (result.winner, result.clauses[0]) == ("B", "FE-OP-4")


def test_what_is_judged_at_a_named_moment_waits_for_it() -> None:
    """CC-base-9-2"""
    reading = ruled("chronocard@web", 2, '! ruling taken A 20 by "Kei"')
    assert reading.refusal is None and after(reading).result is None


def test_one_player_alone_goes_first() -> None:
    """GG-SETUP-13"""
    first = "B" if last_track(ruled("genesis-garden@2011-04", 1), "first", "B") else "A"
    other = "AB".replace(first, "")
    refusal = ruled("genesis-garden@2011-04", 1, f'! ruling first {other} 1 by "Kei"').refusal
    assert refusal is not None and refusal.clause == "GG-SETUP-13"
    lines = (f'! ruling first {first} 0 by "Kei"', f'! ruling first {other} 1 by "Kei"')
    assert ruled("genesis-garden@2011-04", 1, *lines).refusal is None
