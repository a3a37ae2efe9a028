"""The matches of a tournament as duels of players with decks: what models of strength are fitted to.

Not here: the models (``analytics.stats``), or tables of results (``tally``).
"""

from typing import NamedTuple

import numpy as np

from analytics.archetypes.cluster import suggest
from analytics.imports.tournament import Pairing, Tournament
from analytics.stats.strength_model import Duels


class RoundDuels(NamedTuple):
    """The duels of one round, in the order of play."""

    round: int
    duels: Duels


class Numbered(NamedTuple):
    """``players`` by id and ``decks`` by archetype, in the order of their numbers, and the ``rounds``."""

    players: tuple[str, ...]
    decks: tuple[str, ...]
    rounds: tuple[RoundDuels, ...]

    def until(self, count: int) -> Duels:
        """All duels of the first rounds together."""
        return together([each.duels for each in self.rounds[:count]])


def numbered(one: Tournament) -> Numbered:
    """The matches of two that were won by play. Draws tell little of strength, for most are agreed; byes,
    no-shows and forfeits tell nothing: they are left out."""
    players = tuple(player.id for player in one.players)
    number = {id: index for index, id in enumerate(players)}
    deck_named = _decks(one)
    decks = tuple(sorted(set(deck_named.values())))
    deck_of = {player: decks.index(deck) for player, deck in deck_named.items()}
    by_round: dict[int, list[tuple[int, int, int, int, float, float]]] = {}
    for round, pairing in one.pairings():
        if pairing.outcome != "win" or len(pairing.players) != 2 or pairing.winner is None:
            continue
        first, second = pairing.players
        row = (number[first], number[second], deck_of.get(first, -1), deck_of.get(second, -1))
        by_round.setdefault(round.number, []).append((*row, _began(pairing), float(pairing.winner == 0)))
    rounds = (RoundDuels(round, _duels(rows)) for round, rows in sorted(by_round.items()))
    return Numbered(players, decks, tuple(rounds))


def _decks(one: Tournament) -> dict[str, str]:
    """What the decks of players are called: as the file says; where it says nothing, groups of similar lists
    are called by the cards that tell them best from others."""
    named = {player.id: player.deck.archetype for player in one.players if player.deck}
    if any(named.values()):
        return {player: deck for player, deck in named.items() if deck}
    listed = [(player.id, player.deck.main) for player in one.players if player.deck and player.deck.main]
    return {
        listed[index][0]: " / ".join(card for card, _ in group.core[:TOLD])
        for group in suggest([main for _, main in listed])
        for index in group.decks
    }


TOLD = 3
"""So many cards stand for a group of decks without a name."""


def together(parts: list[Duels]) -> Duels:
    """Duels one after another."""
    return Duels(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def _began(pairing: Pairing) -> float:
    return 0.0 if pairing.first is None else 1.0 if pairing.first == 0 else -1.0


def _duels(rows: list[tuple[int, int, int, int, float, float]]) -> Duels:
    one, other, deck, against, first, won = (np.array(column) for column in zip(*rows, strict=True))
    return Duels(one, other, deck, against, first, won)
