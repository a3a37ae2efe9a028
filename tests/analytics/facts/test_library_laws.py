"""Laws of decks, hands and draws, on matches of every game that is drawn from a library, played by bots.

Each is stated on the folded table, apart from the code that makes the rows. What single rows say is in
``test_card_movements``.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import pytest

from analytics.facts import FACTS
from analytics.facts.extract.roles import roles_of
from analytics.facts.extract.walk import extract_facts
from engine.games.registry import RULESETS
from engine.kernel.table import Table
from events.model.changes import Move
from events.model.kinds import Began, Derived, Happened
from kifuda.bots.simulate import simulate

MATCHES = 12
GAMES = sorted(id for id, rules in RULESETS.items() if roles_of(rules.game).library)


class Played(NamedTuple):
    """A match: its events, and its rows by table."""

    game: str
    derived: list[Derived]
    rows: dict[str, list[Any]]


@cache
def played(ruleset: str) -> list[Played]:
    """Matches of a game, always the same."""
    simulated = simulate(RULESETS[ruleset], matches=MATCHES, seed=7)
    all_facts = [(match, extract_facts(match.id, match.derived)) for match in simulated]
    return [
        Played(
            RULESETS[ruleset].game,
            list(match.derived),
            {table: list(rows(facts)) for table, rows in FACTS.items()},
        )
        for match, facts in all_facts
    ]


@pytest.fixture(params=[(game, number) for game in GAMES for number in range(MATCHES)], ids=str)
def match(request: pytest.FixtureRequest) -> Played:
    game, number = request.param
    found: Played = played(game)[number]
    return found


class Moment(NamedTuple):
    """A draw from a library after the first turn began, with the table before it."""

    seq: int
    seat: str
    card: str
    table: Table


def draws(match: Played) -> Iterator[Moment]:
    """Every card that a drawing event takes from a library to a hand, one after another."""
    roles, table, began = roles_of(match.game), Table(), False
    for seq, (event, _) in enumerate(match.derived):
        before = table.copy() if isinstance(event, Happened) and event.what in roles.draws else table
        if before is not table and began:
            for change in getattr(event, "changes", ()):
                if isinstance(change, Move) and change.place.startswith(f"{roles.hand}."):
                    yield Moment(seq, change.origin.partition(".")[2], change.card, before.copy())
                    before.zones[change.origin].remove(change.card)
        table.apply(event)
        began = began or (isinstance(event, Began) and event.span == "turn")


@pytest.mark.sampled(8)
def test_every_draw_has_its_row(match: Played) -> None:
    k = Counter[str]()
    expected = []
    for moment in draws(match):
        k[moment.seat] += 1
        expected.append((moment.seq, moment.seat, k[moment.seat], moment.table.face[moment.card]))
    assert [(row.seq, row.seat, row.k, row.card) for row in match.rows["draw"]] == expected


def test_what_chance_can_still_turn_up_lies_in_the_library(match: Played) -> None:
    """All of it, unless a card was put under the library, and what is drawn is among it."""
    left: dict[tuple[str, int], Counter[str]] = defaultdict(Counter)
    for row in match.rows["library"]:
        for k in range(row.first_k, row.last_k + 1):
            left[row.seat, k][row.card] += row.copies
    clean = 0
    for moment, row in zip(draws(match), match.rows["draw"], strict=True):
        copies, table = left[row.seat, row.k], moment.table
        lying = Counter(table.face[card] for card in table.at(f"{roles_of(match.game).library}.{row.seat}"))
        assert copies.total() == row.library <= lying.total()
        assert copies <= lying
        assert not row.clean or copies[row.card] >= 1
        clean += row.clean
    disturbed = len(match.rows["draw"]) - clean
    assert disturbed <= max(1, 0.1 * len(match.rows["draw"])), (
        "hardly anything disturbs libraries of these games"
    )


@pytest.mark.parametrize("game", GAMES)
def test_draws_fall_as_chance_has_it(game: str) -> None:
    """Over all clean draws each card comes as often as its copies make likely: the sum of (drew − copies ÷
    library) is no farther from nothing than chance takes it in one of 10,000 cases (Bernstein's inequality,
    which holds for rare cards too; for frequent ones it is some four standard deviations)."""
    surplus: defaultdict[str, float] = defaultdict(float)
    variance: defaultdict[str, float] = defaultdict(float)
    for match in played(game):
        by_seat = defaultdict(list)
        for row in match.rows["library"]:
            by_seat[row.seat].append(row)
        for draw in match.rows["draw"]:
            for row in by_seat[draw.seat] if draw.clean else ():
                if row.first_k <= draw.k <= row.last_k:
                    chance = row.copies / draw.library
                    surplus[row.card] += (draw.card == row.card) - chance
                    variance[row.card] += chance * (1 - chance)
    assert len(surplus) > 20
    for card, more in surplus.items():
        assert more**2 <= 2 * 10 * (variance[card] + abs(more) / 3), card


def test_a_deck_is_what_was_brought(match: Played) -> None:
    opened = match.derived[0][0]
    decks = opened.decks
    for seat, deck in decks.items():
        rows = match.rows["card_seat_game"]
        assert {row.card: row.deck for row in rows if row.seat == seat and row.deck} == deck
        listed = [row for row in match.rows["deck_card"] if row.seat == seat]
        assert {row.card: row.copies for row in listed} == deck
        assert len({row.deck for row in listed}) == 1


def test_hands_add_up(match: Played) -> None:
    """Who opens with a hand, and who still holds a card at the end, is what the table says then."""
    table = Table()
    opening: dict[str, int] = {}
    hand = roles_of(match.game).hand
    for event, _ in match.derived:
        if isinstance(event, Began) and event.span == "turn" and not opening:
            opening = {seat: len(table.at(f"{hand}.{seat}")) for seat in "AB"}
        table.apply(event)
    stays = match.rows["holding"]
    for row in match.rows["seat_game"]:
        own = [stay for stay in stays if stay.seat == row.seat]
        assert sum(stay.came == "open" for stay in own) == row.final_hand == opening[row.seat]
        assert sum(stay.became == "held" for stay in own) == len(table.at(f"{hand}.{row.seat}"))
        assert all(0 <= stay.since_turn <= stay.until_turn <= table.turn for stay in own)
        assert row.hand_known and row.deck_known


def test_cards_count_what_stays_and_draws_say(match: Played) -> None:
    stays, drawn = match.rows["holding"], match.rows["draw"]
    for row in match.rows["card_seat_game"]:
        own = [stay for stay in stays if (stay.seat, stay.card) == (row.seat, row.card)]
        came = Counter(stay.came for stay in own)
        assert (row.open, row.drawn, row.tutored) == (came["open"], came["drawn"], came["tutored"])
        assert row.turns_held == sum(stay.until_turn - stay.since_turn for stay in own)
        turns = [draw.turn for draw in drawn if (draw.seat, draw.card) == (row.seat, row.card)]
        assert row.first_draw_turn == min(turns, default=None)
        assert row.drawn == len(turns)


def test_life_is_what_the_table_says(match: Played) -> None:
    roles, table = roles_of(match.game), Table()
    last: dict[str, int] = {}
    expected = []
    for seq, (event, _) in enumerate(match.derived):
        table.apply(event)
        for seat in "AB":
            left = table.tracks.get((roles.life, seat))
            value = None if left is None else left - table.track(roles.harm, seat)
            if value is not None and value != last.get(seat):
                last[seat] = value
                expected.append((seq, seat, table.turn, value))
    assert [(row.seq, row.seat, row.turn, row.life) for row in match.rows["life"]] == expected
    assert [row.life for row in match.rows["seat_game"]] == [last.get(seat) for seat in "AB"]
