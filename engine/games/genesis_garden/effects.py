"""Effects of units: who may use one, what it costs, and in which order.

No stack: each effect is carried out to its end, then the effects triggered by it are offered (GG-OP-12). Not
here: what the words of card text do (``effect_handlers``).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from engine.effect.context import Context, opponent
from engine.effect.interpret import carry_out
from engine.effect.select import owner
from engine.effect.value import holds
from engine.games.genesis_garden.board import face_up, first_player, seat_of, units
from engine.games.genesis_garden.damage import check_state, damage_taken
from engine.games.genesis_garden.headquarters import is_rest, send_cards
from engine.games.genesis_garden.history import have_come
from engine.games.genesis_garden.unit import (
    TIRED,
    USE,
    fastest,
    is_active,
    is_barred,
    is_destroyed,
    is_in_its_row,
    partner,
    unit_of,
)
from engine.kernel.ask import Ask
from engine.kernel.card import Ability, CardSet
from engine.kernel.game import Game
from engine.kernel.identity_cache import cached_by_identity
from engine.kernel.procedure import Procedure
from events.model.changes import CardRef, Flip, Turn
from events.model.kinds import AnyEvent, Happened, Paid, Passed, Resolved


@dataclass(frozen=True, slots=True)
class Cause:
    """The cause of an effect: the unit that did something or to which something happened, and its seat. Card
    text calls it ``action`` and its player ``controller``."""

    card: CardRef
    seat: str
    number: int = 0


@dataclass(frozen=True, slots=True)
class Offer:
    """Effects that may be used now: those of ``cards``, each at its moment, because of ``cause``."""

    cards: tuple[CardRef, ...]
    moments: Mapping[CardRef, str]
    cause: Cause


def ability_of(game: Game, card: CardRef, moment: str) -> Ability | None:
    """The effect that a card has for a moment, where it is now."""
    printed = game.card(card)
    found = printed.all(moment) if printed is not None else ()
    if len(found) > 1:  # for different rows
        return next((one for one in found if is_in_its_row(game, card, one)), found[0])
    return found[0] if found else None


# may it be used? -----------------------------------------------------------------------------------------


def is_free(game: Game, card: CardRef) -> bool:
    """Neither destroyed, nor in union, nor sealed: such a card uses no effect (GG-UNION-6, GG-OP-7,
    GG-base-5)."""
    return not is_destroyed(game, card) and not partner(game, card) and not is_barred(game, card, USE)


def is_payable(game: Game, seat: str, ability: Ability) -> bool:
    """Whether the underworld has as many face-up cards as the effect costs (GG-ACT-5)."""
    return len(face_up(game, seat)) >= ability.cost


def needs_are_met(game: Game, card: CardRef, ability: Ability, cause: Cause) -> bool:
    """Whether the condition at the head of the text holds (GG-ACT-1)."""
    if ability.needs is None:
        return True
    return holds(game, ability.needs, Context(owner(card), card, ("GG-ACT-1",), action=cause))


def is_usable(game: Game, card: CardRef, ability: Ability, cause: Cause, *, tired_too: bool = False) -> bool:
    """The kind of the moment (GG-SPELL-1), row, cost and condition, and that the card is not tired (GG-ACT-2,
    GG-ACT-15)."""
    return (
        is_free(game, card)
        and (tired_too or is_active(game, card))
        and is_in_its_row(game, card, ability)
        and is_payable(game, owner(card), ability)
        and needs_are_met(game, card, ability, cause)
    )


# --- use -------------------------------------------------------------------------------------------------


def use(
    game: Game,
    card: CardRef,
    ability: Ability,
    cause: Cause,
    clauses: tuple[str, ...],
    *,
    tires: bool = False,
) -> Procedure:
    """Pay, tire if this kind of effect tires (GG-ACT-14), and carry the text out to its end, from the side of
    the card's player (GG-SETUP-18)."""
    seat = owner(card)
    yield from pay_activation_cost(game, seat, ability.cost, card)
    if tires:
        yield Happened("tires", seat, ("GG-ACT-14",), card=card, changes=(Turn(card, TIRED),))
    yield from carry_out(game, ability.do, Context(seat, card, clauses, action=cause))
    yield from check_state(game)
    yield Resolved("effect", seat, clauses, card)


def pay_activation_cost(game: Game, seat: str, cost: int, card: CardRef) -> Procedure:
    """The activation cost: the bottom-most face-up cards of the underworld are turned face down, without a
    choice (GG-ACT-6 to GG-ACT-8)."""
    if cost:
        cards = tuple(face_up(game, seat)[:cost])
        clauses = ("GG-ACT-5", "GG-ACT-6", "GG-ACT-7", "GG-ACT-8")
        flips = tuple(Flip(one, down=True) for one in cards)
        yield Paid(seat, "rebirth", clauses, cost, card, cards, flips)


# effects triggered by events -----------------------------------------------------------------------------

SELF, OTHERS, FOES = "self", "others", "foes"
"""Whose effects are triggered: the unit's own, those of the other units of its player, those of the
opponent."""

TRIGGERS = {
    "summoned": (("summoned", SELF), ("ally-summoned", OTHERS), ("enemy-summoned", FOES)),
    "quick summoned": (("summoned", SELF), ("ally-summoned", OTHERS), ("enemy-summoned", FOES)),
    "tires": (("ally-activates", OTHERS), ("enemy-activates", FOES)),
    "union": (("ally-united", OTHERS), ("enemy-united", FOES)),
    "attacks": (("ally-attacks", OTHERS), ("attacked", FOES)),
    "blocks": (("ally-blocks", OTHERS), ("enemy-blocks", FOES)),
    "combat won": (("ally-wins", OTHERS),),
    "unit damaged": (("damaged", SELF),),
    "destroyed": (("ally-destroyed", OTHERS), ("enemy-destroyed", FOES)),
    "drew": (("own-draw", SELF), ("enemy-draw", FOES)),
    "cycle": (("own-cycle", SELF), ("enemy-cycle", FOES)),
    "battle damage": (("hq-damaged", SELF), ("enemy-hq-damaged", FOES)),
    "effect damage": (("hq-damaged", SELF), ("enemy-hq-damaged", FOES)),
}
"""Event → the moments of summon and responding effects (召喚効果, 対応効果) that it triggers, and whose
(GG-SPELL-4, GG-SPELL-5). A player takes damage, draws and cycles as a whole: ``self`` is then any unit of
that player."""

OF_PLAYERS = ("battle damage", "effect damage", "drew", "cycle")
"""The events that happen to a player. The others happen to a unit."""
WITHOUT_UNIT = ("own-draw", "enemy-draw", "own-cycle", "enemy-cycle")
"""The moments that no unit brings about."""
IN_ATTACK = ("ally-attacks", "attacked", "ally-blocks", "enemy-blocks")
"""The moments of an attack."""

RESPONDING = tuple(dict.fromkeys(moment for found in TRIGGERS.values() for moment, _ in found))


def consequences(game: Game) -> Procedure:
    """What follows from everything that has happened since this was last asked: destruction first, then the
    effects triggered by each event, and those triggered by these (GG-OP-12).

    It is due wherever rules let something else come next: before a player is asked, and where a phase or a
    turn ends. ``Game.answered`` says how far the history has been answered, so that no event is answered
    twice, however often this is called."""
    for event in game.history[game.answered :]:
        if type(event) is Happened or getattr(event, "changes", None):
            yield from check_state(game)
            yield from _answer(game, _unanswered(game))
            break


Unanswered = tuple[int, Happened]
"""The index in the history of an event that may trigger effects, and the event."""


def _unanswered(game: Game) -> list[Unanswered]:
    """The events that may trigger effects and were not offered to any yet. Each is returned once, one that a
    cycle has divided as a whole, where its rest happened (GG-OP-15)."""
    since, game.answered = game.answered, len(game.history)
    answerable = _answerable(game.card_set)
    found: list[Unanswered] = []
    for index, event in enumerate(game.history[since:], since):
        if type(event) is not Happened or event.what not in answerable:
            continue
        if is_rest(event):
            begun = next(one for one in reversed(found) if (one[1].what, one[1].of) == (event.what, event.of))
            found.remove(begun)
            event = replace(event, amount=begun[1].amount + event.amount)
        found.append((index, event))
    return found


def _answer(game: Game, events: list[Unanswered]) -> Procedure:
    """One event after another; what an answer brings comes after them, or by setting right after the answer
    (GG-OP-28)."""
    while events:
        yield from _offer_triggered(game, *events.pop(0))
        events += _unanswered(game)


def _offer_triggered(game: Game, index: int, event: Happened) -> Procedure:
    """Each triggered effect is offered once, faster cards first; one that is declined is not offered again
    for the same event (GG-OP-12). By setting a unit that has come since does not answer it (GG-OP-32)."""
    card = event.card if event.what in OF_PLAYERS else unit_of(game, event.card) or event.card
    cause = Cause(card, owner(card) if card else event.of, event.amount)
    newcomers = bool(game.settings["newcomers_answer"])  # GG-OP-32
    done = set() if newcomers else have_come(game, since=index)
    while moments := _triggered_cards(game, event, cause, done):
        seat, line = next_in_order(game, list(moments))
        clauses = tuple(dict.fromkeys(MOMENT_CLAUSES.get(moments[card], "GG-SPELL-5") for card in line))
        offer = Offer(line, moments, cause)
        verbs = ("use", "pass")
        act = yield Ask(seat, verbs, about="effect", clause=clauses[0], subject=offer, omissible="silent")
        if type(act) is Passed:
            done.update(line)
            continue
        (card,) = act.cards
        done.add(card)
        ability = ability_of(game, card, moments[card])
        assert ability is not None  # it was offered
        with game.because(game.last):
            clause = MOMENT_CLAUSES.get(moments[card], "GG-SPELL-5")
            yield from use(game, card, ability, cause, (clause, "GG-OP-12"))
            if not newcomers:
                done |= have_come(game, since=index)
            if game.settings["answers_to_answers"] == "at_once":  # GG-OP-28
                yield from _answer(game, _unanswered(game))


MOMENT_CLAUSES = {"summoned": "GG-SPELL-4"}
"""The clause of moments that do not belong to responding effects."""


def _triggered_cards(game: Game, event: Happened, cause: Cause, done: set[CardRef]) -> dict[CardRef, str]:
    """The cards whose effect may respond to the event now, each with its moment."""
    faces, face = game.card_set.faces_by_moment, game.table.face
    return {
        card: moment
        for moment, whose in TRIGGERS[event.what]
        if moment in faces
        for card in _who_answers(game, event, whose)
        if face[card] in faces[moment]
        and card not in done
        and (ability := ability_of(game, card, moment)) is not None
        and is_usable(game, card, ability, cause)
    }


@cached_by_identity
def _answerable(cards: CardSet) -> frozenset[str]:
    """The events to which an effect of these cards answers."""
    faces = cards.faces_by_moment
    return frozenset(what for what, moments in TRIGGERS.items() if any(on in faces for on, _ in moments))


def _who_answers(game: Game, event: Happened, whose: str) -> Iterable[CardRef]:
    if whose == FOES:
        return units(game, opponent(game, event.of))
    if whose == OTHERS:
        return (card for card in units(game, event.of) if card != unit_of(game, event.card))
    return (
        (event.card,) if event.card in game.table.place and _on_field(game, event) else units(game, event.of)
    )


def _on_field(game: Game, event: AnyEvent) -> bool:
    """Whether an event is about one unit, not about a player."""
    return type(event) is Happened and event.what not in OF_PLAYERS


def next_in_order(game: Game, cards: list[CardRef]) -> tuple[str, tuple[CardRef, ...]]:
    """Who is next: by speed, or by setting the first player with all cards (GG-OP-12)."""
    first = first_player(game)
    if game.settings["response_order"] == "first_player":
        seat = first if any(seat_of(game, card) == first for card in cards) else opponent(game, first)
        return seat, tuple(card for card in cards if seat_of(game, card) == seat)
    return fastest(game, cards, first)


# damage to a player, and the spell units it triggers (術式) ----------------------------------------------


def damage_player(
    game: Game, seat: str, amount: int, why: str, clauses: tuple[str, ...], *, card: CardRef = ""
) -> Procedure:
    """Cards go from the headquarters; spell units among them may act (GG-JUT-1, GG-JUT-3). What prevents
    damage prevents both kinds of it (GG-COMBAT-3)."""
    taken = damage_taken(game, seat, amount, card)
    if taken <= 0:
        if amount > 0:
            yield Happened("unharmed", seat, (*clauses, "GG-COMBAT-3"), amount)
        return
    sent = yield from send_cards(game, seat, taken, why, clauses, card=card)
    if why == "battle damage" or game.settings["effect_damage_wakes_spell_units"]:  # GG-OP-14
        yield from invoke_spell_units(game, seat, sent, Cause(card, opponent(game, seat), taken))


def invoke_spell_units(game: Game, seat: str, sent: Sequence[CardRef], cause: Cause) -> Procedure:
    """After all cards have moved, in the order its owner chooses, who may decline (GG-JUT-5); one that a
    cycle took back is not offered (GG-OP-14)."""
    waiting = list(dict.fromkeys(sent))
    while True:
        waiting = [card for card in waiting if _is_awake(game, seat, card)]
        if not waiting:
            return
        offer = Offer(tuple(waiting), dict.fromkeys(waiting, "spell"), cause)
        act = yield Ask(
            seat, ("invoke", "pass"), about="spell-unit", clause="GG-JUT-3", subject=offer, omissible="silent"
        )
        if type(act) is Passed:
            return
        (card,) = act.cards
        waiting.remove(card)
        ability = ability_of(game, card, "spell")
        assert ability is not None  # it was offered
        with game.because(game.last):
            yield Happened("invoked", seat, ("GG-JUT-3", "GG-JUT-1"), card=card, changes=(Flip(card, True),))
            context = Context(seat, card, ("GG-JUT-3", "GG-JUT-1"), action=cause)
            yield from carry_out(game, ability.do, context)
            yield from check_state(game)
            yield Resolved("effect", seat, ("GG-JUT-3", "GG-JUT-1"), card)


def _is_awake(game: Game, seat: str, card: CardRef) -> bool:
    table = game.table
    return (
        table.place[card] == f"underworld.{seat}"
        and card not in table.down
        and ability_of(game, card, "spell") is not None
    )
