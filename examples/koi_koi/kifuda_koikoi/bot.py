"""A player of Koi-Koi that takes what is worth most and stops where going on promises little.

It reads its own hand, the field and the captured cards. Not here: chance (``kifuda.bots``).
"""

from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.legality import options
from events.model.kinds import AnyAct
from kifuda.bots.dice import Dice
from kifuda.bots.skill import Skill, no_wide_choice
from kifuda_koikoi.board import captured, hand, matching, other
from kifuda_koikoi.yaku import CUP, total, yaku_of

PLANS = ("careful", "greedy")
WORTH = {"light": 9, "seed": 4, "ribbon": 4, "plain": 1}
ENOUGH = {"careful": 3, "greedy": 7}
"""From so many points on a player stops."""
CARDS_FOR_MORE = 4
"""With fewer cards in hand nobody goes on."""


class KoiKoiPlayer:
    """Counts what a capture is worth, by kind and by the yaku that it makes."""

    def __init__(self, plan: str) -> None:
        self.plan = plan

    def choose(self, game: Game, dice: Dice) -> AnyAct:
        """A legal act of the seat that is asked."""
        ask = game.ask
        assert ask is not None  # it is asked
        legal = list(options(game))
        if ask.about == "decide":
            return self._decision(game, ask, legal)
        return max(legal, key=lambda act: self._worth(game, ask, act)) if len(legal) > 1 else legal[0]

    def _decision(self, game: Game, ask: Ask, legal: list[AnyAct]) -> AnyAct:
        points = total(yaku_of(game, ask.seat, captured(game, ask.seat)))
        goes_on = points < ENOUGH[self.plan] and len(hand(game, ask.seat)) >= CARDS_FOR_MORE
        verb = "koikoi" if goes_on and not game.table.track("koikoi", other(ask.seat)) else "shobu"
        return next((act for act in legal if act.verb == verb), legal[-1])

    def _worth(self, game: Game, ask: Ask, act: AnyAct) -> int:
        if not act.cards:
            return 0
        if act.verb == "take":
            return self._gain(game, ask.seat, [game.table.face[card] for card in act.cards])
        card = act.cards[0]
        found = matching(game, card)
        if not found:
            return -self._face_worth(game, game.table.face[card])
        best = (
            found
            if len(found) == 3
            else max(
                ((each,) for each in found), key=lambda one: self._face_worth(game, game.table.face[one[0]])
            )
        )
        return self._gain(game, ask.seat, [game.table.face[each] for each in (card, *best)])

    def _gain(self, game: Game, seat: str, faces: list[str]) -> int:
        before, mine = captured(game, seat), sum(self._face_worth(game, face) for face in faces)
        grown = total(yaku_of(game, seat, (*before, *faces))) - total(yaku_of(game, seat, before))
        theirs = captured(game, other(seat))
        kept = total(yaku_of(game, other(seat), (*theirs, *faces))) - total(
            yaku_of(game, other(seat), theirs)
        )
        return mine + 12 * grown + 6 * kept

    def _face_worth(self, game: Game, face: str) -> int:
        return WORTH[game.faces[face].kind] + (6 if face == CUP else 0)


SKILL = Skill(no_wide_choice, KoiKoiPlayer, PLANS)
