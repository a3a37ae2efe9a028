"""Cards that are invented for the cases of a file, added to the real ones.

Not here: what makes a card file wrong (``engine.effect.lint``).
"""

from collections.abc import Mapping
from typing import Any

from engine.case.problem import Place, from_cards
from engine.effect.problem import CardErrors
from engine.effect.source import Source
from engine.kernel.card import CardSet, extended
from engine.kernel.ruleset import Ruleset


class Invented:
    """The tables ``[[card]]`` and ``[[role]]`` at the top of a case file, whose cases all play with them."""

    def __init__(self, file: Mapping[str, Any], top: Place) -> None:
        self.tables = {kind: file[kind] for kind in ("card", "role") if kind in file}
        self.top = top
        self._made: dict[tuple[str, str], CardSet] = {}

    def added_to(self, cards: CardSet, rules: Ruleset) -> CardSet:
        """Return ``cards`` with those of the file, made once for each card set. Each card of the file must
        say that it is invented. Raises ``CaseErrors``."""
        if not self.tables:
            return cards
        key = (rules.id, cards.id)
        if key not in self._made:
            self._made[key] = self._make(cards, rules)
        return self._made[key]

    def _make(self, cards: CardSet, rules: Ruleset) -> CardSet:
        for index, card in enumerate(self.tables.get("card", ())):
            if card.get("invented") is not True:
                raise (self.top / "card" / index).wrong("not-invented")
        name = {"ja": cards.name.ja, "en": cards.name.en}
        data = {"id": cards.id, "name": name, "pool": dict(cards.pool), **self.tables}
        source = self.top.source
        try:
            return extended(cards, Source(source.path, source.text, data), rules.vocabulary)
        except CardErrors as error:
            raise from_cards(error.problems) from None
