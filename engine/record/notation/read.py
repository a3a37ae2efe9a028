"""Reading a record: text to events, up to the first line that cannot be read or is refused.

Nothing is repaired, guessed or skipped: an answer is taken as given only where it is the only legal one, or
where the ruleset lets it be declined in silence. Not here: the verdict (``adjudicate``).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, NoReturn

import msgspec

from engine.audit.verdict import Finding
from engine.kernel.bilingual import Bilingual
from engine.kernel.deal import Deal
from engine.kernel.game import Checked
from engine.kernel.legality import Refused
from engine.record.notation.decoding import decoded
from engine.record.notation.examine import FOREIGN, differing, legal_lines, refused_at, unanswered
from engine.record.notation.glossary import glossary
from engine.record.notation.head.head import Head, read_head
from engine.record.notation.head.toml import place_of
from engine.record.notation.line.claim import Outcome, check
from engine.record.notation.line.parsed_act import ParsedAct, read_act
from engine.record.notation.line.rulings import read_people
from engine.record.notation.line.shuffle_proof import Commitments
from engine.record.notation.line.tokens import Line, read_line
from engine.record.notation.line.turn_line import check_mark
from engine.record.notation.messages import message
from engine.record.notation.problem import Misread, Problem, Unreadable
from engine.record.session import Policy, Session
from engine.text.messages import refusal_in_both
from events.model.kinds import ACTS, Declared, Derived, Noted, Passed, Shuffled


class Reading(NamedTuple):
    """A record as events.

    ``events`` with their causes, the last one always the note that holds the whole text; ``refusal`` is
    where reading ended before the end of the text, if it did; ``findings`` are claims and turn lines
    that do not hold, in order, each with the seq of its note.
    """

    events: list[Derived]
    match: str
    refusal: Problem | None
    findings: list[Finding]


def read_file(path: Path) -> Reading:
    """The record in a file. Raises ``Unreadable`` for one without a usable head, ``OSError``."""
    return read_bytes(path.read_bytes(), name=str(path))


def read_bytes(data: bytes, *, name: str = "") -> Reading:
    """The record in UTF-8 bytes. Raises ``Unreadable``."""
    return read(decoded(data, name), name=name)


def read(text: str, *, name: str = "") -> Reading:
    """The record in ``text``; ``name`` is its file, for messages. Raises ``Unreadable``."""
    # One spelling of every character: hashes must not depend on how a keyboard composes them.
    text = unicodedata.normalize("NFC", text.replace("\r\n", "\n"))
    head = read_head(text, name)
    reader = _Reader(head, text, name)
    refusal = reader.run()
    while refusal is not None and refusal.clause:
        other = _read_later(reader, refusal)
        if other is None:
            break
        reader, refusal = other
    return Reading(reader.session.events, head.match, refusal, reader.findings)


def read_transcript(
    head: str, lines: Sequence[tuple[int, str | Noted | Problem]], text: str, *, name: str = ""
) -> Reading:
    """The match in a log of another program, ``text``, once it was put into words of the notation.

    ``head`` is the head of a record, ``lines`` are the lines below it, each with the number of the line of
    the log that it says; a note is kept as it is; a ``Problem`` stands for one that cannot be said, and
    reading ends there. Raises ``Unreadable`` for a deal that cannot be.
    """
    transcript = _Reader(read_head(head, name), head, name, lines=lines, source=text)
    refusal = transcript.run()
    return Reading(transcript.session.events, transcript.head.match, refusal, transcript.findings)


OTHERWISE_MOST = 8
"""How many offers above a refused line are tried as offers that were let go by."""


def _read_later(reader: _Reader, refusal: Problem) -> tuple[_Reader, Problem | None] | None:
    """Another reading of the record, which goes on beyond the refused line: one of the acts above it was
    taken as the answer to an offer that may be declined in silence, and answers a later question instead.
    None if there is none."""
    for line in list(reversed(reader.early))[:OTHERWISE_MOST]:
        other = _Reader(reader.head, reader.text, reader.name, late=reader.late | {line})
        try:
            found = other.run()
        except Unreadable:
            continue
        if found is None or found.line > refusal.line:
            return other, found
    return None


class _Ended(Exception):
    """Reading cannot go on at a line."""

    def __init__(self, problem: Problem, by: str = "") -> None:
        super().__init__(problem)
        self.problem = problem
        self.by = by


class _Reader:
    """One pass over the lines below the head, with the match as far as it has come.

    ``lines`` are those lines with their numbers; ``source`` is the text that is kept with the match.

    ``waiting`` are the lines below the last act: claims, turn lines and ``!`` lines belong before or after
    the answers that are left out, which only the next act shows. ``early`` are the lines of acts that
    answered an offer which may be declined in silence; those in ``late`` answer the next question instead.
    """

    def __init__(
        self,
        head: Head,
        text: str,
        name: str,
        *,
        late: frozenset[int] = frozenset(),
        lines: Sequence[tuple[int, str | Noted | Problem]] | None = None,
        source: str | None = None,
    ) -> None:
        self.head = head
        self.text = text
        self.source = text if source is None else source
        self.lines = list(enumerate(head.lines, start=head.first)) if lines is None else lines
        self.name = name
        self.glossary = glossary(head.rules, head.rules.sets[head.opened.cards])
        self.late = late
        self.early: list[int] = []
        self.findings: list[Finding] = []
        self.commitments = Commitments(head.rules, head.lines if lines is None else (), head.first)
        self.waiting: list[Line] = []
        self.notes: list[tuple[int, Noted]] = []  # below how many of the waiting lines each stands
        self.below = head.first
        self.last: ParsedAct | None = None
        self.session = Session(head.rules, head.opened, Policy(self._shuffled))
        self._deal()

    def run(self) -> Problem | None:
        """Read everything; return where reading ended early, if it did."""
        problem: Problem | None = None
        try:
            for number, text in self.lines:
                self.below = number + 1
                if isinstance(text, Noted):
                    self._note(text)
                    continue
                line = self._line(text, number)
                if line is None or number in self.commitments.taken:
                    continue
                if line.kind == "act":
                    self._act(line)
                else:
                    self.waiting.append(line)
            self._before_end()
        except _Ended as ended:
            problem = ended.problem
            self.session.remark(Noted("unread", _plain(problem.text), problem.line, by=ended.by))
        self.session.remark(Noted("record", self.source))
        return problem

    # --- lines -----------------------------------------------------------------------------------------

    def _line(self, text: str | Problem, number: int) -> Line | None:
        if isinstance(text, Problem):
            self._before_end()
            raise _Ended(text, by=FOREIGN)
        try:
            return read_line(text, number)
        except Misread as misread:
            self._before_end()
            raise _Ended(misread.at(number, text.strip())) from None

    def _before_end(self) -> None:
        """Take in what stands below the last act, where no act follows."""
        self.session.settle()
        for line in self._in_order():
            missing = unanswered(self.session.game, line) if line.kind == "claim" else None
            if missing is not None:
                raise _Ended(missing)
            self._take_in(line)

    def _act(self, line: Line) -> None:
        """Take an act line: first what is left out before it, then the waiting lines, then the act."""
        try:
            parsed = read_act(line, self.glossary)
        except Misread as misread:
            self._before_end()
            raise _Ended(misread.at(line.number, line.text)) from None
        session = self.session
        session.reach(parsed, later=line.number in self.late)
        if parsed.verb.event is not Passed and session.is_asked(parsed) and self._may_be_declined():
            self.early.append(line.number)
        answers = self._may_be_omitted() and session.is_asked(parsed) and session.allows(parsed)
        if answers and not self._can_read_waiting():
            session.settle()  # reading ends above this line
        answered = not self._may_be_omitted() or session.is_asked(parsed)
        for waits in self._in_order():
            if answered or waits.kind == "foul":
                self._take_in(waits)
        self.waiting = []
        if self._is_idle_pass(parsed):
            session.remark(Noted("comment", line.plain, line.number))
            return
        try:
            session.play(parsed)
        except Refused as refused:
            raise _Ended(refused_at(session.game, line, refused)) from None
        except Misread as misread:
            problem = misread.at(line.number, line.text)
            legal = legal_lines(session.game)
            raise _Ended(msgspec.structs.replace(problem, candidates=legal)) from None
        self.last = parsed
        self._deal()

    def _may_be_omitted(self) -> bool:
        """Whether a seat is asked something whose answer a record may leave out. Where the next line does not
        answer it, an answer is missing, and what was claimed since cannot be judged; what people did since
        (fouls, rulings) was done all the same."""
        ask = self.session.game.ask
        return ask is not None and ask.omissible != "never"

    def _may_be_declined(self) -> bool:
        ask = self.session.game.ask
        return ask is not None and ask.omissible == "silent"

    def _is_idle_pass(self, parsed: ParsedAct) -> bool:
        """Whether this is a pass right after another seat's action that gave nothing to answer: true, and no
        act."""
        return (
            parsed.verb.event is Passed
            and not self._may_be_omitted()
            and not self.session.is_asked(parsed)
            and self.last is not None
            and self.last.verb.event is Declared
            and self.last.seat != parsed.seat
        )

    # --- chance ----------------------------------------------------------------------------------------

    def _deal(self) -> None:
        """Answer the asks of chance behind an act; the commitments to a shuffle stand right below it."""
        while (deal := self.session.deal) is not None:
            self.session.remark(*self.commitments.ahead(self._shuffle_number(), self.below))
            self.session.take(self._order(deal))

    def _shuffled(self, session: Session, deal: Deal) -> Checked:
        """Answer an ask of chance before an act; the commitments to a shuffle are among the waiting lines."""
        session.remark(*self.commitments.among(self._shuffle_number(), self.waiting))
        return self._order(deal)

    def _shuffle_number(self) -> int:
        return 1 + sum(type(event) is Shuffled for event, _ in self.session.events)

    def _order(self, deal: Deal) -> Checked:
        """Return the order that the head knows. Raises ``Unreadable`` for one that cannot be."""
        known = self.head.known_of(deal)
        for part, faces in known.items():
            begin, end = deal.parts[part]
            if len(faces) > end - begin:
                what = message("too-many-known", key=part, given=len(faces), most=end - begin)
                assert self.session.game.ask is not None  # it asks for this deal
                self._head_problem(part, what, self.session.game.ask.clause)
        try:
            return self.session.game.check(deal.shuffled(known, self.head.how))
        except Refused as refused:
            what = refusal_in_both(refused, self.session.game)
            self._head_problem(next(iter(known), ""), what, refused.clause)

    def _head_problem(self, part: str, what: Bilingual, clause: str) -> NoReturn:
        lines = self.text.split("\n")
        line, column = place_of("\n".join(lines[: self.head.first - 1]), f"known.{part}")
        raise Unreadable(Problem(line, column, lines[line - 1], what, clause), self.name) from None

    # --- remarks ---------------------------------------------------------------------------------------

    def _in_order(self) -> Iterator[Line]:
        """Yield the waiting lines, each after the notes above it."""
        for index, line in enumerate(self.waiting):
            self._notes_above(index)
            yield line
        self._notes_above(len(self.waiting))

    def _take_in(self, line: Line) -> None:
        """Take in a waiting line. Raises ``_Ended`` for one that cannot be read or is refused."""
        try:
            self._remark(line)
        except Misread as misread:
            raise _Ended(misread.at(line.number, line.text)) from None
        except Refused as refused:
            raise _Ended(refused_at(self.session.game, line, refused)) from None

    def _note(self, note: Noted) -> None:
        """Keep a note of a foreign log; below waiting lines it waits with them and stays below."""
        if self.waiting:
            self.notes.append((len(self.waiting), note))
        else:
            self.session.remark(note)

    def _notes_above(self, index: int) -> None:
        while self.notes and self.notes[0][0] <= index:
            self.session.remark(self.notes.pop(0)[1])

    def _remark(self, line: Line) -> None:
        """Take in a claim, a turn line, a foul, a ruling, or an end that the players agreed on."""
        session = self.session
        if line.kind == "foul":
            event = read_people(session.game, line)
            if isinstance(event, ACTS):
                session.take(event)
            else:
                session.remark(event)
            return
        outcome = self._check(line)
        note = Noted(line.kind, line.plain, line.number)
        if not outcome.holds:
            finding = differing(note, outcome)
            self.findings.append(msgspec.structs.replace(finding, seq=len(session.events)))
        if line.kind == "claim" or not outcome.holds:
            session.remark(note)

    def _can_read_waiting(self) -> bool:
        """Whether every waiting line can be read, be it right or wrong."""
        try:
            for line in self.waiting:
                if line.kind == "foul":
                    read_people(self.session.game, line)
                else:
                    self._check(line)
        except Misread:
            return False
        return True

    def _check(self, line: Line) -> Outcome:
        game = self.session.game
        return check(game, line) if line.kind == "claim" else check_mark(game, line)


def _plain(text: str) -> str:
    try:
        line = read_line(text, 0)
    except Misread:
        return text
    return line.plain if line else text
