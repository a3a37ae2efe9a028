"""Lines with ``!``: fouls, rulings, proofs of shuffles, agreed ends.

Not here: whether a foul or ruling was right, which people decide.
"""

from __future__ import annotations

from engine.effect.select import taken_away
from engine.kernel.ask import TABLE
from engine.kernel.game import Game
from engine.kernel.legality import ActType
from engine.record.notation.glossary import Glossary, glossary_of
from engine.record.notation.line.shuffle_proof import is_proof_line, read_proof_line
from engine.record.notation.line.term import Tokens, as_written, number_of, seat_of, without_clause, zone_of
from engine.record.notation.line.tokens import Line
from engine.record.notation.problem import Misread, nearest
from engine.shuffle.commitments import COMMIT, REVEAL
from events.model.changes import AnyChange, Set
from events.model.kinds import AnyAct, Fouled, Noted, Ruled

ILLEGAL = ("illegal", "foul", "反則", "違反")
RULING = ("ruling", "裁定")
TIME = ("time", "時間切れ")
BY = ("by", "裁定者")


def read_people(game: Game, line: Line) -> Fouled | Ruled | Noted | AnyAct:
    """The event that a line with ``!`` stands for. Raises ``Misread``.

    Acts among them (``! concede B``, ``! agreed-end A``) still have to be judged.
    """
    if not line.tokens:
        raise Misread(line.end, "foul-shape", *_known(game))
    first = line.tokens[0].text.casefold()
    if first in ILLEGAL:
        return _fouled(game, line)
    if first in RULING:
        return _ruled(game, line)
    if is_proof_line(line):
        return read_proof_line(game.rules, line)
    if first in TIME:
        return Noted("time", line.plain, line.number)
    verb = glossary_of(game).verbs.get(first)
    if verb is None or verb.name not in game.rules.anytime_acts:
        close = nearest(first, _known(game)) or _known(game)
        raise Misread(line.tokens[0].column, "foul-shape", *close)
    return _standing(game, line, verb.name)


def _known(game: Game) -> tuple[str, ...]:
    return (ILLEGAL[0], RULING[0], TIME[0], COMMIT, REVEAL, *game.rules.anytime_acts)


def _standing(game: Game, line: Line, name: str) -> AnyAct:
    """``! concede B`` is an act of B; ``! agreed-end A`` one of the table, about A."""
    verb: ActType = game.rules.verbs[name]
    named = tuple(seat_of(game.rules, token) for token in line.tokens[1:])
    if not verb.targets[1]:
        if len(named) != 1:
            raise Misread(line.end, "one-seat", *game.rules.seats)
        return verb.event(named[0], name)
    return verb.event(TABLE, name, targets=named)


def _fouled(game: Game, line: Line) -> Fouled:
    """``! illegal A use 闇黒剣 [CLAUSE]``: noted as it was written; the audit tries it."""
    tokens, clause = without_clause(game.rules, line.tokens)
    if len(tokens) < 3:
        raise Misread(line.end, "illegal-shape")
    return Fouled(seat_of(game.rules, tokens[1]), as_written(tokens[2:]), clause, line.number)


def _ruled(game: Game, line: Line) -> Ruled:
    """``! ruling REMEDY by "NAME" [CLAUSE]``."""
    tokens, clause = without_clause(game.rules, line.tokens)
    at = next((index for index, token in enumerate(tokens) if token.text.casefold() in BY), 0)
    if at < 2 or at == len(tokens) - 1:
        raise Misread(line.end, "ruling-shape")
    remedy, by = tokens[1:at], tokens[at + 1 :]
    return Ruled(
        as_written(remedy),
        " ".join(token.text for token in by),
        clause,
        line.number,
        _changes(game, line, remedy),
    )


def _changes(game: Game, line: Line, remedy: Tokens) -> tuple[AnyChange, ...]:
    """What a ruling does to the table: ``life B 7`` sets a value, ``斬撃剣 to hand A`` moves a card; words in
    quotation marks are for people and change nothing. Other words are refused: a slip in the name of a
    track would make a ruling that changes nothing."""
    words = glossary_of(game)
    if remedy[0].kind == "quoted":
        return ()
    if (track := words.tracks.get(remedy[0].text.casefold())) is not None:
        return (_set(game, line, remedy, track),)
    if any(token.text == "to" for token in remedy):
        return _moved(game, remedy, words)
    raise Misread(
        remedy[0].column, "ruling-remedy", *nearest(remedy[0].text, words.tracks), word=remedy[0].text
    )


def _set(game: Game, line: Line, remedy: Tokens, track: str) -> Set:
    limits = game.rules.track(track)
    if len(remedy) != 3 - limits.shared:
        raise Misread(remedy[0].column, "ruling-value")
    value = number_of(remedy[-1])
    if not limits.least <= value <= limits.most:
        raise Misread(
            remedy[-1].column, "ruling-limits", clause=limits.clause, least=limits.least, most=limits.most
        )
    return Set(track, TABLE if limits.shared else seat_of(game.rules, remedy[1]), value)


def _moved(game: Game, remedy: Tokens, words: Glossary) -> tuple[AnyChange, ...]:
    at = next(index for index, token in enumerate(remedy) if token.text == "to")
    if at == 0 or len(remedy) - at not in (2, 3):
        raise Misread(remedy[0].column, "ruling-move")
    zone = zone_of(words, remedy[at + 1])
    name = " ".join(token.text for token in remedy[:at])
    face = None if name in game.table.place else words.face(name, remedy[0].column)
    cards = [name] if name in game.table.place else [c for c, f in game.table.face.items() if f and f == face]
    seat = seat_of(game.rules, remedy[at + 2]) if len(remedy) - at == 3 else ""
    if seat and len(cards) > 1:
        cards = [card for card in cards if card.startswith(f"{seat}.")]
    if len(cards) != 1:
        raise Misread(remedy[0].column, "ruling-card", *cards, word=name)
    place, removal = f"{zone}.{seat}" if seat else zone, game.rules.removal
    together = removal(game, cards[0], place) if removal is not None else ()
    return tuple(together or taken_away(game, cards[0], place))
