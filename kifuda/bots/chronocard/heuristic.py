"""The heuristic player of ChronoCard: builds a field, attacks with cards not needed for EP, blocks.

It looks one act ahead and reads only faces it may know. Not here: what an act is worth (``evaluation``).
"""

from typing import ClassVar

from engine.common.marks import marked
from engine.effect.context import opponent
from engine.effect.select import owner
from engine.games.chronocard.board import (
    ATTACKS,
    CHARMED,
    blocker_of,
    characters,
    field,
    is_checked,
    is_down,
    is_fresh,
    kind,
)
from engine.games.chronocard.declaration import SKILL, Declaration, skills
from engine.games.chronocard.ep import SOURCES, pool
from engine.games.chronocard.payment import checks_holder
from engine.games.chronocard.strength import strength
from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.legality import options
from events.model.changes import CardRef
from events.model.kinds import AnyAct, Chose, Declared, Passed
from kifuda.bots.chronocard import evaluation
from kifuda.bots.heuristic import HeuristicPlayer, is_allowed, pass_

LEAST = 3
"""The least points for which an act is done."""
ENOUGH = 4
"""Number of characters on the field from which all that can attack do so."""


# --- the main phase ----------------------------------------------------------------------------------


def _main(game: Game, ask: Ask) -> AnyAct:
    """Produce EP if that pays for a better card; else the best use or skill; else a charm; else the end."""
    best, points = _best(game, ask)
    reach = pool(game, ask.seat) + sum(_ep(game, card) for card in _workers(game, ask.seat))
    if points < _best_reachable(game, ask.seat, reach) and (workers := _workers(game, ask.seat)):
        return Declared(ask.seat, "ep", (workers[0],))
    if best is not None:
        return best
    return _charm(game, ask) or Declared(ask.seat, "end")


def _best(game: Game, ask: Ask) -> tuple[AnyAct | None, int]:
    """The use or skill with the most points of those that can be declared now, and these points."""
    found: tuple[AnyAct | None, int] = (None, LEAST - 1)
    for verb in ("use", "skill"):
        for act in game.rules.verbs[verb].options(game, ask):
            points = evaluation.of_act(game, act)
            if points > found[1] and is_allowed(game, act) and not _wasted(game, ask, act):
                found = (act, points)
    return found


def _wasted(game: Game, ask: Ask, act: AnyAct) -> bool:
    """Whether a skill Checks an attacker that could deal more damage."""
    if act.verb != "skill":
        return False
    ability = skills(game.printed(act.cards[0]))[(act.number or 1) - 1]
    card = act.cards[0]
    return (
        checks_holder(ability) and kind(game, card) in ("character", "heroine") and _is_attacker(game, card)
    )


def _best_reachable(game: Game, seat: str, reach: int) -> int:
    """Points of the best card in hand that EP could pay for; 0 if none."""
    found = 0
    for card in game.table.at(f"hand.{seat}"):
        printed = game.card(card)
        if printed is None or (printed.cost or 0) > reach or "as-answer" in printed.keywords:
            continue
        if printed.kind == "event" and printed.all("use")[0].targets:
            continue  # its worth depends on targets: used only when EP is already there
        if printed.kind == "character" and _name_taken(game, seat, printed.name.ja):
            continue
        found = max(found, evaluation.of_act(game, Declared(seat, "use", (card,))))
    return found if found >= LEAST else 0


def _name_taken(game: Game, seat: str, name: str) -> bool:
    return any(game.printed(card).name.ja == name for card in characters(game, seat))


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
    """Attack with all if that wins or outnumbers the guards, else with those whose DP exceeds their AP."""
    seat = ask.seat
    if marked(game, seat, CHARMED):
        return None
    ready = [card for card in characters(game, seat) if _ready(game, card) and not is_down(game, card)]
    guards = _guards(game, opponent(game, seat))
    strongest = max((strength(game, card, "AP").value for card in guards), default=0)
    going = [card for card in ready if strength(game, card, "AP").value > 0]
    total = sum(strength(game, card, "AP").value for card in going)
    left = game.table.track("limit", seat) - game.table.track("taken", opponent(game, seat))
    if total < left and len(guards) >= len(going):
        going = [card for card in going if strength(game, card, "DP").value > strongest]
    if not going:
        return None
    act = Declared(seat, "charm", tuple(going))
    helper = next((card for card in ready if card not in going), None)
    if helper is not None and any(kind(game, card) == "heroine" for card in going):
        supported = Declared(seat, "charm", tuple(going), (helper,), words=("ap",))
        if is_allowed(game, supported):
            return supported
    return act if is_allowed(game, act) else None


def _guards(game: Game, seat: str) -> list[CardRef]:
    """The characters of a seat that could block."""
    return [card for card in characters(game, seat) if not is_checked(game, card) and not is_down(game, card)]


# --- answers -----------------------------------------------------------------------------------------


def _interrupt(game: Game, ask: Ask) -> AnyAct:
    """Raise the cost of a use or skill beyond what the opponent can pay; interrupt nothing else."""
    made: Declaration = ask.subject
    passed = Passed(ask.seat, "pass")
    if made.kind not in ("use", SKILL) or made.owed:
        return passed
    other = made.seat
    reach = pool(game, other) + sum(_ep(game, card) for card in _sources(game, other))
    for act in options(game):
        if act.verb in ("use", "skill") and _raises(game, act) > reach:
            return act
    return passed


def _raises(game: Game, act: AnyAct) -> int:
    """By how much an act raises the cost of what it answers."""
    printed = game.printed(act.cards[0])
    text = printed.all("use") if act.verb == "use" else skills(printed)[(act.number or 1) - 1 :]
    return sum(_raised(line) for line in text[0].do) if text else 0


def _raised(line: object) -> int:
    amount = getattr(line, "amount", None)
    return int(getattr(amount, "value", 0)) if type(line).__name__ == "RaiseCost" else 0


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
        "main": _main, "interrupt": _interrupt, "draw": _draw, "timing": pass_, "owed": _owed,
        "offer": _owed, "defence": _defence, "choose": _choose, "start": pass_,
    }  # fmt: skip
    """Answers by subject of the ask; other asks (which trigger comes next) get the first option."""
