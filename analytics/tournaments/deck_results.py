"""Deck results of a tournament: the copies of each archetype, and its matches against the others.

By the archetype as the source calls it; decks without a name stand together. Byes, intentional draws,
no-shows, double losses, forfeits and matches without a result do not count; mirrors are counted apart. Not
here: sorting decks into archetypes.
"""

from dataclasses import dataclass

from analytics.imports.tournament import Tournament

PLAYED = ("win", "tie")
UNNAMED = ""


@dataclass
class Deck:
    """One archetype (``""``: no name): ``copies`` of the field, and matches against other archetypes;
    ``mirrors`` are matches against itself that one of both won, ``tied_mirrors`` those that nobody did. Of
    two decks without a name nobody knows whether they are one."""

    archetype: str
    copies: int = 0
    wins: int = 0
    losses: int = 0
    ties: int = 0
    mirrors: int = 0
    tied_mirrors: int = 0

    @property
    def matches(self) -> int:
        """Matches against other archetypes that count."""
        return self.wins + self.losses + self.ties


def meta(tournament: Tournament) -> list[Deck]:
    """Every archetype, the most frequent first. Empty where no deck is known."""
    called = {player.id: player.deck.archetype for player in tournament.players if player.deck is not None}
    decks: dict[str, Deck] = {}
    for archetype in called.values():
        decks.setdefault(archetype, Deck(archetype)).copies += 1
    for _, pairing in tournament.pairings():
        if pairing.outcome not in PLAYED or len(pairing.players) != 2:
            continue
        sides = [called.get(player, UNNAMED) for player in pairing.players]
        if sides[0] == sides[1]:
            if sides[0] != UNNAMED:
                _mirror(decks[sides[0]], tied=pairing.winner is None)
            continue
        for index, archetype in enumerate(sides):
            if archetype not in decks:
                continue
            if pairing.winner is None:
                decks[archetype].ties += 1
            elif pairing.winner == index:
                decks[archetype].wins += 1
            else:
                decks[archetype].losses += 1
    return sorted(decks.values(), key=lambda deck: (-deck.copies, deck.archetype))


def _mirror(deck: Deck, *, tied: bool) -> None:
    if tied:
        deck.tied_mirrors += 1
    else:
        deck.mirrors += 1
