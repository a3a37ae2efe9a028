"""One entry of every kind, twice: with all its fields set, and with nothing but what it must have.

The bytes of these entries are the golden files; the values are invented.
"""

from events.model.changes import Attach, Changes, Create, Expire, Flip, Grant, Know, Move, Set, Step, Turn
from events.model.codec import Entry
from events.model.kinds import (
    AnyEvent,
    Began,
    Chose,
    Declared,
    Determined,
    Ended,
    Failed,
    Fouled,
    Happened,
    Noted,
    Opened,
    Paid,
    Passed,
    Resolved,
    Retracted,
    Revealed,
    Ruled,
    Shuffled,
    Triggered,
)

CHANGES: Changes = (
    Create(card="A.17", face="BR-004", place="hand.A"),
    Move(card="A.17", origin="hand.A", place="play.A", under=True),
    Move(card="A.18", origin="hand.A", place="play.A"),
    Know(card="B.3", face="BR-011"),
    Flip(card="B.3", down=False),
    Turn(card="A.17", quarter=1),
    Attach(card="A.19", to="A.17", role="seal"),
    Attach(card="A.19", to=""),
    Set(track="life", of="B", value=-2),
    Grant(
        id="g1",
        on="B.3",
        quantity="attack",
        operation="add",
        amount=-1,
        text="「火」は使えない",
        until="turn-end",
        source="A.17",
        clause="BR-5.2-8",
    ),
    Expire(id="g1"),
)

FULL: tuple[AnyEvent, ...] = (
    Opened(
        game="blade-rondo",
        edition="1.03",
        cards="base-2",
        players={"A": "山田", "B": "Ren"},
        settings={"burst": True, "draw": "both", "life": 15},
        digests={"clauses": "00ff", "cards": "11ee", "engine": "22dd"},
        head={"date": "2026-03-01", "event": "月見杯"},
        granularity="act",
        simulated=True,
        changes=CHANGES,
    ),
    Shuffled(place="deck.A", order=("A.2", "", "A.1"), how="simulated", changes=CHANGES),
    Began(span="turn", name="first", number=1, seat="A", clauses=("BR-4",), changes=CHANGES),
    Ended(
        span="match",
        name="duel",
        number=9,
        seat="A",
        winner="B",
        reason="life",
        clauses=("BR-8", "BR-8.1"),
        changes=CHANGES,
    ),
    Declared(
        seat="A",
        verb="use",
        cards=("A.17",),
        targets=("B",),
        number=3,
        words=("alchemy",),
        spent=12,
        changes=(Know(card="A.17", face="BR-004"),),
        implied=True,
    ),
    Chose(seat="B", verb="discard", cards=("B.1", "B.2"), number=0),
    Passed(seat="B", verb="respond", spent=0),
    Paid(
        seat="A",
        resource="voltage",
        clauses=("BR-5.2-2a",),
        amount=2,
        for_="A.17",
        cards=("A.4",),
        changes=CHANGES,
    ),
    Determined(
        quantity="damage",
        of="B",
        value=2,
        trail=(Step("base", 3, "A.17", "BR-5.2-8"), Step("add", -1, "B.3", "BR-5.2-8")),
        clauses=("BR-5.2-8",),
        changes=CHANGES,
    ),
    Resolved(what="attack", seat="A", clauses=("BR-5.2-15",), card="A.17", changes=CHANGES),
    Failed(what="attack", seat="A", why="nullified", clauses=("BR-5.2-4b",), card="A.17", changes=CHANGES),
    Triggered(card="A.17", ability="poison", seat="A", clauses=("BR-6.2",), changes=CHANGES),
    Happened(what="damage", of="B", clauses=("BR-5.2-9",), amount=2, card="A.17", changes=CHANGES),
    Revealed(seat="B", cards=("B.3",), faces=("BR-011",), clauses=("BR-5.1",), changes=CHANGES),
    Fouled(seat="A", act="drew twice", clause="BR-4.1", line=7),
    Ruled(remedy="warning", by="judge", clause="BR-9", line=8, changes=CHANGES),
    Retracted(since=4, why="mutual agreement", by="A"),
    Noted(topic="comment", text='"引用" \\ /\t\n\x7f\u2028 é', line=3, by="Ren", clause="BR-1"),
)

BARE: tuple[AnyEvent, ...] = (
    Opened(game="blade-rondo", edition="1.03", cards="", players={}, settings={}, digests={}),
    Shuffled(place="deck", order=()),
    Began(span="phase"),
    Ended(span="phase"),
    Declared(seat="A", verb="breath"),
    Chose(seat="A", verb="keep"),
    Passed(seat="A", verb="respond"),
    Paid(seat="A", resource="life", clauses=()),
    Determined(quantity="cost", of="A.1", value=0, trail=(), clauses=()),
    Resolved(what="move", seat="A", clauses=()),
    Failed(what="move", seat="A", why="refused", clauses=()),
    Triggered(card="A.1", ability="", seat="A", clauses=()),
    Happened(what="lapse", of="table", clauses=()),
    Revealed(seat="A", cards=(), faces=(), clauses=()),
    Fouled(seat="A", act="spoke"),
    Ruled(remedy="none", by="judge"),
    Retracted(since=0, why=""),
    Noted(topic="comment", text=""),
)


DECKED = Opened(
    game="genesis", edition="1", cards="starter", players={"A": "Aoi", "B": "Ren"}, settings={}, digests={},
    decks={"A": {"G-01": 3, "G-02": 1}, "B": {"G-01": 4}},
)  # fmt: skip
PACKAGED = Opened(
    game="hanabi",
    edition="1",
    cards="base",
    players={},
    settings={},
    digests={},
    package="kifuda-hanabi==0.1.0",
)
SCORED = Ended(span="match", reason="deck", scores={"table": 17})
"""With ``DECKED`` and ``PACKAGED``: what joined a kind after the golden files had begun."""


def entries() -> list[Entry]:
    """All samples as the entries of one log; the full ones have every field of an entry as well."""
    full = [
        Entry(
            match="月見杯-r1-t3",
            seq=seq + 1,
            at=1_767_225_600_000_000 + seq,
            command="0f3c:7",
            event=event,
            cause=seq,
            prev="ab" * 32,
            salt=bytes(range(16)),
        )
        for seq, event in enumerate(FULL)
    ]
    bare = [Entry(match="m", seq=0, at=0, command="c", event=event) for event in BARE]
    later = [Entry(match="m", seq=0, at=0, command="c", event=event) for event in (DECKED, PACKAGED, SCORED)]
    return full + bare + later
