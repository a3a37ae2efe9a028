"""Hidden cards that are turned up: if the record does not know them, a seat is asked.

The subject of the ask is the cards. Not here: the clauses under which a game asks.
"""

from collections.abc import Iterator, Sequence

from engine.kernel.ask import Ask
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.legality import ActType, Facts, Requirement
from engine.kernel.procedure import Procedure
from events.model.changes import CardRef
from events.model.kinds import AnyAct, Chose


def ask_faces(
    game: Game, seat: str, cards: Sequence[CardRef], clause: str, *, then: tuple[str, ...] = ()
) -> Procedure:
    """Ask ``seat`` what the cards are, unless every face is known. ``then`` as in ``Ask``."""
    if any(not game.table.face[card] for card in cards):
        yield Ask(seat, ("reveal",), about="reveal", clause=clause, subject=tuple(cards), then=then)


def reveal_options(game: Game, ask: Ask) -> Iterator[AnyAct]:
    """The only answer: to name these cards."""
    yield Chose(ask.seat, "reveal", ask.subject)


def names_revealed(game: Game, ask: Ask, act: AnyAct) -> bool:
    """Whether the act names the revealed cards and no others."""
    return sorted(act.cards) == sorted(ask.subject)


def number_facts(game: Game, ask: Ask, act: AnyAct) -> Facts:
    """How many cards were revealed, and how many were named."""
    return {"number": len(ask.subject), "given": len(act.cards)}


def reveal_act(clause: str, why: str, says: Bilingual, *, most: int) -> ActType:
    """The act that names the cards, at most ``most``; other cards are refused by ``clause`` with ``why``."""
    return ActType(
        "reveal",
        Chose,
        ("めくる",),
        "CARD…",
        says,
        reveal_options,
        requirements=(Requirement(clause, why, names_revealed, number_facts),),
        cards=(1, most),
        unseen=lambda game, ask: True,
    )
