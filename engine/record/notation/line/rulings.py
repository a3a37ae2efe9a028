"""Lines with ``!``: fouls, rulings, proofs of shuffles, ends by the players or the clock.

Not here: what a ruling does to the table (``remedy``); whether a foul or ruling was right, which people
decide.
"""

from __future__ import annotations

from engine.common.agreed_end import NEEDS_AGREEMENT
from engine.kernel.ask import TABLE
from engine.kernel.game import Game
from engine.kernel.legality import ActType
from engine.record.notation.glossary import glossary_of
from engine.record.notation.line.remedy import changes_of
from engine.record.notation.line.shuffle_proof import is_proof_line, read_proof_line
from engine.record.notation.line.term import as_written, seat_of, without_clause
from engine.record.notation.line.tokens import Line
from engine.record.notation.problem import Misread, nearest
from engine.shuffle.commitments import COMMIT, REVEAL
from events.model.kinds import AnyAct, Fouled, Noted, Ruled

ILLEGAL = ("illegal", "foul", "反則", "違反")
RULING = ("ruling", "裁定")
TIME = ("time", "時間切れ")
OFFER = "concession"
"""The topic of the note of a concession that ends nothing: an offer to the other players."""
BY = ("by", "裁定者")


def read_people(game: Game, line: Line) -> Fouled | Ruled | Noted | AnyAct:
    """The event that a line with ``!`` stands for. Raises ``Misread``.

    Acts among them (``! concede B``, ``! agreed-end A``) still have to be judged. Time that is called is an
    act where it ends the match, else a note; so is a concession to which the other players have to agree.
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
    verb = glossary_of(game).verbs.get(first)
    if verb is not None and verb.name in game.rules.anytime_acts:
        return _standing(game, line, verb.name)
    if first in TIME:
        return Noted("time", line.plain, line.number)
    close = nearest(first, _known(game)) or _known(game)
    raise Misread(line.tokens[0].column, "foul-shape", *close)


def _known(game: Game) -> tuple[str, ...]:
    return (ILLEGAL[0], RULING[0], TIME[0], COMMIT, REVEAL, *game.rules.anytime_acts)


def _standing(game: Game, line: Line, name: str) -> Noted | AnyAct:
    """``! concede B`` is an act of B; ``! agreed-end A`` one of the table, about A."""
    verb: ActType = game.rules.verbs[name]
    named = tuple(seat_of(game.rules, token) for token in line.tokens[1:])
    if not verb.targets[1]:
        if len(named) != 1:
            raise Misread(line.end, "one-seat", *game.rules.seats)
        return _ends_or_offers(game, line, verb.event(named[0], name))
    return verb.event(TABLE, name, targets=named)


def _ends_or_offers(game: Game, line: Line, act: AnyAct) -> Noted | AnyAct:
    """The act, or the note of one that ends nothing because the other players have not agreed to it."""
    verb: ActType = game.rules.verbs[act.verb]
    for need in verb.requirements:
        if need.why == NEEDS_AGREEMENT and game.ask is not None and not need.holds(game, game.ask, act):
            return Noted(OFFER, line.plain, line.number, act.seat, need.clause)
    return act


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
    remedy, name = tokens[1:at], tokens[at + 1 :]
    quoted = name[0].kind == "quoted"
    rest = name[1:] if quoted else tuple(token for token in name if token.kind != "word")
    if rest or not name[0].text.strip():
        raise Misread((rest or name)[0].column, "ruling-shape")
    by = " ".join(token.text for token in name)
    return Ruled(as_written(remedy), by, clause, line.number, changes_of(game, remedy))
