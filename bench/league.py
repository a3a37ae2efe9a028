"""Stores of any size with random facts, on which the speed of statistics is measured.

Not here: matches that bots play (``workload``); a million of them would take days.
"""

import hashlib
import shutil
from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from analytics.facts.arrow import ARROW_SCHEMAS
from analytics.store.manifest import NAME, Manifest, Part, digest_of_tables, save
from analytics.store.parts import write_part

CACHE = Path(__file__).with_name("cache")
FORM = 2
"""To be raised with every change of the facts made here: it invalidates stored leagues."""

MADE = (
    "match", "game", "seat_match", "seat_game", "card_seat_game", "deck_card",
    "declaration", "payment", "response", "resolution",
)  # fmt: skip
"""The tables that have rows."""

Columns = Mapping[str, Any]
"""Column → its values: numbers of NumPy, Python values, or an Arrow array."""

CARDS, ARCHETYPES, POOL, DECK = 600, 24, 80, 40
"""Numbers of: cards of a game, archetypes, cards in the pool of an archetype, different cards of a deck."""
PLAYERS = 2_000
CUPS, VARIANTS = 40, 50
"""Numbers of: tournaments in a month, recorded decks of an archetype."""
LISTED = 0.1
"""The share of matches with recorded decks."""
ACTS, PAYMENTS, ANSWERS = 8, 4, 1
"""Numbers of declarations, payments and answers of a seat in a game."""
ANSWERING = 8
"""Number of cards of a pool that are responses."""
VERBS, PHASES, RESOURCES = ("play", "use", "attack", "pass on"), ("main", "battle"), ("energy", "life")
OUTCOMES = ("resolved", "nullified", "failed", "none")
PART_MATCHES = 2_048
"""Matches of a part, as in a projected store."""
FIRST_DAY = date(2025, 1, 1)
SEATS = ["A", "B"]


def facts(table: str, rows: int, columns: Columns) -> pa.Table:
    """A fact table of these columns; missing ones are null where allowed, else 0, true or ``""``."""
    return pa.table(
        [_column(field, rows, columns.get(field.name)) for field in ARROW_SCHEMAS[table]],
        schema=ARROW_SCHEMAS[table],
    )


def _column(field: pa.Field, rows: int, values: Any) -> pa.Array:
    if isinstance(values, pa.Array):
        return values.cast(field.type)
    if values is not None:
        plain = field.type.value_type if pa.types.is_dictionary(field.type) else field.type
        return pa.array(values, plain).cast(field.type)
    if field.nullable:
        return pa.nulls(rows, field.type)
    if pa.types.is_dictionary(field.type):
        return words(np.zeros(rows, np.int32), [""])
    return pa.array(
        np.ones(rows, bool) if pa.types.is_boolean(field.type) else np.zeros(rows, np.int32)
    ).cast(field.type)


def words(indices: Any, dictionary: list[str]) -> pa.Array:
    """A dictionary-encoded column of words."""
    return pa.DictionaryArray.from_arrays(pa.array(indices, pa.int32()), pa.array(dictionary, pa.string()))


def part(folder: Path, tables: Mapping[str, pa.Table], *, game: str, month: str, number: int) -> Part:
    """Write a part of a store; missing tables have no rows."""
    every = {table: facts(table, 0, {}) for table in ARROW_SCHEMAS} | dict(tables)
    return write_part(folder, every, name=f"{number:06d}-0000", game=game, month=month, stamp={})


def write_manifest(folder: Path, parts: Sequence[Part], *, position: int | None = None) -> Manifest:
    """Write a manifest with these parts into ``folder``, as of a log of ``position`` entries."""
    manifest = Manifest(
        log="bench",
        position=len(parts) if position is None else position,
        head="",
        root="",
        edge=(),
        code="bench",
        judging="",
        generation=1,
        tables=digest_of_tables(),
        parts=tuple(parts),
    )
    save(folder, manifest)
    return manifest


def kept(*, matches: int, games: int, days: int, seed: int) -> Path:
    """The folder of such a league, which is written once and reused.

    A caller that changes it must restore it.
    """
    description = f"{FORM} {matches} {games} {days} {seed} {[ARROW_SCHEMAS[table] for table in MADE]}"
    folder = CACHE / f"league-{matches}-{hashlib.sha256(description.encode()).hexdigest()[:12]}"
    if not (folder / NAME).exists():  # A manifest is written last.
        shutil.rmtree(folder, ignore_errors=True)
        League(games=games, days=days, seed=seed).write(folder, matches)
    return folder


class League:
    """``games`` with matches of two seats on ``days`` days; decks have archetypes of different strength.
    ``made``: number of parts written so far."""

    def __init__(self, *, games: int, days: int, seed: int, made: int = 0) -> None:
        self.random = np.random.default_rng(seed)
        self.games = [f"game-{number}" for number in range(games)]
        self.days = days
        self.pools = np.stack([self.random.permutation(CARDS)[:POOL] for _ in range(ARCHETYPES)])
        self.strength = self.random.normal(0, 0.4, ARCHETYPES)
        self.made = made

    def write(self, folder: Path, matches: int) -> Manifest:
        """Write a store of ``matches`` matches, evenly over games and days."""
        months = sorted({_month(FIRST_DAY + timedelta(day)) for day in range(self.days)})
        each = max(1, matches // (len(self.games) * len(months)))
        parts = [self.parts(folder, game, month, each) for game in self.games for month in months]
        return write_manifest(folder, [*chain.from_iterable(parts)])

    def parts(self, folder: Path, game: str, month: str, matches: int) -> Iterator[Part]:
        """Write parts with ``matches`` matches of one game in one month."""
        while matches > 0:
            size = min(matches, PART_MATCHES)
            yield part(folder, self.tables(month, size), game=game, month=month, number=self.made)
            self.made += 1
            matches -= size

    def tables(self, month: str, matches: int) -> dict[str, pa.Table]:
        """The facts of ``matches`` matches: matches, seats, cards and acts."""
        random, seats, rows = self.random, 2 * matches, 2 * matches * DECK
        ids = [f"m{self.made:06d}-{number:04d}" for number in range(matches)]
        day = np.datetime64(f"{month}-01") + random.integers(0, 28, matches)
        archetype = random.integers(0, ARCHETYPES, (matches, 2)).astype(np.int32)
        first = random.random(matches) < 0.5
        edge = self.strength[archetype[:, 0]] - self.strength[archetype[:, 1]] + np.where(first, 0.1, -0.1)
        won = random.random(matches) < 1 / (1 + np.exp(-edge))
        of_seat = {
            "match": words(np.repeat(np.arange(matches, dtype=np.int32), 2), ids),
            "seat": words(np.tile(np.array([0, 1], np.int32), matches), SEATS),
            "day": np.repeat(day, 2),
            "archetype": words(archetype.ravel(), _names("archetype", ARCHETYPES)),
            "opponent_archetype": words(archetype[:, ::-1].ravel(), _names("archetype", ARCHETYPES)),
            "went_first": np.stack([first, ~first], 1).ravel(),
            "won": np.stack([won, ~won], 1).ravel().astype(np.int8),
            "lost": np.stack([~won, won], 1).ravel().astype(np.int8),
        }
        players = random.integers(0, PLAYERS, (matches, 2)).astype(np.int32)
        of_player = {
            "player": words(players.ravel(), _names("player", PLAYERS)),
            "opponent": words(players[:, ::-1].ravel(), _names("player", PLAYERS)),
        }
        cups = _names(f"cup {month}", CUPS)
        match = {
            "match": words(np.arange(matches, dtype=np.int32), ids),
            "ruleset": ["bench"] * matches,
            "edition": ["1.0"] * matches,
            "cards": ["all"] * matches,
            "granularity": ["event"] * matches,
            "grade": words((random.random(matches) < 0.1).astype(np.int32), ["EXACT", "CONSISTENT"]),
            "simulated": random.random(matches) < 0.2,
            "day": day,
            "tournament": words(random.integers(0, CUPS, matches), cups),
            "outcome": ["won"] * matches,
            "winner": words(np.where(won, 0, 1), SEATS),
            "first_seat": words(np.where(first, 0, 1), SEATS),
            "reason": ["life"] * matches,
            "turns": random.integers(4, 16, matches),
            "events": random.integers(60, 200, matches),
            "games": np.ones(matches, np.int32),
        }
        listed = random.random(seats) < LISTED
        deck = words(
            archetype.ravel() * VARIANTS + random.integers(0, VARIANTS, seats),
            _names("deck", ARCHETYPES * VARIANTS),
        )
        seat_match = {
            **of_seat,
            **of_player,
            "deck": pc.if_else(pa.array(listed), deck, pa.scalar(None, deck.type)),
            "outcome": words(np.where(of_seat["won"], 0, 1), ["won", "lost"]),
        }
        return {
            "match": facts("match", matches, match),
            "game": facts(
                "game", matches, {name: match[name] for name in ARROW_SCHEMAS["game"].names if name in match}
            ),
            "seat_match": facts("seat_match", seats, seat_match),
            "seat_game": facts("seat_game", seats, of_seat | of_player),
            "card_seat_game": facts("card_seat_game", rows, self._cards(archetype.ravel(), of_seat, seats)),
            "deck_card": self._listed(of_seat, deck, listed),
            **self._acts(of_seat, archetype),
        }

    def _listed(self, of_seat: Columns, deck: pa.Array, listed: Any) -> pa.Table:
        """The recorded decks, a row for each card."""
        at = np.flatnonzero(listed)
        variant = deck.indices.to_numpy()[at]
        card = np.concatenate(
            [self.pools[one // VARIANTS][(np.arange(DECK) + one) % POOL] for one in variant]
        )
        columns = {name: _repeated(of_seat[name].take(pa.array(at)), DECK) for name in ("match", "seat")}
        columns["deck"] = _repeated(deck.take(pa.array(at)), DECK)
        columns["card"] = words(card.astype(np.int32), _names("card", CARDS))
        return facts("deck_card", len(card), columns | {"copies": 1 + card % 3})

    def _acts(self, of_seat: Columns, archetype: Any) -> dict[str, pa.Table]:
        """What every seat declared, paid and answered, with outcomes."""
        random, seats = self.random, archetype.size

        def some(number: int, names: Sequence[str]) -> pa.Array:
            return words(random.integers(0, len(names), number).astype(np.int32), list(names))

        def cards(of: Any, each: int, among: int = POOL) -> Any:
            """``each`` random cards of each of these archetypes."""
            return self.pools[np.repeat(of, each), random.integers(0, among, of.size * each)].astype(np.int32)

        def of_seats(each: int) -> dict[str, Any]:
            return {
                **{name: _repeated(of_seat[name], each) for name in ("match", "seat")},
                "seq": np.tile(np.arange(2 * each, dtype=np.int32) * 4 + 5, seats // 2),
                "turn": random.integers(1, 12, seats * each),
            }

        names = _names("card", CARDS)
        acts, payments, answers = seats * ACTS, seats * PAYMENTS, seats * ANSWERS
        outcome = words(random.choice(4, acts, p=[0.8, 0.08, 0.02, 0.1]).astype(np.int32), list(OUTCOMES))
        card = cards(archetype.ravel(), ACTS)
        declared = of_seats(ACTS) | {"outcome": outcome, "spent": random.integers(1, 90, acts)}
        declared |= {"card": words(card, names), "verb": words(card % len(VERBS), list(VERBS))}
        declared |= {name: random.integers(0, 2, acts) for name in ("paid", "answered", "passed")}
        paid = of_seats(PAYMENTS) | {"amount": random.integers(1, 4, payments)}
        paid |= {"card": words(cards(archetype.ravel(), PAYMENTS), names)}
        paid |= {"resource": some(payments, RESOURCES), "cards": random.integers(0, 2, payments)}
        answered = of_seats(ANSWERS) | {"card": words(cards(archetype.ravel(), ANSWERS), names)}
        answered["answered_by"] = words(cards(archetype[:, ::-1].ravel(), ANSWERS, ANSWERING), names)
        resolved = of_seats(ACTS) | {"card": words(card, names), "outcome": outcome}
        resolved |= {"what": some(acts, ("effect",)), "clause": some(acts, ("1.1", "1.2"))}
        return {
            "declaration": facts("declaration", acts, declared | {"phase": some(acts, PHASES)}),
            "payment": facts("payment", payments, paid | {"declaration": paid["seq"]}),
            "response": facts("response", answers, answered | {"outcome": some(answers, OUTCOMES[:2])}),
            "resolution": facts("resolution", acts, resolved),
        }

    def _cards(self, archetype: Any, of_seat: Columns, seats: int) -> Columns:
        """The cards of every seat: copies, and numbers of those in hand and of those played."""
        random = self.random
        chosen = np.argsort(random.random((seats, POOL)), axis=1)[:, :DECK]
        card = np.sort(np.take_along_axis(self.pools[archetype], chosen, 1), axis=1)
        deck = random.choice(np.array([1, 2, 3], np.int32), seats * DECK, p=[0.6, 0.3, 0.1])
        opened = random.binomial(deck, 0.12)
        drawn = random.binomial(deck - opened, 0.2)
        each = {name: _repeated(values, DECK) for name, values in of_seat.items()}
        return each | {
            "card": words(card.ravel().astype(np.int32), _names("card", CARDS)),
            "dealt": opened,
            "kept": opened,
            "deck": deck,
            "open": opened,
            "drawn": drawn,
            "played": random.binomial(opened + drawn, 0.7),
        }


def _repeated(values: Any, times: int) -> Any:
    """Every value repeated ``times`` times."""
    if isinstance(values, pa.DictionaryArray):
        return pa.DictionaryArray.from_arrays(
            pa.array(np.repeat(values.indices.to_numpy(), times)), values.dictionary
        )
    return np.repeat(values, times)


def _names(word: str, number: int) -> list[str]:
    return [f"{word} {index:04d}" for index in range(number)]


def _month(day: date) -> str:
    return f"{day:%Y-%m}"
