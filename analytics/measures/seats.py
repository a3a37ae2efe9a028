"""Sums over seat-games and over matches: how many were played, and how they came out.

Not here: the cards in them (``cards``).
"""

import narwhals as nw

from analytics.measures.measure import Measure, games

FACT, MATCH = "seat_game", "seat_match"

won, lost, tied = nw.col("won"), nw.col("lost"), nw.col("tied")

ENDINGS = ("won", "lost", "tied")

SEATS = (
    Measure("games", FACT, won + lost + tied, ENDINGS),
    Measure("wins", FACT, won, ("won",)),
    Measure("losses", FACT, lost, ("lost",)),
    Measure("ties", FACT, tied, ("tied",)),
    *games(FACT, "first", nw.col("went_first"), ("went_first",)),
    *games(FACT, "deal", nw.col("deal_known"), ("deal_known",)),
    Measure("matches", MATCH, won + lost + tied, ENDINGS),
    *games(MATCH, "match", won + lost + tied > 0, ENDINGS),
    *(Measure(name, MATCH, nw.col(name), (name,)) for name in ("games_won", "games_lost", "games_tied")),
)
