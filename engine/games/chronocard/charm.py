"""Charm: its declaration, support, defence, the effect timing, and simultaneous damage.

Not here: the window that the declaration opens (``chain``).
"""

from engine.common.marks import mark, marked
from engine.effect.context import opponent
from engine.effect.interpret import ended_grants
from engine.games.chronocard.board import (
    ATTACKS,
    BLOCKED,
    BLOCKS,
    CHARM_END,
    CHARMED,
    SUPPORT,
    SUPPORTS,
    TURN_END,
    blocker_of,
    characters,
    is_down,
    kind,
    on_field,
)
from engine.games.chronocard.chain import run_chain
from engine.games.chronocard.damage import hurt_character, hurt_player
from engine.games.chronocard.declaration import Declaration
from engine.games.chronocard.leaving import check_state
from engine.games.chronocard.phases import begin_phase, end_phase
from engine.games.chronocard.strength import strength
from engine.games.chronocard.timing import alternate
from engine.games.chronocard.trigger import flush
from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.procedure import Procedure
from events.model.changes import AnyChange, CardRef, Expire, Grant, Turn
from events.model.kinds import Act, Declared, Failed, Happened, Passed, Resolved

SUPPORTABLE = ("AP", "DP")


def declare_charm(game: Game, act: Act) -> Procedure:
    """Attackers and supporter are named and Checked (CC-base-8-3, CC-OP-16); the declaration can be
    interrupted. Returns whether the charm phase follows (CC-base-8-1)."""
    made = Declaration("charm", act, seq=game.last)
    yield Happened(
        "charm", act.seat, ("CC-base-8-1", "CC-base-8-3"), len(act.cards), changes=_joining_changes(game, act)
    )
    yield from run_chain(game, made)
    with game.because(made.seq):
        if _attackers(game, act.seat) and not made.void:
            support = _support(game, act)
            yield Resolved("charm", act.seat, ("CC-base-8-5",))
            return True, support
        changes = [Expire(id) for id in ended_grants(game, CHARM_END)]
        if not game.settings["failed_charm_spent"]:
            changes += [Expire(grant.id) for grant in game.table.effects(act.seat, CHARMED)]
        reason = made.void or "no attacker"
        clauses: tuple[str, ...] = ("CC-OP-16",)
        if made.void:
            clauses = ("CC-OP-28" if made.void == "cost" else "CC-base-1-4", *clauses)
        yield Failed("charm", act.seat, reason, clauses, changes=tuple(changes))
        return False, None


def _joining_changes(game: Game, act: Act) -> tuple[AnyChange, ...]:
    """The participants, and the one charm of the turn (CC-base-8-1)."""
    changes: list[AnyChange] = [mark(game, act.seat, CHARMED, "CC-base-8-1")]
    for card in act.cards:
        changes += [Turn(card, 1), mark(game, card, ATTACKS, "CC-base-8-1")]
    for card in act.targets:
        if game.settings["supporter_checked"]:
            changes.append(Turn(card, 1))
        changes.append(mark(game, card, SUPPORTS, "CC-base-8-2"))
    return tuple(changes)


def _attackers(game: Game, seat: str) -> list[CardRef]:
    """Attackers that still take part: those that have left or are face down have dropped out (CC-OP-16)."""
    return [
        card for card in characters(game, seat) if marked(game, card, ATTACKS) and not is_down(game, card)
    ]


def _support(game: Game, act: Act) -> Grant | None:
    """The current AP or DP of the supporter, for the heroine that it supports (CC-base-8-4): unchanged by
    what happens to that number later, and until the next end phase, unless the supporter leaves or turns face
    down."""
    heroine = next((card for card in _attackers(game, act.seat) if kind(game, card) == "heroine"), "")
    if not act.targets or not heroine:
        return None
    (supporter,) = act.targets
    if not on_field(game, supporter) or is_down(game, supporter):
        return None
    stat = act.words[0].upper()
    amount = strength(game, supporter, stat).value
    return Grant(game.number(), heroine, stat, "add", amount, SUPPORT, TURN_END, supporter, "CC-base-8-4")


def charm_phase(game: Game, seat: str, support: Grant | None) -> Procedure:
    """Support, defence, effects, damage (CC-base-8-4 to CC-base-8-8)."""
    before = len(game.history)
    yield from begin_phase(game, "charm", seat)
    if support is not None:
        yield Happened("supported", support.on, ("CC-base-8-4",), support.amount, support.source, (support,))
    yield from flush(game, before)
    yield from _defence(game, opponent(game, seat))
    yield from alternate(game, seat, clause="CC-base-8-7")
    before = len(game.history)
    yield from _damage(game, seat)
    yield from check_state(game)
    yield from flush(game, before)
    if expired := ended_grants(game, CHARM_END):
        yield Happened("charm over", seat, ("CC-base-4-1",), changes=tuple(Expire(id) for id in expired))
    yield from end_phase(game, "charm", seat)


def _defence(game: Game, seat: str) -> Procedure:
    """The other player names who blocks whom (CC-base-8-6); it cannot be interrupted, and does not Check
    (CC-OP-10)."""
    while _open_attackers(game, opponent(game, seat)):
        act = yield Ask(seat, ("defend", "pass"), about="defence", clause="CC-base-8-6")
        if type(act) is Passed:
            return
        assert type(act) is Declared
        with game.because(game.last):
            (blocker,), (attacker,) = act.cards, act.targets
            changes: list[AnyChange] = [
                mark(game, blocker, BLOCKS, "CC-base-8-6"),
                mark(game, attacker, BLOCKED, "CC-base-8-6", source=blocker),
            ]
            if game.settings["defence_checks"]:
                changes.append(Turn(blocker, 1))
            before = len(game.history)
            yield Happened(
                "defence", attacker, ("CC-base-8-6", "CC-OP-10"), card=blocker, changes=tuple(changes)
            )
            yield from flush(game, before)


def _open_attackers(game: Game, seat: str) -> list[CardRef]:
    """Attackers that are not blocked yet: each has one blocker at most (CC-base-8-6)."""
    return [card for card in _attackers(game, seat) if not blocker_of(game, card)]


def _damage(game: Game, seat: str) -> Procedure:
    """Every AP is fixed first, then all damage is dealt simultaneously (CC-base-8-8)."""
    changes: list[AnyChange] = []
    to_player = 0
    for attacker in _attackers(game, seat):
        power = strength(game, attacker, "AP")
        yield power.determined("AP", attacker, "CC-base-8-8")
        blocker = blocker_of(game, attacker)
        stands = blocker != "" and marked(game, blocker, BLOCKS) and not is_down(game, blocker)
        if stands:
            changes.append(hurt_character(game, blocker, power.value, attacker))
            if game.settings["blocker_strikes_back"]:  # CC-OP-18
                back = strength(game, blocker, "AP")
                yield back.determined("AP", blocker, "CC-OP-18")
                changes.append(hurt_character(game, attacker, back.value, blocker))
        elif not blocker or not game.settings["blocked_stays_blocked"]:  # CC-OP-18
            to_player += power.value
    other = opponent(game, seat)
    if to_player:
        changes.append(hurt_player(game, other, to_player))
    clauses = ("CC-base-8-8", "CC-base-9-1", "CC-base-9-3", "CC-OP-18")
    yield Happened("charm damage", other, clauses, to_player, changes=tuple(changes))
