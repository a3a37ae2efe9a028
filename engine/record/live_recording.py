"""Live recording: a scorekeeper writes a match into a log, line by line, as it is played.

Every line is what a record would have (``engine.record.notation``): an act, a foul, a ruling, a claim. When
``write`` returns, the line is on disk with all that follows from it; if it raises, nothing of it is. Not
here: records that were written before (``engine.record.notation.read``).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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
from engine.record.notation.line.claim import check
from engine.record.notation.line.parsed_act import read_act
from engine.record.notation.line.rulings import read_people
from engine.record.notation.line.tokens import Line, read_line
from engine.record.notation.omission import omitted_answer
from engine.record.notation.problem import Misread, Problem
from engine.record.session import Session
from engine.shuffle.provable import DECLARED
from events.log.contract import Pending, Receipt
from events.model.changes import FaceId
from events.model.kinds import ACTS, AnyAct, Derived, Fouled, Noted, Opened, Retracted, Ruled

Clock = Callable[[], int]
"""Gives the time (UTC, microseconds since 1970) at which something is recorded."""


class MatchLog(Protocol):
    """The part of ``events.log.contract.Log`` that live recording needs."""

    def append(
        self, match: str, events: Sequence[Pending], *, expected: int, command: str, at: int
    ) -> Receipt: ...

    def history(self, match: str) -> list[Derived]: ...

    def count(self, match: str) -> int: ...


class Rejected(ValueError):
    """A line that cannot be recorded; nothing of it is in the log. ``problem`` says why, with its clause."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.say())
        self.problem = problem


class NothingToTakeBack(ValueError):
    """There is no act, foul or ruling that still stands."""


class Recording:
    """The match ``match`` of ``log``, recorded by ``keeper`` (an id without ``/``).

    Each method that writes takes the ``size`` of the match that the keeper saw.
    ``events.log.contract.Conflict`` says that somebody else has written since, ``CommandReused`` that this
    keeper has written something else there; nothing was written then. To write the same line at the same size
    again writes nothing, so whoever does not know whether a line has arrived may send it again.

    Raises ``events.log.contract.UnknownMatch``, ``LookupError`` where the rules of the match are not
    installed, ``engine.kernel.legality.Refused`` where its events depart from them, and what ``Log.append``
    raises.
    """

    def __init__(self, log: MatchLog, match: str, *, keeper: str, clock: Clock) -> None:
        if not keeper or "/" in keeper:
            raise ValueError(f"{keeper!r} is not the id of a keeper: one word without /")
        self.log, self.match, self.keeper, self.clock = log, match, keeper, clock
        self._load()

    @classmethod
    def begin(cls, log: MatchLog, head: str, *, keeper: str, clock: Clock) -> Recording:
        """Begin the match that the head of a record describes.

        Cards that the head knows are dealt; a deal of which it knows nothing waits for ``dealt``. A match
        that was begun like this before goes on as it stands. Raises
        ``engine.record.notation.problem.Unreadable`` for the head, ``Conflict`` if there is another match of
        that id.
        """
        read = read_head(composed(head))
        session = Session(read.rules, read.opened)
        while (deal := session.deal) is not None and (known := read.known_of(deal)):
            session.take(deal.shuffled(known, read.how))
        log.append(
            read.match,
            [Pending(*derived) for derived in session.events],
            expected=0,
            command=_command(keeper, read.match, 0),
            at=clock(),
        )
        return cls(log, read.match, keeper=keeper, clock=clock)

    def _load(self, size: int | None = None) -> None:
        """Take the match from the log, whole or as it was when it had ``size`` entries."""
        match = Match(self.log.history(self.match)[:size], id=self.match)
        self._session = Session(match.installed, match.opened, recorded=match.derived)

    # --- the match as it stands --------------------------------------------------------------------

    @property
    def opened(self) -> Opened:
        """The opening event."""
        return self._session.opened

    @property
    def game(self) -> Game:
        """The match as it stands."""
        return self._session.game

    @property
    def derived(self) -> list[Derived]:
        """All events so far, each with its cause."""
        return self._session.events

    @property
    def deal(self) -> Deal | None:
        """What chance is asked for; None if it is not."""
        return self._session.deal

    @property
    def size(self) -> int:
        """The number of entries so far."""
        return len(self.derived)

    @property
    def ended(self) -> bool:
        """Whether the match has come to its end."""
        return self.game.ask is None

    def menu(self, most: int) -> tuple[AnyAct, ...]:
        """Return the first ``most`` legal answers to the open ask; acts with unknown cards are not among
        them."""
        return tuple(islice(options(self.game), most))

    def refresh(self) -> bool:
        """Take in what others have written; return whether there was anything."""
        grown = self.log.count(self.match) != self.size
        if grown:
            self._load()
        return grown

    # --- writing -----------------------------------------------------------------------------------

    def write(self, *texts: str, size: int) -> list[Derived]:
        """Record a line, with the answers before it that a record may leave out; return all that follows.
        Of several lines all are recorded, or none.

        Raises ``Rejected`` for a line that the rules or the notation do not allow, ``Conflict``.
        """
        lines = [_line(text) for text in texts]

        def take() -> None:
            for line in lines:
                self._take(line)

        return self._append(size, take)

    def act(self, act: AnyAct, *, size: int) -> list[Derived]:
        """Record an act of the menu. Raises ``engine.kernel.legality.Refused``, ``Conflict``."""
        return self._append(size, lambda: self._session.take(act))

    def dealt(self, known: Mapping[str, Sequence[FaceId]], *, size: int) -> list[Derived]:
        """Record that chance put cards in order, so far as the faces of parts of the deal are ``known``.

        Raises ``LookupError`` where chance is not asked, ``KeyError`` and ``ValueError`` as
        ``Deal.shuffled``, ``engine.kernel.legality.Refused`` for cards that are not in the deal.
        """
        deal = self.deal
        if deal is None:
            raise LookupError("no cards are put in order now")
        faces = {part: tuple(some) for part, some in known.items()}
        return self._append(size, lambda: self._session.take(deal.shuffled(faces, DECLARED)))

    def settle(self, *, size: int) -> list[Derived]:
        """Record answers that are the only legal ones."""
        if self._open() or omitted_answer(self.game) is None:
            return []
        return self._append(size, lambda: self._session.settle(until=self._open))

    def _open(self) -> bool:
        """Whether the answer to the open question is not sure to be forced."""
        ask = self.game.ask
        return ask is None or ask.seat == TABLE or ask.omissible != "forced"

    def take_back(self, why: str, *, size: int) -> int:
        """Take back the last act, foul or ruling that somebody stated, with all that came of it; the trace
        stays.

        Returns its seq. Raises ``NothingToTakeBack``, ``Conflict``.
        """
        since = self.last_stated()
        self._append(size, lambda: self._session.remark(Retracted(since, composed(why), self.keeper)))
        self._load()
        return since

    def note(self, text: str, *, size: int) -> None:
        """Record a remark."""
        self._append(size, lambda: self._session.remark(Noted("comment", composed(text), by=self.keeper)))

    def _append(self, size: int, take: Callable[[], object]) -> list[Derived]:
        """Store what ``take`` adds to the match of the size that the keeper saw, or leave all as it is."""
        try:
            if size != self.size:
                self._load(size)
            take()
            derived = self.derived[size:]
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
        if receipt.repeated:
            self._load()
        return derived

    # --- lines -------------------------------------------------------------------------------------

    def _take(self, line: Line) -> None:
        """Take in one line. Raises ``Rejected``."""
        session = self._session
        try:
            if line.kind == "act":
                parsed = read_act(line, glossary_of(self.game))
                if parsed.verb.name not in session.rules.anytime_acts:
                    session.reach(parsed)
                session.play(parsed)
            elif line.kind == "foul":
                event = read_people(self.game, line)
                if isinstance(event, ACTS):
                    session.take(event)
                else:
                    session.remark(event)
            elif (missing := unanswered(self.game, line)) is not None:
                raise Rejected(missing)
            else:
                check(self.game, line)
                session.remark(Noted(line.kind, line.plain))
        except Refused as refused:
            raise Rejected(refused_at(self.game, line, refused)) from None
        except Misread as misread:
            raise Rejected(misread.at(0, line.text)) from None

    def last_stated(self) -> int:
        """The seq of the last act, foul or ruling that somebody stated and that stands. Raises
        ``NothingToTakeBack``."""
        taken: set[int] = set()
        for seq in range(self.size - 1, 0, -1):
            event = self.derived[seq][0]
            if type(event) is Retracted:
                taken.update(range(event.since, seq))
            elif seq in taken:
                continue
            elif isinstance(event, Fouled | Ruled) or (isinstance(event, ACTS) and not event.implied):
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
