"""Sums over seat-games, over matches and over decks: how many were played, and how they came out.

Not here: the cards in them (``cards``).
"""

from analytics.query.measures.expression import col
from analytics.query.measures.measure import ENDINGS, Measure, games, one_if

FACT, MATCH, DECK = "seat_game", "seat_match", "brought"

won, lost, tied = col("won"), col("lost"), col("tied")

# In standings everything counts but the elimination: byes, agreed draws, no-shows, forfeits, double losses.
STANDING = ("outcome", "seat"), ("stage", "winner")
swiss = ~(col("stage").as_text() == "elimination").or_else(False)
ahead = (col("winner").as_text() == col("seat").as_text()).or_else(False)
outcome = col("outcome").as_text()
level = outcome.is_in(["tie", "intentional-draw"])
decided = outcome.is_in(["win", "loss", "bye", "no-show", "forfeit", "double-loss"])

SEATS = (
    Measure("games", FACT, won + lost + tied, ENDINGS),
    Measure("listed_games", FACT, (won + lost + tied) * one_if(col("deck_known")), (*ENDINGS, "deck_known")),
    Measure("wins", FACT, won, ("won",)),
    Measure("losses", FACT, lost, ("lost",)),
    Measure("ties", FACT, tied, ("tied",)),
    *games(FACT, "first", col("went_first"), ("went_first",)),
    *games(FACT, "behind", col("halfway") < 0, ("halfway",)),
    *games(FACT, "deal", col("deal_known") & col("deck_size").is_null(), ("deal_known", "deck_size")),
    *games(
        FACT,
        "deal_alone",
        col("deal_known") & col("deck_size").is_null() & ~col("opponent_deal_known"),
        ("deal_known", "deck_size", "opponent_deal_known"),
    ),
    Measure("matches", MATCH, won + lost + tied, ENDINGS),
    *games(MATCH, "match", won + lost + tied > 0, ENDINGS),
    *(Measure(name, MATCH, col(name), (name,)) for name in ("games_won", "games_lost", "games_tied")),
    Measure("standing_wins", MATCH, one_if(swiss & decided & ahead), *STANDING),
    Measure("standing_losses", MATCH, one_if(swiss & decided & ~ahead), *STANDING),
    Measure("standing_ties", MATCH, one_if(swiss & level), *STANDING),
    *(
        Measure(f"standing_{name}", MATCH, col(name) * one_if(swiss), (name,), ("stage",))
        for name in ("games_won", "games_lost", "games_tied")
    ),
    Measure("decks", DECK, one_if(~col("pilot").is_null()), ("pilot",)),
    Measure("decks_against", "opposed", one_if(~col("pilot").is_null()), ("pilot",)),
    Measure("decks_entered", DECK, one_if(~col("cut").is_null()), ("cut",)),
    Measure("decks_cut", DECK, one_if(col("cut")), ("cut",)),
)
