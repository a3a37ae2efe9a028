"""Running a case: its lines one by one, every choice scripted, then what it expects at the end.

Not here: the table that it begins on (``arrange``), and how what it expects is looked up (``expect``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.case.arrange import Arrangement, arrange
from engine.case.attempt import not_refused_under
from engine.case.expect import expect
from engine.case.file import Case, read_cases
from engine.case.problem import message
from engine.kernel.ask import TABLE
from engine.kernel.bilingual import Bilingual
from engine.kernel.deal import Deal
from engine.kernel.legality import Refused
from engine.record.notation.glossary import glossary_of
from engine.record.notation.line.claim import check_line
from engine.record.notation.line.parsed_act import ParsedAct, read_act
from engine.record.notation.line.rulings import ILLEGAL, read_people
from engine.record.notation.line.tokens import Line, read_line
from engine.record.notation.omission import only_answer
from engine.record.notation.problem import Misread
from engine.record.session import Policy, Session
from engine.text.messages import refusal_in_both
from events.model.kinds import ACTS, Declared, Opened, Shuffled

ACCEPTED = "SEAT VERB …, => TRACK SEAT VALUE …, ! illegal SEAT VERB … [CLAUSE], ! agreed-end, ! concede SEAT"
"""The lines that a case may have."""


@dataclass(frozen=True)
class CaseResult:
    """What became of one case: ``ok``, or the ``failures``, each a sentence that begins with the place.

    ``path`` and ``line`` are where the case stands, ``clauses`` what it shows.
    """

    path: Path
    line: int
    title: Bilingual
    clauses: tuple[str, ...]
    ok: bool
    failures: tuple[Bilingual, ...]


def run_cases(paths: Iterable[str | Path]) -> list[CaseResult]:
    """The cases of all files, and of all files ``*.toml`` below the folders, in the order of their names.

    Raises ``CaseErrors`` for a file that is no case, ``OSError`` for one that cannot be opened.
    """
    return [run(case) for path in case_files(paths) for case in read_cases(path)]


def case_files(paths: Iterable[str | Path]) -> Iterator[Path]:
    """The case files that are meant by ``paths``."""
    for path in map(Path, paths):
        yield from sorted(path.rglob("*.toml")) if path.is_dir() else [path]


def run(case: Case) -> CaseResult:
    """Play the case. Raises ``CaseErrors`` if what it gives or expects cannot be read."""
    failures = tuple(_Run(case, arrange(case)).failures())
    return CaseResult(case.path, case.at.line, case.title, case.clauses, not failures, failures)


class _Failed(Exception):
    """A line that cannot be played; ``what`` says why."""

    def __init__(self, what: Bilingual) -> None:
        super().__init__(what.en)
        self.what = what


class _Run:
    """One pass over the lines of a case."""

    def __init__(self, case: Case, arranged: Arrangement) -> None:
        self.case = case
        self.shuffles = arranged.shuffles
        self.shuffle_tried = False
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
        self.game = self.session.game
        self.glossary = glossary_of(self.game)

    def failures(self) -> Iterator[Bilingual]:
        """Yield what does not come about as the case says; the first line that cannot be played ends it."""
        for index, text in enumerate(self.case.when):
            place = self.case.at / "when" / index
            try:
                line = read_line(text, place.line)
                if line is not None:
                    self._line(line)
            except (Misread, _Failed) as failed:
                yield message("line", line=place.line, text=text.strip(), what=failed.what)
                return
        try:
            if not self.shuffle_tried:
                self._settle()
        except _Failed as failed:
            yield failed.what
            return
        if wrong := self._unfinished():
            yield wrong
        yield from expect(self.case, self.game, [event for event, _ in self.session.events])

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
        self._settle(parsed)
        try:
            self.session.play(parsed)
        except Refused as refused:
            raise _Failed(self._unscripted(parsed) or refusal_in_both(refused, self.game)) from None
        except Misread as misread:
            raise _Failed(self._unscripted(parsed) or misread.what) from None

    def _claim(self, line: Line) -> None:
        """``=> life B 7``: the table is so now, before the next choice."""
        self._settle()
        outcome = check_line(self.game, line)
        if not outcome.holds:
            raise _Failed(message("instead", expected=outcome.recorded, found=outcome.ruled))

    def _people(self, line: Line) -> None:
        """``! concede B``, ``! agreed-end A``: ends that players agree on; judges rule outside of cases."""
        act = read_people(self.game, line)
        if not isinstance(act, ACTS):
            raise _Failed(message("no-line", accepts=ACCEPTED))
        try:
            self.session.take(act)
        except Refused as refused:
            raise _Failed(refusal_in_both(refused, self.game)) from None

    def _attempt(self, line: Line) -> None:
        """``! illegal ACT [CLAUSE]``: the rules refuse the act, under that clause, and nothing changes."""
        _, *rest, last = line.tokens
        if not rest or last.kind != "clause":
            raise _Failed(message("no-line", accepts="! illegal SEAT VERB … [CLAUSE]"))
        if last.text not in self.game.rules.clauses:
            raise _Failed(message("no-clause", clause=last.text))
        if rest[0].text == TABLE:
            self._attempt_shuffle(last.text)
            return
        parsed = read_act(line._replace(kind="act", tokens=tuple(rest)), self.glossary)
        self._settle(parsed)
        if wrong := not_refused_under(self.game, parsed, last.text):
            raise _Failed(wrong)

    def _attempt_shuffle(self, clause: str) -> None:
        """``! illegal table shuffle [CLAUSE]``: chance cannot give the cards like this. It ends the case."""
        self.shuffle_tried = True
        if self.session.deal is None:
            raise _Failed(message("no-deal"))
        try:
            self.game.check(self._shuffled(self.session.deal))
        except Refused as refused:
            if refused.clause != clause:
                what = refusal_in_both(refused, self.game)
                raise _Failed(message("refused-otherwise", clause=clause, what=what)) from None
            return
        raise _Failed(message("not-refused", clause=clause))

    # --- choices -------------------------------------------------------------------------------------

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
        facts = {"seat": ask.seat, "verbs": ", ".join(ask.verbs), "clause": ask.clause}
        if ask.omissible != "never":
            return message("unscripted", **facts)
        key = "not-the-turn" if parsed.verb.event is Declared else "no-window"
        return message(key, given=parsed.seat, verb=parsed.verb.name, **facts)

    def _unfinished(self) -> Bilingual | None:
        """Return the choice at which the case ends in the middle of an action, unless it expects that."""
        ask = self.game.ask
        if ask is None or ask.omissible == "never" or "asked" in self.case.then:
            return None
        return message("unfinished", seat=ask.seat, verbs=", ".join(ask.verbs), clause=ask.clause)
