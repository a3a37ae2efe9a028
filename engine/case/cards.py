"""Cards that are invented for the cases of a file, added to the real ones.

Not here: what makes a card file wrong (``engine.effect.lint``).
"""

from collections.abc import Sequence
from dataclasses import replace

from engine.case.problem import Place, from_cards
from engine.effect.problem import CardErrors
from engine.effect.source import Source
from engine.kernel.card import CardSet, extended
from engine.kernel.ruleset import Ruleset

TABLES = ("card", "role")
"""What a file may hold for the cases of other files, too."""


class Invented:
    """The tables ``[[card]]`` and ``[[role]]`` of a case file, after those of the files that it extends: all
    its cases play with them."""

    def __init__(self, sources: Sequence[Source]) -> None:
        self.sources = [source for source in sources if any(kind in source.data for kind in TABLES)]
        self._made: dict[tuple[str, str], Ruleset] = {}

    def added_to(self, cards: CardSet, rules: Ruleset) -> Ruleset:
        """Return ``rules`` with ``cards`` and those of the files, made once for each card set: what is worked
        out of a ruleset is worked out once for all cases. Each card must say that it is invented. Raises
        ``CaseErrors``."""
        if not self.sources:
            return rules
        key = (rules.id, cards.id)
        if key not in self._made:
            made = self._make(cards, rules)
            self._made[key] = replace(rules, sets={**rules.sets, made.id: made})
        return self._made[key]

    def _make(self, cards: CardSet, rules: Ruleset) -> CardSet:
        for source in self.sources:
            for index, card in enumerate(source.data.get("card", ())):
                if not isinstance(card, dict) or card.get("invented") is not True:
                    raise Place(source, ("card", index)).wrong("not-invented")
        try:
            return extended(cards, [_as_set(source, cards) for source in self.sources], rules.vocabulary)
        except CardErrors as error:
            raise from_cards(error.problems) from None


def _as_set(source: Source, cards: CardSet) -> Source:
    """The cards of a file as a card set that extends ``cards``."""
    name = {"ja": cards.name.ja, "en": cards.name.en}
    tables = {kind: source.data[kind] for kind in TABLES if kind in source.data}
    return Source(
        source.path, source.text, {"id": cards.id, "name": name, "pool": dict(cards.pool), **tables}
    )
