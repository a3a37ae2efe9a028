"""Sums over cards of seat-games: over copies (``won``, ``lost``, ``tied``), and over seat-games, each counted
once (``wins``, ``losses``, ``ties``); and of those what both seats of a game have (``shared``).

Of a partly known hand, the cards that were played are known and the others are not: a rate over the known
ones would favour them. So sums over cards that may never have been shown take only seats of which all cards
are known. Not here: what was done with a card (``acts``), nor draws as experiments (``chances``).
"""

from collections.abc import Iterator

from analytics.query.measures.expression import Expr, col
from analytics.query.measures.measure import Measure, games, one_if

FACT = "card_seat_game"

deck, opened, drawn, tutored = col("deck"), col("open"), col("drawn"), col("tutored")
played, offered, kept = col("played"), col("dealt"), col("kept")
dealt = col("first_dealt")
won, lost, tied = col("won"), col("lost"), col("tied")
deck_known, hand_known = col("deck_known"), col("hand_known")
without_library = col("deck_size").is_null()  # what is dealt comes from one pool for everybody
dealt_from_library = (col("in_library") > 0) & col("deal_known")  # what begins elsewhere cannot come
choice_known = col("deal_known") & col("keep_known")
deck_and_keep_known = (deck > 0) & deck_known & col("keep_known")
hand, held = opened + drawn, opened + drawn + tutored
unseen = (deck - held).at_least(0)

opponents = {name: col(f"opponent_{name}") for name in ("deck", "open", "drawn", "tutored", "played", "kept")}
"""Copies of the same card on the other seat; null where they are not known."""
hand_against = opponents["open"] + opponents["drawn"]
held_against = hand_against + opponents["tutored"]
unplayed_against = (opponents["deck"] > 0) & (opponents["played"] == 0)
unseen_against = (opponents["deck"] - held_against).where(held_against < opponents["deck"])

beside = hand * unseen * one_if(deck_known & hand_known)


def copies(
    name: str, number: Expr, against: Expr, known: Expr, columns: tuple[str, ...]
) -> Iterator[Measure]:
    """Results by ``number`` of copies, the squares of these numbers, and their products with those of the
    opponent (``against``).

    The copies of one game all win or all lose: n² / Σ c² is the effective number of games. Where both seats
    have them, the game moves the rate by their difference: (c − c′)².
    """
    count = number * one_if(known)
    both = (*columns, *(f"opponent_{column}" for column in columns if column in opponents))
    yield Measure(f"{name}_won", FACT, count * won, (*columns, "won"))
    yield Measure(f"{name}_lost", FACT, count * lost, (*columns, "lost"))
    yield Measure(f"{name}_tied", FACT, count * tied, (*columns, "tied"))
    yield Measure(f"{name}_squares", FACT, count * count * (won + lost), (*columns, "won", "lost"))
    yield Measure(f"{name}_tied_squares", FACT, count * count * tied, (*columns, "tied"))
    yield Measure(f"{name}_shared", FACT, count * against * (won + lost), (*both, "won", "lost"))
    yield Measure(f"{name}_tied_shared", FACT, count * against * tied, (*both, "tied"))


def games_of_both(name: str, condition: Expr, against: Expr, columns: tuple[str, ...]) -> Iterator[Measure]:
    """Results of the seat-games of which ``condition`` holds, and how many of them have an opponent of which
    ``against`` holds: what one of them wins the other loses."""
    yield from games(FACT, name, condition, columns)
    both = one_if(condition) * one_if(against)
    columns = (*columns, *(f"opponent_{column}" for column in columns if column in opponents))
    yield Measure(f"{name}_games_shared", FACT, both * (won + lost), (*columns, "won", "lost"))
    yield Measure(f"{name}_tied_games_shared", FACT, both * tied, (*columns, "tied"))


DECK, KNOWN = ("deck", "deck_known"), ("hand_known",)
HAND, HELD = ("open", "drawn", *KNOWN), ("open", "drawn", "tutored", *KNOWN)
OF_DECK = (*DECK, "kept", "keep_known")
DEALT, CHOICE = ("first_dealt", "deal_known"), ("dealt", "kept", "deal_known", "keep_known")

CARDS = (
    *copies("deck", deck, opponents["deck"], deck_known, DECK),
    *copies("open", opened, opponents["open"], hand_known, ("open", *KNOWN)),
    *copies("drawn", drawn, opponents["drawn"], hand_known, ("drawn", *KNOWN)),
    *copies("hand", hand, hand_against, hand_known, HAND),
    *copies("unseen", unseen, unseen_against, deck_known & hand_known, (*DECK, *HELD)),
    Measure("hand_unseen", FACT, beside * (won + lost), (*DECK, *HELD, "won", "lost")),
    Measure("hand_unseen_tied", FACT, beside * tied, (*DECK, *HELD, "tied")),
    *games_of_both("hand", (hand > 0) & hand_known, hand_against > 0, HAND),
    *games_of_both(
        "unseen",
        (deck > 0) & (held == 0) & deck_known & hand_known,
        (opponents["deck"] > 0) & (held_against == 0),
        (*DECK, *HELD),
    ),
    *games_of_both("played", played > 0, opponents["played"] > 0, ("played",)),
    *games_of_both("unplayed", (deck > 0) & (played == 0) & deck_known, unplayed_against, (*DECK, "played")),
    *(
        Measure(
            name,
            FACT,
            one_if(played > 0) * one_if(unplayed_against) * counted,
            ("played", "opponent_deck", "opponent_played", *columns),
        )
        for name, counted, columns in (
            ("played_crossed", won + lost, ("won", "lost")),
            ("played_tied_crossed", tied, ("tied",)),
        )
    ),
    *games_of_both(
        "stuck",
        (hand > 0) & (played == 0) & hand_known,
        (hand_against > 0) & (opponents["played"] == 0),
        (*HAND, "played"),
    ),
    *games_of_both("kept", (kept > 0) & col("keep_known"), opponents["kept"] > 0, ("kept", "keep_known")),
    *games(FACT, "kept_of_deck", (kept > 0) & deck_and_keep_known, OF_DECK),
    *games(FACT, "deck_with_keep", deck_and_keep_known, OF_DECK),
    *games(FACT, "thrown", (offered > 0) & (kept == 0) & choice_known, CHOICE),
    *games(FACT, "dealt", (dealt > 0) & col("deal_known"), DEALT),
    *games(FACT, "pooled", (dealt > 0) & col("deal_known") & without_library, DEALT, borrows=("deck_size",)),
    *games(
        FACT,
        "pooled_shared",
        (dealt > 0) & (col("opponent_dealt") > 0) & col("deal_known") & without_library,
        (*DEALT, "opponent_dealt"),
        borrows=("deck_size",),
    ),
    *games(
        FACT,
        "pooled_alone",
        (dealt > 0) & col("opponent_dealt").is_null() & col("deal_known") & without_library,
        (*DEALT, "opponent_dealt"),
        borrows=("deck_size",),
    ),
    *games(FACT, "undealt", (deck > 0) & (dealt == 0) & col("deal_known") & deck_known, (*DECK, *DEALT)),
    Measure("hands", FACT, one_if(dealt_from_library), ("in_library", "deal_known")),
    Measure("hand_copies", FACT, dealt * one_if(dealt_from_library), ("in_library", *DEALT)),
    Measure("deck_games", FACT, one_if((deck > 0) & deck_known), DECK),
    Measure("deck_copies", FACT, deck * one_if(deck_known), DECK),
    Measure("deck_plays", FACT, played * one_if(deck_known), ("played", "deck_known")),
    Measure("held_copies", FACT, held * one_if(hand_known), HELD),
    Measure("played_copies", FACT, played * one_if(hand_known), ("played", *KNOWN)),
    Measure("offered_copies", FACT, offered * one_if(choice_known), CHOICE),
    Measure("kept_copies", FACT, kept * one_if(choice_known), CHOICE),
    Measure("first_plays", FACT, one_if((held > 0) & (played > 0) & hand_known), (*HELD, "played")),
    Measure("never_played", FACT, one_if((held > 0) & (played == 0) & hand_known), (*HELD, "played")),
)
