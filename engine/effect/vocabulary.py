"""The card language of one game: what its card files may say, and what carries it out.

This is the only list: the linter refuses what is not in it, the interpreter looks the handlers up in it.
Not here: the grammar (``tree``), or the roles, tags and names that a card file makes itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.effect.tree import Node
from engine.effect.word import CardRule, Deed, Keyword, Kinds, Moment, Quantity, Span, Style, Word


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """The words of a game. What an entry means stands in the game's ``words.toml``."""

    game: str
    """The game, as messages name it."""
    kinds: Kinds
    """Kinds of cards."""
    role_kinds: Kinds = ()
    """Kinds of roles: what a card can be while it lies attached."""
    moments: Mapping[str, Moment] = field(default_factory=dict)
    words: Mapping[type[Node], Word] = field(default_factory=dict)
    """Class of a word → how it is carried out. A word that is not here does not exist in this game."""
    targets: Mapping[type[Node], Word] = field(default_factory=dict)
    """The words with which a line of ``targets`` may begin, with their slots there."""
    prices: Mapping[type[Node], Word] = field(default_factory=dict)
    """The words with which a line of a ``price`` may begin, with the slots that can be paid."""
    bearer: str = ""
    """What ``bearer`` is in this game: ``player``, ``card``, or ``""`` where no text has one."""

    fields: Mapping[str, Kinds] = field(default_factory=dict)
    """Field of a card or role (of ``shape.FIELDS_READ``) → the kinds for which the rules read it."""
    needed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Kind → the optional fields that a card or role of that kind must have."""
    needed_stats: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Kind → the printed numbers that it must have."""
    x_cost: Kinds = ()
    """Kinds whose cost may be "X"."""
    names_unique: bool = True
    """Whether printed names are unique; numbers and ids always are."""
    rules: tuple[CardRule, ...] = ()

    symbols: tuple[str, ...] = ()
    """Symbols of actions: in ``answers``, in ``symbol``, and in ``action is …``."""
    keywords: Mapping[str, Keyword] = field(default_factory=dict)
    stats: Mapping[str, Kinds] = field(default_factory=dict)
    """Printed numbers in ``stats`` → the kinds that have them; ``printed … of`` knows ``cost`` as well."""
    diagrams: tuple[str, ...] = ()
    """Printed patterns in ``diagrams``."""
    limits: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Printed number → its minimum and maximum."""
    settings: tuple[str, ...] = ()
    """Settings that a ``cost_setting`` may name."""

    zones: tuple[str, ...] = ()
    """Zones and areas from which cards can be meant."""
    tracks: tuple[str, ...] = ()
    traits: Mapping[str, Callable[..., bool]] = field(default_factory=dict)
    """What can be true of cards, beside the tags that card files make."""
    trait_forms: tuple[str, ...] = ()
    """How a trait may be said: ``non-`` before one that a card must not have, ``/`` between several of which
    it must have one (``icon-ghost/icon-witch``)."""
    names: tuple[str, ...] = ()
    """Names under which the rules themselves set cards aside, such as the paid cards."""
    quantities: Mapping[str, Quantity] = field(default_factory=dict)
    durations: Mapping[str, Span] = field(default_factory=dict)
    """``until …``: what the game ends."""
    delays: Mapping[str, Span] = field(default_factory=dict)
    """``at …:``: what an effect can wait for."""
    measures: Mapping[str, Callable[..., int]] = field(default_factory=dict)
    """Values of cards in ``current … of``."""
    styles: Mapping[str, Style] = field(default_factory=dict)
    deeds: Mapping[str, Deed] = field(default_factory=dict)
    times: Mapping[str, Callable[..., bool]] = field(default_factory=dict)
    """States of the game, in ``it is …``."""

    @property
    def handlers(self) -> Mapping[type[Any], Callable[..., Any]]:
        """What carries out each effect."""
        return {word: entry.does for word, entry in self.words.items() if entry.does is not None}

    @property
    def ignorable(self) -> tuple[str, ...]:
        """What an attack of some style may ignore."""
        return tuple(dict.fromkeys(word for style in self.styles.values() for word in style.ignores))
