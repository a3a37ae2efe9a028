"""A recorded match for readers: the table, legal acts and explanations at any moment.

Not here: storing matches (``events.log.contract``), judging them (``adjudicate``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path

from engine.audit.adjudicate import adjudicate
from engine.audit.common_course import CommonCourse, Trace
from engine.audit.dispute import Dispute, dispute
from engine.audit.verdict import Finding, Verdict
from engine.games.registry import find
from engine.kernel.ask import Ask
from engine.kernel.game import Game
from engine.kernel.legality import options
from engine.kernel.ruleset import Ruleset
from engine.kernel.table import Table, fold
from engine.record.session import replay
from engine.record.timeline import clauses_of, without_retracted
from engine.text.sentence import clause_text, sentence, trail
from events.log.contract import Log
from events.model.kinds import ACTS, AnyAct, AnyEvent, Derived, Determined, Noted, Opened


class Moment:
    """A match after its event ``seq``. ``ask`` and ``legal`` run the acts up to here through the rules when
    they are first used."""

    def __init__(self, match: Match, seq: int) -> None:
        self.match = match
        self.seq = seq

    @cached_property
    def table(self) -> Table:
        """The table (do not change it)."""
        return self.match.table(self.seq)

    @cached_property
    def game(self) -> Game:
        """The game at this moment. Raises ``LookupError`` where the rules are not installed, and
        ``engine.kernel.legality.Refused`` past an act that they do not allow."""
        return self.match.game(self.seq)

    @property
    def ask(self) -> Ask | None:
        """The open ask; None if the match is over or in the middle of what follows from an act."""
        return self.game.ask

    def legal(self, seat: str | None = None) -> tuple[AnyAct, ...]:
        """Every legal act of ``seat``, by default of the seat that is asked."""
        return tuple(act for act in options(self.game) if seat is None or act.seat == seat)

    def check(self, act: AnyAct) -> None:
        """Raises ``engine.kernel.legality.Refused`` if ``act`` is not allowed now."""
        self.game.check(act)


class Match:
    """A recorded match: its events in order, each with the seq of the event it follows from."""

    def __init__(self, derived: Sequence[Derived], *, id: str = "", rules: Ruleset | None = None) -> None:
        opened = derived[0][0] if derived else None
        if not isinstance(opened, Opened):
            raise ValueError("a match begins with an Opened event")
        self.id = id
        self.derived = tuple(derived)
        self.opened = opened
        self.rules = rules or find(opened.game, opened.edition)
        self._disputes: dict[Finding, Dispute | None] = {}

    @classmethod
    def read(cls, path: str | Path) -> Match:
        """The match written down in a ``.kfd`` file. Raises ``engine.record.notation.problem.Unreadable``."""
        from engine.record.notation.read import read_file

        reading = read_file(Path(path))
        return cls(reading.events, id=reading.match)

    @classmethod
    def load(cls, log: Log, match: str) -> Match:
        """A match of a log. Raises ``events.log.contract.UnknownMatch`` and
        ``events.log.contract.Damaged``."""
        return cls(log.history(match), id=match)

    @cached_property
    def events(self) -> tuple[AnyEvent, ...]:
        """The events alone, in order; the index is the seq."""
        return tuple(event for event, _ in self.derived)

    @property
    def verdict(self) -> Verdict:
        """The judgement of this record by the rules."""
        return self._judged[0]

    @cached_property
    def _judged(self) -> tuple[Verdict, Trace]:
        """The verdict by the rules that the record pins, and what the audit noted on its way."""
        trace = Trace()
        return adjudicate(self.derived, match=self.id, trace=trace), trace

    def __len__(self) -> int:
        return len(self.derived)

    def sentence(self, seq: int, language: str = "en") -> str:
        """Event ``seq`` in words. Raises ``IndexError`` outside of the record."""
        before = self.table(seq - 1) if seq else None
        return sentence(self.events[seq], before, self.rules, language, players=self.opened.players)

    def clauses(self, seq: int) -> tuple[str, ...]:
        """Ids of the clauses behind event ``seq``: its own, and for a computation those of its steps."""
        return clauses_of(self.events[seq])

    def written(self, seq: int) -> Noted | None:
        """The line of a foreign log from which event ``seq`` was read; None where there is none."""
        if seq == 0 or isinstance(self.events[seq], Noted):
            return None
        notes = (event for event in self.events[seq::-1] if isinstance(event, Noted))
        return next((note for note in notes if note.topic == "line"), None)

    def explain(self, seq: int, language: str = "en") -> str:
        """Event ``seq`` explained: its sentence, the line it was read from, its computation, the findings on
        it, and the clauses in words. Raises ``IndexError`` outside of the record."""
        event = self.events[seq]
        lines = [self.sentence(seq, language)]
        if note := self.written(seq):
            lines.append(sentence(note, None, self.rules, language))
        if isinstance(event, Determined):
            lines += trail(event, self.table(seq - 1), self.rules, language)
        lines += [found.what[language] for found in self.verdict.findings if found.seq == seq]
        for clause in self.clauses(seq):
            lines.append(f"{clause}: {self.clause_text(clause, language)}")
        return "\n".join(lines)

    def clause_text(self, id: str, language: str = "en") -> str:
        """The text of a clause, with the settings of this match where the rules documents are silent."""
        return clause_text(self.rules, id, language, settings=self.opened.settings)

    def at(self, seq: int) -> Moment:
        """The match after its event ``seq``. Raises ``IndexError`` outside of the record."""
        if not 0 <= seq < len(self.derived):
            raise IndexError(f"{self.id} has the events 0 to {len(self.derived) - 1}, not {seq}")
        return Moment(self, seq)

    @cached_property
    def is_over(self) -> bool:
        """Whether the match has a result."""
        return self.table(len(self) - 1).result is not None

    def acts(self) -> Iterator[int]:
        """Seqs of the acts, in order."""
        return (seq for seq, event in enumerate(self.events) if type(event) in ACTS)

    def table(self, seq: int) -> Table:
        """The table after event ``seq``, without events retracted by then."""
        return fold(event for _, event, _ in without_retracted(self.derived[: seq + 1]))

    @cached_property
    def common_course(self) -> CommonCourse:
        """What this record and the rules have in common. Raises ``LookupError`` if the rules are not
        installed."""
        if self.installed.id == self._pinned:
            return CommonCourse(self.opened, self._judged[1])
        trace = Trace()
        adjudicate(self.derived, self.installed, trace=trace)
        return CommonCourse(self.opened, trace)

    def ruled(self, seq: int) -> Table:
        """The table by the rules after the last event up to ``seq`` that record and rules both have
        (``common_course.last``). Raises ``LookupError`` if the rules are not installed."""
        return self.common_course.ruled(seq)

    def dispute(self, finding: Finding) -> Dispute | None:
        """What a finding of the verdict is about, with both values and the events behind them; None of a
        finding that is no difference from the rules."""
        if finding not in self._disputes:
            self._disputes[finding] = dispute(self.derived, finding, self.rules)
        return self._disputes[finding]

    def game(self, seq: int) -> Game:
        """The game after event ``seq``: the acts up to it, run through the rules.

        Raises ``LookupError`` where the rules are not installed, ``engine.kernel.legality.Refused`` for an
        act that they do not allow.
        """
        game = self._begun()
        replay(game, self.derived[: seq + 1])
        return game

    @property
    def installed(self) -> Ruleset:
        """The rules of the match. Raises ``LookupError`` where they are not installed."""
        if self.rules is None:
            raise LookupError(f"{self.opened.game}@{self.opened.edition} is not installed")
        return self.rules

    @property
    def _pinned(self) -> str:
        return f"{self.opened.game}@{self.opened.edition}"

    def _begun(self) -> Game:
        game = Game(self.installed, self.opened)
        game.begin()
        return game
