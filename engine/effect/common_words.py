"""The words that mean the same in every game: a game takes those that it registers from here.

Not here: words with a meaning of a game's own (its ``effect_handlers``), or how they are carried out
(``interpret``, ``value``).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.effect import interpret, tree
from engine.effect.tree import Node
from engine.effect.word import NOT_NEGATIVE, Word

TERMS: Mapping[type[Node], Word] = {
    tree.This: Word(),
    tree.Named: Word(),
    tree.Cards: Word(),
    tree.Among: Word(),
    tree.Number: Word(),
    tree.Count: Word(),
    tree.Half: Word(slots={"amount": NOT_NEGATIVE}),
    tree.Negative: Word(slots={"amount": NOT_NEGATIVE}),
    tree.Compare: Word(),
}
"""What every game has: cards, and amounts that need nothing of the game."""

COMMON: Mapping[type[Any], Word] = {
    **TERMS,
    tree.Action: Word(),
    tree.X: Word(),
    tree.TrackOf: Word(),
    tree.StatOf: Word(),
    tree.Current: Word(),
    tree.Dealt: Word(),
    tree.UpTo: Word(slots={"amount": NOT_NEGATIVE}),
    tree.Time: Word(),
    tree.Symbol: Word(),
    **{word: Word(does=handler) for word, handler in interpret.COMMON_HANDLERS.items()},
    tree.SetTo: Word(does=interpret.COMMON_HANDLERS[tree.SetTo], slots={"amount": NOT_NEGATIVE}),
    **{
        word: Word(does=interpret.COMMON_HANDLERS[word], slots={"number": NOT_NEGATIVE})
        for word in (tree.Choose, tree.Reveal, tree.MoveTo)
    },
    tree.ReduceCost: Word(does=interpret.COMMON_HANDLERS[tree.ReduceCost], slots={"amount": NOT_NEGATIVE}),
}


def common(*words: type[Any]) -> dict[type[Node], Word]:
    """The terms of every game, and these common words as they are."""
    return {**TERMS, **{word: COMMON[word] for word in words}}
