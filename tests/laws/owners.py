"""Every card lies in a zone of its owner, and how many each player has: looked at after every event.

Not here: how many there have to be (each game).
"""

from engine.kernel.table import Table


def cards_in_own_zones(table: Table) -> dict[str, int]:
    """The number of cards by seat; asserts that each lies in a zone of its own seat."""
    found = {"A": 0, "B": 0}
    for place, cards in table.zones.items():
        if cards:
            assert place[-2] == "." and {card[0] for card in cards} == {place[-1]}, f"{place}: {cards}"
            found[place[-1]] += len(cards)
    return found
