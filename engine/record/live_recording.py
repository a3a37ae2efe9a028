"""A match that goes on: one scorekeeper's hand writes it into a log, line by line, as the engine asks.

Every line is what a record would have (``engine.record.notation``): an act, a foul, a ruling, a claim. It is
on disk with all that follows from it when ``write`` returns, or nothing of it is. Not here: files that were
written down before (``engine.record.notation.read``), and what the acts must be (``legality``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Protocol

from engine.kernel.ask import TABLE
from engine.kernel.deal import Deal
from engine.kernel.game import Game
from engine.kernel.legality import Refused, options
from engine.record.match import Match
from engine.record.notation.examine import refused_at, unanswered
from engine.record.notation.glossary import glossary_of
from engine.record.notation.head.head import read_head
from engine.record.notation.head.toml import composed
from engine.record.notation.line.claim import check_line
from engine.record.notation.line.parsed_act import read_act
from engine.record.notation.line.rulings import read_people
from engine.record.notation.line.tokens import Line, read_line
from engine.record.notation.omission import omitted
from engine.record.notation.problem import Misread, Problem
from engine.record.notation.resolve import answers, fits, play
from engine.shuffle.provable import DECLARED
from events.log.contract import Pending, Receipt
from events.model.changes import FaceId
from events.model.kinds import (
    ACTS,
    AnyAct,
    AnyEvent,
    Chose,
    Declared,
    Derived,
    Noted,
    Passed,
    Retracted,
    Shuffled,
)

Clock = Callable[[], int]
"""Gives the time (UTC, microseconds since 1970) at which something is recorded."""


class Book(Protocol):
    """The part of ``events.log.contract.Log`` that a match is written on in."""

    def append(
        self, match: str, events: Sequence[Pending], *, expected: int, command: str, at: int
    ) -> Receipt: ...

    def history(self, match: str) -> list[Derived]: ...

    def count(self, match: str) -> int: ...


class Rejected(ValueError):
    """A line that cannot be taken; nothing of it is in the log. ``problem`` says why, with its clause."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.say())
        self.problem = problem


class NothingToTakeBack(ValueError):
    """There is no act of a seat that still stands."""


class Recording:
    """The match ``match`` of ``log``, written on by ``keeper`` (an id without ``/``).

    ``game`` is the match as it stands, ``size`` the number of its entries. Each method that writes takes the
    ``size`` that the keeper saw; ``events.log.contract.Conflict`` says that somebody else has written since,
    and ``CommandReused`` that this keeper has written something else there: then nothing was written. To
    write the same line at the same size again writes nothing, so whoever does not know whether a line has
    arrived may send it again.

    Raises ``events.log.contract.UnknownMatch``, ``LookupError`` where the rules of the match are not
    installed, ``engine.kernel.legality.Refused`` where the record departs from them, and what ``Log.append``
    raises.
    """

    def __init__(self, log: Book, match: str, *, keeper: str, clock: Clock) -> None:
        if not keeper or "/" in keeper:
            raise ValueError(f"{keeper!r} is not the id of a keeper: one word without /")
        self.log, self.match, self.keeper, self.clock = log, match, keeper, clock
        self._load()

    @classmethod
    def begin(cls, log: Book, head: str, *, keeper: str, clock: Clock) -> Recording:
        """Begin the match that the head of a record describes.

        What it knows of the first cards is dealt, else they wait for ``dealt``. A match that was begun in
        this way goes on as it stands. Raises ``engine.record.notation.problem.Unreadable`` for the head,
        ``Conflict`` if there is another match of that id.
        """
        read = read_head(composed(head))
        game = Game(read.rules, read.opened)
        events: list[Derived] = [(read.opened, None), *game.begin()]
        while game.ask is not None and game.ask.seat == TABLE:
            deal: Deal = game.ask.subject
            known = {part: faces for part, faces in read.known.items() if part in deal.parts}
            if not known:
                break
            events += game.act(deal.shuffled(known, read.how))
        log.append(
            read.match,
            [Pending(*derived) for derived in events],
            expected=0,
            command=_command(keeper, read.match, 0),
            at=clock(),
        )
        return cls(log, read.match, keeper=keeper, clock=clock)

    def _load(self, size: int | None = None) -> None:
        """Take the match from the log, whole or as it was when it had ``size`` entries."""
        whole = Match(self.log.history(self.match)[:size], id=self.match)
        self.derived = list(whole.derived)
        self.opened = whole.opened
        self.game = whole.game(len(whole) - 1)
        self.game.table.seq = len(whole)

    @property
    def size(self) -> int:
        """The number of entries so far."""
        return len(self.derived)

    @property
    def over(self) -> bool:
        """Whether the match has come to its end."""
        return self.game.ask is None

    def menu(self, most: int) -> tuple[AnyAct, ...]:
        """The first ``most`` legal answers to the open ask; acts with unknown cards are not among them."""
        return tuple(islice(options(self.game), most))

    def refresh(self) -> bool:
        """Take in what others have written; tells whether there was anything."""
        grown = self.log.count(self.match) != self.size
        if grown:
            self._load()
        return grown

    # --- writing -----------------------------------------------------------------------------------

    def write(self, *texts: str, size: int) -> list[Derived]:
        """Record a line, with the answers before it that a record may leave out; returns all that follows.
        Of several lines all are recorded, or none.

        Raises ``Rejected`` for a line that the rules or the notation do not allow, ``Conflict``.
        """
        lines = [_line(text) for text in texts]
        return self._append(size, lambda: [one for line in lines for one in self._written(line)])

    def act(self, act: AnyAct, *, size: int) -> list[Derived]:
        """Record an act of the menu. Raises ``engine.kernel.legality.Refused``, ``Conflict``."""
        return self._append(size, lambda: self.game.act(act))

    @property
    def deal(self) -> Deal | None:
        """What chance is asked for; None if it is not."""
        ask = self.game.ask
        return ask.subject if ask is not None and ask.seat == TABLE else None

    def dealt(self, known: Mapping[str, Sequence[FaceId]], *, size: int) -> list[Derived]:
        """Record that chance put cards in order, so far as the faces of parts of the deal are ``known``.

        Raises ``LookupError`` where it was not asked to, ``KeyError`` and ``ValueError`` as
        ``Deal.shuffled``, ``engine.kernel.legality.Refused`` for cards that there are none of.
        """
        if self.deal is None:
            raise LookupError("no cards are put in order now")
        deal = self.deal
        faces = {part: tuple(some) for part, some in known.items()}
        return self._append(size, lambda: self.game.act(deal.shuffled(faces, DECLARED)))

    def settle(self, *, size: int) -> list[Derived]:
        """Record what needs nobody: answers of which there is just one."""
        return self._append(size, lambda: list(self._forced())) if self._only() else []

    def take_back(self, why: str, *, size: int) -> int:
        """Take back the last act that somebody stated, with all that came of it; the trace stays.

        Returns its seq. Raises ``NothingToTakeBack``, ``Conflict``.
        """
        since = self._last_stated()
        self._append(size, lambda: [(Retracted(since, composed(why), self.keeper), None)])
        self._load()
        return since

    def note(self, text: str, *, size: int) -> None:
        """Record a remark."""
        self._append(size, lambda: [self._remark(Noted("comment", composed(text), by=self.keeper))])

    def _append(self, size: int, made: Callable[[], Sequence[Derived]]) -> list[Derived]:
        """Make events from what the keeper saw and store them, or leave all as it is."""
        try:
            if size != self.size:
                self._load(size)
            derived = list(made())
            receipt = self.log.append(
                self.match,
                [Pending(*one) for one in derived],
                expected=size,
                command=_command(self.keeper, self.match, size),
                at=self.clock(),
            )
        except BaseException:
            self._load()
            raise
        self.derived += derived
        if receipt.repeated:
            self._load()
        return derived

    # --- lines -------------------------------------------------------------------------------------

    def _written(self, line: Line) -> list[Derived]:
        try:
            if line.kind == "act":
                return list(self._played(line))
            if line.kind == "foul":
                event = read_people(self.game, line)
                return self.game.act(event) if isinstance(event, ACTS) else [self._remark(event)]
            if (missing := unanswered(self.game, line)) is not None:
                raise Rejected(missing)
            check_line(self.game, line)
            return [self._remark(Noted(line.kind, line.plain))]
        except Refused as refused:
            raise Rejected(refused_at(self.game, line, refused)) from None
        except Misread as misread:
            raise Rejected(misread.at(0, line.text)) from None

    def _played(self, line: Line) -> Iterator[Derived]:
        """An act, behind the answers that are left out before it."""
        wish = read_act(line, glossary_of(self.game))
        meant = fits(self.game, wish.seat, wish.verb.name)
        while not answers(self.game, wish) and (answer := self._left_out()) is not None:
            yield from self.game.act(answer)
        if meant and not fits(self.game, wish.seat, wish.verb.name):
            self._load()  # It was meant for the question that was open, and is refused there.
        yield from play(self.game, wish)

    def _left_out(self) -> AnyAct | Shuffled | None:
        """What is meant if the open ask goes unanswered: an order that nobody knows, or ``omitted``."""
        return self.deal.shuffled({}, DECLARED) if self.deal else omitted(self.game)

    def _only(self) -> AnyAct | None:
        ask = self.game.ask
        return omitted(self.game) if ask is not None and ask.omissible == "forced" else None

    def _forced(self) -> Iterator[Derived]:
        while (answer := self._only()) is not None:
            yield from self.game.act(answer)

    def _remark(self, event: AnyEvent) -> Derived:
        self.game.remark(event)
        return event, None

    def _last_stated(self) -> int:
        taken: set[int] = set()
        for seq in range(self.size - 1, 0, -1):
            event = self.derived[seq][0]
            if type(event) is Retracted:
                taken.update(range(event.since, seq))
            elif isinstance(event, Declared | Chose | Passed) and not event.implied and seq not in taken:
                return seq
        raise NothingToTakeBack(self.match)


def _line(text: str) -> Line:
    """A line as it was typed. Raises ``Rejected``."""
    try:
        line = read_line(composed(text), 0)
        if line is None:
            raise Misread(1, "no-line")
    except Misread as misread:
        raise Rejected(misread.at(0, text.strip())) from None
    return line


def keeper_of(command: str) -> str:
    """Who recorded the entries of a command; ``""`` for those that no keeper wrote by hand."""
    keeper, slash, rest = command.partition("/")
    return keeper if slash and rest.rpartition("/")[2].isdecimal() else ""


def _command(keeper: str, match: str, size: int) -> str:
    """The same for the same keeper at the same place, so that a line sent twice counts once."""
    return f"{keeper}/{match}/{size}"
