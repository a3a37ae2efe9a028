"""The order of a bracket: whoever wins stands next where the next round has them."""

from analytics.imports.tournament import Kind, Pairing, Round, Tournament
from analytics.metrics.reports.decks import APART, RATE, SHARE, deck_table
from analytics.tournaments.bracket import brackets
from analytics.tournaments.deck_results import Deck


def match(winner: str, loser: str) -> Pairing:
    """A match that the first one won."""
    return Pairing((winner, loser), "win", 0)


def tournament(*rounds: tuple[Kind, tuple[Pairing, ...]], pod: str = "") -> Tournament:
    """A tournament of these rounds in order."""
    made = (Round(number, f"R{number}", kind, found, pod) for number, (kind, found) in enumerate(rounds, 1))
    return Tournament("cup", "Cup", "magic", rounds=tuple(made))


def order(rounds: list[Round]) -> list[list[str]]:
    """Who played each match of each round."""
    return [["".join(pairing.players) for pairing in round.pairings] for round in rounds]


def test_matches_stand_where_their_winners_go_on() -> None:
    quarters = (match("a", "h"), match("c", "f"), match("b", "g"), match("d", "e"))
    cup = tournament(
        ("swiss", (match("a", "b"),)),
        ("elimination", quarters),
        ("elimination", (match("b", "c"), match("d", "a"))),
        ("elimination", (match("d", "b"),)),
    )
    assert order(brackets(cup)[""]) == [["de", "ah", "bg", "cf"], ["da", "bc"], ["db"]]


def test_who_goes_nowhere_stands_below_in_the_order_of_the_file() -> None:
    without_winner = Pairing(("x", "y"), "double-loss", None)
    cup = tournament(
        ("elimination", (without_winner, match("c", "d"), match("a", "b"))),
        ("elimination", (match("a", "e"),)),
    )
    assert order(brackets(cup)[""]) == [["ab", "xy", "cd"], ["ae"]]


def test_pods_have_brackets_of_their_own_and_swiss_has_none() -> None:
    assert brackets(tournament(("swiss", (match("a", "b"),)))) == {}
    assert list(brackets(tournament(("elimination", (match("a", "b"),)), pod="Junior"))) == ["Junior"]


def test_decks_in_numbers() -> None:
    decks = [Deck("x", 50, 60, 40, 0), Deck("y", 30, 5, 5, 10), Deck("z", 20)]
    found = deck_table(decks)
    shares, rows = (found.of(metric.id).to_dicts() for metric in (SHARE, APART))
    assert [round(row["value"], 4) for row in shares] == [0.5, 0.3, 0.2]
    assert (round(shares[0]["low"], 4), round(shares[0]["high"], 4)) == (0.4038, 0.5962)
    assert [(row["n"], row["value"]) for row in rows] == [(100, 0.6), (10, 0.5), (0, None)]
    assert rows[2]["low"] is None
    (points,) = deck_table(decks[1:2], draws="points").of(APART.id).to_dicts()
    assert (points["n"], round(points["value"], 4)) == (20, round((5 + 10 / 3) / 20, 4))


def test_with_mirrors_both_of_their_seats_count() -> None:
    found = deck_table([Deck("x", 9, 6, 2, 0, mirrors=4, tied_mirrors=1)], draws="half")
    apart, every = (found.of(metric.id).row(0, named=True) for metric in (APART, RATE))
    assert (apart["n"], apart["value"]) == (8, 0.75)
    assert (every["n"], every["value"]) == (18, (6 + 4 + 1) / 18)
    assert all(row["low"] < row["value"] < row["high"] for row in (apart, every))


def test_no_decks_make_no_rows() -> None:
    assert deck_table([]).rows.height == 0
