"""How many Swiss rounds a tournament needs, and which records then reach the elimination.

The published table is that of the Magic Tournament Rules, appendix E; the other numbers are computed from the
assumption that every match of two players with the same record is won by either with the same chance, and
none is drawn. Not here: tournaments that were played (``table``).
"""

from dataclasses import dataclass
from fractions import Fraction
from math import comb

PUBLISHED = ((8, 3, 0), (16, 5, 4), (32, 5, 8), (64, 6, 8), (128, 7, 8), (226, 8, 8), (409, 9, 8))
"""Appendix E for constructed formats: up to so many players, rounds, and how many play on (0: up to eight
players play a single elimination of three rounds)."""
LARGEST = (10, 8)
FEWEST_PLAYERS = 4


@dataclass(frozen=True)
class Reaching:
    """A record after the Swiss rounds: how many players are expected to have it (``players``), and how many
    of these, at an even split of places, play on (``through``)."""

    wins: int
    losses: int
    players: Fraction
    through: Fraction


@dataclass(frozen=True)
class Size:
    """``rounds`` and ``cut`` as published; ``unbeaten``: the rounds after which at most one player can be
    unbeaten."""

    players: int
    rounds: int
    cut: int
    unbeaten: int


def size_for(players: int) -> Size:
    """The size of a tournament for so many players. Raises ``ValueError`` for fewer than four."""
    if players < FEWEST_PLAYERS:
        raise ValueError(players)
    rounds, cut = next(((rounds, cut) for most, rounds, cut in PUBLISHED if players <= most), LARGEST)
    return Size(players, rounds, cut, unbeaten=(players - 1).bit_length())


def records_reaching(players: int, *, rounds: int, cut: int) -> list[Reaching]:
    """The records that reach a cut, the best first, and the first that does not."""
    found: list[Reaching] = []
    left = Fraction(cut)
    for losses in range(rounds + 1):
        expected = Fraction(players * comb(rounds, losses), 2**rounds)
        through = min(expected, left)
        found.append(Reaching(rounds - losses, losses, expected, through))
        left -= through
        if not left:
            break
    return found
