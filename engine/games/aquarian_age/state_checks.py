"""State checks: immediate consequences of the state of the field, without responses.

Not here: what changed it.
"""

from engine.common.continuous import texts_only_raise
from engine.common.marks import marked, marked_amount
from engine.effect.context import Context, opponent
from engine.effect.select import choose_unless_all, owner
from engine.games.aquarian_age.board import (
    DAMAGE,
    DECKED,
    MADE,
    PERMANENT,
    POWER,
    SEATS,
    all_characters,
    attached,
    character_of,
    controller,
    is_controlled,
    top,
)
from engine.games.aquarian_age.damage import LOSING_DAMAGE
from engine.games.aquarian_age.leaving import card_leaves, discard
from engine.games.aquarian_age.values import (
    NO_EFFECTS,
    endurance,
    is_nullified,
    mind,
    permanent_limit,
)
from engine.kernel.game import Game
from engine.kernel.procedure import MatchOver, Procedure
from events.model.changes import CardRef
from events.model.kinds import Happened


def check_state(game: Game) -> Procedure:
    """Check until nothing is left to do, then whether somebody has lost (AA-base-7-5)."""
    while not _stands_as_printed(game):
        fallen = {one: why for one in all_characters(game) if (why := _why_discarded(game, one))}
        if fallen:
            yield from discard(game, list(fallen), *dict.fromkeys(fallen.values()))
        elif not (yield from _discard_excess(game)):
            break
    end_if_lost(game)


LOWERED = ("endurance", "mind", "permanents")
"""The numbers that a check compares."""


def _stands_as_printed(game: Game) -> bool:
    """Whether what is printed is enough to keep everything on the field, and nothing makes it less: so it is
    at nearly every check."""
    for _, quantity in game.table.granted:
        if quantity in LOWERED:
            return False
    return not game.settings["damage_adds_up"] and game.by_layout(_stands_by_layout)


def _stands_by_layout(game: Game) -> bool:
    """Whether every character stands, with all that is on it, by what is printed and standing texts add."""
    if not all(texts_only_raise(game, quantity) for quantity in LOWERED):
        return False
    faces, face, host, guests = game.faces, game.table.face, game.table.host, game.table.guests
    for character in all_characters(game):
        on = guests.get(character)
        printed = faces.get(face[top(game, character) if on else character])
        if printed is None or character in host or printed.stats.get("endurance", 0) <= 0:
            return False
        if on:
            roles = [host[card][1] for card in on]
            if roles.count(POWER) > printed.stats.get("mind", 0):
                return False
            if roles.count(PERMANENT) > 1 + min(printed.stats.get("permanents", 0), 0):
                return False
    return True


def _why_discarded(game: Game, character: CardRef) -> str:
    """The clause under which a character must be discarded now; ``""`` for one that stays. Its endurance is 0
    or less (AA-base-7-5), or the effect that made it is nullified or its source gone (AA-7-3a, AA-7-3b)."""
    if character in game.table.host:  # only what an effect made is a character and attached
        for grant in game.table.effects(character, MADE):
            maker = character_of(game, grant.source)
            if not maker:
                return "AA-7-3b"
            if not is_controlled(game, maker) and game.settings["made_by_faction_character"] == "discarded":
                return "AA-OP-32"
            if is_nullified(game, maker, NO_EFFECTS):
                return "AA-7-3a"
    damage = marked_amount(game, character, DAMAGE) if game.settings["damage_adds_up"] else 0
    return "AA-base-7-5" if endurance(game, character) <= damage else ""


def _discard_excess(game: Game) -> Procedure:
    """Power above mind, and permanents above their limit, which the owner of the character chooses and
    discards (AA-OP-15, AA-11-3). Nothing else makes a card leave the field by itself (AA-1-4). Returns
    whether any were discarded."""
    for character in all_characters(game):
        charged, worn = attached(game, character, POWER), attached(game, character, PERMANENT)
        over = len(charged) and len(charged) - mind(game, character)
        if over > 0 and game.settings["power_above_mind"] == "discarded":
            yield from _given_up(game, character, charged, over, "AA-OP-15")
            return True
        if worn and len(worn) > (limit := permanent_limit(game, character)):
            yield from _given_up(game, character, worn, len(worn) - limit, "AA-11-3")
            return True
    return False


def _given_up(game: Game, character: CardRef, among: list[CardRef], number: int, clause: str) -> Procedure:
    seat = controller(game, character)
    context = Context(seat, top(game, character), (clause,))
    chosen = yield from choose_unless_all(game, seat, tuple(among), number, context)
    changes = tuple(change for card in chosen for change in card_leaves(game, card, f"discard.{owner(card)}"))
    yield Happened("given up", seat, (clause,), number, top(game, character), changes)


def end_if_lost(game: Game) -> None:
    """End the match if a player has lost: ten cards in the damage pile (AA-base-1-1), or a card that could
    not be drawn (AA-base-1-2); both players together draw (AA-OP-2)."""
    table = game.table
    beaten = [
        seat
        for seat in SEATS
        if len(table.at(f"damage.{seat}")) >= LOSING_DAMAGE or (seat, DECKED) in table.granted
    ]
    if not beaten:
        return
    if len(beaten) == 1:
        loser = beaten[0]
        decked = marked(game, loser, DECKED)
        reason, clause = ("deck", "AA-base-1-2") if decked else ("damage", "AA-base-1-1")
        raise MatchOver(opponent(game, loser), reason, clause, "AA-base-1-3")
    winner = "" if game.settings["both_lose"] == "draw" else opponent(game, table.seat)
    raise MatchOver(winner, "both lost", "AA-OP-2")
