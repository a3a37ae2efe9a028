"""The columns of every fact table and their types, in one place.

Each table also has the columns ``game`` and ``month`` (``2026-05``, or ``undated``): they stand in the
names of the folders, not in the files. Not here: what the columns mean (the module of each table, and
``docs/analytics.md``).
"""

from typing import TypeAlias

import pyarrow as pa

WORD = pa.dictionary(pa.int32(), pa.string())
"""Ids and enumerations: stored once, referred to by number."""
COUNT = pa.int32()
"""What was counted here."""
NUMBER = pa.int64()
"""What an event states, as large as a log takes it."""
MARK = pa.int8()
"""0 or 1, to be summed."""
DAY = pa.date32()
FLAG = pa.bool_()

Kind: TypeAlias = "pa.DataType | tuple[pa.DataType]"
"""A type in brackets marks a column that may be null."""


def _schema(**columns: Kind) -> pa.Schema:
    return pa.schema(
        pa.field(name, kind[0], nullable=True)
        if isinstance(kind, tuple)
        else pa.field(name, kind, nullable=False)
        for name, kind in columns.items()
    )


RESULT: dict[str, Kind] = {"won": MARK, "lost": MARK, "tied": MARK}
"""How it came out for a seat. All are 0 where there was no result of play to count."""
SEAT: dict[str, Kind] = {"match": WORD, "game_no": NUMBER, "seat": WORD}
"""Whose row it is: a seat in a game of a match."""
ACT: dict[str, Kind] = {"match": WORD, "game_no": NUMBER, "seq": COUNT}
"""Whose row it is: an event of a game of a match."""
FIELD: dict[str, Kind] = {"day": (DAY,), "archetype": (WORD,), "opponent_archetype": (WORD,)}
"""When and with what it was played: repeated in the rows that are summed most, so that no join is needed."""
KNOWN: dict[str, Kind] = {"deal_known": FLAG, "keep_known": FLAG, "deck_known": FLAG, "hand_known": FLAG}
"""Whether the record knows every card that was dealt, that was kept, of the deck, and that came to hand."""

SCHEMAS: dict[str, pa.Schema] = {
    "match": _schema(
        match=WORD,
        ruleset=WORD,
        edition=WORD,
        cards=WORD,
        granularity=WORD,
        day=(DAY,),
        tournament=(WORD,),
        tournament_id=(WORD,),
        stage=(WORD,),
        pod=(WORD,),
        round=(NUMBER,),
        at_table=(WORD,),
        best_of=(NUMBER,),
        source=(WORD,),
        simulated=FLAG,
        grade=WORD,
        finished=FLAG,
        outcome=WORD,
        winner=(WORD,),
        reason=WORD,
        turns=NUMBER,
        events=COUNT,
        games=COUNT,
        first_seat=(WORD,),
        viewpoint=(WORD,),
    ),
    "seat_match": _schema(
        match=WORD,
        seat=WORD,
        player=(WORD,),
        player_id=(WORD,),
        opponent=(WORD,),
        deck=(WORD,),
        **FIELD,
        went_first=(FLAG,),
        outcome=WORD,
        **RESULT,
        games_won=(NUMBER,),
        games_lost=(NUMBER,),
        games_tied=(NUMBER,),
    ),
    "entrant": _schema(
        match=WORD,
        tournament=WORD,
        tournament_id=WORD,
        day=(DAY,),
        player=WORD,
        player_id=WORD,
        deck=(WORD,),
        archetype=(WORD,),
        dropped=(NUMBER,),
        rank=(NUMBER,),
        points=(NUMBER,),
        wins=(NUMBER,),
        losses=(NUMBER,),
        ties=(NUMBER,),
    ),
    "game": _schema(
        match=WORD,
        game_no=NUMBER,
        finished=FLAG,
        winner=(WORD,),
        reason=WORD,
        turns=NUMBER,
        first_seat=(WORD,),
    ),
    "seat_game": _schema(
        **SEAT,
        player=(WORD,),
        opponent=(WORD,),
        deck=(WORD,),
        **FIELD,
        went_first=(FLAG,),
        **RESULT,
        life=(NUMBER,),
        mulligans=COUNT,
        first_hand=(COUNT,),
        final_hand=(COUNT,),
        deck_size=(NUMBER,),
        **KNOWN,
    ),
    "card_seat_game": _schema(
        **SEAT,
        card=WORD,
        **FIELD,
        went_first=(FLAG,),
        dealt=COUNT,
        first_dealt=COUNT,
        kept=COUNT,
        deck=NUMBER,
        open=COUNT,
        drawn=COUNT,
        tutored=COUNT,
        played=COUNT,
        used=COUNT,
        set=COUNT,
        revealed=COUNT,
        acted=COUNT,
        resolved=COUNT,
        nullified=COUNT,
        first_draw_turn=(NUMBER,),
        first_played_turn=(NUMBER,),
        turns_held=NUMBER,
        **KNOWN,
        **RESULT,
    ),
    "deck_card": _schema(match=WORD, seat=WORD, deck=WORD, card=WORD, copies=NUMBER),
    "draw": _schema(
        **SEAT,
        seq=COUNT,
        k=COUNT,
        turn=NUMBER,
        library=COUNT,
        clean=FLAG,
        card=(WORD,),
        drawn_by=(WORD,),
        deck=(WORD,),
        archetype=(WORD,),
        went_first=(FLAG,),
        **RESULT,
    ),
    "shuffle": _schema(**SEAT, seq=COUNT, card=WORD, position=COUNT, library=COUNT, how=WORD),
    "library": _schema(**SEAT, card=WORD, copies=COUNT, first_k=COUNT, last_k=COUNT),
    "holding": _schema(
        **SEAT, seq=COUNT, card=(WORD,), came=WORD, since_turn=NUMBER, until_turn=NUMBER, became=WORD
    ),
    "life": _schema(**SEAT, seq=COUNT, turn=NUMBER, life=NUMBER),
    "declaration": _schema(
        **ACT,
        seat=WORD,
        verb=WORD,
        card=(WORD,),
        turn=NUMBER,
        phase=(WORD,),
        parent=(COUNT,),
        depth=COUNT,
        links=(COUNT,),
        paid=NUMBER,
        answered=COUNT,
        passed=COUNT,
        outcome=WORD,
        spent=(NUMBER,),
    ),
    "payment": _schema(
        **ACT,
        declaration=(COUNT,),
        seat=WORD,
        turn=NUMBER,
        resource=WORD,
        amount=NUMBER,
        cards=COUNT,
        card=(WORD,),
    ),
    "budget": _schema(**SEAT, turn=NUMBER, resource=WORD, available=NUMBER, paid=NUMBER),
    "reversal": _schema(
        **ACT, seat=WORD, turn=NUMBER, how=WORD, resource=(WORD,), amount=NUMBER, card=(WORD,)
    ),
    "response_window": _schema(
        **ACT,
        declaration=(COUNT,),
        seat=WORD,
        turn=NUMBER,
        card=(WORD,),
        answered=FLAG,
        able=(FLAG,),
    ),
    "response": _schema(
        **ACT,
        declaration=(COUNT,),
        seat=WORD,
        turn=NUMBER,
        card=(WORD,),
        answered_by=(WORD,),
        outcome=WORD,
    ),
    "resolution": _schema(
        **ACT,
        declaration=(COUNT,),
        seat=WORD,
        turn=NUMBER,
        what=WORD,
        card=(WORD,),
        outcome=WORD,
        why=(WORD,),
        clause=(WORD,),
    ),
}
