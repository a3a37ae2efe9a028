"""The changes that accompany cards that move, turn face down or recover.

Not here: the causes (``effect_handlers``, ``payment``, ``charm``, ``phases``).
"""

from collections.abc import Collection, Iterable

from engine.common.leaving import ended, moved
from engine.common.marks import mark
from engine.effect.select import owner
from engine.games.chronocard.board import (
    ATTACKS,
    BLOCKS,
    CHARACTERS,
    DAMAGE,
    SEATS,
    SUPPORT,
    SUPPORTS,
    TOKEN,
    kind,
)
from engine.games.chronocard.strength import has_dp_left, may_lower, strength
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import AnyChange, Attach, CardRef, Expire, Flip, Grant, Place
from events.model.kinds import Happened


def card_leaves(
    game: Game, card: CardRef, place: Place, *, moved_too: Collection[CardRef] = ()
) -> list[AnyChange]:
    """The changes that move a card to ``place``: its marks end. Its items go to discard, or stay without
    effect (CC-OP-3), unless they are ``moved_too``; the support that it gave ends (CC-base-8-4)."""
    changes = [*moved(game, card, place), *ended(game, card, lambda grant: _is_support_from(grant, card))]
    for item in game.table.guests.get(card, ()):
        if item in moved_too:
            continue
        if game.settings["item_without_holder"] == "discard":
            changes += card_leaves(game, item, f"discard.{owner(item)}")
        else:
            changes.append(Attach(item, ""))
    return changes


def cards_move(game: Game, goals: Iterable[tuple[CardRef, str]]) -> list[AnyChange]:
    """The changes that move cards together, each to a zone of its owner. What was on two of them (a
    supporter's bonus on the heroine that leaves with it) ends once."""
    moving = dict(goals)
    changes: list[AnyChange] = []
    for card, zone in moving.items():
        changes += card_leaves(game, card, f"{zone}.{owner(card)}", moved_too=moving)
        if zone == "field":
            changes += tokens_of(game, card)
    return list(dict.fromkeys(changes))


def tokens_of(game: Game, card: CardRef) -> list[AnyChange]:
    """The printed tokens with which a BGM comes to the field, however it comes (CC-base-2-6)."""
    if kind(game, card) != "bgm":
        return []
    tokens = range(game.printed(card).stats.get("tokens", 0))
    return [mark(game, card, TOKEN, "CC-base-2-6", source=card) for _ in tokens]


PARTS = (ATTACKS, BLOCKS, SUPPORTS)
"""What a character does in a charm."""


def _is_support_from(grant: Grant, card: CardRef) -> bool:
    """Whether an effect on another card holds only while ``card`` supports it (CC-base-8-4)."""
    return grant.source == card and grant.text == SUPPORT


def turn_face_down(game: Game, card: CardRef) -> list[AnyChange]:
    """Face down it stays in place (CC-OP-14), and no longer supports (CC-base-8-4)."""
    if game.settings["facedown_character"] == "discard" and kind(game, card) != "heroine":
        return card_leaves(game, card, f"discard.{owner(card)}")
    over = [Expire(grant.id) for grant in game.table.grants.values() if _is_support_from(grant, card)]
    if not game.settings["recovered_rejoins"]:  # CC-OP-29
        over += [Expire(grant.id) for what in PARTS for grant in game.table.effects(card, what)]
    return [Flip(card, down=True), *over]


def recover(game: Game, card: CardRef) -> list[AnyChange]:
    """Face up, damage removed, Check unchanged (CC-OP-14)."""
    return [Flip(card, down=False), *(Expire(grant.id) for grant in game.table.effects(card, DAMAGE))]


def check_state(game: Game) -> Procedure:
    """Characters with a DP of 0 turn face down (CC-base-2-5), until there is none left."""
    while fallen := _without_dp(game):
        for card in fallen:
            clauses = ("CC-base-2-5", "CC-OP-14")
            yield Happened(
                "turned face down", owner(card), clauses, card=card, changes=tuple(turn_face_down(game, card))
            )


def _without_dp(game: Game) -> list[CardRef]:
    """Face-up characters without DP. This is called after every declaration and seldom finds any: one pass
    over the field usually shows that nothing needs to be computed."""
    table, faces = game.table, game.faces
    everybody: list[CardRef] = []
    suspects: list[CardRef] = []
    lowered = False
    for seat in SEATS:
        for card in table.at(f"field.{seat}"):
            printed = faces.get(table.face[card])
            if printed is None:
                continue
            lowered = lowered or may_lower(printed)
            if printed.kind in CHARACTERS and card not in table.down:
                everybody.append(card)
                if not has_dp_left(game, card):
                    suspects.append(card)
    if not suspects and not lowered:
        return []
    return [card for card in (everybody if lowered else suspects) if strength(game, card, "DP").value == 0]
