"""Cards that are invented for a case, added to the real ones.

Not here: what makes a card file wrong (``engine.effect.lint``).
"""

from collections.abc import Mapping
from typing import Any

from engine.card import CardSet, extended
from engine.case.problem import Place, from_cards
from engine.effect.problem import CardErrors
from engine.effect.source import Source
from engine.ruleset import Ruleset


def with_invented(rules: Ruleset, cards: CardSet, file: Mapping[str, Any], top: Place) -> CardSet:
    """``cards`` with the tables ``[[card]]`` and ``[[role]]`` at the top of a case file; each card there
    must say that it is invented. Raises ``CaseErrors``."""
    tables = {kind: file[kind] for kind in ("card", "role") if kind in file}
    if not tables:
        return cards
    for index, card in enumerate(tables.get("card", ())):
        if card.get("invented") is not True:
            raise (top / "card" / index).wrong("not-invented")
    name = {"ja": cards.name.ja, "en": cards.name.en}
    data = {"id": cards.id, "name": name, "pool": dict(cards.pool), **tables}
    try:
        return extended(cards, Source(top.source.path, top.source.text, data), rules.vocabulary)
    except CardErrors as error:
        raise from_cards(error.problems) from None
