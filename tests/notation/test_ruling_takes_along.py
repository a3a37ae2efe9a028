"""A ruling that moves a card from the field takes along what the rules tie to it.

Not here: what other rulings do (``test_people``).
"""

from collections.abc import Callable

import pytest

from engine.audit.adjudicate import adjudicate
from engine.games.registry import RULESETS
from engine.kernel.table import Table, fold
from engine.record.notation.read import read
from engine.record.notation.write import write
from events.model.kinds import Derived
from kifuda.bots.simulate import simulate

Pick = Callable[[Table], str]


def host(table: Table) -> str:
    """A card in play with cards on it."""
    return next((card for card, guests in table.guests.items() if guests and card in table.place), "")


def unit_with_chips(table: Table) -> str:
    return next((grant.on for grant in table.grants.values() if grant.quantity == "chips"), "")


def ruled(id: str, pick: Pick) -> tuple[str, Table, list[Derived]]:
    """The card that a ruling sends to the hand of its player as soon as there is one, and the match then."""
    (match,) = simulate(RULESETS[id], matches=1, seed=3, players=("heuristic", "heuristic"))
    lines = write(list(match.derived), match.id).split("\n")
    first = len(lines) - lines[::-1].index("+++")
    for end in range(first, len(lines)):
        if not (lines[end].startswith(("A ", "B "))):
            continue
        before = read("\n".join(lines[: end + 1]))
        card = pick(fold(event for event, _ in before.events)) if before.refusal is None else ""
        if card:
            ruling = f'! ruling {card} to hand {card[0]} by "Ilse"'
            events = read("\n".join([*lines[: end + 1], ruling])).events
            return card, fold(event for event, _ in events), events
    raise AssertionError("no match shows it")


@pytest.mark.parametrize("id", ["genesis-garden@2011-04", "aquarian-age@2005-11-22"])
def test_what_lies_on_a_card_does_not_stay_behind(id: str) -> None:
    card, table, events = ruled(id, host)
    assert table.place[card] == f"hand.{card[0]}"
    assert card not in [on for on, _ in table.host.values()]
    assert adjudicate(events).grade == "AMENDED"


def test_the_chips_of_a_unit_become_used_ones() -> None:
    card, table, _ = ruled("fertcg@web", unit_with_chips)
    assert table.place[card] == f"hand.{card[0]}"
    on_units = sum(
        grant.amount
        for grant in table.grants.values()
        if grant.quantity == "chips" and grant.on.startswith(card[0])
    )
    assert on_units + table.track("unused", card[0]) + table.track("used", card[0]) == 20
