"""A tournament as every format gives it: who played whom with which outcome, decks, and the final table.

Only what the file says stands here; what it does not say is empty or None. Not here: reading files (one
module a format), events (``record``), and counting (``analytics.tournaments``).
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple

import msgspec

from analytics.imports.problem import Problem

Outcome = Literal["win", "tie", "intentional-draw", "bye", "no-show", "forfeit", "double-loss", "unfinished"]
"""How a match came out. ``win`` and ``forfeit`` have a winner, and so does ``no-show`` unless the one who is
listed alone did not come; ``bye`` is a win without a match. ``unfinished``: no result is known (yet)."""
Kind = Literal["swiss", "elimination", ""]
"""How a round is paired; ``""`` where the file does not say."""
SEATS = "ABCDEFGH"
"""Seats by the order in which a file lists the players of a match. It does not say who went first."""


class Score(msgspec.Struct, frozen=True, omit_defaults=True):
    """Games of a match: those that each player won, in the order of the players, and drawn ones."""

    won: tuple[int, ...]
    drawn: int = 0


class Pairing(msgspec.Struct, frozen=True, omit_defaults=True):
    """One match of a round.

    ``players`` by id, as listed (a bye has one) · ``winner`` is an index into them · ``score`` counts the
    games where the file does; ``games`` gives the winner of each game in order (-1: drawn) where it does
    that · ``first``: who went first in the first game · ``table`` as the file calls it · ``place``: where
    in the file the match stands.
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
    the field that plays among itself (an age division), where there are several."""

    number: int
    name: str
    kind: Kind
    pairings: tuple[Pairing, ...]
    pod: str = ""


class Deck(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a player brought: copies by the name of the card. ``archetype`` as the file calls it."""

    archetype: str = ""
    main: dict[str, int] = {}
    side: dict[str, int] = {}


class Player(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player: ``id`` is the source's own (else the name), ``dropped`` the round after which they left."""

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
    """A tournament. ``id`` tells it from all others; ``date`` is ISO 8601 as far as it is known; ``play`` is
    the format of play (``standard``); ``rules`` names the tiebreakers (``mtr``, ``pokemon``, ``konami``).

    ``remarks`` are readings that the file left open, and how each was decided: key → how often.
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


class Source(NamedTuple):
    """A file to import: its name for messages, and its bytes."""

    name: str
    data: bytes


class Reading(NamedTuple):
    """What a format made of a file. ``problems`` are rows that were left out of the tournament; whoever
    imports decides whether that is acceptable. ``kept`` are the bytes that may be kept, where they differ
    from those of the file (without birth dates)."""

    tournament: Tournament
    problems: tuple[Problem, ...] = ()
    kept: tuple[bytes, ...] | None = None
