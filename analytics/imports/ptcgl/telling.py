"""What a log tells, as events: the walk over its blocks, and what all sentences need of it.

Each line of the log is a note (``line``, or ``skipped`` where it was not understood), followed by the events
that were read from it; so every event knows its line. Where a sentence does not fit the table, a note says so
(``misnamed``, ``miscounted``, ``unplaced``), and nothing is made up to fit. Not here: the sentences themselves
(``setup``, ``acts``, ``moves``, ``combat``).
"""

import tomllib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from analytics.imports.ptcgl.board import Board
from analytics.imports.ptcgl.pages import Block, Skipped
from analytics.imports.ptcgl.statement import Statement
from engine.table import Table
from events.changes import AnyChange, CardRef, Changes, FaceId
from events.kinds import AnyEvent, Derived, Happened, Noted, Opened

ORIGINS: dict[str, dict[str, list[str]]] = tomllib.loads(
    Path(__file__).with_name("origins.toml").read_text("utf-8")
)
Handler = Callable[["Telling", Statement], None]


class Telling:
    """The match as far as it was read. ``act`` is the event that what comes next follows from.

    ``source`` is the attack, ability or card that the block stands under · ``emptied``: seats whose hand went
    back in this block and was not drawn anew · ``drawn``: those that drew anew · ``returning``: whose hand the
    next sentence sends back · ``placed``: the card that a switch has just made the active one.
    """

    def __init__(self, opened: Opened, handlers: dict[str, Handler]) -> None:
        self.handlers = handlers
        self.derived: list[Derived] = []
        self.table = Table()
        self.board = Board(self.table)
        self.seats = tuple(opened.players)
        self.line = 0
        self.text = ""
        self.act: int | None = None
        self.turns = 0
        self.laid = False
        self.checking = False
        self.source = ""
        self.placed: CardRef | None = None
        self.emptied: list[str] = []
        self.drawn: list[str] = []
        self.returning = ""
        self.block = Block(None, (), ())
        self.ahead: Sequence[Statement] = ()
        self.add(opened, None)

    def walk(self, blocks: Iterable[Block]) -> None:
        """Tell the blocks, in order."""
        told = list(blocks)
        said = [line for block in told for line in block.lines if isinstance(line, Statement)]
        done = 0
        for block in told:
            self.block = block
            self.emptied, self.drawn, self.returning = [], [], ""
            for line in block.lines:
                self.line, self.text = line.line, line.text
                if isinstance(line, Skipped):
                    self.note("skipped")
                    continue
                done += 1
                self.ahead = said[done:]
                self.note("line")
                self.handlers[line.kind](self, line)
                if line.cards and line.kind in COUNTED and len(line.cards) != line.number:
                    self.note("miscounted")

    # --- what is told ------------------------------------------------------------------------------------

    def add(self, event: AnyEvent, cause: int | None) -> int:
        """Add an event to the match; its seq."""
        self.derived.append((event, cause))
        self.table.apply(event)
        return len(self.derived) - 1

    def note(self, topic: str) -> None:
        """A remark on the line at hand."""
        self.add(Noted(topic, self.text, self.line), None)

    def begin(self, event: AnyEvent, source: str = "") -> int:
        """An act or a span, from which the next sentences follow."""
        self.act = self.add(event, None)
        self.source = source
        return self.act

    def happened(
        self, what: str, of: str, changes: Iterable[AnyChange] = (), *, amount: int = 0, card: CardRef = ""
    ) -> None:
        """A consequence of the act at hand."""
        self.add(Happened(what, of, (), amount, card, tuple(changes)), self.act)

    # --- who and what is meant ---------------------------------------------------------------------------

    def other(self, seat: str) -> str:
        """The opponent of a seat."""
        first, second = self.seats
        return second if seat == first else first

    def there(self, owner: str, face: FaceId, spot: str = "") -> list[CardRef]:
        """The cards in play that a sentence may mean; those of the opponent, with a note, if only they can be
        meant: some versions of the program name the wrong owner."""
        found = self.board.in_play(owner, face, spot) or self.board.in_play(owner, face)
        if not found and (found := self.board.in_play(self.other(owner), face)):
            self.note("misnamed")
        return found

    def taken(self, seat: str, faces: Sequence[FaceId], zones: Sequence[str]) -> list[tuple[CardRef, FaceId]]:
        """A card for each face, with a note where there are too few."""
        left_behind = [
            card for card in self.board.left_behind(seat) if self.table.face[card] in filter(None, faces)
        ]
        found: list[tuple[CardRef, FaceId]] = []
        for face in faces:
            fitting = (card for card in left_behind if self.table.face[card] == face)
            card = next(fitting, None) or self.board.pick(seat, face, zones, [card for card, _ in found])
            if card is not None:
                found.append((card, face))
                left_behind = [other for other in left_behind if other != card]
        if len(found) < len(faces):
            self.note("unplaced")
        return found

    def gone(
        self, cards: Iterable[tuple[CardRef, FaceId]], zone: str, *, under: bool = False
    ) -> Changes:
        """That these cards, which turn out to be these faces, go to a zone of their owners."""
        return tuple(
            change for card, face in cards for change in self.board.goes(card, zone, face, under=under)
        )

    def shuffles(self, seat: str) -> bool:
        """Whether a seat shuffles its deck in this block: then it looked through it."""
        return any(line.kind == "shuffle deck" and line.who == seat for line in self.block.below)


def named(said: Statement) -> tuple[FaceId, ...]:
    """The cards of a sentence: the one it names, those listed below it, or so many unknown ones."""
    return said.cards or ((said.card,) if said.card else ("",) * min(said.number, MOST))


MOST = 60
"""No sentence is about more cards than a deck has."""
COUNTED = frozenset(
    {"draw", "bench", "discard", "discarded from", "into deck", "under deck", "on deck"}
    | {"to deck", "to hand", "to discard", "to lost", "to prizes", "opened"}
)
"""Sentences that give a number and list as many cards below."""
