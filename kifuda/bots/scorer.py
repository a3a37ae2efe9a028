"""What card text is worth to its player now, in points: one reading of text for the bots of all games.

The scorer walks a text as the interpreter would and adds up what its changes are worth. A game's scorer says
what each change is worth to the seat that it befalls; for the other seat it is worth the opposite. Text that
would change nothing is worth nothing. It reads no face that the player may not know. Not here: the prices of
a game, or which act is chosen (the folder of each game).
"""

from __future__ import annotations

from collections.abc import Sequence

from engine.effect import tree
from engine.effect.context import Context
from engine.effect.select import Choice, candidates, owner, with_traits
from engine.effect.value import holds, value
from engine.kernel.card import Ability
from engine.kernel.game import Game
from events.model.changes import CardRef, Holder

WIN = 10_000


class Scorer:
    """Adds up text. What a subclass overrides gives points for the seat that the change befalls; amounts of
    damage and the like are never below zero."""

    LIFE, CARD = 10, 8
    """Points for one damage to a player and for a card in hand."""

    # --- the walk --------------------------------------------------------------------------------------

    def ability(self, game: Game, ability: Ability | None, context: Context) -> int:
        """Points of an ability; 0 without one, or while what it needs does not hold."""
        if ability is None or (ability.needs is not None and not self.holds(game, ability.needs, context)):
            return 0
        return self.text(game, ability.do, context)

    def text(self, game: Game, lines: Sequence[tree.Effect], context: Context) -> int:
        """Points of several lines, carried out one after another."""
        points = 0
        for index, line in enumerate(lines):
            if isinstance(line, tree.Choose):
                self._set_aside(game, line, lines[index + 1 :], context)
            else:
                points += self.line(game, line, context)
        return points

    def line(self, game: Game, line: tree.Effect, context: Context) -> int:
        """Points of one line."""
        match line:
            case tree.If(condition, then, otherwise):
                branch = then if self.holds(game, condition, context) else otherwise
                return self.line(game, branch, context) if branch is not None else 0
            case tree.Both(first, second):
                return self.text(game, (first, second), context)
            case tree.Then(first, second):
                points = self.text(game, (first, second), context)
                done = isinstance(first, tree.Choose) or self.line(game, first, context)
                return points if done else 0
            case tree.May(effect):
                return max(self.line(game, effect, context), 0)
            case tree.MayPay(_, effect):
                return max(self.line(game, effect, context) // 2, 0)
            case tree.Either(first, second):
                return max(self.line(game, first, context), self.line(game, second, context))
            case tree.UnlessPaid(who, amount, effect):
                return self.unless_paid(
                    game,
                    context.who(game, who),
                    self.amount(game, amount, context),
                    self.line(game, effect, context),
                )
            case tree.Later(_, effect):
                return self.line(game, effect, context)
        return self._of_op(game, line, context)

    def _of_op(self, game: Game, line: tree.Effect, context: Context) -> int:
        you = context.you
        match line:
            case tree.Damage(who, amount):
                number = max(self.amount(game, amount, context), 0)
                return sum(
                    -self._for(game, you, one) * self._damaged(game, one, number)
                    for one in self.holders(game, who, context)
                )
            case tree.Heal(who, amount):
                number = max(self.amount(game, amount, context), 0)
                return sum(
                    self._for(game, you, one) * self.healed(game, one, number)
                    for one in self.holders(game, who, context)
                )
            case tree.Add(amount, track, who):
                seat = context.who(game, who)
                return self._for(game, you, seat) * self.track(
                    game, seat, track, self.amount(game, amount, context)
                )
            case tree.SetTo(track, who, amount):
                seat = context.who(game, who)
                change = self.amount(game, amount, context) - game.table.track(track, seat)
                return self._for(game, you, seat) * self.track(game, seat, track, change)
            case tree.Modify(quantity, who, _, amount):
                number = self.amount(game, amount, context)
                return sum(
                    self._for(game, you, one) * self.modified(game, one, line, number, quantity=quantity)
                    for one in self.holders(game, who, context)
                )
            case tree.Destroy(cards):
                return sum(
                    -self._for(game, you, one) * self.lost(game, one)
                    for one in self.cards(game, cards, context)
                )
            case tree.TurnTo(cards, way):
                meant = (context.bearer,) if cards == "bearer" else self.cards(game, cards, context)
                return sum(self._for(game, you, one) * self.turned(game, one, way) for one in meant)
            case tree.Draw(amount, who):
                seat = context.who(game, who)
                number = max(self.amount(game, amount, context), 0)
                return self._for(game, you, seat) * self.drawn(game, seat, number)
            case tree.MoveTo():
                return self._moved(game, line, context)
            case tree.End(who):
                return WIN * self._for(game, you, context.who(game, who))
        return self.other(game, line, context)

    def _moved(self, game: Game, line: tree.MoveTo, context: Context) -> int:
        """The best cards for whoever chooses them."""
        among = self.cards(game, line.cards, context)
        number = max(0, min(self.amount(game, line.number, context), len(among)))
        gains = [self._for(game, context.you, one) * self.moved(game, one, line.zone) for one in among]
        gains.sort(reverse=context.who(game, line.by) == context.you)
        return sum(gains[:number])

    def _set_aside(
        self, game: Game, line: tree.Choose, rest: Sequence[tree.Effect], context: Context
    ) -> None:
        """Set those cards aside with which the rest of the text is worth most."""
        among = self.cards(game, line.cards, context)
        if context.fits is not None:
            among = tuple(one for one in among if context.fits(one))

        def alone(card: CardRef) -> int:
            context.named[line.name] = (card,)
            return self.text(game, rest, context)

        ranked = sorted(among, key=alone, reverse=True)
        context.named[line.name] = tuple(ranked[: max(self.amount(game, line.number, context), 0)])

    def _damaged(self, game: Game, one: Holder, number: int) -> int:
        return self.life(game, one, number) if one in game.rules.seats else self.hurt(game, one, number)

    def _for(self, game: Game, you: str, one: Holder) -> int:
        return 1 if self.side(game, one) == you else -1

    # --- choices ---------------------------------------------------------------------------------------

    def preferred(self, game: Game, seat: str, choice: Choice) -> list[CardRef] | None:
        """The cards of a choice, those first that ``seat`` does best to choose for the text that asks; None
        where no text asks, or it is not known which line."""
        context = choice.context
        printed = game.card(context.card) if context is not None and context.card else None
        if context is None or printed is None:
            return None
        mine = 1 if context.you == seat else -1
        for lines in (ability.do for ability in printed.abilities):
            for index, line in enumerate(lines):
                if isinstance(line, tree.Choose | tree.MoveTo) and self._asks(game, line, choice, context):
                    worth = {
                        one: mine * self._alone(game, lines[index:], one, context) for one in choice.among
                    }
                    return sorted(choice.among, key=lambda one: -worth[one])
        return None

    def _asks(self, game: Game, line: tree.Choose | tree.MoveTo, choice: Choice, context: Context) -> bool:
        return set(choice.among) <= set(candidates(game, line.cards, context))

    def _alone(self, game: Game, lines: Sequence[tree.Effect], card: CardRef, context: Context) -> int:
        """Points of the rest of a text if one card is chosen at its first line."""
        first, *rest = lines
        if isinstance(first, tree.MoveTo):
            return self._for(game, context.you, card) * self.moved(game, card, first.zone)
        assert isinstance(first, tree.Choose)
        before = context.named.get(first.name)
        context.named[first.name] = (card,)
        try:
            return self.text(game, rest, context)
        finally:
            context.named.pop(first.name)
            if before is not None:
                context.named[first.name] = before

    # --- what a text refers to -------------------------------------------------------------------------

    def amount(self, game: Game, amount: tree.HowMany, context: Context) -> int:
        """The number that an amount has now; 1 for damage that was not dealt yet."""
        if isinstance(amount, tree.Dealt):
            return int(getattr(context.action, "damage", 0) or 1)
        return value(game, amount, context)

    def holds(self, game: Game, condition: tree.Condition, context: Context) -> bool:
        """Whether a condition holds now, as far as it can be asked."""
        if isinstance(condition, tree.Symbol) and context.action is None:
            return True
        return holds(game, condition, context)

    def holders(self, game: Game, who: tree.PlayersOrCards, context: Context) -> tuple[Holder, ...]:
        """The players or cards that a text means."""
        if who == "everyone":
            return game.rules.seats
        return (context.who(game, who),) if isinstance(who, str) else self.cards(game, who, context)

    def cards(
        self, game: Game, cards: tree.Cards | tree.Among | tree.Thing, context: Context
    ) -> tuple[CardRef, ...]:
        """The cards that a text means, as far as its player can tell."""
        if not isinstance(cards, tree.Cards) or not cards.traits:
            return candidates(game, cards, context)
        plain = tree.Cards(cards.zone, cards.who)
        known = (one for one in candidates(game, plain, context) if self.knows(game, context.you, one))
        return with_traits(game, tuple(known), cards.traits)

    def knows(self, game: Game, seat: str, card: CardRef) -> bool:
        """Whether a seat may know the face of a card."""
        return game.rules.sees(game.table.place[card], seat, down=card in game.table.down)

    # --- prices: what a change is worth to the seat that it befalls ------------------------------------

    def side(self, game: Game, one: Holder) -> str:
        """The seat that gains or loses by what befalls a player or a card."""
        return one if one in game.rules.seats else owner(one)

    def life(self, game: Game, seat: str, number: int) -> int:
        """Points that a seat loses by this much damage."""
        return self.LIFE * number

    def hurt(self, game: Game, card: CardRef, number: int) -> int:
        """Points lost by this much damage to a card."""
        return 0

    def healed(self, game: Game, one: Holder, number: int) -> int:
        """Points gained by healing."""
        return 0

    def track(self, game: Game, seat: str, track: str, change: int) -> int:
        """Points gained by a change of a number of the seat."""
        return 0

    def modified(self, game: Game, one: Holder, line: tree.Modify, number: int, *, quantity: str) -> int:
        """Points gained by a continuous change."""
        return 0

    def lost(self, game: Game, card: CardRef) -> int:
        """Points lost with a card that is destroyed."""
        return self.CARD

    def turned(self, game: Game, card: CardRef, way: str) -> int:
        """Points gained by a card that turns this way."""
        return 0

    def drawn(self, game: Game, seat: str, number: int) -> int:
        """Points gained by drawing."""
        return self.CARD * number

    def moved(self, game: Game, card: CardRef, zone: str) -> int:
        """Points gained as a card goes to a zone of its owner."""
        return 0

    def unless_paid(self, game: Game, seat: str, number: int, points: int) -> int:
        """Points of an effect worth ``points`` that a seat can avert for ``number``."""
        return points // 2

    def other(self, game: Game, line: tree.Effect, context: Context) -> int:
        """Points of any other line, for the player of the text."""
        return 0
