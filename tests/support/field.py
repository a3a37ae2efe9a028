"""A tournament of three archetypes of known strengths, as a log: what pages about decks are tried on."""

import random
from hashlib import sha256

from analytics.imports.tournament import Deck, Pairing, Player, Round, Tournament
from analytics.imports.writing.tournament_events import Import
from analytics.imports.writing.tournament_writer import write
from events.log.contract import Log

GAME = "harbour-duel"
FIELD = {"Ember": 8, "Stone": 6, "Tide": 10}
"""Archetype → players."""
BEATS = {("Ember", "Tide"): 0.9, ("Stone", "Ember"): 0.5, ("Tide", "Stone"): 0.6}
"""How often the first beats the second."""
ROUNDS = 16
TIES = 0.04
FIRST = 0.05
"""What going first adds."""


def tournament(*, seed: int = 7) -> Tournament:
    """24 players, 16 rounds paired at random; of every match it is known who went first."""
    chance = random.Random(seed)
    names = [archetype for archetype, number in FIELD.items() for _ in range(number)]
    players = tuple(
        Player(f"{number}", f"Player {number:02d}", Deck(archetype, _cards(archetype, number)))
        for number, archetype in enumerate(names)
    )
    rounds = []
    for number in range(1, ROUNDS + 1):
        order = list(range(len(players)))
        chance.shuffle(order)
        pairs = zip(order[::2], order[1::2], strict=True)
        pairings = tuple(_played(chance, names, one, other) for one, other in pairs)
        rounds.append(Round(number, f"Round {number}", "swiss", pairings))
    return Tournament(
        "harbour-open", "Harbour Open", GAME, date="2026-05-09", players=players, rounds=tuple(rounds)
    )


def _cards(archetype: str, number: int) -> dict[str, int]:
    """Two cards of the archetype in every deck, one that two of three decks play, one that one plays."""
    cards = {f"{archetype} Knight": 4, f"{archetype} Song": 3 + number % 2}
    if number % 3:
        cards["Lantern"] = 2
    return cards | {f"Keepsake {number:02d}": 1}


def _played(chance: random.Random, names: list[str], one: int, other: int) -> Pairing:
    seats = (f"{one}", f"{other}")
    if chance.random() < TIES:
        return Pairing(seats, "tie", games=(-1,), first=0)
    pair = names[one], names[other]
    wins = BEATS.get(pair, 1 - BEATS.get(pair[::-1], 0.5)) + FIRST
    winner = 0 if chance.random() < wins else 1
    return Pairing(seats, "win", winner, games=(winner,), first=0)


def write_field(log: Log) -> None:
    """Put the tournament into a log."""
    write(log, tournament(), Import(sha256(b"field").hexdigest(), "sample", ()), at=0)
