"""Summoning from hand, and the row for a unit that a text summons.

Not here: the consequences of an allowed act (``summon``).
"""

from collections.abc import Iterator

from engine.common.requirements import card_facts, face_known, in_hand, place_facts, printed
from engine.games.genesis_garden.board import ROWS, SUMMONS, has_room
from engine.games.genesis_garden.headquarters import survives_sending
from engine.games.genesis_garden.summon import hero_condition_met, units_of_race
from engine.games.genesis_garden.unit import race
from engine.games.genesis_garden.verbs.shared import in_phase
from engine.kernel.ask import Ask
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.legality import ActType, Facts, Requirement
from events.model.kinds import AnyAct, Chose, Declared


def _options(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for card in game.table.at(f"hand.{ask.seat}"):
        for row in ROWS:
            yield Declared(ask.seat, "summon", (card,), words=(row,))


def _summons_left(game: Game, ask: Ask, act: AnyAct) -> bool:
    return game.table.track("summons", act.seat) < SUMMONS


def _rank_met(game: Game, ask: Ask, act: AnyAct) -> bool:
    card = printed(game, act)
    return card is None or hero_condition_met(game, act.seat, card)


def _rank(game: Game, ask: Ask, act: AnyAct) -> Facts:
    card = printed(game, act)
    if card is None:
        return card_facts(game, ask, act)
    there = units_of_race(game, act.seat, card)
    return {"card": act.cards[0], "rank": card.stats.get("rank", 0), "there": there, "symbol": race(card)}


def _one_row(game: Game, ask: Ask, act: AnyAct) -> bool:
    return len(act.words) == 1


def _has_room(game: Game, ask: Ask, act: AnyAct) -> bool:
    return has_room(game, act.seat, act.words[0])


def _row(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return {"place": act.words[0]}


def _survives(game: Game, ask: Ask, act: AnyAct) -> bool:
    card = printed(game, act)
    if game.settings["cost_may_lose"] or card is None:
        return True
    return survives_sending(game, act.seat, card.cost or 0)


def _cost(game: Game, ask: Ask, act: AnyAct) -> Facts:
    card = printed(game, act)
    return {"cost": card.cost if card else 0, "left": len(game.table.at(f"hq.{act.seat}"))}


def _own_main(game: Game, ask: Ask, act: AnyAct) -> bool:
    return game.table.seat == act.seat and game.table.phase == "main"


SUMMON = ActType(
    "summon",
    Declared,
    ("召喚",),
    "CARD front|rear",
    Bilingual("手札のカードを前衛か後衛に召喚する", "summon a card from hand to the front or the rear row"),
    _options,
    requirements=(
        Requirement("GG-SETUP-6", "not-in-hand", in_hand, place_facts),
        Requirement("GG-SETUP-6", "face-unknown", face_known),
        Requirement("GG-SUM-1", "four-summons", _summons_left),
        Requirement("GG-SUM-11", "rank-not-met", _rank_met, _rank),
        Requirement("GG-SUM-3", "one-row", _one_row),
        Requirement("GG-SUM-5", "row-is-full", _has_room, _row),
        Requirement("GG-OP-20", "would-lose", _survives, _cost),
    ),
    elsewhere=(
        Requirement("GG-SUM-2", "only-in-main-phase", in_phase("main")),
        Requirement("GG-SUM-2", "not-your-turn", _own_main),
    ),
    cards=(1, 1),
    words=ROWS,
)


def _rows(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for row in ROWS:
        yield Chose(ask.seat, "place", words=(row,))


PLACE = ActType(
    "place",
    Chose,
    ("置く",),
    "front|rear",
    Bilingual("速攻召喚するカードを置く列", "the row for a card that is quick-summoned"),
    _rows,
    requirements=(
        Requirement("GG-SUM-3", "one-row", _one_row),
        Requirement("GG-SUM-5", "row-is-full", _has_room, _row),
    ),
    words=ROWS,
)
