"""The verdict of an audit: a grade, and findings that each name event, line and clause.

Not here: how it is reached (``adjudicate``).
"""

from typing import Literal

import msgspec

from engine.kernel.bilingual import Bilingual
from events.model.kinds import AnyEvent

Grade = Literal["EXACT", "CONSISTENT", "OUTCOME_ONLY", "AMENDED", "DIVERGED"]
"""``EXACT``: every event is what the rules give · ``CONSISTENT``: so far as the known faces tell ·
``OUTCOME_ONLY``: no acts recorded, or rules that are not installed · ``AMENDED``: a ruling changed the
table, or a retraction the course · ``DIVERGED``: from some event on the record is not what the rules give."""


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """One difference between the record and the rules.

    ``kind``: ``refused`` (an act the rules do not allow), ``outcome`` (another consequence),
    ``claim`` (a written result that does not hold), ``mark`` (a wrong turn line), ``unread``,
    ``incomplete``, ``shuffle`` (a proof that does not hold; ``code`` says why), ``foul`` (``code``: ``LEGAL``
    where the act was legal, ``OTHERWISE`` where another clause refuses it, the last of ``clauses``),
    ``ruling``, ``retraction``; of a foreign log ``skipped`` (a line that was not understood), ``misnamed``,
    ``miscounted``, ``unplaced`` (one that does not fit the lines before it). ``line`` is that of the written
    record, 0 without one. ``follows``: an earlier difference explains this one. ``about``: what a claim is
    about (``dispute.About``).
    """

    seq: int
    kind: str
    clause: str
    what: Bilingual
    line: int = 0
    recorded: str = ""
    ruled: str = ""
    clauses: tuple[str, ...] = ()
    legal: tuple[str, ...] = ()
    follows: bool = False
    code: str = ""
    about: tuple[str, ...] = ()


_EVENT: msgspec.json.Decoder[AnyEvent] = msgspec.json.Decoder(AnyEvent)


def event_in(text: str) -> AnyEvent | None:
    """The event that ``recorded`` or ``ruled`` holds; None of a line as it was written, whatever it begins
    with."""
    if not text.startswith("{"):
        return None
    try:
        return _EVENT.decode(text)
    except msgspec.DecodeError:
        return None


class ShuffleStatus(msgspec.Struct, frozen=True):
    """How the order of the shuffle ``seq`` is backed; ``how`` is what the record says.

    ``state``: ``declared`` or ``simulated`` (without proof) · ``proven`` · ``awaited`` (commitments
    stand, the match goes on) · ``unproven`` (findings say why) · ``unchecked`` (the id of the match, which
    the proof is about, was not given).
    """

    seq: int
    place: str
    how: str
    state: Literal["declared", "simulated", "proven", "awaited", "unproven", "unchecked"]


class Verdict(msgspec.Struct, frozen=True):
    """The outcome of an audit.

    ``winner`` is a seat, ``""`` for a draw or an unfinished match; ``reason`` tells which. ``scores`` are the
    points at the end by seat, or of the ``table``, where the game counts them. ``turns`` and
    ``acts`` count what the rules accepted, ``acts`` only what somebody stated (no implied answers);
    ``events`` counts the whole record. ``ruleset`` is the edition it was judged by. ``shuffles`` gives the
    status of each shuffle. ``unpinned`` names what the match pins and it was not judged by (``clauses``,
    ``cards``, ``engine``): what is installed has another digest, so the grade is not one by its own rules.
    ``missing`` is what has to be installed before it can be judged: a requirement such as
    ``kifuda-hanabi==0.1.0``, or a game with its edition where the record names no package.
    """

    grade: Grade
    winner: str
    reason: str
    turns: int
    acts: int
    events: int
    ruleset: str
    findings: tuple[Finding, ...] = ()
    shuffles: tuple[ShuffleStatus, ...] = ()
    unpinned: tuple[str, ...] = ()
    missing: str = ""
    scores: dict[str, int] = {}

    @property
    def judged(self) -> bool:
        """Whether acts were judged by rules; else the grade says nothing for the record or against it."""
        return self.grade != "OUTCOME_ONLY"

    @property
    def divergence(self) -> Finding | None:
        """The first finding by which the record departs from the rules; None if it never does."""
        for finding in self.findings:
            if finding.kind in DIVERGING:
                return finding
        return None


LEGAL = "legal"
"""The code of a noted foul that was none: the rules allowed the act at that moment."""
OTHERWISE = "otherwise"
"""The code of a noted foul that the rules refuse under another clause than the one that was noted."""
DIVERGING = frozenset({"refused", "outcome", "claim", "mark", "unread", "incomplete", "shuffle"})
DOUBTS = frozenset({"skipped", "misnamed", "miscounted", "unplaced"})
"""Topics of notes on a foreign log, and the kinds of the findings that they are."""


def first_difference(one: Verdict, other: Verdict) -> Finding | None:
    """Return the first finding that only one of two verdicts on the same record has, as by two editions of
    the rules; None where they agree."""
    places = [{(found.seq, found.kind, found.clause) for found in side.findings} for side in (one, other)]
    alone = places[0] ^ places[1]
    found = [found for side in (other, one) for found in side.findings]
    differing = (one for one in found if (one.seq, one.kind, one.clause) in alone)
    return min(differing, key=lambda one: one.seq, default=None)
