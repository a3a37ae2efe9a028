"""Running a case: its lines one by one, every choice scripted, and what must be so at the end.

Not here: the table it begins on (``arrange``) and how what it expects is looked up (``expect``).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.case.arrange import Arranged, arrange
from engine.case.attempt import refused_as, refused_otherwise
from engine.case.expect import expect
from engine.case.file import Case, read_cases
from engine.case.problem import message
from engine.kernel.ask import TABLE
from engine.kernel.bilingual import Bilingual
from engine.kernel.deal import Deal
from engine.kernel.game import Game
from engine.kernel.legality import Refused, forced
from engine.record.notation.glossary import glossary_of
from engine.record.notation.line.claim import check_line
from engine.record.notation.line.parsed_act import ParsedAct, read_act
from engine.record.notation.line.rulings import ILLEGAL, read_people
from engine.record.notation.line.tokens import Line, read_line
from engine.record.notation.problem import Misread
from engine.record.notation.resolve import play
from events.model.kinds import ACTS, Declared, Derived, Opened, Shuffled

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
    """A line that does not come about; ``what`` says why."""

    def __init__(self, what: Bilingual) -> None:
        super().__init__(what.en)
        self.what = what


class _Run:
    """One pass over the lines of a case."""

    def __init__(self, case: Case, arranged: Arranged) -> None:
        self.case = case
        self.shuffles = arranged.shuffles
        self.deals = True
        opened = Opened(
            game=case.rules.game,
            edition=case.rules.edition,
            cards=case.cards,
            players=dict.fromkeys(case.rules.seats, ""),
            settings=case.settings,
            digests={},
            decks=arranged.decks,
        )
        self.game = Game(case.rules, opened, play=arranged.play)
        self.words = glossary_of(self.game)
        self.derived: list[Derived] = [(opened, None)]

    def failures(self) -> Iterator[Bilingual]:
        """What does not come about as the case says; the first line that cannot be played ends it."""
        self.derived += self.game.begin()
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
            if self.deals:
                self._settle(None)
        except _Failed as failed:
            yield failed.what
            return
        if wrong := self._unfinished():
            yield wrong
        yield from expect(self.case, self.game, [event for event, _ in self.derived])

    def _line(self, line: Line) -> None:
        if line.kind == "act":
            self._act(read_act(line, self.words))
        elif line.kind == "claim":
            self._claim(line)
        elif line.kind == "foul" and line.tokens and line.tokens[0].text in ILLEGAL:
            self._attempt(line)
        elif line.kind == "foul":
            self._people(line)
        else:
            raise _Failed(message("no-line", accepts=ACCEPTED))

    def _act(self, wish: ParsedAct) -> None:
        self._settle(wish)
        try:
            self.derived += play(self.game, wish)
        except Refused as refused:
            raise _Failed(self._unscripted(wish) or refused_as(self.game, refused)) from None
        except Misread as misread:
            raise _Failed(self._unscripted(wish) or misread.what) from None

    def _claim(self, line: Line) -> None:
        """``=> life B 7``: so it is by now, before the next choice."""
        self._settle(None)
        outcome = check_line(self.game, line)
        if not outcome.holds:
            raise _Failed(message("instead", expected=outcome.recorded, found=outcome.ruled))

    def _people(self, line: Line) -> None:
        """``! concede B``, ``! agreed-end A``: ends that players agree on; judges rule outside of cases."""
        act = read_people(self.game, line)
        if not isinstance(act, ACTS):
            raise _Failed(message("no-line", accepts=ACCEPTED))
        try:
            self.derived += self.game.act(act)
        except Refused as refused:
            raise _Failed(refused_as(self.game, refused)) from None

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
        wish = read_act(line._replace(kind="act", tokens=tuple(rest)), self.words)
        self._settle(wish)
        if wrong := refused_otherwise(self.game, wish, last.text):
            raise _Failed(wrong)

    def _attempt_shuffle(self, clause: str) -> None:
        """``! illegal table shuffle [CLAUSE]``: chance cannot give the cards like this. It ends the case."""
        self.deals = False
        try:
            self.game.act(self._shuffled())
        except Refused as refused:
            if refused.clause != clause:
                what = refused_as(self.game, refused)
                raise _Failed(message("refused-otherwise", clause=clause, what=what)) from None
            return
        raise _Failed(message("not-refused", clause=clause))

    # --- choices -------------------------------------------------------------------------------------

    def _settle(self, wish: ParsedAct | None) -> None:
        """Take the answers that are the only ones there are, up to the ask that ``wish`` answers."""
        while not (wish is not None and self._asked_for(wish)):
            ask = self.game.ask
            if ask is not None and ask.seat == TABLE:
                self._deal()
                continue
            if ask is None or ask.omissible == "never":
                return
            only = forced(self.game)
            if only is None:
                return
            self.derived += self.game.act(only)

    def _deal(self) -> None:
        """Chance gives the cards in the order that the case gives."""
        try:
            self.derived += self.game.act(self._shuffled())
        except Refused as refused:
            raise _Failed(refused_as(self.game, refused)) from None

    def _shuffled(self) -> Shuffled:
        """The cards that the case gives, where they belong; the rest follow in the order in which they are
        listed. As many as are dealt, or more if the case gives more: whether they may come so is for the
        rules to say. Raises ``_Failed`` where nothing is to be dealt."""
        ask = self.game.ask
        if ask is None or ask.seat != TABLE:
            raise _Failed(message("no-deal"))
        deal: Deal = ask.subject
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

    def _unscripted(self, wish: ParsedAct) -> Bilingual | None:
        """What is asked instead, if the line answers something else: a choice in mid-action that comes first,
        or the next action, so that no window is open or it is another seat that acts."""
        ask = self.game.ask
        if ask is None or self._asked_for(wish) or wish.verb.name in self.game.rules.anytime_acts:
            return None
        facts = {"seat": ask.seat, "verbs": ", ".join(ask.verbs), "clause": ask.clause}
        if ask.omissible != "never":
            return message("unscripted", **facts)
        key = "not-the-turn" if wish.verb.event is Declared else "no-window"
        return message(key, given=wish.seat, verb=wish.verb.name, **facts)

    def _unfinished(self) -> Bilingual | None:
        """The choice in mid-action at which the case ends, unless it says that it does."""
        ask = self.game.ask
        if ask is None or ask.omissible == "never" or "asked" in self.case.then:
            return None
        return message("unfinished", seat=ask.seat, verbs=", ".join(ask.verbs), clause=ask.clause)

    def _asked_for(self, wish: ParsedAct) -> bool:
        """Whether the open ask is put to that seat and has that verb."""
        ask = self.game.ask
        return ask is not None and wish.seat == ask.seat and wish.verb.name in ask.verbs
