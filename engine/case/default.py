"""What a case leaves out about its game: the ruleset by its clauses, the card set by its cards.

Not here: reading the fields that a case has (``file``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.games.registry import GAMES, RULESETS, find
from engine.kernel.card import CardSet
from engine.kernel.ruleset import Ruleset
from engine.record.notation.glossary import Glossary, glossary


def ruleset_of(game: str | None, edition: str | None, clauses: Sequence[str]) -> Ruleset | None:
    """The ruleset of a game and an edition; without a game that of the clauses, without an edition the
    latest. None if there is none."""
    if game is not None:
        return GAMES.get(game) if edition is None else find(game, edition)
    for rules in (*GAMES.values(), *RULESETS.values()):
        if (
            clauses
            and all(clause in rules.clauses for clause in clauses)
            and edition in (None, rules.edition)
        ):
            return rules
    return None


def card_set_of(rules: Ruleset, given: Mapping[str, Any]) -> CardSet:
    """The first card set that has all the cards that the table of a case names; if none has, the first."""
    zones = [given.get(zone.id) for zone in rules.zones]
    texts = [*_texts(zones), *_texts(given.get("shuffle"))]
    for cards in rules.sets.values():
        words = glossary(rules, cards)
        if all(_names_a_card(text, words) for text in texts):
            return cards
    return next(iter(rules.sets.values()))


def _texts(value: Any) -> Iterator[str]:
    """All texts in nested lists and tables."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _texts(inner)


def _names_a_card(text: str, words: Glossary) -> bool:
    """Whether a card spec begins with the name of a card."""
    written = text.partition("=")[2] or text
    parts = written.split()
    return any(words.faces(" ".join(parts[:end])) for end in range(len(parts), 0, -1))
