"""Small leagues for laws: matches as plain values, stores of them, and sums counted by hand.

Not here: matches that are played by rules (``tests.support.league``).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import chain
from pathlib import Path
from typing import Any

import pyarrow as pa
from hypothesis import strategies as st

from analytics.facts.schema import SCHEMAS
from analytics.manifest import Part
from bench.league import facts, part, shelved

DAYS = (date(2026, 1, 5), date(2026, 1, 30), date(2026, 2, 3), date(2026, 3, 31), None)
ARCHETYPES = ("red", "blue", None)
CARDS = ("c1", "c2", "c3")
COPIES = ("dealt", "kept", "deck", "open", "drawn", "tutored", "played")
Row = Mapping[str, Any]


@dataclass(frozen=True)
class Match:
    """What the facts say of one match of two seats. ``cards``: by seat, card → numbers of ``COPIES``."""

    game: str
    day: date | None
    tournament: str | None
    simulated: bool
    grade: str
    finished: bool
    winner: int | None
    archetypes: tuple[str | None, str | None]
    players: tuple[str, str]
    first: int | None
    known: bool
    cards: tuple[Mapping[str, tuple[int, ...]], Mapping[str, tuple[int, ...]]]

    @property
    def month(self) -> str:
        return f"{self.day:%Y-%m}" if self.day else "undated"

    def head(self) -> Row:
        """The columns that all rows of the match share, or may borrow."""
        return {
            "game": self.game,
            "month": self.month,
            "day": self.day,
            "tournament": self.tournament,
            "simulated": self.simulated,
            "grade": self.grade,
            "finished": self.finished,
            "edition": "1",
            "cards": "all",
            "granularity": "event",
        }

    def seat(self, index: int) -> Row:
        """The columns of a seat-game."""
        decided = self.finished and self.winner is not None
        return {
            **self.head(),
            "seat": "AB"[index],
            "game_no": 1,
            "player": self.players[index],
            "opponent": self.players[1 - index],
            "archetype": self.archetypes[index],
            "opponent_archetype": self.archetypes[1 - index],
            "went_first": None if self.first is None else self.first == index,
            "won": int(decided and self.winner == index),
            "lost": int(decided and self.winner != index),
            "tied": int(self.finished and self.winner is None),
            **dict.fromkeys(("deal_known", "keep_known", "deck_known", "hand_known"), self.known),
        }

    def rows(self, fact: str) -> list[Row]:
        """The rows of a fact table, with all columns that they have or may borrow."""
        if fact == "match":
            return [self.head()]
        seats = [self.seat(index) for index in (0, 1)]
        if fact in ("seat_game", "seat_match"):
            return seats
        return [
            {**seat, "card": card, **dict(zip(COPIES, numbers, strict=True))}
            for seat, cards in zip(seats, self.cards, strict=True)
            for card, numbers in sorted(cards.items())
        ]


def decks() -> st.SearchStrategy[Mapping[str, tuple[int, ...]]]:
    """Cards of a seat; numbers that no game would give are as good for sums."""
    return st.dictionaries(st.sampled_from(CARDS), st.tuples(*[st.integers(0, 3)] * len(COPIES)), max_size=3)


def matches() -> st.SearchStrategy[Match]:
    """Any match."""
    return st.builds(
        Match,
        game=st.sampled_from(("go", "tic/tac toe")),
        day=st.sampled_from(DAYS),
        tournament=st.sampled_from(("cup", None)),
        simulated=st.booleans(),
        grade=st.sampled_from(("EXACT", "CONSISTENT", "DIVERGED")),
        finished=st.booleans(),
        winner=st.sampled_from((0, 1, None)),
        archetypes=st.tuples(st.sampled_from(ARCHETYPES), st.sampled_from(ARCHETYPES)),
        players=st.tuples(st.sampled_from("xyz"), st.sampled_from("xyz")),
        first=st.sampled_from((0, 1, None)),
        known=st.booleans(),
        cards=st.tuples(decks(), decks()),
    )


def match(**given: Any) -> Match:
    """A plain match, but for what is given."""
    plain: dict[str, Any] = {
        "game": "go",
        "day": date(2026, 1, 5),
        "tournament": None,
        "simulated": False,
        "grade": "EXACT",
        "finished": True,
        "winner": 0,
        "archetypes": ("red", "blue"),
        "players": ("x", "y"),
        "first": 0,
        "known": True,
        "cards": ({}, {}),
    }
    return Match(**(plain | given))


class Shop:
    """A store that matches are put into and taken out of, part by part, as a projection would do it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.parts: dict[int, list[Part]] = {}
        self.made = 0

    def put(self, group: Sequence[Match]) -> int:
        """Parts of these matches, one for each game and month; gives a number to take them out by."""
        self.made += 1
        places = sorted({(match.game, match.month) for match in group})
        self.parts[self.made] = [
            self._part(game, month, [match for match in group if (match.game, match.month) == (game, month)])
            for game, month in places
        ]
        self._save()
        return self.made

    def take(self, number: int) -> None:
        """Take out what was put in."""
        del self.parts[number]
        self._save()

    def _save(self) -> None:
        shelved(self.folder, [*chain.from_iterable(self.parts.values())])

    def _part(self, game: str, month: str, group: Sequence[Match]) -> Part:
        named = [(f"{self.made}-{game}-{month}-{number}", match) for number, match in enumerate(group)]
        tables = {
            fact: columns(fact, named) for fact in ("match", "seat_match", "seat_game", "card_seat_game")
        }
        return part(self.folder, tables, game=game, month=month, number=self.made)


def columns(fact: str, group: Iterable[tuple[str, Match]]) -> pa.Table:
    """The fact table of these matches."""
    rows = [{**row, "match": id} for id, match in group for row in match.rows(fact)]
    given = {name for row in rows for name in row} & set(SCHEMAS[fact].names)
    return facts(fact, len(rows), {name: [row[name] for row in rows] for name in given})


def by_hand(
    group: Iterable[Match],
    *,
    fact: str,
    by: Sequence[str],
    value: Callable[[Row], int],
    where: Callable[[Row], bool],
) -> dict[tuple[Any, ...], int]:
    """Key → sum of ``value``, over the rows of finished matches, counted one by one."""
    sums: Counter[tuple[Any, ...]] = Counter()
    for match in group:
        for row in match.rows(fact):
            if match.finished and where(row):
                sums[tuple(row[name] for name in by)] += value(row)
    return dict(sums)
