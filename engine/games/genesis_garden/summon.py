"""Summoning (召喚): from hand for its cost, or quickly by a text (速攻召喚).

Not here: whether a declared summon is allowed (``verbs``).
"""

from engine.effect.select import owner
from engine.games.genesis_garden.board import ROWS, SUMMONS, has_room, units
from engine.games.genesis_garden.damage import card_leaves
from engine.games.genesis_garden.effects import consequences
from engine.games.genesis_garden.headquarters import send_cards
from engine.games.genesis_garden.unit import is_destroyed, is_hero, partner, race
from engine.kernel.ask import Ask
from engine.kernel.card import Card
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import AnyChange, CardRef, Grant, Move, Set
from events.model.kinds import Act, Failed, Happened

CALLED_FROM = ("hand.", "underworld.")
"""The zones from which texts call units (GG-QUICK-4)."""
SUMMONED = "called"
"""The mark of a unit that came in a battle turn: in which phase (GG-SICK-1)."""


def summon(game: Game, act: Act) -> Procedure:
    """Pay, then place (GG-SUM-8, GG-SUM-9); then the triggered effects follow."""
    (card,), (row,) = act.cards, act.words
    seat = act.seat
    cost = game.printed(card).cost or 0
    yield from send_cards(game, seat, cost, "summon cost", ("GG-SUM-8", "GG-SUM-9"), card=card)
    changes = (Move(card, f"hand.{seat}", f"{row}.{seat}"), count_summon(game, seat))
    clauses = ("GG-MAIN-1", "GG-SUM-9", "GG-OP-9")
    yield Happened("summoned", seat, clauses, card=card, changes=changes)
    yield from consequences(game)


def count_summon(game: Game, seat: str) -> Set:
    """The change that counts one of the four summons of the turn (GG-SUM-1)."""
    return Set("summons", seat, game.table.track("summons", seat) + 1)


def units_of_race(game: Game, seat: str, card: Card) -> int:
    """Own units of the race of ``card``, in both rows; destroyed ones do not count, a pair counts as one
    (GG-SUM-11, GG-OP-9)."""
    pair = int(game.settings["pair_counts_for_rank"])
    return sum(
        pair if partner(game, unit) else 1
        for unit in units(game, seat)
        if not is_destroyed(game, unit) and race(game.printed(unit)) == race(card)
    )


def hero_condition_met(game: Game, seat: str, card: Card) -> bool:
    """Whether the condition of a hero is met (GG-SUM-10, GG-SUM-11)."""
    return not is_hero(card) or units_of_race(game, seat, card) >= card.stats["rank"]


# --- quick summons ---------------------------------------------------------------------------------------


def quick_summon(game: Game, card: CardRef, clauses: tuple[str, ...]) -> Procedure:
    """The conditions of its text met (GG-QUICK-2), without its cost (GG-QUICK-1), from any zone (GG-QUICK-4),
    in any turn (GG-QUICK-5); it counts as a summon (GG-QUICK-3), and a hero's condition still applies
    (GG-OP-23)."""
    seat = owner(card)
    if reason := _why_it_fails(game, seat, card):
        why, clause = reason
        yield Failed("quick summon", seat, why, (clause, *clauses), card)
        return
    act = yield Ask(seat, ("place",), about="place", clause="GG-QUICK-1", subject=card)
    (row,) = act.words
    changes: list[AnyChange] = [*card_leaves(game, card, f"{row}.{seat}"), count_summon(game, seat)]
    if not game.table.seat:  # a turn of both players
        phase = game.table.phase
        changes.append(
            Grant(game.number(), card, SUMMONED, "mark", 1, phase, "end of turn", card, "GG-SICK-1")
        )
    cited = ("GG-QUICK-1", "GG-QUICK-4", "GG-QUICK-5", *clauses)
    yield Happened("quick summoned", seat, cited, card=card, changes=tuple(changes))


def _why_it_fails(game: Game, seat: str, card: CardRef) -> tuple[str, str] | None:
    """Why the summon fails, and by which clause. A cycle, for one, may have taken the card away since."""
    if not game.table.place[card].startswith(CALLED_FROM):
        return "gone", "GG-QUICK-4"
    if game.table.track("summons", seat) >= SUMMONS:
        return "limit", "GG-QUICK-3"
    if game.settings["quick_hero_needs_rank"] and not hero_condition_met(game, seat, game.printed(card)):
        return "rank", "GG-OP-23"
    return None if any(has_room(game, seat, row) for row in ROWS) else ("full", "GG-SUM-5")


def is_sick(game: Game, card: CardRef) -> bool:
    """Summoning sickness (召喚酔い): there was no other phase since (GG-SICK-1, GG-SICK-2, GG-SICK-2a), by a
    quick summon as well (GG-QUICK-6); or by setting it is still the same turn (GG-OP-10)."""
    marks = game.table.effects(card, SUMMONED)
    if game.settings["sickness"] == "turn":
        return bool(marks)
    return any(mark.text == "battle" for mark in marks)
