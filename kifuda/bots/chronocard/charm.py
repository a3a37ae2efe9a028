"""What a charm comes to: the damage that gets through and the characters that fall, as it stands or changed.

Not here: who attacks and blocks (``heuristic``).
"""

from collections.abc import Mapping
from typing import NamedTuple

from engine.common.marks import marked
from engine.effect import tree
from engine.effect.context import opponent
from engine.games.chronocard.board import ATTACKS, blocker_of, characters, is_down, on_field
from engine.games.chronocard.declaration import Declaration
from engine.games.chronocard.strength import strength
from engine.kernel.game import Game
from events.model.changes import CardRef
from kifuda.bots.chronocard.evaluation import FALLEN, SCORER, lines_of


class Changed(NamedTuple):
    """What is supposed to be changed: AP and DP by card, and who is gone."""

    ap: Mapping[CardRef, int] = {}
    dp: Mapping[CardRef, int] = {}
    gone: frozenset[CardRef] = frozenset()


UNCHANGED = Changed()


def attackers(game: Game) -> list[CardRef]:
    """The attackers that still take part."""
    return [
        card
        for card in characters(game, game.table.seat)
        if marked(game, card, ATTACKS) and not is_down(game, card)
    ]


def outcome(game: Game, changed: Changed = UNCHANGED) -> int:
    """Points of the charm at hand for the turn player."""
    through = points = 0
    for attacker in attackers(game):
        if attacker in changed.gone:
            continue
        ap = strength(game, attacker, "AP").value + changed.ap.get(attacker, 0)
        blocker = blocker_of(game, attacker)
        if not blocker:
            through += max(ap, 0)
        elif blocker not in changed.gone and on_field(game, blocker) and not is_down(game, blocker):
            points += _fought(game, attacker, blocker, changed)
    return points + (SCORER.life(game, opponent(game, game.table.seat), through) if through else 0)


def _fought(game: Game, attacker: CardRef, blocker: CardRef, changed: Changed) -> int:
    """Points of one block for the attacker's player."""

    def falls(one: CardRef, other: CardRef) -> bool:
        ap = strength(game, other, "AP").value + changed.ap.get(other, 0)
        return ap > 0 and ap >= strength(game, one, "DP").value + changed.dp.get(one, 0)

    return FALLEN * (falls(blocker, attacker) - falls(attacker, blocker))


def difference(game: Game, made: Declaration) -> int | None:
    """By how many points a declaration would change the charm for its player; None if it is about something
    else."""
    changed = _changes(game, made)
    if changed == UNCHANGED:
        return None
    points = outcome(game, changed) - outcome(game)
    return points if made.seat == game.table.seat else -points


def _changes(game: Game, made: Declaration) -> Changed:
    ap: dict[CardRef, int] = {}
    dp: dict[CardRef, int] = {}
    gone: set[CardRef] = set()
    context = made.context("CC-USE-3")
    for line in lines_of(made):
        match line:
            case tree.Modify("AP" | "DP" as quantity, who, "add", amount) if not isinstance(who, str):
                for card in SCORER.cards(game, who, context):
                    (ap if quantity == "AP" else dp)[card] = SCORER.amount(game, amount, context)
            case tree.Damage(who, amount) if not isinstance(who, str):
                for card in SCORER.cards(game, who, context):
                    dp[card] = -SCORER.amount(game, amount, context)
            case tree.TurnTo(cards, "face down") if not isinstance(cards, str):
                gone |= set(SCORER.cards(game, cards, context))
            case tree.MoveTo(_, cards):
                gone |= {card for card in SCORER.cards(game, cards, context) if on_field(game, card)}
    return Changed(ap, dp, frozenset(gone))
