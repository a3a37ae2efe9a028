"""The phases without main declarations: draw, faction, discard, end of turn.

Not here: the main phase and the power card phase (``turn``).
"""

from engine.effect.context import Context, opponent
from engine.effect.interpret import ended_grants
from engine.effect.select import choose
from engine.games.aquarian_age.attack import attack_without_cost, may_attack
from engine.games.aquarian_age.board import (
    PARTIES,
    PHASE_END,
    SEATS,
    TURN_END,
    active,
    all_characters,
    characters,
    top,
)  # fmt: skip
from engine.games.aquarian_age.chain import run_chain
from engine.games.aquarian_age.declaration import EFFECT, cards_with_effects, effects_of
from engine.games.aquarian_age.declare import declare_card, declare_effect
from engine.games.aquarian_age.draw import draw, mark_empty_deck
from engine.games.aquarian_age.leaving import card_leaves
from engine.games.aquarian_age.state_checks import check_state
from engine.games.aquarian_age.trigger import fire
from engine.games.aquarian_age.values import has, total
from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import AnyChange, Expire
from events.model.kinds import Began, Ended, Failed, Happened, Passed

HAND_LIMIT = "hand_limit"


def begin_phase(game: Game, name: str, seat: str) -> Procedure:
    """A phase begins (AA-base-6-1)."""
    yield Began("phase", name, game.table.turn, seat, ("AA-base-6-1",))


def end_phase(game: Game, name: str, seat: str, *lasting: str) -> Procedure:
    """A phase ends, and with it what lasts for the phase: grants, and cards with one of these keywords."""
    yield Ended("phase", name, game.table.turn, seat, clauses=("AA-base-6-1",))
    yield from expire(game, seat, "AA-base-6-1", (PHASE_END,), lasting)


def expire(game: Game, seat: str, clause: str, until: tuple[str, ...], lasting: tuple[str, ...]) -> Procedure:
    """What lasts until now ends: continuous effects, and lasting cards are discarded (AA-base-7-4)."""
    over = [
        card
        for each in SEATS
        for card in game.table.at(f"lasting.{each}")
        if any(word in game.printed(card).keywords for word in lasting)
    ]
    changes: list[AnyChange] = [Expire(id) for id in ended_grants(game, *until)]
    for card in over:
        changes += card_leaves(game, card, f"discard.{card.partition('.')[0]}")
    if changes:
        yield Happened(
            "effects end", seat, (clause, "AA-base-7-4"), len(over), changes=tuple(dict.fromkeys(changes))
        )
        yield from check_state(game)


def window(game: Game, seats: tuple[str, ...]) -> Procedure:
    """A window for fast cards and effects with nothing pending (AA-OP-8). A seat with neither a hand nor an
    effect is not asked, which is public knowledge."""
    if game.settings["windows_outside_chains"] == "none":
        return
    for seat in seats:
        while _could_act(game, seat):
            act = yield Ask(
                seat, ("use", "effect", "pass"), about="window", clause="AA-OP-8", omissible="silent"
            )
            if type(act) is Passed:
                break
            with game.because(game.last):
                declared = declare_effect if act.verb == EFFECT else declare_card
                yield from run_chain(game, (yield from declared(game, act)))


def _could_act(game: Game, seat: str) -> bool:
    return bool(game.table.at(f"hand.{seat}")) or seat in game.by_layout(_with_effects)


def _with_effects(game: Game) -> frozenset[str]:
    """The seats that control an effect."""
    return frozenset(
        seat
        for seat in SEATS
        for character in characters(game, seat, "control")
        for card in cards_with_effects(game, character)
        if effects_of(game, card)
    )


# --- draw and faction phase ------------------------------------------------------------------------------


def draw_phase(game: Game, seat: str) -> Procedure:
    """One card, changed by Draw+X and Draw-X of controlled characters, summed once and never below 0
    (AA-base-6-2, AA-base-12-5); the first player draws in the first turn as well (AA-OP-4)."""
    yield from begin_phase(game, "draw", seat)
    if game.table.turn > 1 or game.settings["first_turn_draw"]:
        number = total(game, seat, "draw", 1, "AA-base-6-2")
        if len(number.trail) > 1:
            yield number.determined("draw", seat, "AA-base-6-2", "AA-base-12-5")
        yield from draw(game, seat, number.value, ("AA-base-6-2",))
    yield from check_state(game)
    yield from end_phase(game, "draw", seat)


def faction_phase(game: Game, seat: str) -> Procedure:
    """Party by party in order: an active character with ▼ attacks its owner by itself (AA-3-9, AA-base-6-3).
    Who is active is determined when the party's turn comes."""
    yield from begin_phase(game, "faction", seat)
    both = (opponent(game, seat), seat)
    yield from window(game, both)
    for party in PARTIES:
        character = active(game, seat, party)
        if not character or not has(game, character, "aggressive"):
            continue
        if not may_attack(game, character):  # a text is stronger than a skill
            yield Failed("attack", seat, "cannot attack", ("AA-22-1b", "AA-3-9"), top(game, character))
        else:
            yield Happened("aggressive", seat, ("AA-3-9", "AA-base-6-3"), card=top(game, character))
            with game.because(game.last):
                yield from run_chain(game, (yield from attack_without_cost(game, character, seat)))
    yield from window(game, both)
    yield from end_phase(game, "faction", seat)


# --- discard phase and end of turn -------------------------------------------------------------------------


def discard_phase(game: Game, seat: str) -> Procedure:
    """Discard down to seven cards, plus Capacity+X, by own choice (AA-base-6-7, AA-OP-11)."""
    yield from begin_phase(game, "discard", seat)
    limit = total(game, seat, "capacity", int(game.settings[HAND_LIMIT]), "AA-OP-11").value  # AA-22-1a
    hand = tuple(game.table.at(f"hand.{seat}"))
    if len(hand) > limit:
        context = Context(seat, "", ("AA-base-6-7",))
        chosen = yield from choose(game, seat, "pick", hand, len(hand) - limit, context)
        changes = tuple(change for card in chosen for change in card_leaves(game, card, f"discard.{seat}"))
        yield Happened("hand limit", seat, ("AA-base-6-7", "AA-OP-11"), len(chosen), changes=changes)
    yield from end_phase(game, "discard", seat)


OVER = (TURN_END, PHASE_END)
"""What ends with a turn: also what was to last for a phase and came about after the last one."""


def end_of_turn(game: Game, number: int, seat: str) -> Procedure:
    """Effects of the end of the turn, after the discard phase (AA-17-6), then effects for the turn expire, or
    the reverse (AA-OP-12). An empty deck is not a defeat by itself (AA-OP-1)."""
    if game.settings["end_of_turn_order"] == "expire_first":
        yield from expire(game, seat, "AA-OP-12", OVER, ("lasting",))
        yield from _at_the_end(game)
    else:
        yield from _at_the_end(game)
        yield from expire(game, seat, "AA-OP-12", OVER, ("lasting",))
    while ended_grants(game, *OVER):  # what came about as something ended
        yield from expire(game, seat, "AA-OP-12", OVER, ())
    if game.settings["lose_on_empty_deck_at_turn_end"] and not game.table.at(f"deck.{seat}"):
        yield from mark_empty_deck(game, seat, ("AA-OP-1",))
        yield from check_state(game)
    yield Ended("turn", number=number, seat=seat, clauses=("AA-base-6-1",))


def _at_the_end(game: Game) -> Procedure:
    yield from fire(game, "turn-end", list(all_characters(game)), "AA-17-6")
    yield from check_state(game)
