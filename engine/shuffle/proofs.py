"""Who vouches for the shuffles of a record, and where a proof that it claims does not hold.

What is looked at are the remarks of the record and their places in it. Not here: the algorithm
(``shuffle``), the form of the remarks (``pledge``), nor whether an order is a possible one (the ruleset).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.audit.verdict import Finding, Vouched
from engine.kernel.ruleset import Ruleset
from engine.kernel.table import UNKNOWN
from engine.record.timeline import standing
from engine.shuffle.commitments import COMMIT, REVEAL, Pledge, parties, read
from engine.shuffle.provable import ALGORITHM, PLAIN, commitment, seed, shuffled
from engine.text.label import Labels
from engine.text.messages import both
from events.model.kinds import DECISIONS, Derived, Ended, Noted, Opened, Shuffled


def vouch(
    derived: Sequence[Derived], match: str, rules: Ruleset | None
) -> tuple[tuple[Vouched, ...], list[Finding]]:
    """Of each shuffle that stands how it is vouched for, and what is wrong with the proofs, in order.

    ``match`` is the id, which the secrets are bound to; without it (``""``) no proof can be checked.
    ``rules`` tell how cards are called. The findings name no clause yet.
    """
    record = _Record(derived, match)
    found: list[Vouched] = []
    findings = list(record.unusable())
    for number, (seq, event) in enumerate(record.shuffles, start=1):
        wrong, state = list(_wrong(record, number, seq, event, rules)), event.how
        if event.how not in PLAIN:
            state = "unproven" if wrong else record.state(number)
        findings += wrong
        found.append(Vouched(seq, event.place, event.how, state))  # type: ignore[arg-type]  # PLAIN or a state
    findings.sort(key=lambda finding: finding.seq)
    return tuple(found), findings


class _Said(NamedTuple):
    """A pledge at its place in the record."""

    seq: int
    line: int
    pledge: Pledge


class _Record:
    """What a record holds of shuffles and of their proofs."""

    def __init__(self, derived: Sequence[Derived], match: str) -> None:
        opened = derived[0][0]
        assert isinstance(opened, Opened)
        self.match = match
        self.parties = parties(opened.players)
        self.shuffles: list[tuple[int, Shuffled]] = []
        self.notes: list[tuple[int, Noted]] = []
        self.over = False
        for seq, event, _ in standing(derived):
            kind = type(event)
            if kind is Shuffled:
                self.shuffles.append((seq, event))  # type: ignore[arg-type]  # kind says so
            elif kind is Noted and event.topic in (COMMIT, REVEAL):  # type: ignore[union-attr]  # likewise
                self.notes.append((seq, event))  # type: ignore[arg-type]  # likewise
            elif kind is Ended and event.span == "match":  # type: ignore[union-attr]  # likewise
                self.over = True
        self.commits = self._said(self.notes, COMMIT)
        self.reveals = self._said(self.notes, REVEAL)
        # A secret that was told is told, even where play was taken back afterwards.
        told = [(seq, event) for seq, (event, _) in enumerate(derived) if type(event) is Noted]
        self.told = self._said([(seq, note) for seq, note in told if note.topic == REVEAL], REVEAL)
        decided = (seq for seq in reversed(range(len(derived))) if type(derived[seq][0]) in DECISIONS)
        self.last_decision = next(decided, 0) if self.told else 0

    def _said(self, notes: Sequence[tuple[int, Noted]], topic: str) -> list[_Said]:
        read_ones = ((seq, note.line, read(note)) for seq, note in notes if note.topic == topic)
        return [_Said(seq, line, pledge) for seq, line, pledge in read_ones if pledge is not None]

    def unusable(self) -> Iterator[Finding]:
        """Notes that are no pledges, or of somebody who has no part in the match."""
        for seq, note in self.notes:
            if read(note) is None:
                yield _finding(seq, "unreadable-pledge", note.line, text=note.text)
            elif note.by not in self.parties:
                yield _finding(
                    seq, "strange-party", note.line, party=note.by, accepted=", ".join(self.parties)
                )

    def of(self, said: Sequence[_Said], number: int, party: str) -> list[_Said]:
        """What a party said of one shuffle."""
        return [one for one in said if one.pledge.number == number and one.pledge.party == party]

    def secrets(self, number: int) -> list[tuple[str, bytes]] | None:
        """The secrets of all parties, in their order; None as long as one is missing."""
        found = [(party, self.of(self.reveals, number, party)) for party in self.parties]
        return [(party, said[0].pledge.data) for party, said in found] if all(s for _, s in found) else None

    def state(self, number: int) -> str:
        """How a shuffle stands of which nothing is wrong."""
        if not self.match:
            return "unchecked"
        return "awaited" if self.secrets(number) is None else "proven"


def _wrong(
    record: _Record, number: int, seq: int, event: Shuffled, rules: Ruleset | None
) -> Iterator[Finding]:
    """Everything that is wrong with the proof of one shuffle."""
    if event.how in PLAIN:
        for commit in record.commits:
            if commit.pledge.number == number and commit.seq < seq:
                yield _finding(seq, "unclaimed-commit", how=event.how)
                return
    elif event.how != ALGORITHM:
        yield _finding(seq, "unknown-algorithm", how=event.how, accepted=ALGORITHM)
    else:
        yield from _early(record, number)
        wrong = list(_pledges(record, number, seq))
        yield from wrong
        secrets = record.secrets(number)
        if UNKNOWN in event.order:
            yield _finding(seq, "unknown-order")
        elif not wrong and secrets is not None and record.match:
            yield from _order(event, seq, seed(record.match, number, secrets), rules)


def _early(record: _Record, number: int) -> Iterator[Finding]:
    """Secrets that were told while there was still something to decide."""
    for said in record.told:
        if said.pledge.number == number and said.seq < record.last_decision:
            yield _finding(said.seq, "early-reveal", said.line, party=said.pledge.party)


def _pledges(record: _Record, number: int, seq: int) -> Iterator[Finding]:
    """Whether each party committed once, in time, and opened what it had committed to."""
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
        if record.over and not reveals:
            yield _finding(seq, "no-reveal", party=party)
        for told in reveals if record.match and in_time else ():
            opened = commitment(record.match, number, party, told.pledge.data)
            if opened != in_time[0].pledge.data.hex():
                yield _finding(told.seq, "wrong-reveal", told.line, party=party)


def _order(event: Shuffled, seq: int, key: bytes, rules: Ruleset | None) -> Iterator[Finding]:
    """Whether the order is the one that the secrets give."""
    pairs = zip(event.order, shuffled(event.order, key), strict=True)
    for place, (stands, follows) in enumerate(pairs, start=1):
        if stands != follows:
            called = Labels(rules, "ja").face  # printed names are the same in every language
            yield _finding(seq, "wrong-order", place=place, stands=called(stands), follows=called(follows))
            return


def _finding(seq: int, code: str, line: int = 0, **facts: object) -> Finding:
    return Finding(seq, "shuffle", "", both(None, f"finding.{code}", **facts), line, code=code)
