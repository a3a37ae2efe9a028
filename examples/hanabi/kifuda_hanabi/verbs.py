"""The acts of Hanabi: for each its candidates, its requirements in order, and the clause of each.

Cards of the own hand are named by their place, the oldest being 1: their holder does not know them. Not here:
the consequences of an allowed act (``turn``).
"""

from collections.abc import Iterator
from dataclasses import replace

from engine.common.answers import PASS, Options
from engine.common.requirements import never
from engine.common.reveal import reveal_act
from engine.kernel.ask import Ask
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.legality import ActType, Facts, Requirement
from events.model.changes import CardRef
from events.model.kinds import AnyAct, Declared
from kifuda_hanabi.board import CLUES_MOST, PROPERTIES, count, hand
from kifuda_hanabi.knowledge import points_at

# --- clues ---------------------------------------------------------------------------------------------


def _clues(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for seat in game.rules.seats:
        if seat != ask.seat:
            yield from (Declared(ask.seat, "clue", targets=(seat,), words=(named,)) for named in PROPERTIES)


def _given(game: Game, ask: Ask, act: AnyAct) -> bool:
    """Clues are all that is said about hands (HA-SEE-9), and they are limited."""
    return count(game, "clues") > 0


def _to_another(game: Game, ask: Ask, act: AnyAct) -> bool:
    return act.targets[0] in game.rules.seats and act.targets[0] != act.seat


def _one_property(game: Game, ask: Ask, act: AnyAct) -> bool:
    return len(act.words) == 1


def _faces(game: Game, act: AnyAct) -> dict[CardRef, str]:
    return {card: game.table.face[card] for card in hand(game, act.targets[0])}


def _whole(game: Game, ask: Ask, act: AnyAct) -> bool:
    """Whether the cards that a record says a clue pointed at are all that it points at; cards that the record
    does not know may be among them."""
    if not act.cards:
        return True
    faces = _faces(game, act)
    meant = {card for card, face in faces.items() if face and points_at(face, act.words[0])}
    unknown = {card for card, face in faces.items() if not face}
    return meant <= {*act.cards} <= meant | unknown


def _touched_facts(game: Game, ask: Ask, act: AnyAct) -> Facts:
    faces = _faces(game, act)
    meant = sum(bool(face) and points_at(face, act.words[0]) for face in faces.values())
    return {"meant": meant, "given": len(act.cards)}


def _touches_one(game: Game, ask: Ask, act: AnyAct) -> bool:
    if game.settings["empty_clue"] == "allowed" or act.cards:
        return True
    return any(not face or points_at(face, act.words[0]) for face in _faces(game, act).values())


CLUE = ActType(
    "clue",
    Declared,
    ("ヒント",),
    "[CARD…] COLOUR|NUMBER > SEAT",
    Bilingual(
        "手札の色か数字を一つ教える。指すカードは書かなくてよい",
        "tell a player a colour or a number of the hand; the cards pointed at need not be written",
    ),
    _clues,
    requirements=(
        Requirement("HA-CLUE-2", "no-clue-free", _given),
        Requirement("HA-CLUE-3", "clue-to-oneself", _to_another),
        Requirement("HA-CLUE-4", "one-property", _one_property),
        Requirement("HA-CLUE-5", "incomplete-clue", _whole, _touched_facts),
        Requirement("HA-CLUE-7", "empty-clue", _touches_one),
    ),
    cards=(0, 5),
    targets=(1, 1),
    words=PROPERTIES,
    unseen=lambda game, ask: True,
    clause="HA-CLUE-4",
    target_clause="HA-CLUE-3",
)

# --- the own hand ----------------------------------------------------------------------------------------


def _places(verb: str) -> Options:
    """Every place of the own hand."""

    def candidates(game: Game, ask: Ask) -> Iterator[AnyAct]:
        for number in range(1, len(hand(game, ask.seat)) + 1):
            yield Declared(ask.seat, verb, number=number)

    return candidates


def _in_hand(game: Game, ask: Ask, act: AnyAct) -> bool:
    return 1 <= (act.number or 0) <= len(hand(game, act.seat))


def _hand_facts(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return {"given": act.number or 0, "held": len(hand(game, act.seat))}


def _token_used(game: Game, ask: Ask, act: AnyAct) -> bool:
    return count(game, "clues") < CLUES_MOST or game.settings["discard_at_full"] == "allowed"


def _same_hand(game: Game, ask: Ask, act: AnyAct) -> bool:
    return sorted(act.cards) == sorted(hand(game, act.seat)) and list(act.cards) != hand(game, act.seat)


def _no_orders(game: Game, ask: Ask) -> Iterator[AnyAct]:
    """Every other order is allowed; only the one that moves the oldest card to the end is listed."""
    cards = hand(game, ask.seat)
    if len(cards) > 1:
        yield Declared(ask.seat, "arrange", (*cards[1:], cards[0]))


DISCARD = ActType(
    "discard",
    Declared,
    ("捨てる",),
    "PLACE",
    Bilingual("自分の手札の1枚を捨てる（1が最も古い）", "discard a card of the own hand; 1 is the oldest"),
    _places("discard"),
    requirements=(
        Requirement("HA-DISC-1", "no-such-place", _in_hand, _hand_facts),
        Requirement("HA-DISC-2", "clues-full", _token_used),
    ),
    numbered=True,
    clause="HA-DISC-1",
)
PLAY = ActType(
    "play",
    Declared,
    ("出す",),
    "PLACE",
    Bilingual("自分の手札の1枚を出す（1が最も古い）", "play a card of the own hand; 1 is the oldest"),
    _places("play"),
    requirements=(Requirement("HA-PLAY-1", "no-such-place", _in_hand, _hand_facts),),
    numbered=True,
    clause="HA-PLAY-1",
)
ARRANGE = ActType(
    "arrange",
    Declared,
    ("並べ替え",),
    "CARD…",
    Bilingual(
        "自分の手札を並べ替える。左から順にすべて書く",
        "put the own hand in another order; all of it, the oldest place first",
    ),
    _no_orders,
    requirements=(Requirement("HA-DRAW-3", "not-the-hand", _same_hand),),
    elsewhere=(Requirement("HA-DRAW-3", "by-age", never),),
    cards=(1, 5),
    clause="HA-DRAW-3",
)
REVEAL = reveal_act(
    "HA-SEE-5",
    "not-the-card",
    Bilingual("出すか捨てるかしたカードの表", "what the card is that was played or discarded"),
    most=1,
)
NO_PASS = replace(PASS, elsewhere=(Requirement("HA-TURN-3", "no-pass", never),))

VERBS = {verb.name: verb for verb in (CLUE, DISCARD, PLAY, ARRANGE, REVEAL, NO_PASS)}
