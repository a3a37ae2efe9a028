"""Running a case: its lines one by one, every choice scripted, then what it expects at the end.

Not here: the table that it begins on (``arrange``), and how what it expects is looked up (``expect``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from engine.case.arrange import Arrangement, arrange
from engine.case.attempt import refusal_of
from engine.case.course import Course
from engine.case.expect import expect
from engine.case.file import Case
from engine.case.open_choice import open_choice, refused_line
from engine.case.problem import message, misread_in_full
from engine.kernel.ask import TABLE
from engine.kernel.bilingual import Bilingual
from engine.kernel.deal import Deal
from engine.kernel.game import Game
from engine.kernel.legality import Refused
from engine.record.notation.glossary import glossary_of
from engine.record.notation.line.claim import check
from engine.record.notation.line.parsed_act import ParsedAct, read_act
from engine.record.notation.line.rulings import ILLEGAL, OFFER, read_people
from engine.record.notation.line.tokens import Line, read_line
from engine.record.notation.omission import only_answer
from engine.record.notation.problem import Misread
from engine.record.session import Policy, Session
from engine.text.messages import refusal_in_both
from events.model.kinds import ACTS, Declared, Noted, Opened, Passed, Shuffled

ACCEPTED = "SEAT VERB …, => TRACK SEAT VALUE …, ! illegal SEAT VERB … [CLAUSE], ! agreed-end, ! concede SEAT"
"""The lines that a case may have."""


@dataclass(frozen=True)
class CaseResult:
    """What became of one case: ``ok``, or the ``failures``, each a sentence that begins with the place.

    ``path`` and ``line`` are where the case stands, ``clauses`` what it shows, ``remarks`` what it has to
    say even if all is well; ``course`` is what happened, ``game`` the match as it stands at the end.
    """

    path: Path
    line: int
    title: Bilingual
    clauses: tuple[str, ...]
    ok: bool
    failures: tuple[Bilingual, ...]
    remarks: tuple[Bilingual, ...] = ()
    course: Course | None = field(default=None, repr=False, compare=False)
    game: Game | None = field(default=None, repr=False, compare=False)


def run(case: Case) -> CaseResult:
    """Play the case. Raises ``CaseErrors`` if what it gives or expects cannot be read."""
    arranged = arrange(case)
    found = _Run(case, arranged)
    failures = tuple(found.failures())
    if found.passes_bound_late and found.stopped:
        # The lines do not fit if a pass answers the first open choice; perhaps every pass is written down.
        literal = _Run(case, arranged, every_pass=True)
        again = tuple(literal.failures())
        if not literal.stopped:
            found, failures = literal, again
    return CaseResult(
        path=case.path,
        line=case.at.line,
        title=case.title,
        clauses=case.clauses,
        ok=not failures,
        failures=failures,
        remarks=tuple(found.course.remarks),
        course=found.course,
        game=found.game,
    )


def run_until(case: Case, line: int) -> CaseResult:
    """Play the lines of the case up to that line of the file, without what it expects: as far as nobody has
    to choose. Raises ``CaseErrors`` if what it gives cannot be read."""
    lines = [text for index, text in enumerate(case.when) if (case.at / "when" / index).line <= line]
    return run(replace(case, when=tuple(lines), ends_early=True))


class _Failed(Exception):
    """A line that cannot be played; ``what`` says why."""

    def __init__(self, what: Bilingual) -> None:
        super().__init__(what.en)
        self.what = what


class _Run:
    """One pass over the lines of a case.

    ``stopped``: a line could not be played, or the lines end too early. ``every_pass``: each written pass
    answers the first question that is put to its seat, even where nothing else could be answered. ``acted``:
    a line was an act, not one that is only tried.
    """

    def __init__(self, case: Case, arranged: Arrangement, *, every_pass: bool = False) -> None:
        self.case = case
        self.shuffles = arranged.shuffles
        self.shuffle_tried = False
        self.every_pass = every_pass
        self.passes_bound_late = False
        self.stopped = False
        self.acted = False
        opened = Opened(
            game=case.rules.game,
            edition=case.rules.edition,
            cards=case.cards,
            players=dict.fromkeys(case.rules.seats, ""),
            settings=case.settings,
            digests={},
            decks=arranged.decks,
        )
        policy = Policy(lambda session, deal: self._shuffled(deal), only_answer)
        self.session = Session(case.rules, opened, policy, play=arranged.play)
        self.glossary = glossary_of(self.game)
        self.course = Course(case.rules, self.session.events)

    @property
    def game(self) -> Game:
        """The match as it stands."""
        return self.session.game

    def failures(self) -> Iterator[Bilingual]:
        """Yield what does not come about as the case says; the first line that cannot be played ends it."""
        for index, text in enumerate(self.case.when):
            number = (self.case.at / "when" / index).line
            wrong = self._played(text, number)
            self.course.derived = self.session.events
            if wrong is not None:
                self.stopped = True
                yield message("line", line=number, text=text.strip(), what=wrong)
                return
        wrong = self._settled()
        self.course.derived = self.session.events
        if wrong is not None:
            self.stopped = True
            yield wrong
            return
        if wrong := self._unfinished():
            self.stopped = True
            yield wrong
        if not self.case.ends_early:
            yield from expect(self.case, self.game, self.course)

    def _played(self, text: str, number: int) -> Bilingual | None:
        """Play a line; returns why it cannot be played."""
        try:
            line = read_line(text, number)
            if line is not None:
                self._line(line)
        except _Failed as failed:
            return failed.what
        except Misread as misread:
            return misread_in_full(misread)
        return None

    def _settled(self) -> Bilingual | None:
        """Take what may be left out at the end; returns why that cannot be."""
        try:
            if not self.shuffle_tried:
                self._settle()
        except _Failed as failed:
            return failed.what
        return None

    def _line(self, line: Line) -> None:
        if line.kind == "act":
            self._act(read_act(line, self.glossary))
        elif line.kind == "claim":
            self._claim(line)
        elif line.kind == "foul" and line.tokens and line.tokens[0].text in ILLEGAL:
            self._attempt(line)
        elif line.kind == "foul":
            self._people(line)
        else:
            raise _Failed(message("no-line", accepts=ACCEPTED))

    def _act(self, parsed: ParsedAct) -> None:
        self.acted = True
        self._reach(parsed)
        self._begins(parsed.line)
        try:
            self.session.play(parsed)
        except Refused as refused:
            raise _Failed(
                self._unscripted(parsed) or refused_line(self.game, parsed.line.text, refused)
            ) from None
        except Misread as misread:
            raise _Failed(self._unscripted(parsed) or misread_in_full(misread)) from None

    def _claim(self, line: Line) -> None:
        """``=> life B 7``: the table is so now, before the next choice."""
        self._settle()
        self._begins(line)
        outcome = check(self.game, line)
        if not outcome.holds:
            raise _Failed(message("instead", expected=outcome.recorded, found=outcome.ruled))

    def _people(self, line: Line) -> None:
        """``! concede B``, ``! agreed-end A``: ends by the players, or their offers; judges rule outside of
        cases."""
        said = read_people(self.game, line)
        offered = isinstance(said, Noted) and said.topic == OFFER
        if not (offered or isinstance(said, ACTS)):
            raise _Failed(message("no-line", accepts=ACCEPTED))
        self._settle()
        self._begins(line)
        if not isinstance(said, ACTS):
            self.session.remark(said)
            return
        try:
            self.session.take(said)
        except Refused as refused:
            raise _Failed(refusal_in_both(refused, self.game)) from None

    def _attempt(self, line: Line) -> None:
        """``! illegal ACT [CLAUSE]``: the rules refuse the act, under that clause, and nothing changes.
        Without a clause the case says which it was."""
        _, *rest = line.tokens
        clause = ""
        if rest and rest[-1].kind == "clause":
            clause = rest.pop().text
        if not rest:
            raise _Failed(message("no-line", accepts="! illegal SEAT VERB … [CLAUSE]"))
        if clause and clause not in self.game.rules.clauses:
            raise _Failed(message("no-clause", clause=clause))
        if rest[0].text == TABLE:
            self._attempt_shuffle(clause, line)
            return
        parsed = read_act(line._replace(kind="act", tokens=tuple(rest)), self.glossary)
        self._settle(parsed)
        self._begins(line)
        self._refused(*refusal_of(self.game, parsed), clause=clause, line=line)

    def _attempt_shuffle(self, clause: str, line: Line) -> None:
        """``! illegal table shuffle [CLAUSE]``: chance cannot give the cards like this. It ends the case."""
        self.shuffle_tried = True
        self._begins(line)
        if self.session.deal is None:
            raise _Failed(message("no-deal"))
        found, what = "", message("is-legal")
        try:
            self.game.check(self._shuffled(self.session.deal))
        except Refused as refused:
            found, what = refused.clause, refusal_in_both(refused, self.game)
        self._refused(found, what, clause=clause, line=line)

    def _refused(self, found: str, what: Bilingual, *, clause: str, line: Line) -> None:
        """Fail if the act was not refused under ``clause``, or not at all."""
        if clause and found != clause:
            raise _Failed(message("refused-otherwise", clause=clause, what=what))
        if not found:
            raise _Failed(message("not-refused", what=what))
        if not clause:
            self.course.remarks.append(message("refused-so", line=line.number, what=what))

    # --- choices -------------------------------------------------------------------------------------

    def _begins(self, line: Line) -> None:
        """Note that the events from here on come of this line."""
        self.course.lines.append((line.number, line.text, len(self.session.events)))

    def _reach(self, parsed: ParsedAct) -> None:
        """Take what is left out before ``parsed``, up to the question that it answers: where a pass could be
        left out as well, the first open choice."""
        try:
            if parsed.verb.event is Passed and not self.every_pass:
                self._reach_open_choice(parsed)
            else:
                self.session.reach(parsed)
        except Refused as refused:
            raise _Failed(refusal_in_both(refused, self.game)) from None

    def _reach_open_choice(self, parsed: ParsedAct) -> None:
        """A pass answers the first choice of its seat that is open; if there is none before another seat
        chooses, the first question that is put to its seat."""
        possible: list[int] = []

        def reached() -> bool:
            if not self.session.is_asked(parsed):
                return False
            if only_answer(self.game) is None:
                return True
            possible.append(len(self.session.events))
            return False

        self.session.settle(reached)
        if possible and not self.session.is_asked(parsed):
            self.session.restart(self.session.events[: possible[0]])
        elif possible:
            self.passes_bound_late = True

    def _settle(self, parsed: ParsedAct | None = None) -> None:
        """Take the deals and the only answers there are, up to the ask that ``parsed`` answers."""
        try:
            self.session.settle(lambda: parsed is not None and self.session.is_asked(parsed))
        except Refused as refused:
            raise _Failed(refusal_in_both(refused, self.game)) from None

    def _shuffled(self, deal: Deal) -> Shuffled:
        """Return the cards that the case gives, where they belong; the rest follow in the order in which they
        are listed. As many as are dealt, or more if the case gives more: the rules decide whether that may
        be.
        """
        rest = [face for face, copies in deal.faces.items() for _ in range(copies)]
        given = {part: faces for part, faces in self.shuffles.items() if not part or part in deal.parts}
        for face in (face for faces in given.values() for face in faces):
            if face in rest:
                rest.remove(face)
        order: list[str] = [""] * deal.size
        for part, faces in given.items():
            begin, end = deal.parts[part] if part else (0, len(faces))
            order[begin : min(begin + len(faces), end)] = faces
        return Shuffled(deal.place, tuple(face or (rest.pop(0) if rest else "") for face in order))

    def _unscripted(self, parsed: ParsedAct) -> Bilingual | None:
        """Return what is asked instead, if the line answers something else: a choice in the middle of an
        action, or the next action, so that no window is open or another seat acts."""
        ask = self.game.ask
        if ask is None or self.session.is_asked(parsed) or parsed.verb.name in self.game.rules.anytime_acts:
            return None
        facts = open_choice(self.game)
        if ask.omissible != "never":
            return message("unscripted", **facts)
        key = "not-the-turn" if parsed.verb.event is Declared else "no-window"
        return message(key, given=parsed.seat, verb=parsed.verb.name, **facts)

    def _unfinished(self) -> Bilingual | None:
        """Return the choice at which the case ends in the middle of an action, unless it expects that or does
        nothing but look at the given table: what is refused there, and what is so."""
        ask = self.game.ask
        if not self.acted:
            return None
        if ask is None or ask.omissible == "never" or self.case.ends_early or "asked" in self.case.then:
            return None
        return message("unfinished", **open_choice(self.game))
