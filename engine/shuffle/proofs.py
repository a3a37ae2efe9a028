"""Proofs of the shuffles of a record: how each shuffle is backed, and where a claimed proof does not hold.

They are checked by the notes of the record and their places in it. Not here: the algorithm (``provable``),
the form of the notes (``commitments``), or whether an order is possible (the ruleset).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.audit.verdict import Finding, ShuffleStatus
from engine.kernel.ruleset import Ruleset
from engine.kernel.table import UNKNOWN
from engine.record.timeline import without_retracted
from engine.shuffle.commitments import COMMIT, REVEAL, Statement, parties, read
from engine.shuffle.provable import ALGORITHM, PLAIN, commitment, seed, shuffled
from engine.text.label import Labels
from engine.text.messages import both
from events.model.changes import FaceId
from events.model.kinds import DECISIONS, Derived, Ended, Noted, Opened, Shuffled


def check_proofs(
    derived: Sequence[Derived], match: str, rules: Ruleset | None
) -> tuple[tuple[ShuffleStatus, ...], list[Finding]]:
    """Return the status of each shuffle that was not retracted, and what is wrong with the proofs, in order.

    ``match`` is the id, which the secrets are bound to; without it (``""``) no proof can be checked.
    ``rules`` give the names of cards. The findings name no clause yet.
    """
    record = _Record(derived, match)
    found: list[ShuffleStatus] = []
    findings = list(record.unusable())
    for number, (seq, event) in enumerate(record.shuffles, start=1):
        wrong, state = list(_wrong(record, number, seq, event, rules)), event.how
        if rules is not None and event.how in rules.seeded_orders:
            state = "unproven" if wrong else "proven"
        elif event.how not in PLAIN:
            state = "unproven" if wrong else record.state(number)
        findings += wrong
        found.append(ShuffleStatus(seq, event.place, event.how, state))  # type: ignore[arg-type]  # PLAIN or a state
    findings.sort(key=lambda finding: finding.seq)
    return tuple(found), findings


class _Placed(NamedTuple):
    """A statement at its place in the record."""

    seq: int
    line: int
    statement: Statement


class _Record:
    """The shuffles of a record, and the statements about them."""

    def __init__(self, derived: Sequence[Derived], match: str) -> None:
        opened = derived[0][0]
        assert isinstance(opened, Opened)
        self.match = match
        self.opened = opened
        self.parties = parties(opened.players)
        self.shuffles: list[tuple[int, Shuffled]] = []
        self.notes: list[tuple[int, Noted]] = []
        self.ended = False
        for seq, event, _ in without_retracted(derived):
            kind = type(event)
            if kind is Shuffled:
                self.shuffles.append((seq, event))  # type: ignore[arg-type]  # kind says so
            elif kind is Noted and event.topic in (COMMIT, REVEAL):  # type: ignore[union-attr]  # likewise
                self.notes.append((seq, event))  # type: ignore[arg-type]  # likewise
            elif kind is Ended and event.span == "match":  # type: ignore[union-attr]  # likewise
                self.ended = True
        self.commits = self._statements(self.notes, COMMIT)
        self.reveals = self._statements(self.notes, REVEAL)
        # A secret that was revealed stays known, even where play was taken back afterwards.
        notes = [(seq, event) for seq, (event, _) in enumerate(derived) if type(event) is Noted]
        self.all_reveals = self._statements(
            [(seq, note) for seq, note in notes if note.topic == REVEAL], REVEAL
        )
        decided = (seq for seq in reversed(range(len(derived))) if type(derived[seq][0]) in DECISIONS)
        self.last_decision = next(decided, 0) if self.all_reveals else 0

    def _statements(self, notes: Sequence[tuple[int, Noted]], topic: str) -> list[_Placed]:
        read_ones = ((seq, note.line, read(note)) for seq, note in notes if note.topic == topic)
        return [_Placed(seq, line, statement) for seq, line, statement in read_ones if statement is not None]

    def unusable(self) -> Iterator[Finding]:
        """Yield findings on notes that cannot be read, or whose party has no part in the match."""
        for seq, note in self.notes:
            if read(note) is None:
                yield _finding(seq, "unreadable-pledge", note.line, text=note.text)
            elif note.by not in self.parties:
                yield _finding(
                    seq, "strange-party", note.line, party=note.by, accepted=", ".join(self.parties)
                )

    def of(self, said: Sequence[_Placed], number: int, party: str) -> list[_Placed]:
        """Return the statements of one party about one shuffle."""
        return [one for one in said if one.statement.number == number and one.statement.party == party]

    def secrets(self, number: int) -> list[tuple[str, bytes]] | None:
        """Return the secrets of all parties, in their order; None as long as one is missing."""
        found = [(party, self.of(self.reveals, number, party)) for party in self.parties]
        return (
            [(party, said[0].statement.data) for party, said in found] if all(s for _, s in found) else None
        )

    def state(self, number: int) -> str:
        """Return the state of a shuffle whose proof has no fault."""
        if not self.match:
            return "unchecked"
        return "awaited" if self.secrets(number) is None else "proven"


def _wrong(
    record: _Record, number: int, seq: int, event: Shuffled, rules: Ruleset | None
) -> Iterator[Finding]:
    """Yield everything that is wrong with the proof of one shuffle."""
    if event.how in PLAIN:
        for commit in record.commits:
            if commit.statement.number == number and commit.seq < seq:
                yield _finding(seq, "unclaimed-commit", how=event.how)
                return
    elif rules is not None and event.how in rules.seeded_orders:
        yield from _seeded(record, seq, event, rules)
    elif event.how != ALGORITHM:
        yield _finding(seq, "unknown-algorithm", how=event.how, accepted=ALGORITHM)
    else:
        yield from _early(record, number)
        wrong = list(_commitments(record, number, seq))
        yield from wrong
        secrets = record.secrets(number)
        if UNKNOWN in event.order:
            yield _finding(seq, "unknown-order")
        elif not wrong and secrets is not None and record.match:
            yield from _order(event, seq, seed(record.match, number, secrets), rules)


def _early(record: _Record, number: int) -> Iterator[Finding]:
    """Yield findings on secrets that were revealed before the last decision."""
    for said in record.all_reveals:
        if said.statement.number == number and said.seq < record.last_decision:
            yield _finding(said.seq, "early-reveal", said.line, party=said.statement.party)


def _commitments(record: _Record, number: int, seq: int) -> Iterator[Finding]:
    """Yield findings on parties that did not commit once, in time, or did not reveal what they committed
    to."""
    for party in record.parties:
        commits = record.of(record.commits, number, party)
        in_time = [said for said in commits if said.seq < seq]
        if not commits:
            yield _finding(seq, "no-commit", party=party)
        for late in commits[len(in_time) :]:
            yield _finding(late.seq, "late-commit", late.line, party=party)
        for second in in_time[1:]:
            yield _finding(second.seq, "second-commit", second.line, party=party)
        reveals = record.of(record.reveals, number, party)
        if record.ended and not reveals:
            yield _finding(seq, "no-reveal", party=party)
        for reveal in reveals if record.match and in_time else ():
            opened = commitment(record.match, number, party, reveal.statement.data)
            if opened != in_time[0].statement.data.hex():
                yield _finding(reveal.seq, "wrong-reveal", reveal.line, party=party)


def _seeded(record: _Record, seq: int, event: Shuffled, rules: Ruleset) -> Iterator[Finding]:
    """Yield a finding if the order is not the one that the seed in the record gives to its program."""
    order = rules.seeded_orders[event.how](record.opened)
    if order is None:
        yield _finding(seq, "no-seed", how=event.how)
    else:
        yield from _differing(event, seq, order, rules)


def _order(event: Shuffled, seq: int, key: bytes, rules: Ruleset | None) -> Iterator[Finding]:
    """Yield a finding if the order is not the one that the secrets give."""
    yield from _differing(event, seq, shuffled(event.order, key), rules)


def _differing(
    event: Shuffled, seq: int, order: Sequence[FaceId], rules: Ruleset | None
) -> Iterator[Finding]:
    pairs = zip(event.order, order, strict=True)
    for place, (stands, follows) in enumerate(pairs, start=1):
        if stands != follows:
            called = Labels(rules, "ja").face  # printed names are the same in every language
            yield _finding(seq, "wrong-order", place=place, stands=called(stands), follows=called(follows))
            return


def _finding(seq: int, code: str, line: int = 0, **facts: object) -> Finding:
    return Finding(seq, "shuffle", "", both(None, f"finding.{code}", **facts), line, code=code)
