"""Judging a record: its acts go through the rules again, and every derived event is compared.

Nothing is repaired, guessed or skipped. A finding gives what the record says and what the rules give. Not
here: reading or storing records.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from engine.audit.common_course import Trace
from engine.audit.effective_ruling import changes_table
from engine.audit.noted_foul import refused_otherwise, was_legal, was_legal_nearby
from engine.audit.pin import unpinned
from engine.audit.verdict import DIVERGING, DOUBTS, LEGAL, OTHERWISE, Finding, Grade, ShuffleStatus, Verdict
from engine.games.registry import find
from engine.kernel.game import Game
from engine.kernel.legality import Refused, Spent
from engine.kernel.ruleset import Ruleset
from engine.kernel.table import UNKNOWN
from engine.record.notation.examine import examine, legal_lines
from engine.record.session import replay
from engine.record.timeline import Line, withdrawn, without_retracted
from engine.shuffle.proofs import check_proofs
from engine.text.messages import both, refusal_in_both, retraction_in_both
from events.model.codec import encode_event
from events.model.kinds import (
    ACTS,
    DECISIONS,
    AnyEvent,
    Began,
    Derived,
    Ended,
    Fouled,
    Noted,
    Opened,
    Retracted,
    Ruled,
    Shuffled,
)

Watch = Callable[[Game, int], None]
"""Called before the rules take an act, with the game at its open question and the seq of the act."""


def adjudicate(
    derived: Sequence[Derived],
    rules: Ruleset | None = None,
    *,
    match: str = "",
    settings: Mapping[str, bool | int | str] | None = None,
    watch: Watch = lambda game, seq: None,
    trace: Trace | None = None,
) -> Verdict:
    """The verdict on a match given as its events with their causes.

    ``rules`` judges it by another edition than the one that it pins (a what-if); without it, by its own, and
    a match whose edition is not installed is graded ``OUTCOME_ONLY``; ``settings`` replaces house rules that
    it pins. ``match`` is its id; without it proofs of shuffles stay unchecked. ``watch`` must not change the
    game. ``trace`` is filled in.
    """
    opened = derived[0][0] if derived else None
    if not isinstance(opened, Opened):
        raise ValueError("a match begins with an Opened event")
    ruleset = rules or find(opened.game, opened.edition)
    if ruleset is None or opened.granularity != "event" or opened.cards not in ruleset.sets:
        return _outcome_only(derived, opened, match, missing=ruleset is None)
    own = _house_rules(opened, ruleset) if rules is not None else opened.settings
    judged_by = {**ruleset.default_settings(), **own, **(settings or {})}
    judge = _Judge(derived, opened, ruleset, match=match, settings=judged_by, watch=watch)
    judge.trace = trace
    return judge.verdict()


def _outcome_only(derived: Sequence[Derived], opened: Opened, match: str, *, missing: bool) -> Verdict:
    """Return the verdict that is possible without rules: how the match ended by its record, what its reader
    did not understand, and whether its shuffles are proven. ``missing``: the rules that it pins are not
    installed."""
    pinned = f"{opened.game}@{opened.edition}" if opened.edition else opened.game
    judged = opened.edition and opened.granularity == "event"  # what other programs recorded never is
    needed = (opened.package or pinned) if missing and judged else ""
    stands = (event for _, event, _ in without_retracted(derived))
    ends = [event for event in stands if isinstance(event, Ended) and event.span == "match"]
    turns = [event.number for event, _ in derived if isinstance(event, Began) and event.span == "turn"]
    acts = sum(type(event) in ACTS for event, _ in derived)
    winner, reason = (ends[-1].winner, ends[-1].reason) if ends else ("", _no_end(derived))
    scores = ends[-1].scores if ends else {}
    shuffles, findings = check_proofs(derived, match, None)
    counts = max(turns, default=0), acts, len(derived)
    found = tuple(sorted([*findings, *_doubts(derived)], key=lambda finding: finding.seq))
    given = (winner, reason, *counts, pinned, found, shuffles)
    return Verdict("OUTCOME_ONLY", *given, missing=needed, scores=scores)


def _no_end(derived: Sequence[Derived]) -> str:
    """Return why a match has no end: it was retracted as a whole, or it is not finished."""
    return "withdrawn" if withdrawn(derived) else "unfinished"


def _doubts(derived: Sequence[Derived]) -> Iterator[Finding]:
    """Yield findings on a foreign log: lines that its reader did not understand, or that contradict
    others."""
    for seq, (event, _) in enumerate(derived):
        if isinstance(event, Noted) and event.topic in DOUBTS:
            what = both(None, f"finding.{event.topic}")
            yield Finding(seq, event.topic, "", what, event.line, event.text)


def _house_rules(opened: Opened, rules: Ruleset) -> dict[str, bool | int | str]:
    """Return the settings that differ from the defaults of the match's own edition and that ``rules`` allow.
    The match keeps them under another edition; where its own is not installed, it keeps none."""
    own = find(opened.game, opened.edition)
    usual = own.default_settings() if own is not None else opened.settings
    return {
        name: value
        for name, value in opened.settings.items()
        if usual.get(name) != value and name in rules.settings and rules.settings[name].allows(value)
    }


class _Judge:
    """One pass over a record.

    ``queue`` holds what the rules gave for the last act, ``next`` how many of these events the record has
    confirmed. After a difference (``diverged``) the recorded outcomes are skipped up to the next act.
    """

    def __init__(
        self,
        derived: Sequence[Derived],
        opened: Opened,
        rules: Ruleset,
        *,
        match: str,
        settings: Mapping[str, bool | int | str],
        watch: Watch,
    ) -> None:
        self.derived = derived
        self.opened = opened
        self.match = match
        self.rules = rules
        self.watch = watch
        self.judged = msgspec.structs.replace(opened, settings=dict(settings))
        self.game = Game(rules, self.judged)
        self.queue: list[Derived] = []
        self.next = 0
        self.findings: list[Finding] = []
        self.parted = False
        """Whether record and rules have parted: a finding says so."""
        self.chance_clause = rules.frame_clause
        self.acts = 0
        self.amended = False
        self.diverged = False
        self.trace: Trace | None = None

    def verdict(self) -> Verdict:
        """Go through the whole record and return the verdict."""
        lines = without_retracted(self.derived)
        next(lines)  # the opening is what the game was built from
        self.queue = self.game.begin()
        for seq, event, cause in lines:
            if type(event) in DECISIONS:
                if not self._decide(seq, event):
                    break
            elif type(event) in PEOPLE:
                if not PEOPLE[type(event)](self, seq, event):
                    break
            elif not self.diverged:
                self._compare(seq, event, cause)
        else:
            self._close(len(self.derived))
        self._decided_later(lines)
        if self.trace is not None:
            self.trace.rules += self.game.history
        return self._sum_up()

    # --- what the rules derive ------------------------------------------------------------------------

    def _decide(self, seq: int, act: Any) -> bool:
        """Feed a recorded act to the rules; False where they refuse it."""
        if self.next < len(self.queue) and not self.diverged:
            self._outcome(seq, act, self.queue[self.next][0])
        self.game.table.seq = seq
        if type(act) is Shuffled and self.game.ask is not None:
            self.chance_clause = self.game.ask.clause
        self.watch(self.game, seq)
        try:
            self.queue = self.game.act(act)
        except Refused as refused:
            if isinstance(refused, Spent):
                self._begin_again(seq)
            self._refused(seq, refused)
            return False
        self.next = 1  # the act itself stands first and is the record's own
        self.diverged = False
        if self.trace is not None:
            self._share(seq)
        self.acts += type(act) is not Shuffled and not act.implied
        return True

    def _begin_again(self, seq: int) -> None:
        """Bring the match to where it was before an event that has spent the game."""
        self.game = Game(self.rules, self.judged)
        self.game.begin()
        replay(self.game, self.derived[:seq])

    def _compare(self, seq: int, event: AnyEvent, cause: int | None) -> None:
        if self.next < len(self.queue):
            ruled, ruled_cause = self.queue[self.next]
            if event == ruled and cause == ruled_cause:
                self.next += 1
                if self.trace is not None:
                    self._share(seq)
                return
            self._outcome(seq, event, ruled)
        else:
            self._outcome(seq, event, None)

    def _share(self, seq: int) -> None:
        """Note that record and rules both have this event."""
        assert self.trace is not None
        self.trace.shared.append((seq, len(self.game.history) - len(self.queue) + self.next))

    def _outcome(self, seq: int, recorded: AnyEvent, ruled: AnyEvent | None) -> None:
        """Add the finding that the record has another event than the rules give."""
        self.diverged = True
        clauses = tuple(getattr(ruled, "clauses", ())) or (self.rules.frame_clause,)
        self._find(
            Finding(
                seq=seq,
                kind="outcome",
                clause=clauses[0],
                clauses=clauses,
                what=both(self.rules, "finding.outcome"),
                recorded=encode_event(recorded).decode(),
                ruled=encode_event(ruled).decode() if ruled is not None else "",
            )
        )

    def _refused(self, seq: int, refused: Refused) -> None:
        what = refusal_in_both(refused, self.game)
        legal = legal_lines(self.game)
        recorded = encode_event(refused.act).decode()
        self._find(Finding(seq, "refused", refused.clause, what, 0, recorded, "", (refused.clause,), legal))

    # --- what people say --------------------------------------------------------------------------------

    def _noted(self, seq: int, note: Noted) -> bool:
        """Check a written claim or turn line; False at the line where reading ended."""
        self.game.table.seq = seq + 1
        if note.topic not in ("claim", "mark", "unread"):
            return True
        decided = len(self.game.history)
        problem = examine(self.game, note)
        if problem is not None:
            self._find(msgspec.structs.replace(problem, seq=seq))
        if len(self.game.history) != decided:  # what follows from the line was tried
            self._begin_again(seq)
            self.game.table.seq = seq + 1
        return note.topic != "unread"

    def _ruled(self, seq: int, ruling: Ruled) -> bool:
        changes, over = changes_table(self.game.table, ruling), self.game.table.result is not None
        self.amended = self.amended or changes
        self.game.table.seq = seq
        if derived := self.game.remark(ruling):
            self._close(seq)
            self.queue, self.next, self.diverged = derived, 0, False
        key = "ruling-words" if not changes else "ruling-late" if over else "ruling"
        what = both(self.rules, f"finding.{key}", text=ruling.remedy, by=ruling.by)
        self._find(Finding(seq, "ruling", ruling.clause, what, ruling.line))
        return True

    def _fouled(self, seq: int, foul: Fouled) -> bool:
        self.game.table.seq = seq + 1
        code, other = "", ""
        if not self.diverged and self._was_legal(seq, foul):
            code = LEGAL
        elif not self.diverged and (other := refused_otherwise(self.game, foul)):
            code = OTHERWISE
        facts = {"text": foul.act, "seat": foul.seat, "noted": foul.clause, "clause": other}
        clauses = (foul.clause, other) if other else ()
        what = both(self.rules, "-".join(filter(None, ("finding.foul", code))), **facts)
        self._find(Finding(seq, "foul", foul.clause, what, foul.line, clauses=clauses, code=code))
        return True

    def _decided_later(self, lines: Iterable[Line]) -> None:
        """Add the fouls and rulings behind the place up to which the rules could follow the record."""
        for seq, event, _ in lines:
            if isinstance(event, Ruled):
                what = both(self.rules, "finding.ruling-behind", text=event.remedy, by=event.by)
                self._find(Finding(seq, "ruling", event.clause, what, event.line))
            elif isinstance(event, Fouled):
                what = both(self.rules, "finding.foul", text=event.act, seat=event.seat)
                self._find(Finding(seq, "foul", event.clause, what, event.line, clauses=(event.clause,)))

    def _was_legal(self, seq: int, foul: Fouled) -> bool:
        if was_legal(self.game, foul):
            return True
        opened = msgspec.structs.replace(self.opened, settings=self.game.settings)
        return was_legal_nearby(self.rules, opened, self.derived, seq, foul)

    def _retracted(self, seq: int, retraction: Retracted) -> bool:
        self.amended = True
        self.game.table.seq = seq + 1
        self._find(Finding(seq, "retraction", "", retraction_in_both(self.rules, retraction)))
        return True

    # --- summing up ---------------------------------------------------------------------------------------

    def _close(self, seq: int) -> None:
        """Add a finding at ``seq`` if the rules give more consequences of the last act than were recorded."""
        if self.next < len(self.queue) and not self.diverged:
            ruled = self.queue[self.next][0]
            clauses = tuple(getattr(ruled, "clauses", ())) or (self.rules.frame_clause,)
            what = both(self.rules, "finding.incomplete")
            self._find(
                Finding(
                    seq,
                    "incomplete",
                    clauses[0],
                    what,
                    0,
                    "",
                    encode_event(ruled).decode(),
                    clauses,
                )
            )

    def _find(self, finding: Finding) -> None:
        if finding.kind in DIVERGING:
            if self.parted:
                finding = msgspec.structs.replace(finding, follows=True)
            self.parted = True
        self.findings.append(finding)

    def _sum_up(self) -> Verdict:
        result, table = self.game.table.result, self.game.table
        shuffles = self._check_shuffles()
        return Verdict(
            grade=self._grade(),
            winner=result.winner if result else "",
            reason=result.reason if result else "unfinished",
            turns=table.turn,
            acts=self.acts,
            events=len(self.derived),
            ruleset=self.rules.id,
            findings=tuple(self.findings),
            shuffles=shuffles,
            unpinned=unpinned(self.opened, self.rules),
            scores=result.scores if result else {},
        )

    def _check_shuffles(self) -> tuple[ShuffleStatus, ...]:
        """Return the status of the shuffles, and add a finding for each proof that does not hold. It follows
        from no other finding, and no other follows from it."""
        shuffles, found = check_proofs(self.derived, self.match, self.rules)
        clause = self.chance_clause
        self.findings += [msgspec.structs.replace(one, clause=clause, clauses=(clause,)) for one in found]
        self.findings.sort(key=lambda finding: finding.seq)
        return shuffles

    def _grade(self) -> Grade:
        if any(finding.kind in DIVERGING for finding in self.findings):
            return "DIVERGED"
        if self.amended:
            return "AMENDED"
        unknown = self.game.knowledge.used or UNKNOWN in self.game.table.face.values()
        return "CONSISTENT" if unknown else "EXACT"


PEOPLE: dict[type[Any], Callable[[_Judge, int, Any], bool]] = {
    Noted: _Judge._noted,
    Ruled: _Judge._ruled,
    Fouled: _Judge._fouled,
    Retracted: _Judge._retracted,
}
