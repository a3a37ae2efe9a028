"""A turn: one act, the draw, and the look at the end of the game (HA-TURN-2, HA-TURN-4).

Not here: which acts are legal (``verbs``).
"""

from collections.abc import Iterator

from engine.common.reveal import ask_faces
from engine.kernel.ask import TABLE, Ask
from engine.kernel.game import Game
from engine.kernel.legality import options
from engine.kernel.procedure import MatchOver, Procedure
from events.model.changes import CardRef, Move, Step
from events.model.kinds import AnyAct, Began, Determined, Ended, Failed, Happened, Paid, Resolved
from kifuda_hanabi.board import (
    CLUES_MOST,
    HIGHEST,
    SCORE_MOST,
    STRIKES_MOST,
    best_possible,
    count,
    counted,
    hand,
    heights,
    points,
)
from kifuda_hanabi.knowledge import forgotten, noted, points_at


def turns_since(game: Game, number: int, seat: str) -> Procedure:
    """All turns from this one on, round the table (HA-TURN-1)."""
    seats = game.rules.seats
    while True:
        yield from turn(game, number, seat)
        number, seat = number + 1, seats[(seats.index(seat) + 1) % len(seats)]


def turn(game: Game, number: int, seat: str) -> Procedure:
    """One act; whoever may rearrange the own hand may do so before (``hand_order``)."""
    yield Began("turn", number=number, seat=seat, clauses=("HA-TURN-1",))
    last_round, before = count(game, "turns_left"), best_possible(game)
    verbs: tuple[str, ...] = ("clue", "discard", "play")
    if game.settings["hand_order"] == "free":
        verbs = (*verbs, "arrange")
    ask = Ask(seat, verbs, about="turn", clause="HA-TURN-2", omissible="never")
    if not can_act(game, ask):  # only where the game goes on with empty hands
        yield Ended("turn", number=number, seat=seat, clauses=("HA-DRAW-2",))
        return
    act = yield ask
    while act.verb == "arrange":
        yield _arranged(game, act)
        act = yield ask
    with game.because(game.last):
        yield from ACTS[act.verb](game, act)
        if act.verb != "clue":
            yield from draw(game, seat)
    left = (counted("turns_left", last_round - 1),) if last_round else ()
    yield Ended("turn", number=number, seat=seat, clauses=("HA-TURN-4",), changes=left)
    yield from look_at_the_end(game, last_round=last_round, before=before)


def can_act(game: Game, ask: Ask) -> bool:
    """Whether there is anything to do: with a card or a free clue there is (HA-TURN-2)."""
    if hand(game, ask.seat):
        return True
    game.ask = ask  # options are those of the open ask
    try:
        return next(options(game), None) is not None
    finally:
        game.ask = None


# --- acts ----------------------------------------------------------------------------------------------


def give_clue(game: Game, act: AnyAct) -> Procedure:
    """The token is spent; the cards follow from the hand, or from the record where it does not know them
    (HA-CLUE-1, HA-CLUE-5, HA-CLUE-6). All of it is open, and no card moves (HA-SEE-6, HA-CLUE-11)."""
    (seat,), (named,) = act.targets, act.words
    changes = (counted("clues", count(game, "clues") - 1),)
    yield Paid(act.seat, "clue", ("HA-CLUE-1",), 1, changes=changes)
    touched = tuple(card for card in hand(game, seat) if _touches(game, card, named, act))
    yield Happened(
        f"clued {named}",
        seat,
        ("HA-CLUE-5", "HA-CLUE-8", "HA-CLUE-9"),
        len(touched),
        changes=tuple(noted(game, seat, named, touched)),
    )


def _touches(game: Game, card: CardRef, named: str, act: AnyAct) -> bool:
    face = game.table.face[card]
    return points_at(face, named) if face else card in act.cards


def discard(game: Game, act: AnyAct) -> Procedure:
    """The card goes to the discard pile and a token is free again (HA-DISC-1, HA-DISC-3)."""
    card = hand(game, act.seat)[(act.number or 0) - 1]
    yield from ask_faces(game, act.seat, (card,), "HA-SEE-5")
    gone = (Move(card, f"hand.{act.seat}", "discard"), *forgotten(game, card))
    yield Happened("discarded", act.seat, ("HA-DISC-1",), card=card, changes=gone)
    yield from free_clue(game, "HA-DISC-3", full="HA-DISC-4")


def play(game: Game, act: AnyAct) -> Procedure:
    """The face decides: on its stack, or a misplay and a strike (HA-PLAY-2, HA-PLAY-3)."""
    seat, card = act.seat, hand(game, act.seat)[(act.number or 0) - 1]
    yield from ask_faces(game, seat, (card,), "HA-SEE-5")
    printed = game.printed(card)
    colour, number = printed.kind, printed.stats["number"]
    height = heights(game)[colour]
    if number != height + 1:
        # No clue is freed, although the card is discarded (HA-PLAY-5).
        clause = "HA-PLAY-4" if number <= height else "HA-PLAY-3"
        gone = (Move(card, f"hand.{seat}", "discard"), *forgotten(game, card))
        yield Failed("play", seat, "misplay", (clause,), card, changes=gone)
        strikes = count(game, "strikes") + 1
        yield Happened("strike", TABLE, ("HA-PLAY-3",), strikes, changes=(counted("strikes", strikes),))
        return
    placed = (Move(card, f"hand.{seat}", colour), *forgotten(game, card))
    yield Resolved("play", seat, ("HA-PLAY-2",), card, changes=placed)
    if number == HIGHEST and game.settings["clue_for_five"]:
        yield from free_clue(game, "HA-PLAY-6", full="HA-PLAY-7")


ACTS = {"clue": give_clue, "discard": discard, "play": play}


def free_clue(game: Game, clause: str, *, full: str) -> Iterator[Happened]:
    """A token is free again by ``clause``; with all eight free it is lost by ``full``."""
    free = count(game, "clues")
    if free == CLUES_MOST:
        yield Happened("clue lost", TABLE, (full,))
    else:
        yield Happened("clue freed", TABLE, (clause,), 1, changes=(counted("clues", free + 1),))


def draw(game: Game, seat: str) -> Procedure:
    """The top card of the deck becomes the newest of the hand; the last one begins the last round (HA-DRAW-1,
    HA-DRAW-3, HA-END-3)."""
    deck = game.table.at("deck")
    if not deck:
        return  # HA-DRAW-2
    card = deck[-1]
    yield Happened(
        "drew", seat, ("HA-DRAW-1", "HA-DRAW-3"), card=card, changes=(Move(card, "deck", f"hand.{seat}"),)
    )
    if not game.table.at("deck"):
        turns = len(game.rules.seats) if game.settings["last_round"] == "one_turn_each" else 0
        yield Happened("deck empty", TABLE, ("HA-END-3",), turns, changes=(counted("turns_left", turns),))


def _arranged(game: Game, act: AnyAct) -> Happened:
    place = f"hand.{act.seat}"
    changes = tuple(Move(card, place, place) for card in act.cards)
    return Happened("arranged", act.seat, ("HA-DRAW-3",), changes=changes)


# --- the end -------------------------------------------------------------------------------------------


def look_at_the_end(game: Game, *, last_round: int, before: int) -> Procedure:
    """Count the points and raise ``MatchOver`` if the act ended the game. ``last_round``: the turns that were
    left before it, 0 before the last round; ``before``: the most points that were possible then."""
    if count(game, "strikes") == STRIKES_MOST:  # also in the last turn of all (HA-END-5)
        yield from over(game, "strikes", "HA-END-1")
    if points(game) == SCORE_MOST and game.settings["complete_ends"]:
        yield from over(game, "complete", "HA-END-2")
    rule = game.settings["last_round"]
    if rule == "until_done":
        if not game.table.at("deck") and not any(hand(game, seat) for seat in game.rules.seats):
            yield from over(game, "complete" if points(game) == SCORE_MOST else "deck", "HA-END-3")
        if best_possible(game) < before:
            yield from over(game, "card lost", "HA-END-3")
    elif last_round == 1 or (rule == "at_once" and not game.table.at("deck")):
        yield from over(game, "deck", "HA-END-4" if last_round else "HA-END-3")


LOST = ("strikes", "card lost")


def over(game: Game, reason: str, clause: str) -> Procedure:
    """The end, with the score that all players share (HA-SCORE-1, HA-SCORE-2, HA-SCORE-3)."""
    trail = [Step("add", height, colour, "HA-SCORE-1") for colour, height in heights(game).items()]
    score = points(game)
    if reason in LOST and game.settings["score_on_strikes"] == "zero":
        trail.append(Step("become", 0, "strikes", "HA-SCORE-2"))
        score = 0
    yield Determined("score", TABLE, score, tuple(trail), (trail[-1].clause,))
    raise MatchOver("", reason, clause, scores={TABLE: score})
