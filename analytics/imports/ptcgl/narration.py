"""What a log tells, as events: the walk over its blocks, and what all sentences need of it.

Each line of the log is a note (``line``, or ``skipped`` where it was not understood), followed by the events
that were read from it; so every event knows its line. Where a sentence does not fit the table, a note says
so (``misnamed``, ``miscounted``, ``unplaced``), and nothing is made up to fit. Not here: the sentences
themselves (``setup``, ``acts``, ``moves``, ``combat``).
"""

import tomllib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from analytics.imports.ptcgl.blocks import Block, Skipped
from analytics.imports.ptcgl.board import IN_PLAY, Board
from analytics.imports.ptcgl.statement import Statement
from engine.kernel.table import Table
from events.model.changes import AnyChange, CardRef, Changes, FaceId
from events.model.kinds import AnyEvent, Declared, Derived, Happened, Noted, Opened

ORIGINS: dict[str, dict[str, list[str]]] = tomllib.loads(
    Path(__file__).with_name("origins.toml").read_text("utf-8")
)
"""What is done → attack, ability or card → the zones that its cards come from."""
MOST = 60
"""No sentence is about more cards than a deck has."""
AHEAD = 20
"""So many sentences are looked ahead."""
COUNTED = frozenset(
    {"draw", "bench", "discard", "discarded from", "into deck", "under deck", "on deck"}
    | {"to deck", "to hand", "to discard", "to lost", "to prizes", "opened"}
)
"""Sentences that give a number and list as many cards below."""

Found = list[tuple[CardRef, FaceId]]
"""Cards, and what each turns out to be (``""``: nothing new is known of it)."""
Handler = Callable[["Telling", Statement], None]


@dataclass
class Course:
    """An act, or a span of play, and what came of it so far.

    ``seq`` of its event (None before all) · ``seat`` and ``card`` that act · ``source``: the attack, ability
    or card by name · ``fallen``: cards that have left play since · ``lifted``: cards that came off others.
    """

    seq: int | None = None
    seat: str = ""
    card: CardRef = ""
    source: str = ""
    fallen: list[CardRef] = field(default_factory=list)
    lifted: list[CardRef] = field(default_factory=list)


@dataclass
class Hands:
    """Hands that go back to the deck in one block. ``returning``: the seat whose hand does so in the next
    sentence · ``emptied``: those that have none now · ``drawn``: those that drew since."""

    returning: str = ""
    emptied: list[str] = field(default_factory=list)
    drawn: list[str] = field(default_factory=list)


class Telling:
    """The match as far as it was read.

    ``derived`` are its events, ``table`` their fold, ``course`` and ``hands`` what goes on. ``block`` and
    ``ahead`` are the sentences around the one at hand, ``placed`` the cards that switches have just made the
    active ones; ``settled``: mulligans are over.
    """

    def __init__(self, opened: Opened, handlers: dict[str, Handler]) -> None:
        self.handlers = handlers
        self.derived: list[Derived] = []
        self.table = Table()
        self.board = Board(self.table)
        self.seats = tuple(opened.players)
        self.course = Course()
        self.hands = Hands()
        self.block = Block(None, (), ())
        self.ahead: Sequence[Statement] = ()
        self.placed: list[CardRef] = []
        self.settled = False
        self._line, self._text = 0, ""
        self.add(opened, None)

    def walk(self, blocks: Iterable[Block]) -> None:
        """Tell the blocks, in order."""
        told = list(blocks)
        said = [line for block in told for line in block.lines if isinstance(line, Statement)]
        done = 0
        for block in told:
            self.block, self.hands = block, Hands()
            for line in block.lines:
                self._line, self._text = line.line, line.text
                if isinstance(line, Skipped):
                    self.note("skipped")
                    continue
                done += 1
                self.ahead = said[done : done + AHEAD]
                self._tell(line)

    def _tell(self, said: Statement) -> None:
        self.note("line")
        if said.cards and said.kind in COUNTED and len(said.cards) != said.number:
            self.note("miscounted")
        self.handlers[said.kind](self, said)

    # --- what is told ------------------------------------------------------------------------------------

    def add(self, event: AnyEvent, cause: int | None) -> int:
        """Add an event to the match; its seq."""
        self.derived.append((event, cause))
        self.table.apply(event)
        return len(self.derived) - 1

    def note(self, topic: str) -> None:
        """A remark on the line at hand."""
        self.add(Noted(topic, self._text, self._line), None)

    def begin(self, event: AnyEvent, source: str = "") -> None:
        """An act or a span, from which the next sentences follow."""
        seq = self.add(event, None)
        if isinstance(event, Declared):
            card = event.cards[0] if event.cards else ""
            self.course = Course(seq, event.seat, card, source)
        else:
            self.course = Course(seq)

    def follow(self, event: AnyEvent) -> None:
        """An event that follows from the act or span at hand."""
        self.add(event, self.course.seq)

    def happened(
        self, what: str, of: str, changes: Iterable[AnyChange] = (), *, amount: int = 0, card: CardRef = ""
    ) -> None:
        """A consequence of the act at hand."""
        self.follow(Happened(what, of, (), amount, card, tuple(changes)))

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
        if not found:
            self.note("unplaced")
        return found

    def taken(
        self, seat: str, faces: Sequence[FaceId], zones: Sequence[str], *, loose: bool = False
    ) -> Found:
        """A card for each face, with a note where there are too few. ``loose``: what has come off a card, or
        was left behind by one, since the act is meant before all else."""
        found: Found = []
        for face in faces:
            taken = [card for card, _ in found]
            off = (card for card in self._loose() if self.table.face[card] == face and card not in taken)
            card = (next(off, None) if loose and face else None) or self._pick(seat, face, zones, taken)
            if card is not None:
                found.append((card, face))
        if len(found) < len(faces):
            self.note("unplaced")
        return found

    def _pick(
        self, seat: str, face: FaceId, zones: Sequence[str], taken: Sequence[CardRef]
    ) -> CardRef | None:
        for zone in zones:
            own = zone == "own"
            there = self.table.guests.get(self.course.card, ()) if own else self.board.at(zone, seat)
            card = self.board.pick(face, [card for card in there if card not in taken])
            if card is not None:
                return card
        return None

    def _loose(self) -> Iterator[CardRef]:
        yield from self.course.lifted
        for card in self.course.fallen:
            yield from self.table.guests.get(card, ())
        yield from self.course.fallen

    def gone(self, cards: Found, zone: str, *, under: bool = False) -> Changes:
        """That these cards, which turn out to be these faces, go to a zone of their owners."""
        changes: list[AnyChange] = []
        for card, face in cards:
            if zone not in IN_PLAY and self.board.zone(card) in IN_PLAY:
                self.course.fallen.append(card)
            changes += self.board.goes(card, zone, face, under=under)
        return tuple(changes)

    def shuffles(self, seat: str) -> bool:
        """Whether a seat shuffles its deck in this block: then it looked through it."""
        return any(line.kind == "shuffle deck" and line.who == seat for line in self.block.below)

    def draws_later(self, seat: str) -> bool:
        """Whether a later sentence of this block says that a seat draws."""
        later = (line for line in self.block.below if line.line > self._line)
        return any(line.kind == "draw" and line.who == seat for line in later)


def named(said: Statement) -> tuple[FaceId, ...]:
    """The cards of a sentence: the one it names, those listed below it, or so many unknown ones."""
    return said.cards[:MOST] or ((said.card,) if said.card else ("",) * min(said.number, MOST))
