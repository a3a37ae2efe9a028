"""Checking what a record notes beside its acts: claims, turn lines, and the line at which reading ended.

Not here: the checks themselves (``line.claim``, ``line.turn_line``, ``resolve``).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import msgspec

from engine.audit.verdict import Finding
from engine.kernel.ask import TABLE
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.legality import ActType, Refused, Spent, options
from engine.kernel.table import UNKNOWN
from engine.record.notation.choice import choices
from engine.record.notation.glossary import glossary_of
from engine.record.notation.line.claim import Outcome, check
from engine.record.notation.line.parsed_act import read_act
from engine.record.notation.line.rulings import read_people
from engine.record.notation.line.tokens import Line, read_line
from engine.record.notation.line.turn_line import check_mark
from engine.record.notation.messages import message
from engine.record.notation.problem import Misread, Problem
from engine.record.notation.resolve import resolve
from engine.record.notation.spell import sketch
from engine.text.messages import refusal_in_both
from events.model.changes import CardRef, FaceId, Know
from events.model.kinds import ACTS, AnyAct, Noted, Passed, Shuffled

FOREIGN = "log"
"""By whom a line is written that ends the reading and is none of a record: a log of another program."""
LEGAL_SHOWN = 20
"""How many acts a finding lists as legal; behind them stands an ellipsis if there are more."""


def examine(game: Game, note: Noted) -> Finding | None:
    """Return the finding on a note of the topic ``claim``, ``mark`` or ``unread`` at this moment; None if it
    is right. The caller fills in its ``seq``. A note of the topic ``unread`` spends the game."""
    if note.topic == "unread" and note.by == FOREIGN:
        return _finding(note, "unread", Problem(note.line, 1, note.text, message("foreign-line")))
    try:
        line = read_line(note.text, note.line)
        if line is None:
            return None
        if note.topic == "unread":
            return _finding(note, "unread", unread(game, line))
        outcome = check(game, line) if note.topic == "claim" else check_mark(game, line)
    except Misread as misread:
        return _finding(note, "unread", misread.at(note.line, note.text))
    return None if outcome.holds else differing(note, outcome)


def differing(note: Noted, outcome: Outcome) -> Finding:
    """The finding about a claim or a turn line that does not hold."""
    what = message(f"wrong-{note.topic}", recorded=outcome.recorded, ruled=outcome.ruled)
    first = outcome.clauses[0]
    sides = outcome.recorded, outcome.ruled
    return Finding(0, note.topic, first, what, note.line, *sides, outcome.clauses, about=outcome.about)


def unread(game: Game, line: Line) -> Problem:
    """Return why a line cannot be taken now; the game is spent by that. Raises ``Misread`` if the line cannot
    be read."""
    legal = legal_lines(game)
    try:
        if line.kind == "foul":
            event = read_people(game, line)
            if isinstance(event, ACTS):
                game.check(event)
        elif line.kind == "act":
            game.take(resolve(game, read_act(line, glossary_of(game))))
        elif line.kind == "mark":
            check_mark(game, line)
        elif (missing := unanswered(game, line)) is not None:
            return missing
        else:
            check(game, line)
    except Spent as spent:
        return msgspec.structs.replace(refused_at(game, line, spent), candidates=legal)
    except Refused as refused:
        return refused_at(game, line, refused)
    return Problem(line.number, 1, line.text, message("would-be-fine"))


def refusal(game: Game, note: Noted) -> Refused | None:
    """Why the rules refuse the act at which reading ended; None if the line is none that they could judge.
    The game is spent by that."""
    try:
        line = read_line(note.text, note.line)
        if line is not None and line.kind == "act":
            game.take(resolve(game, read_act(line, glossary_of(game))))
    except Refused as refused:
        return refused
    except Misread:
        pass
    return None


def unanswered(game: Game, line: Line) -> Problem | None:
    """Return the problem of a claim before which an answer is missing; None if none is missing."""
    ask = game.ask
    if ask is None or ask.omissible == "never":
        return None
    what = message("no-answer", seat=ask.seat, clause=ask.clause)
    return Problem(line.number, 1, line.text, what, ask.clause, legal_lines(game))


def refused_at(game: Game, line: Line, refused: Refused) -> Problem:
    """The problem of a line whose act the rules refuse, with what would be legal instead."""
    what, column = refusal_in_both(refused, game), line.tokens[0].column
    if missing := _missing_answer(game, refused):
        what = Bilingual(ja=f"{what.ja}。{missing.ja}", en=f"{what.en}. {missing.en}")
    return Problem(line.number, column, line.text, what, refused.clause, legal_lines(game))


def _missing_answer(game: Game, refused: Refused) -> Bilingual | None:
    """Whose answer the record lacks before the line, if another player has to answer something: the line may
    be right, and the fault the record's."""
    ask, act = game.ask, refused.act
    if ask is None or isinstance(act, Shuffled) or ask.seat in (act.seat, TABLE):
        return None
    if ask.omissible in ("never", "silent"):  # an offer may be declined in silence: nothing is missing
        return None
    passes = (name for name in ask.verbs if game.rules.verbs[name].event is Passed)
    facts = {"seat": ask.seat, "verbs": ", ".join(ask.verbs), "clause": ask.clause}
    return message("answer-missing", **facts, decline=next(passes, ""))


def legal_lines(game: Game, most: int = LEGAL_SHOWN) -> tuple[str, ...]:
    """Return the acts that are legal now, as they would be written: all of them, or the first ``most`` and
    "…". Those that name several cards are given by their shape, because there are too many; those with an
    unknown card with every face that it can be (``B reveal ?? (月光のルチル, …)``)."""
    lines = dict.fromkeys([*_unseen_lines(game), *_known_lines(game, most * FRESH)])
    shown = tuple(islice(lines, most))
    return (*shown, "…") if len(lines) > most else shown


def _known_lines(game: Game, examined: int) -> Iterator[str]:
    """Each choice among the first acts once: not both ``swap`` of two units, which are one."""
    return (_shown(game, act) for act in choices(game, islice(options(game), examined)))


def _unseen_lines(game: Game) -> Iterator[str]:
    """Yield the acts with one card whose face the record does not know, each with the faces that make it
    legal."""
    ask, table = game.ask, game.table
    if ask is None or ask.seat not in game.rules.seats:
        return
    unknown = [
        card
        for place in glossary_of(game).own[ask.seat]
        for card in table.at(place)
        if table.face[card] == UNKNOWN
    ]
    for name in ask.verbs if unknown else ():
        verb: ActType = game.rules.verbs[name]
        if verb.cards[0] != 1 or verb.targets[0] or verb.numbered:
            continue
        faces = dict.fromkeys(face for card in unknown for face in _possible_faces(game, verb, card))
        if faces:
            names = ", ".join(glossary_of(game).short_name(face) for face in faces)
            yield f"{ask.seat} {name} ?? ({names})"


def _possible_faces(game: Game, verb: ActType, card: CardRef) -> Iterator[FaceId]:
    """Yield what an unknown card can be so that the open ask allows the act with it."""
    assert game.ask is not None  # only called for the open ask
    for face in game.faces:
        act = verb.event(game.ask.seat, verb.name, (card,), changes=(Know(card, face),))
        try:
            game.check(act)
        except Refused:
            continue
        yield face


def _shown(game: Game, act: AnyAct) -> str:
    verb: ActType = game.rules.verbs[act.verb]
    return sketch(game, act) if len(act.cards) < MANY else f"{act.seat} {verb.name} {verb.shape}"


MANY = 3
FRESH = 4
"""Several copies of a card give the same line: this many times more acts are examined than are shown."""


def _finding(note: Noted, kind: str, problem: Problem) -> Finding:
    kind = "refused" if problem.clause else kind
    clauses = (problem.clause,) if problem.clause else ()
    return Finding(
        0, kind, problem.clause, problem.what, note.line, note.text, "", clauses, problem.candidates
    )
