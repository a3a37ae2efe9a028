"""Reading a record: text to events, up to the first line that cannot be read or is refused.

Nothing is repaired, guessed or skipped: an answer is taken as given only where it is the only legal
one, or the ruleset lets it be declined in silence. Not here: the verdict (``adjudicate``).
"""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import NamedTuple

import msgspec

from engine.audit.verdict import Finding
from engine.kernel.ask import TABLE
from engine.kernel.bilingual import Bilingual
from engine.kernel.deal import Deal
from engine.kernel.game import Game
from engine.kernel.legality import Refused
from engine.record.notation.decoding import decoded
from engine.record.notation.examine import differing, legal_lines, refused_at, unanswered
from engine.record.notation.glossary import glossary
from engine.record.notation.head.head import Head, read_head
from engine.record.notation.head.toml import place_of
from engine.record.notation.line.claim import Outcome, check_line
from engine.record.notation.line.parsed_act import ParsedAct, read_act
from engine.record.notation.line.rulings import read_people
from engine.record.notation.line.shuffle_proof import Commitments
from engine.record.notation.line.tokens import Line, read_line
from engine.record.notation.line.turn_line import check_mark
from engine.record.notation.messages import message
from engine.record.notation.omission import omitted
from engine.record.notation.problem import Misread, Problem, Unreadable
from engine.record.notation.resolve import answers, fits, play
from engine.text.messages import refusal
from events.model.kinds import ACTS, DECISIONS, AnyAct, AnyEvent, Declared, Derived, Noted, Passed, Shuffled


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
    return Reading(reader.events, head.match, refusal, reader.findings)


class _Ended(Exception):
    """Reading cannot go on at a line."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.problem = problem


class _Reader:
    """One pass over the lines below the head, with the game as far as it has come."""

    def __init__(self, head: Head, text: str, name: str) -> None:
        self.head = head
        self.text = text
        self.name = name
        self.words = glossary(head.rules, head.rules.sets[head.opened.cards].cards)
        self.findings: list[Finding] = []
        self.events: list[Derived] = []
        self.commits = Commitments(head.rules, head.lines, head.first)
        self.below = head.first
        self.game = self._restart([])
        self.last: ParsedAct | None = None

    def run(self) -> Problem | None:
        """Read everything; returns where reading ended early, if it did."""
        problem: Problem | None = None
        try:
            pending: list[Line] = []
            for number, text in enumerate(self.head.lines, start=self.head.first):
                self.below = number + 1
                line = self._line(text, number, pending)
                if line is None or number in self.commits.taken:
                    continue
                if line.kind == "act":
                    self._act(line, pending)
                    pending = []
                else:
                    pending.append(line)
            self._before_end(pending)
        except _Ended as ended:
            problem = ended.problem
            self._remark(Noted("unread", _plain(problem.text), problem.line))
        self._remark(Noted("record", self.text))
        return problem

    # --- lines -----------------------------------------------------------------------------------------

    def _line(self, text: str, number: int, pending: list[Line]) -> Line | None:
        try:
            return read_line(text, number)
        except Misread as misread:
            self._before_end(pending)
            raise _Ended(misread.at(number, text.strip())) from None

    def _before_end(self, pending: list[Line]) -> None:
        """What stands below the last act, where none follows."""
        self._settle(None, pending)
        claim = next((line for line in pending if line.kind == "claim"), None)
        missing = unanswered(self.game, claim) if claim else None
        if missing is not None:
            raise _Ended(missing)
        self._remarks(pending)

    def _act(self, line: Line, pending: list[Line]) -> None:
        """An act line: first what its predecessor left open, then the remarks in between, then the act."""
        try:
            wish = read_act(line, self.words)
        except Misread as misread:
            self._before_end(pending)
            raise _Ended(misread.at(line.number, line.text)) from None
        self._settle(wish, pending)
        if self._answerable(wish):
            self._remarks(pending)
        if self._idle_pass(wish):
            self._remark(Noted("comment", line.plain, line.number))
            return
        try:
            self.events += play(self.game, wish)
            self._deal(self.game)
        except Refused as refused:
            raise _Ended(refused_at(self.game, line, refused)) from None
        except Misread as misread:
            problem = misread.at(line.number, line.text)
            legal = legal_lines(self.game)
            raise _Ended(msgspec.structs.replace(problem, candidates=legal)) from None
        self.last = wish

    def _answerable(self, wish: ParsedAct) -> bool:
        """Whether the open question is the one that ``wish`` answers. If not, an answer is missing, and what
        was claimed since cannot be judged."""
        ask = self.game.ask
        asked = ask is not None and ask.omissible != "never"
        return not asked or fits(self.game, wish.seat, wish.verb.name)

    def _idle_pass(self, wish: ParsedAct) -> bool:
        """A pass right after another seat's action that gave nothing to answer with: true, and no act."""
        return (
            wish.verb.event is Passed
            and self._answerable(wish)
            and not fits(self.game, wish.seat, wish.verb.name)
            and self.last is not None
            and self.last.verb.event is Declared
            and self.last.seat != wish.seat
        )

    def _settle(self, wish: ParsedAct | None, pending: list[Line]) -> None:
        """Take the answers that may be left out, up to the one that ``wish`` gives itself after the lines
        ``pending``."""
        meant: int | None = None
        while (answer := omitted(self.game)) is not None:
            if wish is not None and fits(self.game, wish.seat, wish.verb.name):
                if answers(self.game, wish):
                    if self._readable(pending):
                        return
                    wish = None  # reading ends before it: what stands there is not looked at
                    continue
                meant = len(self.events) if meant is None else meant
            self.events += self.game.act(answer)
            self._deal(self.game, pending)
        if meant is not None and wish is not None and not fits(self.game, wish.seat, wish.verb.name):
            # It was meant for an earlier question and is no legal answer to it: refuse it there.
            self.game = self._restart(self.events[1:meant])

    def _restart(self, derived: list[Derived]) -> Game:
        """The game once more, from its opening through the decisions and remarks in ``derived``."""
        game = Game(self.head.rules, self.head.opened)
        self.events = [(self.head.opened, None), *game.begin()]
        for event, _ in derived:
            if isinstance(event, DECISIONS):
                self.events += game.act(event)
            elif hasattr(event, "line"):
                game.remark(event)
                self.events.append((event, None))
        if not derived:
            self._deal(game)
        return game

    def _deal(self, game: Game, pending: list[Line] | None = None) -> None:
        """Answer the asks of chance from what the head knows. The commitments to a shuffle come before it:
        they stand among the lines ``pending``, or else right below."""
        while game.ask is not None and game.ask.seat == TABLE:
            number = 1 + sum(type(event) is Shuffled for event, _ in self.events)
            ahead = pending is None
            found = (
                self.commits.ahead(number, self.below) if ahead else self.commits.among(number, pending or [])
            )
            for note in found:
                game.remark(note)
                self.events.append((note, None))
            self.events += game.act(self._shuffled(game))

    def _shuffled(self, game: Game) -> Shuffled:
        assert game.ask is not None
        deal: Deal = game.ask.subject
        known = {part: faces for part, faces in self.head.known.items() if part in deal.parts}
        for part, faces in known.items():
            begin, end = deal.parts[part]
            if len(faces) > end - begin:
                what = message("too-many-known", key=part, given=len(faces), most=end - begin)
                self._head_problem(part, what, game.ask.clause, ())
        shuffled = deal.shuffled(known, self.head.how)
        broken = game.rules.check_shuffle(game, shuffled)
        if broken is not None:
            refused = Refused(shuffled, *broken)
            said = {one: refusal(game.rules, refused, game, one) for one in ("ja", "en")}
            self._head_problem(next(iter(known), ""), Bilingual(**said), refused.clause, ())
        return shuffled

    def _head_problem(self, part: str, what: Bilingual, clause: str, candidates: tuple[str, ...]) -> None:
        lines = self.text.split("\n")
        line, column = place_of("\n".join(lines[: self.head.first - 1]), f"known.{part}")
        raise Unreadable(Problem(line, column, lines[line - 1], what, clause, candidates), self.name)

    # --- remarks ---------------------------------------------------------------------------------------

    def _remarks(self, lines: list[Line]) -> None:
        for line in lines:
            try:
                self._say(line)
            except Misread as misread:
                raise _Ended(misread.at(line.number, line.text)) from None
            except Refused as refused:
                raise _Ended(refused_at(self.game, line, refused)) from None

    def _readable(self, lines: list[Line]) -> bool:
        """Whether every one of these lines can be read, be it right or wrong."""
        try:
            for line in lines:
                if line.kind == "foul":
                    read_people(self.game, line)
                else:
                    self._check(line)
        except Misread:
            return False
        return True

    def _check(self, line: Line) -> Outcome:
        return check_line(self.game, line) if line.kind == "claim" else check_mark(self.game, line)

    def _say(self, line: Line) -> None:
        """A claim, a turn line, a foul or a ruling."""
        if line.kind == "foul":
            event = read_people(self.game, line)
            if isinstance(event, ACTS):
                self.events += self.game.act(event)
            else:
                self._remark(event)
            return
        outcome = self._check(line)
        note = Noted(line.kind, line.plain, line.number)
        if not outcome.holds:
            finding = differing(note, outcome)
            self.findings.append(msgspec.structs.replace(finding, seq=len(self.events)))
        if line.kind == "claim" or not outcome.holds:
            self._remark(note)

    def _remark(self, event: AnyEvent) -> None:
        self.game.remark(event)
        self.events.append((event, None))


def _plain(text: str) -> str:
    try:
        line = read_line(text, 0)
    except Misread:
        return text
    return line.plain if line else text


__all__ = ["AnyAct", "Reading", "read", "read_bytes", "read_file"]
