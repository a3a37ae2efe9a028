"""What is remembered by the layout of the table is what would be computed afresh, at every decision.

Not here: what a game remembers (its own modules), or standing texts (``engine.common.continuous``).
"""

from typing import Any

import pytest

from engine.audit.adjudicate import adjudicate
from engine.common.continuous import Index
from engine.games.registry import RULESETS
from engine.kernel.game import Game
from engine.kernel.ruleset import Ruleset
from kifuda.bots.simulate import simulate

STANDING = [rules for rules in RULESETS.values() if rules.continuous is not None]


def plain(remembered: Any) -> Any:
    """An index as what can be compared: the changes and the cards that make them."""
    if not isinstance(remembered, Index):
        return remembered
    return {
        quantity: [(text.part, text.context.card) for text in texts]
        for quantity, texts in remembered.texts.items()
    }


@pytest.mark.sampled(3)
@pytest.mark.parametrize("rules", STANDING, ids=lambda rules: rules.id)
@pytest.mark.parametrize("players", [("heuristic", "heuristic"), ("random", "random")], ids=" ".join)
def test_what_is_remembered_is_what_is_computed(rules: Ruleset, players: tuple[str, str]) -> None:
    compared = 0

    def compare(game: Game, seq: int) -> None:
        nonlocal compared
        if game._layout == game.table.layout_version:
            for make, remembered in list(game._by_layout.items()):
                assert plain(make(game)) == plain(remembered), (make.__name__, seq)
                compared += 1

    for match in simulate(rules, matches=4, seed=11, players=players):
        assert adjudicate(match.derived, watch=compare).grade == "EXACT"
    assert compared > 100
