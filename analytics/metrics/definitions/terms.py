"""The vocabulary of the registry: every sum that a metric is made of, with what it adds up over which rows.

All but the last two are additive: those of disjoint sets of matches may be added. Sums of *copies* end
in ``won``, ``lost``, ``tied``; sums of *seat-games*, each counted once, in ``wins``, ``losses``, ``ties``;
``shared`` are those that both seats of a game have.
Only games that were played to an end are in any of them: no byes, intentional
draws, no-shows, forfeits, double losses, unfinished games. Not here: how they are taken from the facts.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from analytics.query.measures import Measure, declare
from analytics.query.measures.derived import stored_as
from analytics.query.measures.measure import RESULTS


class Term(NamedTuple):
    """``rows``: over which fact rows · ``what``: what is added up of them, as a formula; a condition stands
    in square brackets, and is 1 or 0."""

    rows: str
    what: str


DECK_KNOWN, HAND_KNOWN, BOTH_KNOWN = "deck known", "hand known", "deck and hand known"
"""Conditions on what counts cards that may never have been shown: of a hand known in part those that were
played are known and the others are not, and a rate over those would favour them."""

_HELD = "open + drawn + tutored ≥ 1"
_HAND, _UNSEEN = "(open + drawn)", "max(0, deck − open − drawn − tutored)"
_COPIES = {
    "deck": ("deck", DECK_KNOWN),
    "open": ("open", HAND_KNOWN),
    "drawn": ("drawn", HAND_KNOWN),
    "hand": (_HAND, HAND_KNOWN),
    "unseen": (_UNSEEN, BOTH_KNOWN),
}
_GAMES = {
    "hand": f"open + drawn ≥ 1, {HAND_KNOWN}",
    "unseen": f"deck ≥ 1, open + drawn + tutored = 0, {BOTH_KNOWN}",
    "played": "played ≥ 1",
    "unplayed": f"deck ≥ 1, played = 0, {DECK_KNOWN}",
    "stuck": f"open + drawn ≥ 1, played = 0, {HAND_KNOWN}",
    "kept": "kept ≥ 1, every kept card known",
    "kept_of_deck": "deck ≥ 1, kept ≥ 1, deck and every kept card known",
    "deck_with_keep": "deck ≥ 1, deck and every kept card known",
    "thrown": "offered ≥ 1, kept = 0, offer and every kept card known",
    "dealt": "in the first hand offered, offer known",
    "pooled": "in the first hand offered, without a library, offer known",
    "pooled_shared": "in the first hands of both seats, without a library, offer known",
    "pooled_alone": "in the first hand offered, without a library, offer known, that of the opponent not",
    "undealt": "deck ≥ 1, not in the first hand offered, offer and deck known",
}
EARLY = 3
"""The last turn of the early window."""

_OTHER = "drew another one while copies of this one were left"
_DRAWS = {
    "drew": "drew this card",
    "other": _OTHER,
    "drew_early": f"drew this card, turn ≤ {EARLY}",
    "other_early": f"{_OTHER}, turn ≤ {EARLY}",
}
_ACTS = {"resolved": "resolved or decisive", "nullified": "nullified"}


def _copies(name: str, copies: str, known: str) -> dict[str, Term]:
    sums = {
        "won": f"{copies} · won",
        "lost": f"{copies} · lost",
        "tied": f"{copies} · tied",
        "squares": f"{copies}² · (won + lost)",
        "tied_squares": f"{copies}² · tied",
        "shared": f"{copies} · {copies} of the opponent · (won + lost)",
        "tied_shared": f"{copies} · {copies} of the opponent · tied",
    }
    return {f"{name}_{end}": Term("card_seat_game", f"Σ {what} · [{known}]") for end, what in sums.items()}


def _games(rows: str, name: str, condition: str) -> dict[str, Term]:
    return {
        f"{name}_{ending}": Term(rows, f"Σ {column} · [{condition}]") for ending, column in RESULTS.items()
    }


def _games_of_both(name: str) -> dict[str, Term]:
    both = f"{_GAMES[name]}, of the opponent too"
    return {
        f"{name}_games_shared": Term("card_seat_game", f"Σ (won + lost) · [{both}]"),
        f"{name}_tied_games_shared": Term("card_seat_game", f"Σ tied · [{both}]"),
    }


_CROSSED = "played ≥ 1, that of the opponent in deck and not played, deck of the opponent known"
_DEALT_FROM = "copies in the library ≥ 1, offer known"


_terms: dict[str, Term] = {
    # seats
    "games": Term("seat_game", "Σ 1"),
    "listed_games": Term("seat_game", "Σ [deck known]"),
    "wins": Term("seat_game", "Σ won"),
    "losses": Term("seat_game", "Σ lost"),
    "ties": Term("seat_game", "Σ tied"),
    **_games("seat_game", "first", "went first"),
    **_games("seat_game", "behind", "was behind in the middle of the game"),
    **_games("seat_game", "deal", "without a library, offer known"),
    **_games("seat_game", "deal_alone", "without a library, offer known, that of the opponent not"),
    # matches, of one game or several
    **_games("seat_match", "match", "the match"),
    # of the rounds that the table counts
    "standing_wins": Term("seat_match", "Σ [Swiss round, the match won or a bye]"),
    "standing_losses": Term("seat_match", "Σ [Swiss round, the match lost]"),
    "standing_ties": Term("seat_match", "Σ [Swiss round, the match drawn, by agreement too]"),
    "standing_games_won": Term("seat_match", "Σ games won · [Swiss round]"),
    "standing_games_lost": Term("seat_match", "Σ games lost · [Swiss round]"),
    "standing_games_tied": Term("seat_match", "Σ games that nobody won · [Swiss round]"),
    # cards
    **{key: term for name, what in _COPIES.items() for key, term in _copies(name, *what).items()},
    "hand_unseen": Term("card_seat_game", f"Σ {_HAND} · {_UNSEEN} · (won + lost) · [{BOTH_KNOWN}]"),
    "hand_unseen_tied": Term("card_seat_game", f"Σ {_HAND} · {_UNSEEN} · tied · [{BOTH_KNOWN}]"),
    **{
        key: term
        for name, condition in _GAMES.items()
        for key, term in _games("card_seat_game", name, condition).items()
    },
    **{
        key: term
        for name in ("hand", "unseen", "played", "unplayed", "stuck", "kept")
        for key, term in _games_of_both(name).items()
    },
    "played_crossed": Term("card_seat_game", f"Σ (won + lost) · [{_CROSSED}]"),
    "played_tied_crossed": Term("card_seat_game", f"Σ tied · [{_CROSSED}]"),
    "deck_games": Term("card_seat_game", "Σ [deck ≥ 1, deck known]"),
    "deck_copies": Term("card_seat_game", "Σ deck · [deck known]"),
    "deck_plays": Term("card_seat_game", "Σ played · [deck known]"),
    "held_copies": Term("card_seat_game", f"Σ (open + drawn + tutored) · [{HAND_KNOWN}]"),
    "played_copies": Term("card_seat_game", f"Σ played · [{HAND_KNOWN}]"),
    "offered_copies": Term("card_seat_game", "Σ offered · [offer and every kept card known]"),
    "kept_copies": Term("card_seat_game", "Σ kept · [offer and every kept card known]"),
    "first_plays": Term("card_seat_game", f"Σ [{_HELD}, first played at turn, {HAND_KNOWN}]"),
    "never_played": Term("card_seat_game", f"Σ [{_HELD}, played = 0, game ended at turn, {HAND_KNOWN}]"),
    "plays_after": Term("holding", f"Σ [played so many turns after it came to hand, {HAND_KNOWN}]"),
    "held_to_end": Term(
        "holding", f"Σ [not played: left the hand, or the game ended, after so many turns, {HAND_KNOWN}]"
    ),
    # draw opportunities
    **{
        key: term
        for name, condition in _DRAWS.items()
        for key, term in _games("draw", name, f"{condition}, library in random order").items()
    },
    # declarations and what became of them
    "declared": Term("declaration", "Σ [not rewound]"),
    "acted": Term("declaration", "Σ [outcome resolved, decisive, nullified or unfinished, not rewound]"),
    "resolved": Term("declaration", "Σ [outcome resolved or decisive]"),
    "nullified": Term("declaration", "Σ [outcome nullified]"),
    **{
        key: term
        for name, condition in _ACTS.items()
        for key, term in _games("declaration", name, f"outcome {condition}").items()
    },
    "failures": Term("resolution", "Σ [failed, by this clause]"),
    "answered_by": Term("response", "Σ [nullified its parent, by this card]"),
    "chains": Term("declaration", "Σ [begins a chain, of so many links]"),
    "decisions": Term("declaration", "Σ [time written down, of so many seconds]"),
    "windows": Term("response_window", "Σ [a window in which this seat might answer]"),
    "windows_answered": Term("response_window", "Σ [a window that this seat answered]"),
    "windows_able": Term("response_window", "Σ [a window in which this seat held a legal answer; EXACT]"),
    "windows_able_answered": Term("response_window", "Σ [of these, answered]"),
    # payments
    "payments": Term("payment", "Σ [not rewound]"),
    "payments_alternative": Term("payment", "Σ [an alternative cost]"),
    "payments_reversed": Term("reversal", "Σ [taken back, or a foul against a clause by which one owes]"),
    "paid": Term("budget", "Σ amount paid in turns of one's own, from funds that the game's roles name"),
    "available": Term("budget", "Σ amount that there was to pay with, over the same turns and funds"),
    # decks and the field
    "decks": Term("seat_match, entrant", "Σ [one for every player and tournament]"),
    "decks_against": Term("seat_match, entrant", "Σ [the same, as those that others meet]"),
    "decks_entered": Term("seat_match, entrant", "Σ [the same, of tournaments with elimination rounds]"),
    "decks_cut": Term("seat_match, entrant", "Σ [of these, played in the elimination rounds]"),
    "decks_met": Term("seat_match", "Σ [one for every player and tournament, but for whoever records]"),
    # chance
    "hands": Term("card_seat_game", f"Σ [{_DEALT_FROM}]"),
    "hand_copies": Term("card_seat_game", f"Σ copies in the first hand offered · [{_DEALT_FROM}]"),
    "draws": Term("draw", "Σ [copies of the card left, library in random order]"),
    "hits": Term("draw", "Σ [drew this card, library in random order]"),
    "found": Term("shuffle", "Σ [this card lay in this position of a library as it was shuffled]"),
    "found_copies": Term("shuffle", "Σ copies of the card in the library that it lay in"),
    # single games, for models that look at each
    "difference": Term("card_seat_game", "deck of the first seat − deck of the second, both known"),
    "first_score": Term("game", "1 where the first seat won, 0 where it lost, 1/2 where nobody did"),
}
TERMS: Mapping[str, Term] = MappingProxyType(_terms)
"""Name → term, those that metrics declare beside themselves among them."""


def own_sum(measure: Measure, what: str) -> str:
    """Declare a sum beside the one metric that is made of it, which is then whole in one file. ``what``: in
    words, as in a ``Term``. Returns its name. Cubes keep no such sums: they are counted from facts.

    Raises ``ValueError`` for a name that is taken.
    """
    declare(measure)
    _terms[measure.name] = Term(stored_as(measure.fact), what)
    return measure.name
