"""Small leagues for laws: matches as plain values, stores of them, and sums counted by hand.

Not here: matches that are played by rules (``tests.support.league``).
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from itertools import chain, product
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch

import pyarrow as pa
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from analytics.facts import SCHEMAS
from analytics.query.cubes.cube import CUBES
from analytics.store.manifest import Part
from bench.league import facts, part, write_manifest
from engine.kernel.ask import TABLE

DAYS = (date(2026, 1, 5), date(2026, 1, 30), date(2026, 2, 3), date(2026, 3, 31), None)
Place = tuple[str, date | None]
PLACES: tuple[Place, ...] = tuple(product(("go", "tic/tac toe"), DAYS))
"""Games and days, which decide into which part of a store a match comes."""
ARCHETYPES = ("red", "blue", None)
CARDS = ("c1", "c2", "c3")
COPIES = ("dealt", "kept", "deck", "open", "drawn", "tutored", "played")
SEATS = ("A", "B", TABLE)
ACT = ("seat", "verb", "card", "links", "outcome", "paid", "answered")
PAYMENT = ("seat", "declaration", "resource", "amount", "cards", "card")
ANSWER = ("seat", "card", "answered_by", "outcome")
Row = Mapping[str, Any]
T = TypeVar("T")


@dataclass(frozen=True)
class Match:
    """What the facts say of one match of two seats. ``cards``: by seat, card → numbers of ``COPIES`` ·
    ``acts``, ``payments``, ``answers``: what the columns of these names say."""

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
    turns: int
    acts: tuple[tuple[Any, ...], ...]
    payments: tuple[tuple[Any, ...], ...]
    answers: tuple[tuple[Any, ...], ...]

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
            "turns": self.turns,
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

    def rows(self, fact: str) -> Sequence[Row]:
        """The rows of a fact table, with all columns that they have or may borrow."""
        if fact == "match":
            return [self.head()]
        seats = [self.seat(index) for index in (0, 1)]
        if fact in ("seat_game", "seat_match"):
            return seats
        if fact in EVENTS:
            return self.events(fact)
        return [
            {**seat, "card": card, **dict(zip(COPIES, numbers, strict=True))}
            for seat, cards in zip(seats, self.cards, strict=True)
            for card, numbers in sorted(cards.items())
        ]

    def events(self, fact: str) -> Sequence[Row]:
        """What was declared, paid or answered, act by act; of a payment whether it is the first one of its
        seat for a declaration in its resource (``first_in``) or for its card (``first_for``)."""
        of_seat = {seat["seat"]: seat for seat in (self.seat(0), self.seat(1))}
        table = {**dict.fromkeys(self.seat(0)), **self.head(), "day": None, "game_no": 1}
        columns, told = EVENTS[fact]
        seen: set[tuple[Any, ...]] = set()
        rows = []
        for seq, values in enumerate(told(self)):
            row = dict(zip(columns, values, strict=True)) | {"seq": seq, "turn": 1}
            for flag, of in (("first_in", "resource"), ("first_for", "card")) if fact == "payment" else ():
                key = (row["seat"], row["declaration"], of, row[of])
                row[flag] = row["declaration"] is not None and key not in seen
                seen.add(key)
            rows.append({**of_seat.get(row["seat"], table), **row})
        return rows


EVENTS: Mapping[str, tuple[tuple[str, ...], Callable[[Match], tuple[tuple[Any, ...], ...]]]] = {
    "declaration": (ACT, lambda match: match.acts),
    "payment": (PAYMENT, lambda match: match.payments),
    "response": (ANSWER, lambda match: match.answers),
}
"""Fact table → its columns, and what a match has of it."""


def events() -> SearchStrategy[dict[str, tuple[tuple[Any, ...], ...]]]:
    """What was done in a match: any acts, payments and answers."""
    seat, card = st.sampled_from(SEATS), st.sampled_from((*CARDS, None))
    few, outcome = st.integers(0, 2), st.sampled_from(("resolved", "decisive", "nullified", "failed", "none"))
    acts = st.tuples(
        seat, st.sampled_from(("play", "pass")), card, st.sampled_from((1, 2, None)), outcome, few, few
    )
    payments = st.tuples(
        seat, st.sampled_from((0, 1, None)), st.sampled_from(("gold", "life")), few, few, card
    )
    answers = st.tuples(st.sampled_from("AB"), card, card, outcome)
    return st.fixed_dictionaries(
        {
            name: st.lists(one, max_size=4).map(tuple)
            for name, one in (("acts", acts), ("payments", payments), ("answers", answers))
        }
    )


def decks() -> SearchStrategy[Mapping[str, tuple[int, ...]]]:
    """Cards of a seat; numbers that no game would give are as good for sums."""
    return st.dictionaries(st.sampled_from(CARDS), st.tuples(*[st.integers(0, 3)] * len(COPIES)), max_size=3)


def of_few_places(made: Callable[[SearchStrategy[Match]], SearchStrategy[T]]) -> SearchStrategy[T]:
    """What is ``made`` of matches that are of two or three games and days: of how many months a store has
    cubes decides how long it takes, and which months those are changes from example to example."""
    places = st.lists(st.sampled_from(PLACES), min_size=2, max_size=3, unique=True)
    return places.flatmap(lambda some: made(matches(some)))


def matches(places: Sequence[Place] = PLACES) -> SearchStrategy[Match]:
    """Any match at one of these places."""
    return st.tuples(st.sampled_from(places), events()).flatmap(lambda drawn: _matches(*drawn))


def _matches(place: Place, done: Mapping[str, Any]) -> SearchStrategy[Match]:
    game, day = place
    return st.builds(
        Match,
        **{name: st.just(told) for name, told in done.items()},
        turns=st.integers(0, 3),
        game=st.just(game),
        day=st.just(day),
        tournament=st.sampled_from(("cup", None)),
        simulated=st.booleans(),
        grade=st.sampled_from(("EXACT", "CONSISTENT", "DIVERGED")),
        finished=st.sampled_from((True, True, False)),
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
        "turns": 5,
        "acts": (),
        "payments": (),
        "answers": (),
    }
    return Match(**(plain | given))


ALL_CUBES = dict(CUBES)
_SEATS, _CARDS = {"seat_game", "seat_match"}, {"card_seat_game", "holding", "chance"}
CUBES_BY_FACTS: Mapping[str, frozenset[str]] = {
    "seats": frozenset(_SEATS),
    "cards": frozenset(_CARDS),
    "acts": frozenset(cube.fact for cube in ALL_CUBES.values()) - _SEATS - _CARDS,
}
"""All fact tables that have cubes, in three groups of about as many cubes."""


@contextmanager
def cubes_of(facts: Collection[str]) -> Iterator[None]:
    """Within, a store has the cubes of these fact tables alone: a refresh does the same for every cube, and
    takes as long as there are cubes."""
    some = {name: cube for name, cube in ALL_CUBES.items() if cube.fact in facts}
    with patch.dict(CUBES, some, clear=True):
        yield


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
        write_manifest(self.folder, [*chain.from_iterable(self.parts.values())])

    def _part(self, game: str, month: str, group: Sequence[Match]) -> Part:
        named = [(f"{self.made}-{game}-{month}-{number}", match) for number, match in enumerate(group)]
        stored = ("match", "seat_match", "seat_game", "card_seat_game", *EVENTS)
        tables = {fact: columns(fact, named) for fact in stored}
        return part(self.folder, tables, game=game, month=month, number=self.made)


def columns(fact: str, group: Iterable[tuple[str, Match]]) -> pa.Table:
    """The fact table of these matches."""
    rows = [{**row, "match": id} for id, match in group for row in match.rows(fact)]
    given = {name for row in rows for name in row} & set(SCHEMAS[fact])
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
