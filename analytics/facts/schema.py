"""The columns of every fact table and their types, in one place.

Each table also has the columns ``game`` and ``month`` (``2026-05``, or ``undated``): they stand in the
names of the folders, not in the files. Not here: what the columns mean (the module of each table).
"""

import pyarrow as pa

WORD = pa.dictionary(pa.int32(), pa.string())
"""Ids and enumerations: stored once, referred to by number."""
COUNT = pa.int32()
MARK = pa.int8()
"""0 or 1, to be summed."""


def _schema(**columns: pa.DataType | tuple[pa.DataType]) -> pa.Schema:
    """A type in brackets marks a column that may be null."""
    return pa.schema(
        pa.field(name, kind[0], nullable=True)
        if isinstance(kind, tuple)
        else pa.field(name, kind, nullable=False)
        for name, kind in columns.items()
    )


SCHEMAS: dict[str, pa.Schema] = {
    "match": _schema(
        match=WORD,
        ruleset=WORD,
        edition=WORD,
        cards=WORD,
        played=(pa.date32(),),
        tournament=(WORD,),
        simulated=pa.bool_(),
        grade=WORD,
        finished=pa.bool_(),
        winner=(WORD,),
        reason=WORD,
        turns=COUNT,
        events=COUNT,
        first_seat=(WORD,),
    ),
    "seat_game": _schema(
        match=WORD,
        seat=WORD,
        player=(WORD,),
        opponent=(WORD,),
        went_first=(pa.bool_(),),
        won=MARK,
        lost=MARK,
        tied=MARK,
        life=(COUNT,),
        deal_known=pa.bool_(),
        keep_known=pa.bool_(),
    ),
    "card_seat_game": _schema(
        match=WORD,
        seat=WORD,
        card=WORD,
        dealt=COUNT,
        kept=COUNT,
        deck=COUNT,
        used=COUNT,
        set=COUNT,
        revealed=COUNT,
        acted=COUNT,
        resolved=COUNT,
        nullified=COUNT,
        deal_known=pa.bool_(),
        keep_known=pa.bool_(),
        won=MARK,
        lost=MARK,
        tied=MARK,
    ),
    "declaration": _schema(
        match=WORD,
        seq=COUNT,
        seat=WORD,
        verb=WORD,
        card=(WORD,),
        turn=COUNT,
        parent=(COUNT,),
        paid=COUNT,
        answered=COUNT,
        outcome=WORD,
        spent=(COUNT,),
    ),
    "payment": _schema(
        match=WORD,
        seq=COUNT,
        declaration=(COUNT,),
        seat=WORD,
        turn=COUNT,
        resource=WORD,
        amount=COUNT,
        cards=COUNT,
        card=(WORD,),
    ),
    "response": _schema(
        match=WORD,
        seq=COUNT,
        declaration=(COUNT,),
        seat=WORD,
        turn=COUNT,
        card=(WORD,),
        answered_by=(WORD,),
        outcome=WORD,
    ),
    "resolution": _schema(
        match=WORD,
        seq=COUNT,
        declaration=(COUNT,),
        seat=WORD,
        turn=COUNT,
        what=WORD,
        card=(WORD,),
        outcome=WORD,
        why=(WORD,),
        clause=(WORD,),
    ),
}
