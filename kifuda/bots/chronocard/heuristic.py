"""The heuristic player of ChronoCard: builds a field, attacks with cards not needed for EP, blocks.

It looks one act ahead and reads only faces it may know. Not here: what an act is worth (``evaluation``).
"""

from collections.abc import Callable, Iterator
from typing import ClassVar

from engine.common.marks import marked
from engine.effect import tree
from engine.effect.context import Context, opponent
from engine.effect.select import owner
from engine.games.chronocard.board import (
    ATTACKS,
    CHARMED,
    blocker_of,
    characters,
    field,
    holder,
    is_checked,
    is_down,
    is_fresh,
    kind,
    takes_part,
)
from engine.games.chronocard.declaration import SKILL, Declaration, skills, use_text
from engine.games.chronocard.ep import SOURCES, pool
from engine.games.chronocard.payment import price_choices
from engine.games.chronocard.prepare import target_choices
from engine.games.chronocard.strength import strength
from engine.kernel.ask import Ask
from engine.kernel.card import Ability
from engine.kernel.game import Game
from events.model.changes import CardRef
from events.model.kinds import AnyAct, Chose, Declared, Passed
from kifuda.bots.chronocard import evaluation
from kifuda.bots.chronocard.charm import difference
from kifuda.bots.heuristic import HeuristicPlayer, is_allowed, pass_

LEAST = 3
"""The least points for which an act is done."""
INTERRUPT_LEAST, TIMING_LEAST = 6, 5
"""The same for an interrupt and at the effect timing."""
EP = 2
"""Points for each EP that an act costs."""
DEAR, NAMED = ("too-dear",), ("unfit-targets", "wrong-price", "target-given-up", "checked-by-its-cost")
"""Requirements about EP, and those about what an act names."""
ENOUGH = 4
"""Number of characters on the field from which all that can attack do so."""


# --- cards and skills --------------------------------------------------------------------------------


def _candidates(game: Game, ask: Ask, reach: int) -> Iterator[tuple[AnyAct, int]]:
    """The uses and skills that could be declared now with ``reach`` EP, and the EP that each costs."""
    for card in dict.fromkeys(game.table.at(f"hand.{ask.seat}")):
        printed = game.card(card)
        if printed is not None and (printed.cost or 0) <= reach:
            plain = Declared(ask.seat, "use", (card,))
            for act in _with_targets(game, ask, plain, use_text(printed)):
                yield act, printed.cost or 0
    for card in field(game, ask.seat):
        printed = game.card(card)
        several = skills(printed) if printed is not None else ()
        for number, ability in enumerate(several, start=1):
            if ability.cost <= reach:
                plain = Declared(ask.seat, "skill", (card,), number=number if len(several) > 1 else None)
                for act in _with_targets(game, ask, plain, ability):
                    yield act, ability.cost


def _with_targets(game: Game, ask: Ask, plain: AnyAct, ability: Ability | None) -> Iterator[AnyAct]:
    """The act with every choice of what is given up and of targets, as far as the rules let it be declared
    if there is EP for it."""
    if not _fits(game, ask, plain, but=(*DEAR, *NAMED)):
        return
    card = plain.cards[0]
    context = Context(plain.seat, card, ("CC-USE-3",), action=ask.subject, bearer=holder(game, card))
    for spent in price_choices(game, ability, context):
        for targets in target_choices(game, ability, spent, context):
            act = Declared(plain.seat, plain.verb, (card, *spent), targets, plain.number)
            if _fits(game, ask, act, but=DEAR):
                yield act


def _fits(game: Game, ask: Ask, act: AnyAct, *, but: tuple[str, ...]) -> bool:
    """Whether an act meets its requirements, but for those."""
    requirements = game.rules.verbs[act.verb].requirements
    return all(one.why in but or one.holds(game, ask, act) for one in requirements)


def _best(
    game: Game, ask: Ask, worth: Callable[[AnyAct], int], workers: list[CardRef], *, least: int = LEAST
) -> AnyAct | None:
    """The use or skill that is worth most for its EP; the EP for it first, from ``workers``."""
    has = pool(game, ask.seat)
    reach = has + sum(_ep(game, card) for card in workers)
    found: tuple[AnyAct | None, int, int] = (None, least - 1, 0)
    for act, cost in _candidates(game, ask, reach):
        spends = sum(_ep(game, card) for card in workers if card in (*act.cards, *act.targets))
        if cost > reach - spends:
            continue
        points = worth(act) - EP * cost
        if points > found[1]:
            found = (act, points, cost)
    best, _, cost = found
    if best is None or cost <= has:
        return best
    for card in workers:
        if card not in best.cards and is_allowed(game, producing := Declared(ask.seat, "ep", (card,))):
            return producing
    return None


# --- the main phase ----------------------------------------------------------------------------------


def _main(game: Game, ask: Ask) -> AnyAct:
    """The best use or skill, with EP for it from cards that do not attack; else a charm; else the end."""
    best = _best(game, ask, lambda act: evaluation.of_act(game, act), _workers(game, ask.seat))
    return best or _charm(game, ask) or Declared(ask.seat, "end")


def _ep(game: Game, card: CardRef) -> int:
    return game.printed(card).stats.get("EP", 0)


def _ready(game: Game, card: CardRef) -> bool:
    return not is_checked(game, card) and not is_fresh(game, card)


def _is_attacker(game: Game, card: CardRef) -> bool:
    """Whether a character is worth more as an attacker than Checked for EP."""
    if not _ready(game, card) or is_down(game, card):
        return False
    few = len(characters(game, owner(card))) < ENOUGH
    return strength(game, card, "AP").value > (3 if few else 1) * _ep(game, card)


def _workers(game: Game, seat: str) -> list[CardRef]:
    """The cards to Check for EP, those without another use first."""
    found = [
        card for card in _sources(game, seat) if kind(game, card) == "bg" or not _is_attacker(game, card)
    ]
    return sorted(found, key=lambda card: (kind(game, card) != "bg", -_ep(game, card)))


def _sources(game: Game, seat: str) -> list[CardRef]:
    """The cards that can be Checked for EP now."""
    down = bool(game.settings["facedown_produces"])
    return [
        card
        for card in field(game, seat)
        if kind(game, card) in SOURCES
        and _ep(game, card)
        and _ready(game, card)
        and (down or not is_down(game, card))
    ]


def _charm(game: Game, ask: Ask) -> AnyAct | None:
    """Attack with all if that wins or outnumbers the guards, else with those that no guard stops; some stay
    back if the opponent could win otherwise. Whoever cannot attack supports the heroine."""
    seat, other = ask.seat, opponent(game, ask.seat)
    if marked(game, seat, CHARMED):
        return None
    ready = [card for card in characters(game, seat) if _ready(game, card) and not is_down(game, card)]
    guards = _guards(game, other)
    hardest = max((_ap(game, card) for card in guards), default=0)
    going = [card for card in ready if _ap(game, card) > 0]
    left = evaluation.life_left(game, other)
    wins = sum(sorted(_ap(game, card) for card in going)[: max(len(going) - len(guards), 0)]) >= left
    if not wins and len(guards) >= len(going):
        toughest = max((_dp(game, card) for card in guards), default=0)
        going = [card for card in going if _dp(game, card) > hardest or _ap(game, card) >= toughest]
    if not wins:
        going = _not_needed_at_home(game, seat, going)
    if not going:
        return None
    act = Declared(seat, "charm", tuple(going))
    supported = _supported(game, seat, going, hardest)
    if supported is not None and is_allowed(game, supported):
        return supported
    return act if is_allowed(game, act) else None


def _not_needed_at_home(game: Game, seat: str, going: list[CardRef]) -> list[CardRef]:
    """The attackers that are left when enough stay to block what would lose the match."""
    foes = [card for card in characters(game, opponent(game, seat)) if not is_down(game, card)]
    threats = sorted((_ap(game, card) for card in foes), reverse=True)
    home = [card for card in _guards(game, seat) if card not in going]
    staying = sorted(going, key=lambda card: _ap(game, card))
    while staying and sum(threats[len(home) :]) >= evaluation.life_left(game, seat):
        home.append(staying.pop(0))
    return [card for card in going if card in staying]


def _supported(game: Game, seat: str, going: list[CardRef], hardest: int) -> AnyAct | None:
    """The charm with the best supporter of the heroine: DP where that lets her survive, else AP. A character
    may support before it may attack (CC-OP-13)."""
    heroine = next((card for card in going if kind(game, card) == "heroine"), None)
    idle = [
        card
        for card in _guards(game, seat)
        if card not in going and kind(game, card) == "character" and _ap(game, card) + _dp(game, card)
    ]
    if heroine is None or not idle:
        return None
    tough = max(idle, key=lambda card: _dp(game, card))
    if _dp(game, heroine) <= hardest < _dp(game, heroine) + _dp(game, tough):
        return Declared(seat, "charm", tuple(going), (tough,), words=("dp",))
    strong = max(idle, key=lambda card: _ap(game, card))
    if not _ap(game, strong):
        return None
    return Declared(seat, "charm", tuple(going), (strong,), words=("ap",))


def _ap(game: Game, card: CardRef) -> int:
    return strength(game, card, "AP").value


def _dp(game: Game, card: CardRef) -> int:
    return strength(game, card, "DP").value


def _guards(game: Game, seat: str) -> list[CardRef]:
    """The characters of a seat that could block."""
    return [card for card in characters(game, seat) if not is_checked(game, card) and not is_down(game, card)]


# --- answers -----------------------------------------------------------------------------------------


def _interrupt(game: Game, ask: Ask) -> AnyAct:
    """Stop what is worth more than the answer: raise its cost, nullify it, save whom it hurts."""
    made: Declaration = ask.subject
    passed = Passed(ask.seat, "pass")
    if made.seat == ask.seat or made.void:
        return passed
    threat = evaluation.of_declared(game, made) if made.kind in ("use", SKILL) else 0
    reach = pool(game, made.seat) + sum(_ep(game, card) for card in _sources(game, made.seat))

    def worth(act: AnyAct) -> int:
        return sum(
            _stopped(game, line, answer, made, threat, reach)
            for answer in (evaluation.declared(game, act, made),)
            for line in evaluation.lines_of(answer)
        ) - (evaluation.SCORER.CARD if act.verb == "use" else 0)

    return _best(game, ask, worth, _idle(game, ask.seat), least=INTERRUPT_LEAST) or passed


def _stopped(
    game: Game, line: tree.Effect, answer: Declaration, made: Declaration, threat: int, reach: int
) -> int:
    """Points that a line takes from what it answers."""
    match line:
        case tree.Nullify():
            return threat
        case tree.RaiseCost(amount):
            number = evaluation.SCORER.amount(game, amount, answer.context("CC-USE-3"))
            return threat if made.owed + number > reach and not made.owed > reach else 0
        case tree.Modify("DP", tree.Named(), "add", amount):
            number = evaluation.SCORER.amount(game, amount, answer.context("CC-USE-3"))
            return sum(_saved(game, card, number, made) for card in answer.targets if card in made.targets)
    return 0


def _saved(game: Game, card: CardRef, number: int, made: Declaration) -> int:
    """Points for a character that survives damage by so much more DP."""
    for line in evaluation.lines_of(made):
        if isinstance(line, tree.Damage) and owner(card) != made.seat:
            dealt = evaluation.SCORER.amount(game, line.amount, made.context("CC-USE-3"))
            return evaluation.FALLEN if dealt < _dp(game, card) + number and dealt >= _dp(game, card) else 0
    return 0


def _timing(game: Game, ask: Ask) -> AnyAct:
    """In the charm phase what turns it; in the opponent's turn also what idle cards can pay for. In the own
    draw phase everything waits for the main phase."""
    passed = Passed(ask.seat, "pass")
    own = game.table.seat == ask.seat
    if own and game.table.phase != "charm":
        return passed

    def worth(act: AnyAct) -> int:
        turned = None
        if game.table.phase == "charm":
            turned = difference(game, evaluation.declared(game, act))
        if turned is None:
            return evaluation.of_act(game, act)
        return turned - evaluation.SCORER.CARD // 2

    return _best(game, ask, worth, _idle(game, ask.seat), least=TIMING_LEAST) or passed


def _idle(game: Game, seat: str) -> list[CardRef]:
    """The cards that can be Checked for EP in the other player's turn or the charm phase without being
    missed: those that neither attack nor could block."""
    return [
        card
        for card in sorted(
            _sources(game, seat), key=lambda card: (kind(game, card) != "bg", -_ep(game, card))
        )
        if kind(game, card) == "bg" or (game.table.phase == "charm" and not takes_part(game, card))
    ]


def _draw(game: Game, ask: Ask) -> AnyAct:
    return Declared(ask.seat, "draw")


def _owed(game: Game, ask: Ask) -> AnyAct:
    """Pay what is owed, producing missing EP; pay an optional cost only with cards without another use."""
    missing = ask.subject.owed - pool(game, ask.seat)
    if missing <= 0:
        return Chose(ask.seat, "pay", number=ask.subject.owed)
    workers = _workers(game, ask.seat)
    if ask.about == "offer":
        workers = [card for card in workers if kind(game, card) == "bg"]
    if sum(_ep(game, card) for card in workers) >= missing:
        act = Declared(ask.seat, "ep", (workers[0],))
        if is_allowed(game, act):
            return act
    return Chose(ask.seat, "refuse")


def _defence(game: Game, ask: Ask) -> AnyAct:
    """Block to survive, or where the blocker survives."""
    attackers = [
        card
        for card in characters(game, opponent(game, ask.seat))
        if marked(game, card, ATTACKS) and not is_down(game, card) and not blocker_of(game, card)
    ]
    power = {card: strength(game, card, "AP").value for card in attackers}
    left = game.table.track("limit", ask.seat) - game.table.track("taken", ask.seat)
    deadly = sum(power.values()) >= left
    for attacker in sorted(attackers, key=lambda card: -power[card]):
        for blocker in sorted(_guards(game, ask.seat), key=lambda card: -strength(game, card, "DP").value):
            act = Declared(ask.seat, "defend", (blocker,), (attacker,))
            stands = strength(game, blocker, "DP").value > power[attacker]
            if (stands or deadly) and is_allowed(game, act):
                return act
    return Passed(ask.seat, "pass")


def _choose(game: Game, ask: Ask) -> AnyAct:
    """Give away the cards of least cost."""

    def cost(card: CardRef) -> int:
        printed = game.card(card)
        return (printed.cost or 0) if printed else 0

    ranked = sorted(ask.subject.among, key=cost)
    return Chose(ask.seat, "pick", tuple(ranked[: ask.subject.number]))


class ChronoCardPlayer(HeuristicPlayer):
    """Chooses by the points of ``evaluation``. Its plan is its deck."""

    answers: ClassVar = {
        "main": _main, "interrupt": _interrupt, "draw": _draw, "timing": _timing, "owed": _owed,
        "offer": _owed, "defence": _defence, "choose": _choose, "start": pass_,
    }  # fmt: skip
    """Answers by subject of the ask; other asks (which trigger comes next) get the first option."""
