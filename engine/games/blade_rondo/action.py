"""An action of Blade Rondo: what was declared, and its state so far.

Not here: its steps (``attack``, ``use``).
"""

from collections.abc import Mapping

from engine.effect import tree
from engine.effect.context import Context, opponent
from engine.effect.interpret import forbidden
from engine.games.blade_rondo.board import attached, budget
from engine.kernel.card import Card
from engine.kernel.game import Game
from events.model.changes import CardRef, Holder

Effects = tuple[tree.Effect, ...]
ATTACK_SYMBOLS = ("physical", "magic")


class Action:
    """One action: a sword used, a follower's act, a frozen card triggered, or a repeat.

    ``symbol`` is that of the action, not of the card behind it (BR-base-8-4). ``stopped`` holds the
    clauses that ended it. ``waiting`` keeps the effects of responses that have their own step
    (BR-5.2-4b); ``corrections`` are (operation, amount, source) for step 9. ``freezes`` is the option (from
    1, 0 for none) that a freeze card will carry out when it is triggered, None for any other action.
    ``has_steps``: the texts of its card for single steps are its own; not those of a card behind a follower,
    or behind an action that a repeat has of its own. ``own_stats`` are printed numbers of the action that
    differ from those of its card.
    """

    __slots__ = (
        "alchemy",
        "card",
        "corrections",
        "cost",
        "damage",
        "freezes",
        "has_steps",
        "kind",
        "number",
        "own_stats",
        "power",
        "reduction",
        "seat",
        "stopped",
        "symbol",
        "text",
        "unanswerable",
        "waiting",
    )

    def __init__(self, seat: str, card: CardRef, kind: str, symbol: str, text: Effects) -> None:
        self.seat = seat
        self.card = card
        self.kind = kind
        self.symbol = symbol
        self.text = text
        self.cost: int | None = 0
        self.number: int | None = None
        self.alchemy = False
        self.freezes: int | None = None
        self.has_steps = kind != "follower"
        self.own_stats: Mapping[str, int] = {}
        self.power: int | None = None
        self.reduction = 0
        self.unanswerable = False
        self.stopped: tuple[str, ...] = ()
        self.waiting: list[tuple[CardRef, str, Effects]] = []
        self.corrections: list[tuple[str, int, CardRef]] = []
        self.damage = 0

    def context(self, *clauses: str) -> Context:
        """The context of this action's own text."""
        return Context(self.seat, self.card, clauses, action=self)


def printed_cost(game: Game, card: Card) -> int:
    """The original cost (BR-base-3-2); 0 for an X, whose payment is the X itself. A setting may correct a
    misprint."""
    if card.cost_setting:
        return int(game.settings[card.cost_setting])  # BR-OP-13
    return card.cost or 0


def use_cost(game: Game, seat: str, card: Card) -> int:
    """Cost of using a card (BR-base-7-4): printed, less the reductions of its own symbol (BR-base-7-5)."""
    cost = printed_cost(game, card)
    for grant in game.table.effects(seat, f"cost-of-{card.kind}"):
        cost += grant.amount
    return max(cost, 0)


def numbers(game: Game, of: Holder) -> Mapping[str, int]:
    """What the turn player can still spend (BR-base-4-4), and what a card of a hand costs now (BR-base-7-4).

    Nobody else has a budget. What was spent may exceed it once the voltage has fallen, or 鼓動法 has ended;
    then nothing is left."""
    if of in game.rules.seats:
        return {"budget": max(budget(game, of), 0)} if of == game.table.seat else {}
    place, card = game.table.place.get(of, ""), game.card(of) if of in game.table.place else None
    if card is None or not place.startswith("hand."):
        return {}
    return {"cost": use_cost(game, place.removeprefix("hand."), card)}


def is_barred(game: Game, seat: str, card: Card) -> bool:
    """Whether a seal keeps ``seat`` from using cards of this name (BR-base-11-7)."""
    return forbidden(game, seat, "use", card.id) is not None


def attached_glows(game: Game, seat: str) -> list[CardRef]:
    """The 燐光 attached to a seat."""
    return attached(game, seat, "glow")


def defender(game: Game, action: Action) -> str:
    """The player at whom the action is directed: always the player, never a follower (BR-8-1,
    BR-base-9-7)."""
    return opponent(game, action.seat)
