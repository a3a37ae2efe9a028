"""Factors and costs: what a declaration requires, what it costs, and the power cards that pay for it.

Not here: whether something may be declared (``verbs``).
"""

from engine.common.continuous import acting, apply, prevailing
from engine.effect import tree
from engine.effect.nodes import nodes
from engine.effect.select import owner
from engine.games.aquarian_age.board import (
    FACTIONS,
    POWER,
    attached,
    characters,
    factions_shown,
)  # fmt: skip
from engine.games.aquarian_age.declaration import Declaration, x_kind
from engine.games.aquarian_age.leaving import card_leaves
from engine.games.aquarian_age.own_costs import ANYWHERE, NOTHING, Aims, own_cost, required_factors
from engine.games.aquarian_age.possible_help import least_cost, most_factors_gained
from engine.games.aquarian_age.values import has
from engine.kernel.amount import Amount
from engine.kernel.ask import Ask
from engine.kernel.card import Ability, Card
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import AnyChange, CardRef, Move
from events.model.kinds import Happened, Paid

# --- factors -----------------------------------------------------------------------------------------


def factors(game: Game, seat: str, faction: str) -> int:
    """The factors of a faction that a player has: one for each controlled character with its mark, broken or
    not (AA-base-5-1, AA-OP-23). Sharing a faction adds none (AA-18-1c)."""
    counted = 0
    for character in characters(game, seat, "control"):
        if game.settings["factor_of_broken"] == "top":
            marks = factions_shown(game, character)
        else:
            printed = game.card(character)
            marks = tuple(tag for tag in printed.tags if tag in FACTIONS) if printed else ()
        counted += faction in marks
    return counted + sum(one.amount for one in acting(game, seat, "factors"))


def missing_factors(game: Game, seat: str, card: CardRef, aims: Aims = NOTHING) -> dict[str, int]:
    """The missing factors by faction; checked when a card resolves (AA-19-1a)."""
    return {
        faction: number - factors(game, seat, faction)
        for faction, number in required_factors(game, card, aims).items()
        if factors(game, seat, faction) < number
    }


def factors_possible(game: Game, seat: str, card: CardRef, aims: Aims = NOTHING) -> bool:
    """Whether the factors of a card could be there when it resolves (AA-19-1c)."""
    missing = missing_factors(game, seat, card, aims)
    if not missing:
        return True
    gained = most_factors_gained(game, seat, card, missing=missing_factors)
    return all(number <= gained[faction] for faction, number in missing.items())


# --- costs -------------------------------------------------------------------------------------------


def cost_of(game: Game, card: CardRef, x: int, aims: Aims = NOTHING) -> Amount:
    """The cost of a card with this X when it is aimed so, raised or lowered by whatever acts on it, never
    below 0."""
    printed = game.printed(card)
    amount = own_cost(game, card, x if printed.cost is None else printed.cost, aims=aims)
    apply(game, amount, card, "cost")
    amount.floor(0, "AA-base-5-2")
    return amount


def cost_above_x(game: Game, card: CardRef) -> int:
    """By how much the cost of a card with an X is above its X (AA-20-7)."""
    return max(cost_of(game, card, 0).value, 0) if game.printed(card).cost is None else 0


def depends_on_aim(printed: Card) -> bool:
    """Whether what a card says about its own factors and cost asks for a target."""
    return any(isinstance(node, tree.Named) for line in printed.on(ANYWHERE) for node in nodes(line))


def effect_cost(ability: Ability, x: int) -> int:
    """The number before the colon of an effect, or its X."""
    return x if x_kind(ability.keywords) else ability.cost


def attack_cost(game: Game, character: CardRef) -> int:
    """One power card, and whatever effects add to it (AA-3-6b): that is attack cost as well (AA-3-6a). Never
    below 0 (AA-base-5-2)."""
    return max(0, 1 + sum(one.amount for one in acting(game, character, "attack-cost")))


def guard_cost(game: Game, character: CardRef) -> int:
    """One power card, and whatever effects add to it (AA-4-3b): that is guard cost as well (AA-4-3a), so that
    Intercept, which guards without a cost, does not pay it either (AA-base-12-9)."""
    if has(game, character, "intercept"):
        return 0
    return max(0, 1 + sum(one.amount for one in acting(game, character, "guard-cost")))


# --- paying ------------------------------------------------------------------------------------------


class Bill:
    """What is to be paid, for a declaration of a kind: the subject of an ask. ``least`` is less than
    ``number`` where the cost could still be reduced before the declaration resolves (AA-20-3)."""

    __slots__ = ("among", "kind", "least", "number")

    def __init__(self, kind: str, among: tuple[CardRef, ...], number: int, least: int) -> None:
        self.kind = kind
        self.among = among
        self.number = number
        self.least = least


def least_payment(game: Game, seat: str, card: CardRef, cost: int) -> int:
    """The least that may be paid of a cost, because it could still be reduced that far (AA-20-3). A player
    who chooses an X chooses the cost, and cannot pay less."""
    printed = game.printed(card)
    chosen = printed.cost is None and x_kind(printed.keywords) != "x-set"
    return cost if chosen else least_cost(game, seat, card, cost)


def payable_power_cards(game: Game, made_by: str, character: CardRef = "") -> tuple[CardRef, ...]:
    """The power cards from which a player may pay: of one character for its effects, attacks and guards, of
    all controlled characters for cards (AA-base-5-2)."""
    sources = [character] if character else characters(game, made_by, "control")
    return tuple(card for source in sources for card in attached(game, source, POWER))


def pay(game: Game, made: Declaration, *clauses: str) -> Procedure:
    """Step 3 of a declaration: power cards go face up to their owners' discard piles (AA-20-1a). The payer
    knows the cards (AA-OP-7)."""
    own = made.kind in ("effect", "attack", "guard")
    among = payable_power_cards(game, made.seat, made.character if own else "")
    number, least = made.cost, made.cost
    if made.kind == "use":
        least = least_payment(game, made.seat, made.card, number)
        number = min(number, len(among))
    chosen = among[:number]
    if number and (least < number or (number < len(among) and game.settings["own_power_cards"] == "known")):
        bill = Bill(made.kind, among, number, least)
        act = yield Ask(made.seat, ("pay",), about="pay", clause="AA-20-2", subject=bill)
        chosen = act.cards
    made.paid = tuple(chosen)
    if not chosen:
        return
    changes = tuple(change for card in chosen for change in card_leaves(game, card, f"discard.{owner(card)}"))
    yield Paid(made.seat, "power", (*clauses, "AA-20-1a"), len(chosen), made.card, made.paid, changes)


def is_refunded(game: Game, holder: str, quantity: str) -> bool:
    """Whether a text gives the cost back to this player, or that of what is declared for this card."""
    return prevailing(game, holder, quantity) is not None


def refund(game: Game, made: Declaration, quantity: str, holder: str, clause: str) -> Procedure:
    """A text that gives a cost back: the cards go from the discard pile to the hand (AA-20-1a). If one of
    them is no longer there, nothing happens (AA-20-1b)."""
    if made.paid and is_refunded(game, holder, quantity):
        yield from paid_to_hand(game, made, clause)


def paid_to_hand(game: Game, made: Declaration, clause: str) -> Procedure:
    """The paid cards return to hand, all of them or none (AA-20-1b)."""
    if not all(game.table.place[card] == f"discard.{owner(card)}" for card in made.paid):
        return
    changes: list[AnyChange] = [
        Move(card, f"discard.{owner(card)}", f"hand.{owner(card)}") for card in made.paid
    ]
    yield Happened(
        "cost returned", made.seat, (clause, "AA-20-1a"), len(made.paid), made.card, tuple(changes)
    )
