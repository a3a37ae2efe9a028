"""How strong the players and the decks of one tournament are, with the other taken into account.

Not here: the model (``analytics.stats.strength_model``), or how good its forecasts are (``forecasts``).
"""

from typing import NamedTuple

import scipy

from analytics.imports.tournament import Tournament
from analytics.stats.strength_model import Effects, Kind, fit
from analytics.tournaments.duels import numbered, together

LEVEL = float(scipy.special.ndtri(0.975))


class Strength(NamedTuple):
    """``value``: the chance to win against an average one, all else equal, with its 95 % interval, from ``n``
    matches of which ``won`` were won."""

    name: str
    won: int
    n: int
    value: float
    low: float
    high: float


class Strengths(NamedTuple):
    """``players`` (by id) and ``decks`` (by name), the strongest first."""

    players: tuple[Strength, ...]
    decks: tuple[Strength, ...]


def strengths(one: Tournament) -> Strengths:
    """The strengths of everybody who played a match of this tournament. A mirror says nothing of a deck."""
    found = numbered(one)
    if not found.rounds:
        return Strengths((), ())
    duels = together([each.duels for each in found.rounds])
    effects = fit(duels)
    apart = duels.one_deck != duels.other_deck
    sides = ((duels.one, duels.one_deck, duels.won), (duels.other, duels.other_deck, 1 - duels.won))
    of_players: dict[int, list[float]] = {}
    of_decks: dict[int, list[float]] = {}
    for player, deck, won in sides:
        for who, what, result, counts in zip(
            *(part.tolist() for part in (player, deck, won, apart)), strict=True
        ):
            of_players.setdefault(who, []).append(result)
            if what >= 0 and counts:
                of_decks.setdefault(what, []).append(result)
    players = _ranked("player", of_players, names=found.players, effects=effects)
    return Strengths(players, _ranked("deck", of_decks, names=found.decks, effects=effects))


def _ranked(
    kind: Kind, results: dict[int, list[float]], *, names: tuple[str, ...], effects: Effects
) -> tuple[Strength, ...]:
    told = []
    for number, won in results.items():
        mean, unsure = effects.of(kind, number)
        value, low, high = scipy.special.expit([mean, mean - LEVEL * unsure, mean + LEVEL * unsure])
        told.append(Strength(names[number], int(sum(won)), len(won), float(value), float(low), float(high)))
    return tuple(sorted(told, key=lambda one: (-one.low, -one.n, one.name)))
