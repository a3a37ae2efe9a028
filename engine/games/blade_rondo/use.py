"""Actions from declaration to end: alchemy, payment with price, lasting nullification, window, text.

The same first four steps apply to attacks (BR-5.2) and to other actions (BR-base-7.1-1). Not here: steps 5 to
15 of an attack (``attack``).
"""

from engine.effect.interpret import carry_out, forbidden
from engine.games.blade_rondo.action import ATTACK_SYMBOLS, Action, Effects, printed_cost, use_cost
from engine.games.blade_rondo.alchemy import may_be_given_up
from engine.games.blade_rondo.attack import finish_nullified
from engine.games.blade_rondo.life import end_if_lost
from engine.games.blade_rondo.response import respond
from engine.kernel.card import Ability, Card
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure, together
from events.model.changes import AnyChange, CardRef, Flip, Grant, Move, Set
from events.model.kinds import Act, Failed, Happened, Paid, Resolved, Triggered


def use_sword(game: Game, act: Act) -> Procedure:
    """A sword from hand: it is put into the play area (BR-5.1-1) and acts with its symbol."""
    (card,) = act.cards
    printed = game.printed(card)
    action = Action(act.seat, card, "sword", printed.kind, printed.on("use"))
    chosen, late = options_of(printed, act.words), picks_when_triggered(game, printed)
    if chosen and not late:
        action.symbol, action.text = chosen[0].symbol, chosen[0].do  # BR-base-11-18
    if "freeze" in printed.keywords:
        action.freezes = printed.all("option").index(chosen[0]) + 1 if chosen and not late else NO_OPTION
        action.text = ()
    action.alchemy = "alchemy" in act.words
    action.cost = use_cost(game, act.seat, printed)
    action.unanswerable = "unanswerable" in printed.keywords
    yield Happened(
        "laid",
        act.seat,
        ("BR-5.1-1",),
        card=card,
        changes=(Move(card, f"hand.{act.seat}", f"play.{act.seat}"),),
    )
    yield from _run(game, action)


def options_of(card: Card, words: tuple[str, ...]) -> list[Ability]:
    """The listed actions of a ◆特殊 card that match the words of an act: ``as=SYMBOL``, ``option=N``."""
    return [
        option
        for number, option in enumerate(card.all("option"), start=1)
        if all(
            word in (f"as={option.symbol}", f"option={number}")
            for word in words
            if word.startswith(("as=", "option="))
        )
    ]


NO_OPTION = 0
"""The option of a freeze card that has none, or whose option is not picked yet."""


def picks_when_triggered(game: Game, card: Card) -> bool:
    """Whether the option of a special freeze card is picked when it is triggered, not when it is used
    (BR-OP-23)."""
    late = game.settings["frozen_option_picked"] == "triggered"
    return late and "freeze" in card.keywords and bool(card.all("option"))


def frozen_option(game: Game, card: CardRef) -> int:
    """Which of its listed actions a frozen card was used for, from 1; 0 where that is not said."""
    return next((grant.amount for grant in game.table.effects(card, "option")), NO_OPTION)


def trigger_options(game: Game, card: CardRef, words: tuple[str, ...]) -> list[Ability | None]:
    """The listed actions that a frozen card may carry out now, by the words of the act and what was picked
    at its use (BR-OP-23); of a card without a list, None for its only text."""
    printed = game.printed(card)
    listed = printed.all("option")
    if not listed:
        return [] if any(word.startswith(("as=", "option=")) for word in words) else [None]
    picked = frozen_option(game, card)
    return [one for one in options_of(printed, words) if not picked or one is listed[picked - 1]]


def again_of(card: Card) -> tuple[str, Effects]:
    """The symbol and the text of a repeat: those of an action of its own, where the card has one for it."""
    own = card.all("again")
    return (own[0].symbol, own[0].do) if own else (card.kind, card.on("use"))


def use_again(game: Game, act: Act, cost: int) -> Procedure:
    """A use by effect: processed like any other, although no card leaves the hand (BR-5.1-2, BR-5.1-ex)."""
    (card,) = act.cards
    printed = game.printed(card)
    action = Action(act.seat, card, "again", *again_of(printed))
    added = bool(printed.all("again"))
    action.has_steps = not added
    action.cost = cost
    open_to_answers = not added or game.settings["added_action_answerable"]  # BR-OP-25
    action.unanswerable = "unanswerable" in printed.keywords or not open_to_answers
    yield from _run(game, action)


def trigger_frozen(game: Game, act: Act) -> Procedure:
    """A frozen card carries out its effect from the set area, at no cost (BR-base-11-15, BR-9.1-2)."""
    (card,) = act.cards
    printed = game.printed(card)
    (option,) = trigger_options(game, card, act.words)
    symbol, text = (option.symbol, option.do) if option else (printed.kind, printed.on("use"))
    action = Action(act.seat, card, "frozen", symbol, text)
    action.own_stats = action_stats(game, action)
    action.alchemy = "alchemy" in act.words  # BR-9.2
    action.unanswerable = "unanswerable" in printed.keywords
    clauses = ("BR-base-11-15", "BR-9.1-2")
    done = mark(game, card, "triggered", clauses[0])
    yield Happened("triggered", act.seat, clauses, card=card, changes=(done,))
    yield from _run(game, action)


def action_stats(game: Game, action: Action) -> dict[str, int]:
    """The original cost of an action, where it is not that of the card behind it: a follower acts at cost 0
    (BR-base-6.1-6); a triggered card pays nothing, and its original cost is open (BR-OP-21)."""
    if action.kind == "follower" or game.settings["triggered_original_cost"] == "none":
        return {"cost": 0}
    return {}


def follower_act(game: Game, seat: str, card: CardRef, ability: Ability) -> Procedure:
    """One listed action of a follower, an action of its own at cost 0 (BR-base-6.1-6, BR-base-6.1-8)."""
    name = ability.name.ja if ability.name else ability.symbol
    yield Triggered(card, name, seat, ("BR-base-6.1-6", "BR-base-6.1-8"))
    with game.because(game.last):
        action = Action(seat, card, "follower", ability.symbol, ability.do)
        action.own_stats = action_stats(game, action)
        yield from _run(game, action)


def mark(
    game: Game, card: CardRef, what: str, clause: str, *, amount: int = 1, until: str = "end of turn"
) -> Grant:
    """A mark on a card, by default for the rest of the turn and read when it ends."""
    return Grant(game.number(), card, what, "mark", amount, "", until, card, clause)


# --- the stages --------------------------------------------------------------------------------------


def _run(game: Game, action: Action) -> Procedure:
    """An action from its declaration to its end: a lasting effect may stop it after the payment
    (BR-5.2-3), and a response in its window."""
    yield from _alchemy(game, action)
    yield from _pay(game, action)
    if forbidden(game, action.seat, "act", action.symbol) is not None:
        action.stopped = ("BR-5.2-3",)
    else:
        yield from respond(game, action)
        if not action.stopped:
            yield from _resolve(game, action)
            return
    yield from _fail(game, action)


def _alchemy(game: Game, action: Action) -> Procedure:
    """Step 1: optional, before paying (BR-5.2-1)."""
    if action.alchemy:
        printed = game.printed(action.card)
        context = action.context("BR-5.2-1", "BR-base-11-12")
        if action.kind != "frozen":  # which pays nothing (BR-9.3)
            context.fits = may_be_given_up(game, action.seat, printed, cost=action.cost or 0)
        yield from carry_out(game, printed.on("alchemy"), context)


def _pay(game: Game, action: Action) -> Procedure:
    """Step 2: the cost, and the price at the same time (BR-5.2-2a, BR-5.2-2b)."""
    cost = max((action.cost or 0) - action.reduction, 0)  # BR-base-7-4
    if action.kind in ("follower", "frozen"):  # no cost; a frozen card's price is not carried out (BR-9.3)
        return
    seat = action.seat
    paid = Paid(
        seat,
        "cost",
        ("BR-5.2-2a",),
        cost,
        action.card,
        changes=(Set("spent", seat, spent_this_turn(game, seat) + cost),),
    )
    price = game.printed(action.card).on("price")
    if not price:
        yield paid
        return
    yield from together(paid, carry_out(game, price, action.context("BR-5.2-2b", "BR-base-11-2")))
    end_if_lost(game)  # a price can kill its user (BR-base-10-5)


def _resolve(game: Game, action: Action) -> Procedure:
    """The text is carried out, even if it has no effect at the moment (BR-base-7-3)."""
    if action.freezes is not None:
        # Its use only moves it to the set area, at the end of the turn (BR-base-11-14).
        clauses = ("BR-base-11-14", "BR-9.1-1")
        waits = mark(game, action.card, "freezing", clauses[0], amount=action.freezes)
        yield Happened("freezes", action.seat, clauses, card=action.card, changes=(waits,))
    yield from carry_out(game, action.text, action.context("BR-base-7.1-1"))
    attacked = action.symbol in ATTACK_SYMBOLS and action.freezes is None
    clauses = ("BR-5.2-0", "BR-base-9-1") if attacked else ("BR-base-7.1-1", "BR-base-7.1-2")
    yield Resolved("action", action.seat, clauses, action.card)


def _fail(game: Game, action: Action) -> Procedure:
    """Nullified: no damage, not even 0 (BR-3.1-2); payments are not returned (BR-base-7-6)."""
    clauses = (*action.stopped, "BR-3.1-2", "BR-base-7-6")
    yield Failed("action", action.seat, "nullified", clauses, action.card)
    yield from finish_nullified(game, action)


# --- breath cards and setting --------------------------------------------------------------------------


def use_breath(game: Game, act: Act) -> Procedure:
    """From the row to the play area, paid and carried out at once (BR-base-3-7, BR-base-7.1-3)."""
    (card,) = act.cards
    printed = game.printed(card)
    seat, cost = act.seat, act.number if printed.cost is None else printed.cost
    changes: tuple[AnyChange, ...] = (
        Move(card, f"breath.{seat}", f"play.{seat}"),
        Set("spent", seat, spent_this_turn(game, seat) + (cost or 0)),
    )
    yield Paid(seat, "cost", ("BR-base-3-7", "BR-base-4-4"), cost or 0, card, changes=changes)
    action = Action(seat, card, "breath", "breath", printed.on("use"))
    action.number = act.number
    yield from carry_out(game, action.text, action.context(BREATH_CLAUSES[printed.id]))


BREATH_CLAUSES = {"BR-B1": "BR-base-3-3", "BR-B2": "BR-base-3-4", "BR-B3": "BR-base-3-5"}


def set_response(game: Game, act: Act) -> Procedure:
    """Put a response face down and pay for it now (BR-base-6.2-2); nobody may respond (BR-base-7.1-3)."""
    (card,) = act.cards
    seat, printed = act.seat, game.card(card)
    if printed is None:
        # Its face is unknown: it is some response (BR-4.4-1), and it costs at least what the
        # cheapest response does.
        game.knowledge.restrict(card, lambda face: bool(face.answers))
        cost = min(printed_cost(game, face) for face in game.faces.values() if face.answers)
    else:
        cost = use_cost(game, seat, printed)
    changes = (
        Move(card, f"hand.{seat}", f"play.{seat}"),
        Flip(card, down=True),
        Set("spent", seat, spent_this_turn(game, seat) + cost),
    )
    yield Paid(seat, "cost", ("BR-base-6.2-2", "BR-base-4-4"), cost, card, changes=changes)


def spent_this_turn(game: Game, seat: str) -> int:
    """Cost spent this turn; paying never moves the V die (BR-base-4-5)."""
    return game.table.track("spent", seat)
