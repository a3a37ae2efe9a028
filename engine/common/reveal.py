"""Cards that come into the open from where nobody could see them: a record that does not know them is asked.

The subject of the ask are the cards. Not here: the clauses under which a game asks (its verbs).
"""

from collections.abc import Iterator, Sequence

from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.legality import Facts
from engine.kernel.procedure import Procedure
from events.model.changes import CardRef
from events.model.kinds import AnyAct, Chose


def turned_up(game: Game, seat: str, cards: Sequence[CardRef], clause: str) -> Procedure:
    """Ask ``seat`` what the cards are, unless every face is known."""
    if any(not game.table.face[card] for card in cards):
        yield Ask(seat, ("reveal",), about="reveal", clause=clause, subject=tuple(cards))


def shown(game: Game, ask: Ask) -> Iterator[AnyAct]:
    """The one answer: these cards."""
    yield Chose(ask.seat, "reveal", ask.subject)


def are_shown(game: Game, ask: Ask, act: AnyAct) -> bool:
    """Whether the act names the cards that came into the open, and no others."""
    return sorted(act.cards) == sorted(ask.subject)


def how_many(game: Game, ask: Ask, act: AnyAct) -> Facts:
    """How many came into the open, and how many were named."""
    return {"number": len(ask.subject), "given": len(act.cards)}
