"""Builds the events of a match from the blocks of its log, and finds the cards that a sentence means.

Each line of the log is a note (``line``, or ``skipped`` where it was not understood), followed by the events
that were read from it; so every event knows its line. Where a sentence does not fit the table, a note says
so (``misnamed``, ``miscounted``, ``unplaced``), and nothing is invented to make it fit. Not here: the
sentences themselves (``setup``, ``acts``, ``moves``, ``combat``).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import tomli

from analytics.imports.ptcgl.blocks import Block, Skipped
from analytics.imports.ptcgl.board import IN_PLAY, Board
from analytics.imports.ptcgl.statement import Statement
from engine.kernel.table import Table
from events.model.changes import AnyChange, CardRef, Changes, FaceId
from events.model.kinds import AnyEvent, Declared, Derived, Happened, Noted, Opened

ORIGINS: dict[str, dict[str, list[str]]] = tomli.loads(
    Path(__file__).with_name("origins.toml").read_text("utf-8")
)
"""What happens → attack, ability or card → the zones that its cards come from."""
MAX_CARDS = 60
"""Of one sentence: as many as a deck has."""
LOOKAHEAD = 20
"""How many of the next sentences a handler can see."""
COUNTED_KINDS = frozenset(
    {"draw", "bench", "discard", "discarded from", "into deck", "under deck", "on deck"}
    | {"to deck", "to hand", "to discard", "to lost", "to prizes", "opened"}
)
"""Kinds of sentences that give a number and list as many cards below."""

CardFaces = list[tuple[CardRef, FaceId]]
"""Cards, each with the face that is now known (``""``: nothing new is known)."""
Handler = Callable[["MatchBuilder", Statement], None]


@dataclass
class CurrentAct:
    """The act, or the span of play, from which the next sentences follow.

    ``seq`` of its event (None before the first) · ``seat`` and ``card`` that act · ``source``: the attack,
    ability or card by name · ``left_play``: cards that have left play since · ``taken_off``: cards that were
    taken off others.
    """

    seq: int | None = None
    seat: str = ""
    card: CardRef = ""
    source: str = ""
    left_play: list[CardRef] = field(default_factory=list)
    taken_off: list[CardRef] = field(default_factory=list)


@dataclass
class ReturnedHands:
    """Hands that return to the deck in one block. ``returning``: the seat whose hand does so in the next
    sentence · ``emptied``: those that have none now · ``drawn``: those that drew since."""

    returning: str = ""
    emptied: list[str] = field(default_factory=list)
    drawn: list[str] = field(default_factory=list)


class MatchBuilder:
    """The match as far as it was read.

    ``derived`` are its events, ``table`` their fold, ``current`` the act that goes on, ``hands`` those that
    return to the deck. ``block`` and ``next_statements`` are the sentences around the current one,
    ``switched_in`` the cards that switches have just made active; ``hands_settled``: mulligans are over.
    """

    def __init__(self, opened: Opened, handlers: dict[str, Handler]) -> None:
        self.handlers = handlers
        self.derived: list[Derived] = []
        self.table = Table()
        self.board = Board(self.table)
        self.seats = tuple(opened.players)
        self.current = CurrentAct()
        self.hands = ReturnedHands()
        self.block = Block(None, (), ())
        self.next_statements: Sequence[Statement] = ()
        self.switched_in: list[CardRef] = []
        self.hands_settled = False
        self._line, self._text = 0, ""
        self.add(opened, None)

    def read(self, blocks: Sequence[Block]) -> None:
        """Add the events of these blocks, in order."""
        statements = [line for block in blocks for line in block.lines if isinstance(line, Statement)]
        done = 0
        for block in blocks:
            self.block, self.hands = block, ReturnedHands()
            for line in block.lines:
                self._line, self._text = line.line, line.text
                if isinstance(line, Skipped):
                    self.note("skipped")
                    continue
                done += 1
                self.next_statements = statements[done : done + LOOKAHEAD]
                self._apply(line)

    def _apply(self, statement: Statement) -> None:
        self.note("line")
        if statement.kind in COUNTED_KINDS and len(statement.cards) not in (0, statement.number):
            self.note("miscounted")
        self.handlers[statement.kind](self, statement)

    # --- adding events -----------------------------------------------------------------------------------

    def add(self, event: AnyEvent, cause: int | None) -> int:
        """Add an event to the match; its seq."""
        self.derived.append((event, cause))
        self.table.apply(event)
        return len(self.derived) - 1

    def note(self, topic: str) -> None:
        """Add a note on the current line."""
        self.add(Noted(topic, self._text, self._line), None)

    def begin(self, event: AnyEvent, source: str = "") -> None:
        """Add an act or a span, from which the next sentences follow."""
        seq = self.add(event, None)
        if isinstance(event, Declared):
            card = event.cards[0] if event.cards else ""
            self.current = CurrentAct(seq, event.seat, card, source)
        else:
            self.current = CurrentAct(seq)

    def follow(self, event: AnyEvent) -> None:
        """Add an event that follows from the current act or span."""
        self.add(event, self.current.seq)

    def happened(
        self, what: str, of: str, changes: Iterable[AnyChange] = (), *, amount: int = 0, card: CardRef = ""
    ) -> None:
        """Add a consequence of the current act."""
        self.follow(Happened(what, of, (), amount, card, tuple(changes)))

    # --- finding players and cards -----------------------------------------------------------------------

    def opponent(self, seat: str) -> str:
        """The opponent of a seat."""
        first, second = self.seats
        return second if seat == first else first

    def find_in_play(self, owner: str, face: FaceId, spot: str = "") -> list[CardRef]:
        """The cards in play that a sentence may mean. If the owner has none, those of the opponent, with a
        note: some versions of the program name the wrong owner."""
        found = self.board.in_play(owner, face, spot) or self.board.in_play(owner, face)
        if not found and (found := self.board.in_play(self.opponent(owner), face)):
            self.note("misnamed")
        if not found:
            self.note("unplaced")
        return found

    def take_cards(
        self, seat: str, faces: Sequence[FaceId], zones: Sequence[str], *, detached: bool = False
    ) -> CardFaces:
        """A card for each face, with a note where there are too few. ``detached``: cards that have come off
        another card, or were left behind by one, since the act began are taken first."""
        found: CardFaces = []
        for face in faces:
            taken = [card for card, _ in found]
            off = (card for card in self._detached() if self.table.face[card] == face and card not in taken)
            card = (next(off, None) if detached and face else None) or self._pick(seat, face, zones, taken)
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
            there = self.table.guests.get(self.current.card, ()) if own else self.board.at(zone, seat)
            card = self.board.pick(face, [card for card in there if card not in taken])
            if card is not None:
                return card
        return None

    def _detached(self) -> Iterator[CardRef]:
        yield from self.current.taken_off
        for card in self.current.left_play:
            yield from self.table.guests.get(card, ())
        yield from self.current.left_play

    def move_cards(self, cards: CardFaces, zone: str, *, under: bool = False) -> Changes:
        """The changes by which these cards, with these faces, go to a zone of their owners."""
        changes: list[AnyChange] = []
        for card, face in cards:
            if zone not in IN_PLAY and self.board.zone(card) in IN_PLAY:
                self.current.left_play.append(card)
            changes += self.board.move(card, zone, face, under=under)
        return tuple(changes)

    def shuffles(self, seat: str) -> bool:
        """Whether a seat shuffles its deck in this block, and so has searched it."""
        return any(line.kind == "shuffle deck" and line.who == seat for line in self.block.below)

    def draws_later(self, seat: str) -> bool:
        """Whether a later sentence of this block says that a seat draws."""
        later = (line for line in self.block.below if line.line > self._line)
        return any(line.kind == "draw" and line.who == seat for line in later)


def named_cards(statement: Statement) -> tuple[FaceId, ...]:
    """The cards of a sentence: those listed below it, the one it names, or its number of unknown ones."""
    cards = statement.cards[:MAX_CARDS] or ((statement.card,) if statement.card else ())
    return cards or ("",) * min(statement.number, MAX_CARDS)
