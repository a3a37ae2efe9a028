"""Damage: to a player by damage judgement, to a character by its endurance. Damage dealt may not be received.

Not here: battle (``battle``).
"""

from engine.common.marks import mark, marked_amount
from engine.games.aquarian_age.board import (
    DAMAGE,
    character_of,
    controller,
    name_of_card,
    names,
    top,
)
from engine.games.aquarian_age.leaving import card_leaves
from engine.games.aquarian_age.trigger import due_of_cards, fire, fire_due
from engine.games.aquarian_age.values import endurance, has, skill
from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import AnyChange, CardRef, Move
from events.model.kinds import Failed, Happened

LOSING_DAMAGE = 10
"""The number of cards in the damage pile that means defeat (AA-base-1-1)."""


def judgement(game: Game, seat: str, number: int, *clauses: str, card: CardRef = "") -> Procedure:
    """Damage judgement (ダメージ判定): that many cards of the own deck are turned up, one after another
    (AA-16-1c). Characters enter the faction area, all else goes to the damage pile (AA-base-11-1). Characters
    with the same name go to the damage pile together (AA-16-1b); cards of other kinds do not count. All who
    stay count as having entered simultaneously (AA-16-1a)."""
    there = names(game, seat) if game.settings["same_name_in_territory"] == "refused" else set()
    run: list[CardRef] = []
    for _ in range(number):
        deck = game.table.at(f"deck.{seat}")
        if not deck or len(game.table.at(f"damage.{seat}")) >= LOSING_DAMAGE:
            break  # AA-OP-1: having no card to turn up is not a defeat by itself
        flipped = deck[-1]
        if game.card(flipped) is None:
            yield Ask(seat, ("reveal",), about="flip", clause="AA-base-11-1", subject=flipped)
        yield from _flip(game, seat, flipped, run, there, clauses, card)
    yield from enter(game, [one for one in run if game.table.place[one] == f"faction.{seat}"])


def _flip(
    game: Game,
    seat: str,
    flipped: CardRef,
    run: list[CardRef],
    there: set[str],
    clauses: tuple[str, ...],
    card: CardRef,
) -> Procedure:
    """One card of a damage judgement."""
    printed = game.printed(flipped)
    name = name_of_card(printed)
    stays = printed.kind == "character" and name not in there
    doubles = [one for one in run if name and name_of_card(game.printed(one)) == name]
    if printed.kind == "character":
        run.append(flipped)
    else:
        doubles = []
    place = f"faction.{seat}" if stays and not doubles else f"damage.{seat}"
    cited = (*clauses, "AA-base-11-1", "AA-16-1c")
    if printed.kind == "character" and name in there:
        cited = (*cited, "AA-OP-6")
    if doubles:
        cited = (*cited, "AA-16-1b")
    yield Happened("judged", seat, cited, 1, card or flipped, (Move(flipped, f"deck.{seat}", place),))
    again = [one for one in doubles if game.table.place[one] == f"faction.{seat}"]
    if again:
        moves = tuple(change for one in again for change in card_leaves(game, one, f"damage.{seat}"))
        yield Happened("namesakes", seat, ("AA-16-1b",), len(again) + 1, flipped, moves)


def enter(game: Game, entered: list[CardRef]) -> Procedure:
    """What is due as cards enter the field: once only (AA-1-1a, AA-8-1-a-1c), all of one batch together
    (AA-8-1-a-2), including what concerns all players (AA-16-2), and at once (AA-8-1-a-1a)."""
    yield from fire_due(game, due_of_cards(game, "entry", entered), "AA-8-1-a-2")


def dealt(game: Game, card: CardRef, amount: int) -> Procedure:
    """What is due as the character of a card deals damage, in whatever way, received or not (AA-6-2). No
    damage is dealt by an amount of 0 (AA-base-10-4)."""
    source = character_of(game, card) if card in game.table.place else ""
    if source and amount > 0:
        yield from fire(game, "dealt", [source], "AA-6-2")


# --- characters --------------------------------------------------------------------------------------


def receives(game: Game, target: CardRef, amount: int, *, battle: bool) -> str:
    """The clause under which a character does not receive a damage; ``""`` if it receives it. Shield stops
    damage outside battle (AA-base-12-6), Resist a certain amount of any (AA-6-2)."""
    if not battle and has(game, target, "shield"):
        return "AA-base-12-6"
    return "AA-6-2" if amount and amount <= skill(game, target, "resist") else ""


def damage_character(
    game: Game, target: CardRef, amount: int, *clauses: str, card: CardRef = "", battle: bool = False
) -> Procedure:
    """Damage is dealt to a character, whether or not it is received (AA-6-2). Returns whether the character
    is to be discarded: an amount below its endurance has no lasting effect (AA-base-11-2, AA-OP-20)."""
    seat, on = controller(game, target), top(game, target)
    what = "battle damage" if battle else "damage dealt"
    yield Happened(what, on, clauses, amount, card)
    if why := receives(game, target, amount, battle=battle):
        yield Failed("damage", seat, "not received", (why,), on)
        return False
    if not game.settings["damage_adds_up"]:
        return amount >= endurance(game, target)
    if amount:
        changes: list[AnyChange] = [mark(game, target, DAMAGE, "AA-OP-20", amount=amount, source=card)]
        yield Happened("damage stays", on, ("AA-OP-20",), amount, card, tuple(changes))
    return marked_amount(game, target, DAMAGE) >= endurance(game, target)
