"""Sums over seat-games, over matches and over decks: how many were played, and how they came out.

Not here: the cards in them (``cards``).
"""

import narwhals as nw

from analytics.query.measures.measure import Measure, games, one_if

FACT, MATCH, DECK = "seat_game", "seat_match", "brought"

won, lost, tied = nw.col("won"), nw.col("lost"), nw.col("tied")

ENDINGS = ("won", "lost", "tied")

SEATS = (
    Measure("games", FACT, won + lost + tied, ENDINGS),
    Measure(
        "listed_games", FACT, (won + lost + tied) * one_if(nw.col("deck_known")), (*ENDINGS, "deck_known")
    ),
    Measure("wins", FACT, won, ("won",)),
    Measure("losses", FACT, lost, ("lost",)),
    Measure("ties", FACT, tied, ("tied",)),
    *games(FACT, "first", nw.col("went_first"), ("went_first",)),
    *games(FACT, "deal", nw.col("deal_known") & nw.col("deck_size").is_null(), ("deal_known", "deck_size")),
    *games(
        FACT,
        "deal_alone",
        nw.col("deal_known") & nw.col("deck_size").is_null() & ~nw.col("opponent_deal_known"),
        ("deal_known", "deck_size", "opponent_deal_known"),
    ),
    Measure("matches", MATCH, won + lost + tied, ENDINGS),
    *games(MATCH, "match", won + lost + tied > 0, ENDINGS),
    *(Measure(name, MATCH, nw.col(name), (name,)) for name in ("games_won", "games_lost", "games_tied")),
    Measure("decks", DECK, one_if(~nw.col("pilot").is_null()), ("pilot",)),
    Measure("decks_against", "opposed", one_if(~nw.col("pilot").is_null()), ("pilot",)),
    Measure("decks_entered", DECK, one_if(~nw.col("cut").is_null()), ("cut",)),
    Measure("decks_cut", DECK, one_if(nw.col("cut")), ("cut",)),
)
