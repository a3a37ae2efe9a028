"""The decks of a field: one for every player of a tournament, and one a seat of what is no tournament.

A row stands by itself: it has the columns of a match that a question may restrict, those of a player's first
match in the tournament; of players whose matches a file does not list, those of its list. Decks of several
parts of a store cannot be added, for their matches may lie in both: no cube is kept of them. Not here: what
is counted of these rows.
"""

import narwhals as nw

from analytics.query.measures.frame import Frame, Tables

OF_MATCH = ("edition", "cards", "granularity", "simulated", "grade", "finished", "tournament")
BROUGHT = ("match", *OF_MATCH, "day", "place", "pilot", "player", "deck", "cut")
"""``place``: the tournament, the match where there is none · ``pilot``: who brought the deck there · ``cut``:
whether they played in the elimination rounds, null where there were none."""
DECK = ("game", "place", "pilot")
"""What tells decks apart."""


def brought(tables: Tables) -> Frame:
    """A row a deck, with its ``archetype``."""
    match, seat = nw.col("match").cast(nw.String), nw.col("seat").cast(nw.String)
    matches = tables["match"].filter(nw.col("finished"))
    matches = matches.select("match", *OF_MATCH, "tournament_id", "stage")
    seats = (
        tables["seat_match"]
        .join(matches, on="match", how="inner")
        .with_columns(
            place=nw.coalesce(_text("tournament_id"), _text("tournament"), match),
            pilot=nw.coalesce(
                _text("player_id"), _text("player"), nw.concat_str([match, seat], separator=" ")
            ),
            eliminating=(_text("stage") == "elimination").fill_null(False).cast(nw.Int8),
            match=match,
            seat=seat,
        )
    )
    of_place = seats.group_by("game", "place").agg(nw.col("eliminating").max().alias("has_cut"))
    of_pilot = seats.group_by(*DECK).agg(nw.col("match").min(), nw.col("eliminating").max().alias("through"))
    first = of_pilot.join(
        seats.select(*DECK, "month", "match", *OF_MATCH, "day", "player", "deck", "archetype"),
        on=[*DECK, "match"],
        how="inner",
    )
    listed = _listed(tables).join(of_pilot.select(*DECK), on=list(DECK), how="anti")
    columns = ("month", *DECK, "match", *OF_MATCH, "day", "player", "deck", "archetype", "through")
    every = nw.concat([_plain(first).select(*columns), _plain(listed).select(*columns)])
    cut = nw.when(nw.col("has_cut") == 1).then(nw.col("through") == 1)
    return every.join(of_place, on=["game", "place"], how="left").with_columns(cut=cut)


def opposed(tables: Tables) -> Frame:
    """The same decks, as those that others meet: with their ``opponent_archetype``."""
    return brought(tables).rename({"archetype": "opponent_archetype"})


def _listed(tables: Tables) -> Frame:
    """The players that files list, as if each were a match of its own."""
    return tables["entrant"].with_columns(
        place=_text("tournament_id"),
        pilot=_text("player_id"),
        edition=nw.lit(""),
        cards=_text("cards"),
        granularity=nw.lit("tournament"),
        simulated=nw.lit(False),
        grade=nw.lit("OUTCOME_ONLY"),
        finished=nw.lit(True),
        through=nw.lit(0).cast(nw.Int8),
    )


WORDS = ("match", "edition", "cards", "granularity", "grade", "tournament", "player", "deck", "archetype")


def _plain(rows: Frame) -> Frame:
    """Words as texts: those of different tables are numbered differently."""
    return rows.with_columns(*(_text(name) for name in WORDS))


def _text(name: str) -> nw.Expr:
    return nw.col(name).cast(nw.String)
