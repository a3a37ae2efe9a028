"""What a game registers of the card language: words, moments, quantities, keywords, and their limits.

A game carries out what it has registered, and nothing else: the linter refuses the rest. What each entry
means, in both languages, stands in ``words.toml`` of the game. Not here: the whole language of a game
(``vocabulary``), or the words that are the same in every game (``common_words``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from engine.effect.tree import Node

Kinds = tuple[str, ...]
Tokens = tuple[str, ...]
"""What a slot accepts: phrases (``you``), tags of words (``number``, ``cards``), words of the game; ``""``
where the slot may be left out."""

# What a text can refer to at a moment, beside its card, its player and the opponent:
ACTION = "action"
"""``action`` and ``controller``: the card and the player of the act at hand."""
BEARER = "bearer"
"""``bearer``: the player or the card to which this card is attached, or which uses it."""
X = "x"
"""``x``: the amount that was named with the act."""
DAMAGE = "damage"
"""``damage dealt``: what the action at hand has dealt."""
PLACE = "place"
"""``while here``: the text acts as long as its card is in place."""
OWN_ACTION = "own action"
"""The text is itself an action of its player, with the steps that the game has for it."""

PLAYERS: Tokens = ("you", "opponent", "controller", "everyone", "bearer")
CARDS: Tokens = ("self", "action", "named", "cards", "bearer")
"""``bearer`` is a player or a card, as ``Vocabulary.bearer`` says; it is accepted where it fits."""
NOT_NEGATIVE: Tokens = ("number", "x", "track", "stat", "current", "count", "dealt", "half")
"""Amounts that are no ``minus …``."""
HOW_MANY: Tokens = (*NOT_NEGATIVE, "upto")
"""Numbers of cards, also those that their chooser may fall short of."""
NOTHING: Tokens = ("",)
"""A slot that has to be left out."""


@dataclass(frozen=True, slots=True)
class Bar:
    """What is not carried out although each slot is accepted: ``barred`` gets the word and its place (a
    ``Text``), ``why`` ends the message after "in GAME"."""

    barred: Callable[[Any, Text], bool]
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """A word of the language as a game carries it out.

    ``does`` is its handler (None for amounts, conditions and what they refer to: they are evaluated).
    ``slots``: slot → what it accepts, where that is less than the grammar; ``cards.zone`` is the zone of the
    cards in the slot ``cards``, also of cards that were set aside from there. ``on``: the only moments;
    None: all that admit effects in general. ``refers``: what the moment must give.
    """

    does: Callable[..., Any] | None = None
    slots: Mapping[str, Tokens] = field(default_factory=dict)
    on: tuple[str, ...] | None = None
    refers: tuple[str, ...] = ()
    bars: tuple[Bar, ...] = ()

    def limited(
        self,
        slots: Mapping[str, Tokens] | None = None,
        *,
        on: tuple[str, ...] | None = None,
        bars: tuple[Bar, ...] = (),
    ) -> Word:
        """The same word with narrower slots, fewer moments, more bars."""
        return replace(
            self,
            slots={**self.slots, **(slots or {})},
            on=self.on if on is None else on,
            bars=(*self.bars, *bars),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """When a text is read (the ``on`` of an ability).

    ``kinds``: the kinds of cards and roles for which it comes. ``header``: the fields of the header that are
    read then, ``needs`` those that an ability must have; ``zones``: what its field ``zone`` accepts.
    ``action_of``: the kinds for which such an ability is an action of its own: it needs a ``symbol`` (one of
    ``symbols``, where given) and may have a ``name``. ``gives``: what its text can refer to, ``gives_kind``
    that for some kinds alone. ``words``: the only effects that are read then; None: all that are not bound
    to other moments. ``single``: a card has at most one such ability.
    """

    kinds: Kinds
    header: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()
    zones: tuple[str, ...] = ()
    action_of: Kinds = ()
    symbols: tuple[str, ...] = ()
    gives: tuple[str, ...] = ()
    gives_kind: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    words: tuple[type[Node], ...] | None = None
    single: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity:
    """What ``modify`` changes: by which ``operations``, ``of`` players or cards (tokens), ``until`` when
    (None: every duration of the game), by which ``amounts``, ``on`` which moments (None: all)."""

    operations: tuple[str, ...]
    of: Tokens
    until: tuple[str, ...] | None = None
    amounts: Tokens | None = None
    on: tuple[str, ...] | None = None
    bars: tuple[Bar, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """A time that a text can wait for or last until; ``on``: the moments whose texts can (None: all).
    ``gives``: what an effect that has waited can refer to; names that were set before mean nothing then."""

    on: tuple[str, ...] | None = None
    gives: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Keyword:
    """A printed keyword: the ``kinds`` of cards that have it, or the moments ``on`` which an ability may
    have it. ``gives``: what the text of such an ability can refer to then, and, on ``card_on``, the text of
    such a card."""

    kinds: Kinds = ()
    on: tuple[str, ...] = ()
    gives: tuple[str, ...] = ()
    card_on: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """A style of attack: whether it needs an amount, and what it may ignore."""

    measured: bool = False
    ignores: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """What may be forbidden: whether the text names the card that it is about, and to whom it is forbidden
    (tokens), until when."""

    about_card: bool = False
    refers: tuple[str, ...] = ()
    who: Tokens = PLAYERS
    until: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True)
class CardRule:
    """What a card or role of some kinds must fulfil, beside the single fields: ``holds`` gets its table."""

    kinds: Kinds
    holds: Callable[[Mapping[str, Any]], bool]
    why: str
    at: str = ""


@dataclass(slots=True)
class Text:
    """The place of a line: the moment ``on`` which it is read, what it can refer to (``gives``), the kind of
    its card or role, and the symbol of its ability.

    ``made``: the words that the card files define, ``roles`` the kinds of their roles. ``named`` collects
    the cards that earlier lines have set aside, with the zones where they lay.
    """

    on: str
    moment: Moment | None
    gives: frozenset[str]
    kind: str = ""
    symbol: str = ""
    made: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    named: dict[str, tuple[str, ...]] = field(default_factory=dict)
    roles: Mapping[str, str] = field(default_factory=dict)
