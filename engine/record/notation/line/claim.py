"""Claims in a record, ``=> life B 14``, checked against the result of the rules.

Not here: findings on wrong claims (``examine``, ``adjudicate``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from engine.kernel.ask import TABLE
from engine.kernel.game import Game
from engine.kernel.legality import clause_of_end
from engine.kernel.table import UNKNOWN
from engine.record.notation.glossary import Glossary, glossary_of
from engine.record.notation.line.parsed_act import read_act
from engine.record.notation.line.term import Tokens, as_written, number_of, seat_of, without_clause, zone_of
from engine.record.notation.line.tokens import Line, Token
from engine.record.notation.problem import Misread, nearest
from engine.record.notation.spell import sketch
from events.model.changes import Create, Move, Set
from events.model.kinds import ACTS, AnyEvent, Began, Declared, Determined, Failed, Happened, Ruled

UNSEEN = "??"
"""A card whose face is not known."""


class Outcome(NamedTuple):
    """Whether a claim holds, its value, the value by the rules, and the clauses behind that; ``about``: what
    is claimed something of (``engine.audit.dispute.About``)."""

    holds: bool
    recorded: str
    ruled: str
    clauses: tuple[str, ...]
    about: tuple[str, ...] = ()


def check(game: Game, line: Line) -> Outcome:
    """Check a claim (``=> life B 14``) against the match as it stands. Raises ``Misread`` if it is no
    claim at all."""
    tokens, clause = without_clause(game.rules, line.tokens)
    if not tokens:
        raise Misread(line.end, "no-claim", *SHAPES)
    outcome = _read(game, line, tokens)
    if outcome is None:
        first = tokens[0]
        known = (*(name for track in game.rules.tracks for name in (track.id, track.name.ja)), *KEYWORDS)
        raise Misread(
            first.column, "unknown-claim", *(nearest(first.text, known) or SHAPES), word=as_written(tokens)
        )
    if clause and tokens[0].text.casefold() in FAILED and outcome.holds and clause not in outcome.clauses:
        recorded, ruled = f"{outcome.recorded} [{clause}]", _cited(outcome)
        return Outcome(False, recorded, ruled, outcome.clauses, outcome.about)
    return outcome


def _cited(outcome: Outcome) -> str:
    return f"{outcome.ruled} {' '.join(f'[{clause}]' for clause in outcome.clauses)}"


def _read(game: Game, line: Line, tokens: Tokens) -> Outcome | None:
    """The claim by its first word; None if that is none of the words that a claim begins with."""
    words = glossary_of(game)
    first = tokens[0].text.casefold()
    if first in words.tracks:
        return _track(game, line, tokens, words.tracks[first])
    if first in COUNT:
        return _count(game, line, tokens, words)
    if first in ORDER:
        return _order(game, line, tokens, words)
    if first in SCORE:
        return _score(game, line, tokens)
    if first in DAMAGE:
        return _damage(game, line, tokens)
    if first in NULLIFIED or first in FAILED:
        _expect(line, tokens, 1, "nullified | failed")
        return _failed(game, "nullified" if first in NULLIFIED else "failed")
    if any(token.text == "in" for token in tokens):
        return _lies(game, line, tokens, words)
    if any(token.text == "to" for token in tokens):
        return _went(game, line, tokens, words)
    if tokens[0].text in game.rules.seats:
        return _act(game, line, tokens, words)
    return None


# --- the kinds of claim -------------------------------------------------------------------------------


def _track(game: Game, line: Line, tokens: Tokens, track: str) -> Outcome:
    shared = game.rules.track(track).shared
    _expect(line, tokens, 3 - shared, "TRACK VALUE" if shared else "TRACK SEAT VALUE")
    of, value = TABLE if shared else seat_of(game.rules, tokens[1]), number_of(tokens[-1])
    ruled, what = game.table.track(track, of), track if shared else f"{track} {of}"
    clauses, about = _made(game, track, of), ("track", track, of)
    return Outcome(ruled == value, f"{what} {value}", f"{what} {ruled}", clauses, about)


def _count(game: Game, line: Line, tokens: Tokens, words: Glossary) -> Outcome:
    if len(tokens) not in (3, 4):
        _expect(line, tokens, 4, "count ZONE SEAT N")
    place = _place(game, tokens[1:-1], words)
    value, ruled = number_of(tokens[-1]), len(game.table.at(place))
    what = f"count {place.replace('.', ' ')}"
    clauses, about = _moved(game, place), ("count", place)
    return Outcome(ruled == value, f"{what} {value}", f"{what} {ruled}", clauses, about)


def _order(game: Game, line: Line, tokens: Tokens, words: Glossary) -> Outcome:
    """``order ZONE [SEAT] CARD…``: these cards lie there and no others, the bottom or oldest one first."""
    if len(tokens) < 2:
        raise Misread(line.end, "claim-shape", shape="order ZONE [SEAT] CARD…")
    owned = 0 if game.rules.zone(zone_of(words, tokens[1])).shared else 1
    if len(tokens) < 2 + owned:
        raise Misread(line.end, "claim-shape", shape="order ZONE SEAT CARD…")
    place = _place(game, tokens[1 : 2 + owned], words)
    faces = [_face_of(token, words) for token in tokens[2 + owned :]]
    there = game.table.at(place)
    holds = len(there) == len(faces) and all(
        face is None or _could_be(game, card, face) for card, face in zip(there, faces, strict=True)
    )
    what = f"order {place.replace('.', ' ')}"
    ruled = " ".join(known.name.ja if (known := game.card(card)) is not None else UNSEEN for card in there)
    return Outcome(holds, as_written(tokens), f"{what} {ruled}".rstrip(), _moved(game, place))


def _face_of(token: Token, words: Glossary) -> str | None:
    """The face that a word names; None for one that nobody saw. Raises ``Misread``."""
    if token.text == UNSEEN:
        return None
    face = words.face(token.text, token.column)
    if face is None:
        raise Misread(token.column, "unknown-card", *words.similar(token.text), word=token.text)
    return face


def _score(game: Game, line: Line, tokens: Tokens) -> Outcome:
    """``score [SEAT] N``: so many points has the seat, or have all players together, at the end."""
    if len(tokens) != 2:
        _expect(line, tokens, 3, "score [SEAT] N")
    of = seat_of(game.rules, tokens[1]) if len(tokens) == 3 else TABLE
    value, ended = number_of(tokens[-1]), game.table.result
    what = "score" if of == TABLE else f"score {of}"
    ruled = ended.scores.get(of) if ended is not None else None
    counted = (one for one in reversed(game.history) if isinstance(one, Determined))
    computed = next((one.clauses for one in counted if (one.quantity, one.of) == ("score", of)), ())
    clauses = (*computed, *ended.clauses) if ended is not None else ()
    said = f"{what} {'–' if ruled is None else ruled}"
    return Outcome(ruled == value, f"{what} {value}", said, clauses or (game.rules.end_clause,))


def _damage(game: Game, line: Line, tokens: Tokens) -> Outcome:
    _expect(line, tokens, 3, "damage SEAT N")
    seat, value = seat_of(game.rules, tokens[1]), number_of(tokens[2])
    what, about = f"damage {seat}", ("damage", seat)
    for event in _last_action(game):
        if isinstance(event, Determined) and event.quantity == "damage" and event.of == seat:
            clauses = _with_steps(game, event)
            return Outcome(event.value == value, f"{what} {value}", f"{what} {event.value}", clauses, about)
        if isinstance(event, Failed):
            return Outcome(False, f"{what} {value}", event.why, event.clauses, about)
    return Outcome(False, f"{what} {value}", f"{what} –", _framing(game), about)


def _failed(game: Game, what: str) -> Outcome:
    for event in _last_action(game):
        if isinstance(event, Failed):
            holds = what in ("failed", event.why)
            return Outcome(holds, what, event.why if not holds else what, event.clauses, ("failure",))
    last = next((event for event in _last_action(game) if getattr(event, "clauses", ())), None)
    clauses = getattr(last, "clauses", _framing(game))
    return Outcome(False, what, f"not {what}", clauses, ("failure",))


def _lies(game: Game, line: Line, tokens: Tokens, words: Glossary) -> Outcome:
    """``CARD in ZONE [SEAT]``: some copy lies there, or an unknown card that could be it."""
    at = next(index for index, token in enumerate(tokens) if token.text == "in")
    if at == 0 or len(tokens) - at not in (2, 3):
        _expect(line, tokens, 0, "CARD in ZONE [SEAT]")
    name = " ".join(token.text for token in tokens[:at])
    zone = zone_of(words, tokens[at + 1])
    seats = (seat_of(game.rules, tokens[at + 2]),) if len(tokens) - at == 3 else ("", *game.rules.seats)
    places = [f"{zone}.{seat}" if seat else zone for seat in seats]
    there = [card for place in places for card in game.table.at(place)]
    recorded = as_written(tokens)
    if name in game.table.place:
        found = game.table.place[name]
        ruled = f"{name} in {found.replace('.', ' ')}"
        return Outcome(name in there, recorded, ruled, _moved(game, found), ("place", name))
    face = words.face(name, tokens[0].column)
    if face is None:
        raise Misread(tokens[0].column, "unknown-card", *words.similar(name), word=name)
    holds = any(_could_be(game, card, face) for card in there)
    lying = sorted({place for card, place in game.table.place.items() if game.table.face[card] == face})
    ruled = ", ".join(f"{name} in {place.replace('.', ' ')}" for place in lying) or f"no {name}"
    clauses = _moved(game, places[-1] if len(places) == 1 else "")
    return Outcome(holds, recorded, ruled, clauses, ("place", face))


def _went(game: Game, line: Line, tokens: Tokens, words: Glossary) -> Outcome:
    """``CARD to ZONE [SEAT]``: the last act brought such a card there."""
    at = next(index for index, token in enumerate(tokens) if token.text == "to")
    if at != 1 or len(tokens) - at not in (2, 3):
        _expect(line, tokens, 0, "CARD to ZONE [SEAT]")
    face, place = _face_of(tokens[0], words), _place(game, tokens[2:], words)
    recorded, went = as_written(tokens), []
    for event in reversed(game.history):
        if isinstance(event, ACTS):
            break
        for change in getattr(event, "changes", ()):
            if not isinstance(change, Move):
                continue
            is_it = face is None or _could_be(game, change.card, face)
            if is_it and change.place == place:
                return Outcome(True, recorded, recorded, getattr(event, "clauses", ()))
            if is_it or change.place == place:
                went.append((change, getattr(event, "clauses", ())))
    if not went:
        return Outcome(False, recorded, "–", _framing(game))
    moved, clauses = went[0]
    known = game.card(moved.card)
    ruled = f"{known.name.ja if known else UNSEEN} to {moved.place.replace('.', ' ')}"
    return Outcome(False, recorded, ruled, clauses or _framing(game))


def _act(game: Game, line: Line, tokens: Tokens, words: Glossary) -> Outcome:
    """``SEAT VERB …``: the last act was this one; the cards that it names do not count."""
    said = read_act(line._replace(tokens=tokens), words)
    act = next((event for event in reversed(game.history) if isinstance(event, ACTS)), None)
    recorded, clauses = as_written(tokens), _framing(game)
    if act is None:
        return Outcome(False, recorded, "–", clauses)
    targets = tuple(one for one in said.targets if isinstance(one, str))
    holds = (said.seat, said.verb.name, said.number, said.words, targets) == (
        act.seat,
        act.verb,
        act.number,
        act.words,
        tuple(one for one in act.targets if one in game.rules.seats),
    )
    return Outcome(holds, recorded, sketch(game, act), clauses)


def _could_be(game: Game, card: str, face: str) -> bool:
    known = game.table.face[card]
    return known == face or (known == UNKNOWN and game.knowledge.could_be(game.table, card, face))


# --- looking back ---------------------------------------------------------------------------------------


def _last_action(game: Game) -> Iterator[AnyEvent]:
    """What followed from the last declaration, the latest first."""
    for event in reversed(game.history):
        if isinstance(event, Declared | Began):
            return
        yield event


def _made(game: Game, track: str, seat: str) -> tuple[str, ...]:
    """The clauses of the outcome that last set a value, and of what was computed for it."""
    return _since(
        game, lambda change: isinstance(change, Set) and change.track == track and change.of == seat
    )


def _moved(game: Game, place: str) -> tuple[str, ...]:
    """The clauses of the outcome that last brought a card to ``place`` or took one away."""
    return _since(
        game,
        lambda change: (
            (isinstance(change, Move) and place in ("", change.origin, change.place))
            or (isinstance(change, Create) and place in ("", change.place))
        ),
    )


def _since(game: Game, fits: Callable[[object], bool]) -> tuple[str, ...]:
    for event in reversed(game.history):
        if any(fits(change) for change in getattr(event, "changes", ())):
            return _with_steps(game, event)
    return _framing(game)


def _with_steps(game: Game, outcome: AnyEvent) -> tuple[str, ...]:
    """The clauses of an outcome, its own before those of its kind, then those of the computations that
    led to it, the nearest first.

    They reach back to the declaration, to an earlier value that was set, or to where a quantity begins
    to be computed a second time: that was for something else.
    """
    if isinstance(outcome, Ruled):
        return (outcome.clause,) if outcome.clause else _framing(game)
    history = game.history
    place = next(at for at in range(len(history) - 1, -1, -1) if history[at] is outcome)
    clauses = _own_first(outcome, history[place - 1] if place else None)
    computed: list[str] = []
    for at in range(place - 1, -1, -1):
        event = history[at]
        if isinstance(event, Declared | Began) or _sets(event):
            break
        if isinstance(event, Determined):
            if event.quantity in computed:
                break
            computed.append(event.quantity)
            clauses += event.clauses
    return tuple(dict.fromkeys(clauses)) or _framing(game)


def _framing(game: Game) -> tuple[str, ...]:
    """What is cited where nothing that happened has a clause: the end of the match, if it is over."""
    return (game.rules.frame_clause if game.ask is not None else clause_of_end(game),)


def _own_first(outcome: AnyEvent, previous: AnyEvent | None) -> list[str]:
    """The clauses of an outcome. Where several of a kind follow one another, those that the one before
    did not need come first: they are why this one went otherwise."""
    clauses = list(getattr(outcome, "clauses", ()))
    if type(previous) is type(outcome):
        clauses.sort(key=lambda clause: clause in getattr(previous, "clauses", ()))
    return clauses


def _sets(event: AnyEvent) -> bool:
    return isinstance(event, Happened) and any(isinstance(change, Set) for change in event.changes)


# --- words ----------------------------------------------------------------------------------------------


def _expect(line: Line, tokens: Tokens, number: int, shape: str) -> None:
    if len(tokens) < number:
        raise Misread(line.end, "claim-shape", shape=shape)
    if len(tokens) > number:
        raise Misread(tokens[number].column, "claim-shape", shape=shape)


def _place(game: Game, tokens: Tokens, words: Glossary) -> str:
    zone = zone_of(words, tokens[0])
    return f"{zone}.{seat_of(game.rules, tokens[1])}" if len(tokens) == 2 else zone


COUNT = ("count", "枚数")
ORDER = ("order", "並び")
SCORE = ("score", "得点")
DAMAGE = ("damage", "ダメージ")
NULLIFIED = ("nullified", "無効")
FAILED = ("failed", "失敗")
KEYWORDS = (*COUNT, *ORDER, *SCORE, *DAMAGE, *NULLIFIED, *FAILED)
SHAPES = (
    "TRACK SEAT VALUE",
    "count ZONE SEAT N",
    "CARD in ZONE [SEAT]",
    "CARD to ZONE [SEAT]",
    "SEAT VERB …",
    "order ZONE [SEAT] CARD…",
    "score [SEAT] N",
    "damage SEAT N",
    "nullified",
    "failed [CLAUSE]",
)
"""What may be claimed."""
