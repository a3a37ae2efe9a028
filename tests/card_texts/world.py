"""The world in which written texts are tried: a game's own cards, of which some get other texts.

Everything else about a card stays: kind, tags, numbers. So decks, pools and positions are those of the game.
Not here: writing texts (``writer``), or playing (``play``).
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from engine.effect.lint import lint_last
from engine.effect.problem import Problem
from engine.effect.shape import is_playable
from engine.effect.source import Source
from engine.games.registry import RULESETS
from engine.kernel.card import CardSet, Deck, _card, _role
from engine.kernel.ruleset import Ruleset
from tests.card_texts.toml import toml

SETS = {"blade-rondo": "base"}
"""The card set whose cards get other texts, where it is not the first one."""
TRIED = "tried"
"""The id of the set with other texts."""


@dataclass(frozen=True)
class Text:
    """A card or role with its table, and the file that says it."""

    sort: str
    table: dict[str, Any]

    @cached_property
    def file(self) -> str:
        return toml(self.sort, self.table)

    @property
    def id(self) -> str:
        return str(self.table["id"])


class World:
    """One game."""

    def __init__(self, game: str) -> None:
        self.rules: Ruleset = [rules for rules in RULESETS.values() if rules.game == game][-1]
        self.cards: CardSet = self.rules.sets[SETS.get(game, next(iter(self.rules.sets)))]
        self.data = tomllib.loads(self.cards.path.read_text("utf-8"))
        self.data["card"] = [card for card in self.data["card"] if is_playable(card)]
        assert "extends" not in self.data, "a set that stands alone"
        self.templates = [
            (sort, table)
            for sort in ("card", "role")
            for table in self.data.get(sort, ())
            if self._has_text(sort, table)
        ]
        tables = [*self.data.get("card", ()), *self.data.get("role", ())]
        self.tags = tuple(dict.fromkeys(tag for table in tables for tag in table.get("tags", ())))
        self.roles = tuple(role["id"] for role in self.data.get("role", ()))

    def _has_text(self, sort: str, table: dict[str, Any]) -> bool:
        return any(table["kind"] in moment.kinds for moment in self.rules.vocabulary.moments.values())

    def problems(self, text: Text) -> list[Problem]:
        """What the linter says of a file with this text, which extends the others."""
        others = {
            **self.data,
            text.sort: [one for one in self.data.get(text.sort, ()) if one["id"] != text.id],
            "pool": {},
            "deck": [],
        }
        whole = f'id = "tried"\nname = {{ ja = "試", en = "Tried" }}\npool = {{}}\n\n{text.file}'
        own = Source(Path("tried.toml"), whole, tomllib.loads(whole))
        return lint_last([Source(self.cards.path, "", others), own], self.rules.vocabulary)

    def with_texts(self, texts: list[Text], chance: Random) -> Ruleset:
        """The game with these texts on its cards."""
        cards, roles = dict(self.cards.cards), dict(self.cards.roles)
        for text in texts:
            if text.sort == "card":
                cards[text.id] = _card(text.table)
            else:
                roles[text.id] = _role(text.table)
        decks = {id: self._deck(deck, texts, chance) for id, deck in self.cards.decks.items()}
        tried = msgspec.structs.replace(self.cards, id=TRIED, cards=cards, roles=roles, decks=decks)
        return replace(self.rules, sets={TRIED: tried}, check_shuffle=lambda game, order: None)

    def _deck(self, deck: Deck, texts: list[Text], chance: Random) -> Deck:
        """The deck with most cards exchanged for cards of the same kind that have other texts."""
        kinds: dict[str, list[str]] = {}
        for text in texts:
            if text.sort == "card":
                kinds.setdefault(text.table["kind"], []).append(text.id)
        found: dict[str, int] = {}
        for id, copies in deck.cards.items():
            others = kinds.get(self.cards.cards[id].kind, [id])
            for _ in range(copies if copies > 1 else 0):
                one = chance.choice(others) if chance.random() < 0.8 else id
                found[one] = found.get(one, 0) + 1
            if copies == 1:
                found[id] = found.get(id, 0) + 1
        return msgspec.structs.replace(deck, cards=found)
