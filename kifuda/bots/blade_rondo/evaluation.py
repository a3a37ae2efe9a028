"""Estimates in points what a card is worth now, from its text: one life is about ten points.

Looks one act ahead and reads only faces that the player may know. Not here: choosing an act (``heuristic``).
"""

from engine.effect import tree
from engine.effect.context import Context, opponent
from engine.effect.select import stat
from engine.effect.value import effective, holds, value
from engine.games.blade_rondo.action import ATTACK_SYMBOLS, Action
from engine.games.blade_rondo.board import budget
from engine.games.blade_rondo.use import options_of
from engine.kernel.card import Card
from engine.kernel.game import Game
from events.model.changes import CardRef, Holder
from kifuda.bots.scorer import WIN, Scorer

LIFE_FULL = 15
VOLTAGE_FULL = 9
GAINS = {"life": 6, "ATK": 16, "DEF": 9, "V": 18}
"""Points for one more on a track."""
SPARED = 8
"""Points subtracted for a limited card, which works only once."""


def of_use(game: Game, seat: str, card: CardRef, words: tuple[str, ...] = ()) -> int:
    """Points for using a sword now."""
    printed = game.printed(card)
    action = Action(seat, card, "sword", printed.kind, printed.on("use"))
    if chosen := options_of(printed, words):
        action.symbol, action.text = chosen[0].symbol, chosen[0].do
    hit = damage(game, action)
    if hit >= game.table.track("life", opponent(game, seat)):
        return WIN
    context = action.context("")
    points = SCORER.text(game, printed.on("price"), context) + SCORER.text(game, action.text, context)
    if hit:
        action.damage = hit
        points += SCORER.text(game, printed.on("add-on"), context)
    return points - (SPARED if printed.limited else 0)


def damage(game: Game, action: Action) -> int:
    """Damage that an action would do if nothing answered it."""
    return sum(_hit(game, effect, action) for effect in action.text)


def _hit(game: Game, effect: tree.Effect, action: Action) -> int:
    match effect:
        case tree.Attack(style="magic", amount=amount) if amount is not None:
            return max(value(game, amount, action.context("")), 0)
        case tree.Attack(ignoring=ignoring):
            if action.kind == "follower":
                power = stat(game, action.card, "power")
            else:
                power = effective(game, "ATK", action.seat)
            defence = 0 if ignoring else effective(game, "DEF", opponent(game, action.seat))
            return max(max(power, 0) - max(defence, 0), 0)
        case tree.If(condition, then, otherwise):
            branch = then if _holds(game, condition, action.context("")) else otherwise
            return _hit(game, branch, action) if branch else 0
        case tree.Both(first, second):
            return _hit(game, first, action) + _hit(game, second, action)
    return 0


def _holds(game: Game, condition: tree.Condition, context: Context) -> bool:
    """Whether the condition will hold when the card is used: a sword has then left the hand (BR-5.1-1)."""
    match condition:
        case tree.Compare(tree.Count(tree.Cards("hand", "you")), "=", tree.Number(number)):
            hand = game.table.at(f"hand.{context.you}")
            return len(hand) - (context.card in hand) == number
    return holds(game, condition, context)


class BladeRondoScorer(Scorer):
    """Prices of Blade Rondo: life, the three dice, swords, and what stays on the table."""

    def life(self, game: Game, seat: str, number: int) -> int:
        """A player's own life is dearer when it is low; what kills is worth everything."""
        left = game.table.track("life", seat)
        if number >= left:
            return WIN
        if seat != game.table.seat:
            return self.LIFE * number
        return (8 if left > LIFE_FULL // 2 else 14) * number

    def track(self, game: Game, seat: str, track: str, change: int) -> int:
        room = (LIFE_FULL if track == "life" else VOLTAGE_FULL) - game.table.track(track, seat)
        return GAINS[track] * min(change, room)

    def modified(self, game: Game, one: Holder, line: tree.Modify, number: int, *, quantity: str) -> int:
        """For the swords in hand that it strengthens or makes cheaper; they are in the hand of the turn
        player, who alone uses texts that change numbers for a turn."""
        if quantity == "ATK":
            return 7 * number * min(len(_hand(game, one, "physical")), 2)
        if quantity == "cost-of-magic":
            return -5 * number * min(len(_hand(game, one, "magic")), 2)
        return 0

    def moved(self, game: Game, card: CardRef, zone: str) -> int:
        return self.CARD if zone == "hand" else -self.CARD

    def holds(self, game: Game, condition: tree.Condition, context: Context) -> bool:
        return _holds(game, condition, context)

    def other(self, game: Game, line: tree.Effect, context: Context) -> int:
        match line:
            case tree.Attack():
                return self.LIFE * _hit(game, line, context.action)
            case tree.AttachTo(tree.This(), _, role):
                return _attached(game, role, context.action)
            case tree.Reveal():
                return self.CARD
        return 0


SCORER = BladeRondoScorer()


def _attached(game: Game, role: str, action: Action) -> int:
    """Points for a card that stays: a follower by its damage, any other card a few."""
    power = game.roles[role].stats.get("power", 0)
    return 20 + 12 * max(power - effective(game, "DEF", opponent(game, action.seat)), 0)


def _hand(game: Game, seat: str, kind: str) -> list[CardRef]:
    return [card for card in game.table.at(f"hand.{seat}") if game.printed(card).kind == kind]


# --- answers -----------------------------------------------------------------------------------------


def of_answer(game: Game, seat: str, card: Card, action: Action) -> int:
    """Life that turning up a response against an action would save, or the equivalent in points."""
    hit = damage(game, action)
    saved = sum(_saved(game, effect, action, hit) for effect in card.on("respond"))
    if action.symbol in ATTACK_SYMBOLS:
        lethal = hit >= game.table.track("life", seat)
        saved += sum(_afterwards(effect, lethal=lethal) for effect in card.on("after-attack"))
    return saved


def _saved(game: Game, effect: tree.Effect, action: Action, hit: int) -> int:
    match effect:
        case tree.Modify("DEF", _, "add", tree.Number(number)) if action.symbol == "physical":
            return min(number, hit)
        case tree.Nullify():
            return max(hit, 2)
        case tree.UnlessPaid(_, tree.Number(number), inner):
            whole = _saved(game, inner, action, hit)
            return whole if budget(game, action.seat) < number else whole // 3
        case tree.Add(tree.Number(number), "life"):
            return number
        case tree.If(condition, then) if _holds(game, condition, action.context("")):
            return _saved(game, then, action, hit)
        case tree.Both(first, second):
            return _saved(game, first, action, hit) + _saved(game, second, action, hit)
    return 0


def _afterwards(effect: tree.Effect, *, lethal: bool) -> int:
    match effect:
        case tree.If(_, tree.SetTo("life")):
            return LIFE_FULL if lethal else 0
        case tree.AttachTo(tree.Action()):
            return 3
    return 0
