"""Simulated leagues with known parameters, with which results of statistics can be compared.

A seed fixes the league. Not here: the statistics and their expected results (``simulations``).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.special import expit

from analytics.stats.effect import Games
from analytics.stats.rating import Played

DECK, HAND, LONGEST = 40, 7, 20


class Draws(NamedTuple):
    """Seat-games of one deck, one element each, and one card of it.

    ``copies`` in the deck, ``places`` of them from the top of the shuffled deck (a row for each seat-game,
    ``DECK`` where there is no copy), natural ``turns`` of drawing that the game lasted, ``won`` 0 or 1,
    ``first`` 0 or 1, and the ``player``.
    """

    copies: NDArray[np.int64]
    places: NDArray[np.int64]
    turns: NDArray[np.int64]
    won: NDArray[np.float64]
    first: NDArray[np.int64]
    player: NDArray[np.int64]


def fast_deck(games: int, *, seed: int, early: float = 0.0, players: int = 500) -> Draws:
    """A deck whose won games are short and lost games long.

    Each copy of the card drawn in the first three turns raises the win rate by ``early``; later ones do
    nothing. Strong players win more and play more copies of it.
    """
    chance = np.random.default_rng(seed)
    skill = chance.normal(0, 0.5, players)
    player = chance.integers(0, players, games)
    copies = 2 + (chance.random((games, 2)) < expit(1.5 * skill[player])[:, None]).sum(axis=1)
    first = chance.integers(0, 2, games)
    places = np.argpartition(chance.random((games, DECK), np.float32), 4, axis=1)[:, :4]
    places[np.arange(4) >= copies[:, None]] = DECK
    drawn_early = ((places >= HAND) & (places < HAND + 3)).sum(axis=1)
    base = np.clip(expit(skill[player] + 0.3 * (first - 0.5)), 0.1, 0.75)
    won = (chance.random(games) < base + early * drawn_early).astype(np.float64)
    turns = np.minimum(3 + chance.poisson(np.where(won == 1, 1.5, 6.0)), LONGEST)
    return Draws(copies, places, turns, won, first, player)


def opportunities(world: Draws) -> dict[str, NDArray[np.int64]]:
    """Every natural draw with copies left: its stratum, its ``player``, whether it ``drew`` and ``won``."""
    found: dict[str, list[NDArray[np.int64]]] = {
        name: [] for name in ("deck", "k", "copies", "library", "went_first", "player", "drew", "won")
    }
    for k in range(1, LONGEST + 1):
        top = HAND + k - 1
        left = ((world.places >= top) & (world.places < DECK)).sum(axis=1)
        there = (world.turns >= k) & (left > 0)
        columns = {
            "deck": world.copies,
            "k": np.full(len(left), k),
            "copies": left,
            "library": np.full(len(left), DECK - top),
            "went_first": world.first,
            "player": world.player,
            "drew": (world.places == top).any(axis=1).astype(np.int64),
            "won": world.won.astype(np.int64),
        }
        for name, column in columns.items():
            found[name].append(column[there])
    return {name: np.concatenate(parts) for name, parts in found.items()}


def strata(rows: dict[str, NDArray[np.int64]], *, name: str = "") -> dict[str, list[int]]:
    """The opportunities summed by stratum, in the form for ``rde`` and (``name``) ``rde_early``."""
    keys = ("deck", "k", "copies", "library", "went_first")
    sizes = [int(rows[key].max()) + 1 for key in keys]
    packed, at = np.unique(np.ravel_multi_index([rows[key] for key in keys], sizes), return_inverse=True)
    groups = np.unravel_index(packed, sizes)
    sums = {key: column.tolist() for key, column in zip(keys, groups, strict=True)}
    for side, drew in (("drew", 1), ("other", 0)):
        for ending, won in (("wins", 1), ("losses", 0)):
            counted = (rows["drew"] == drew) & (rows["won"] == won)
            sums[f"{side}{name}_{ending}"] = np.bincount(at[counted], minlength=len(packed)).tolist()
        sums[f"{side}{name}_ties"] = [0] * len(packed)
    return sums


def in_hand(world: Draws) -> dict[str, int]:
    """The sums of ``iih``: over copies that reached the hand, and over copies that did not."""
    hand = (world.places < (HAND + world.turns)[:, None]).sum(axis=1)
    found = {"hand_unseen": int(hand @ (world.copies - hand)), "hand_unseen_tied": 0}
    for name, copies in (("hand", hand), ("unseen", world.copies - hand)):
        found[f"{name}_won"] = int(copies @ (world.won == 1))
        found[f"{name}_lost"] = int(copies @ (world.won == 0))
        found[f"{name}_squares"] = int((copies**2).sum())
        found[f"{name}_tied"] = found[f"{name}_tied_squares"] = 0
    return found


def favoured_card(games: int, *, seed: int, players: int = 2000, cards: int = 300) -> Games:
    """Card 0 has no effect and is favoured by strong players; other cards have small effects."""
    chance = np.random.default_rng(seed)
    skill = chance.normal(0, 0.8, players)
    worth = np.append(0.0, chance.normal(0, 0.08, cards - 1))
    seats = chance.integers(0, players, (games, 2))
    seats[:, 1] = np.where(seats[:, 0] == seats[:, 1], (seats[:, 1] + 1) % players, seats[:, 1])
    favour = np.full((players, cards), 0.1)
    favour[:, 0] = expit(-0.5 + 2.5 * skill)
    decks = [(chance.random((games, cards)) < favour[seats[:, seat]]).astype(np.int8) for seat in (0, 1)]
    difference = (decks[0] - decks[1]).astype(np.float64)
    odds = 0.2 + skill[seats[:, 0]] - skill[seats[:, 1]] + difference @ worth
    won = (chance.random(games) < expit(odds)).astype(np.float64)
    return Games(seats[:, 0], seats[:, 1], won, csr_array(difference))


def league(matches: int, *, seed: int, players: int = 150) -> list[Played]:
    """Matches over two years between players whose skill changes slowly; 4 % are drawn."""
    chance = np.random.default_rng(seed)
    skill = chance.normal(0, 0.9, players)
    found = []
    for number in range(matches):
        if number % players == 0:
            skill = skill + chance.normal(0, 0.03, players)
        one, other = chance.choice(players, 2, replace=False)
        came = chance.random()
        won = expit(skill[one] - skill[other])
        places = (1, 1) if came < 0.04 else (1, 2) if came < 0.04 + 0.96 * won else (2, 1)
        found.append(Played(number * 730 // matches, (f"p{one}", f"p{other}"), places))
    return found


def elo(matches: list[Played], k: float) -> NDArray[np.float64]:
    """Forecasts of Elo ratings for the first player of each match."""
    known: dict[str, float] = {}
    forecasts = []
    for match in matches:
        one, other = match.players
        forecast = 1 / (1 + 10 ** ((known.get(other, 0.0) - known.get(one, 0.0)) / 400))
        first, second = match.places
        gain = k * ((0.5 if first == second else float(first < second)) - forecast)
        known[one], known[other] = known.get(one, 0.0) + gain, known.get(other, 0.0) - gain
        forecasts.append(forecast)
    return np.array(forecasts)
