"""Estimates in points what an act is worth now, from the card texts: one damage is ten points.

Reads the table and the player's own hand. Not here: choosing an act (``heuristic``), or what a charm comes to
(``charm``).
"""

from collections.abc import Iterator

from engine.common.marks import marked
from engine.effect import tree
from engine.effect.context import Context
from engine.effect.select import owner
from engine.games.chronocard.board import (
    CHARMED,
    is_character,
    is_checked,
    is_down,
    is_fresh,
    kind,
    on_field,
)
from engine.games.chronocard.declaration import Declaration, of_card, of_skill
from engine.games.chronocard.strength import strength
from engine.kernel.game import Game
from events.model.changes import CardRef, Holder
from events.model.kinds import AnyAct
from kifuda.bots.scorer import WIN, Scorer

BODY = 4
"""Points for each AP and DP of a character played."""
GIVEN_UP = 9
LASTING = 12
"""Points for a card given up, and for a lasting effect."""
FALLEN = 20
"""Points for a character that turns face down."""


class ChronoCardScorer(Scorer):
    """Prices of ChronoCard: damage, cards, and characters by what they can still do this turn."""

    def life(self, game: Game, seat: str, number: int) -> int:
        return WIN if number >= life_left(game, seat) else self.LIFE * number

    def healed(self, game: Game, one: Holder, number: int) -> int:
        return 6 * min(number, game.table.track("taken", one)) if one in game.rules.seats else 0

    def track(self, game: Game, seat: str, track: str, change: int) -> int:
        if track == "taken":
            return self.healed(game, seat, -change) if change < 0 else -self.life(game, seat, change)
        spends = game.table.phase == "main" and game.table.seat == seat
        return 5 * change if track == "EP" and spends else 0

    def hurt(self, game: Game, card: CardRef, number: int) -> int:
        """Damage that does not turn a character face down is nothing by itself."""
        if not on_field(game, card) or is_down(game, card):
            return 0
        return FALLEN if strength(game, card, "DP").value <= number else 0

    def turned(self, game: Game, card: CardRef, way: str) -> int:
        match way:
            case "sideways" if not is_checked(game, card):
                return -12 if _matters(game, card) else 0
            case "upright" if is_checked(game, card):
                return 14 if owner(card) == game.table.seat and _can_still_act(game, card) else 0
            case "face up" if is_down(game, card):
                return 14
            case "face down" if not is_down(game, card):
                return -FALLEN - 4
        return 0

    def moved(self, game: Game, card: CardRef, zone: str) -> int:
        place = game.table.place[card].partition(".")[0]
        if place == "field":
            cost = game.printed(card).cost or 0
            return -6 * (cost + 1) if zone == "hand" else -14
        return self.CARD + 4 if zone == "hand" else -self.CARD

    def modified(self, game: Game, one: Holder, line: tree.Modify, number: int, *, quantity: str) -> int:
        """For good: by the point. What an attack or a block gains by it is seen to in the charm phase."""
        if one in game.rules.seats or not is_character(game, one):
            return 0
        if quantity == "first-turn":
            ready = not is_checked(game, one) and not is_down(game, one)
            lifts = is_fresh(game, one) and line.operation == "become"
            return 10 if lifts and ready else -2 if ready and not is_fresh(game, one) else 0
        if line.until == "while here":
            return 5 * number
        own = game.table.seat == owner(one) and game.table.phase == "main"
        return 3 * number if own and quantity == "AP" and _can_still_act(game, one) else 0

    def other(self, game: Game, line: tree.Effect, context: Context) -> int:
        return LASTING if isinstance(line, tree.AttachTo) else 0


SCORER = ChronoCardScorer()


def life_left(game: Game, seat: str) -> int:
    """How much more damage loses."""
    return game.table.track("limit", seat) - game.table.track("taken", seat)


def _can_still_act(game: Game, card: CardRef) -> bool:
    """Whether a character of the turn player could attack if it were upright."""
    if game.table.phase not in ("draw", "main") or marked(game, owner(card), CHARMED):
        return False
    return is_character(game, card) and not is_down(game, card) and not is_fresh(game, card)


def _matters(game: Game, card: CardRef) -> bool:
    """Whether it makes a difference that a card is Checked now: to its player's turn, or as a blocker."""
    if owner(card) == game.table.seat:
        return game.table.phase == "draw" or _can_still_act(game, card)
    charm_to_come = game.table.phase in ("draw", "main") and not marked(game, game.table.seat, CHARMED)
    return charm_to_come and is_character(game, card) and not is_down(game, card)


def declared(game: Game, act: AnyAct, answers: Declaration | None = None) -> Declaration:
    """The declaration that an act would be."""
    make = of_card if act.verb == "use" else of_skill
    return make(game, act, seq=0, answers=answers)


def of_act(game: Game, act: AnyAct) -> int:
    """Points for using a card or a skill now, less what it costs beside EP."""
    made = declared(game, act)
    points = -GIVEN_UP * len(made.spent) + of_declared(game, made)
    if made.ability is not None:
        points += sum(_of_price(game, line, made) for line in made.ability.price)
    if act.verb == "use" and game.printed(made.card).kind == "event":
        points -= SCORER.CARD // 2
    return points


def of_declared(game: Game, made: Declaration) -> int:
    """Points for its player if a declaration is carried out now."""
    points = SCORER.ability(game, made.ability, made.context("CC-USE-3"))
    if made.kind == "use":
        printed = game.printed(made.card)
        points += BODY * (printed.stats.get("AP", 0) + printed.stats.get("DP", 0))
        points += 2 * SCORER.CARD * printed.stats.get("EP", 0) if printed.kind in ("bg", "character") else 0
        points += LASTING * sum(ability.on not in ("use", "skill") for ability in printed.abilities)
        points += SCORER.CARD * len(printed.all("skill"))
    return points


def _of_price(game: Game, line: tree.Effect, made: Declaration) -> int:
    """Points that a price costs: an attacker that is Checked for it does not attack."""
    if isinstance(line, tree.TurnTo) and line.way == "sideways":
        card = made.holder
        attacks = game.table.seat == made.seat and _can_still_act(game, card)
        blocks = game.table.seat != made.seat and kind(game, card) != "bg"
        return -5 * strength(game, card, "AP").value if attacks else -4 if blocks else 0
    if isinstance(line, tree.Damage):
        return -SCORER.life(game, made.seat, SCORER.amount(game, line.amount, made.context("CC-USE-3")))
    return 0


def lines_of(made: Declaration) -> Iterator[tree.Effect]:
    """The lines of a declared text."""
    yield from made.ability.do if made.ability is not None else ()
