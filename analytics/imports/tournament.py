"""A tournament in the form that all formats are read into: players, decks, rounds with their matches, and the
final table.

It holds only what the file says; everything else is empty or None. Not here: reading files (``formats``), its
events (``writing.tournament_events``), and computing tables (``analytics.tournaments``).
"""

from collections.abc import Iterator
from typing import Literal

import msgspec

Outcome = Literal["win", "tie", "intentional-draw", "bye", "no-show", "forfeit", "double-loss", "unfinished"]
"""How a match ended. ``win`` and ``forfeit`` have a winner, and so does ``no-show`` unless the only player
listed did not come; ``bye`` is a win without a match. ``unfinished``: no result is known (yet)."""
Kind = Literal["swiss", "elimination", ""]
"""How a round is paired; ``""`` where the file does not say."""
SEATS = "ABCDEFGH"
"""Seats in the order in which a file lists the players of a match, which does not say who went first."""


class Score(msgspec.Struct, frozen=True, omit_defaults=True):
    """Games of a match: how many each player won, in the order of the players, and how many were drawn."""

    won: tuple[int, ...]
    drawn: int = 0


class Pairing(msgspec.Struct, frozen=True, omit_defaults=True):
    """One match of a round.

    ``players`` by id, as listed (a bye has one) · ``winner`` is an index into them · ``score``: the number of
    games, where the file has it · ``games``: the winner of each game in order (-1: drawn), where the file has
    that · ``first``: who went first in the first game · ``table`` as the file calls it · ``place``: where in
    the file the match stands.
    """

    players: tuple[str, ...]
    outcome: Outcome
    winner: int | None = None
    score: Score | None = None
    games: tuple[int, ...] = ()
    first: int | None = None
    table: str = ""
    place: str = ""


class Round(msgspec.Struct, frozen=True, omit_defaults=True):
    """A round: ``number`` from 1 in the order of play, ``name`` as the file calls it, ``pod`` the part of
    the field whose players meet only each other (an age division), where there are several."""

    number: int
    name: str
    kind: Kind
    pairings: tuple[Pairing, ...]
    pod: str = ""


class Deck(msgspec.Struct, frozen=True, omit_defaults=True):
    """The deck of a player: copies by the name of the card. ``archetype`` as the file calls it."""

    archetype: str = ""
    main: dict[str, int] = {}
    side: dict[str, int] = {}


class Player(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player: ``id`` is that of the file (else the name), ``dropped`` the round after which they left."""

    id: str
    name: str
    deck: Deck | None = None
    dropped: int | None = None


class Standing(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line of the final table as the file has it. ``percents``: tiebreaker → fraction (0 to 1), under the
    names of ``analytics.tournaments``; ``division`` is the table that the line belongs to."""

    player: str
    rank: int | None = None
    points: int | None = None
    wins: int | None = None
    losses: int | None = None
    ties: int | None = None
    percents: dict[str, float] = {}
    division: str = ""


class Tournament(msgspec.Struct, frozen=True, omit_defaults=True):
    """A tournament. ``id`` is unique; ``date`` is ISO 8601 as far as it is known; ``play`` is
    the format of play (``standard``); ``rules`` names the tiebreakers (``mtr``, ``pokemon``, ``konami``).

    ``remarks`` count what was ambiguous in the file, by how it was read: key → how often.
    """

    id: str
    name: str
    game: str
    play: str = ""
    date: str = ""
    rules: str = "mtr"
    players: tuple[Player, ...] = ()
    rounds: tuple[Round, ...] = ()
    standings: tuple[Standing, ...] = ()
    remarks: dict[str, int] = {}

    def pairings(self) -> Iterator[tuple[Round, Pairing]]:
        """Every match with its round, in order."""
        return ((round, pairing) for round in self.rounds for pairing in round.pairings)


def slug(text: str) -> str:
    """A text as a part of an id: small letters and digits of any script, joined by ``-``."""
    return "-".join("".join(sign if sign.isalnum() else " " for sign in text.casefold()).split())
