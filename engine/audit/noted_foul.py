"""Whether a noted foul was one: the act is tried on the table of that moment.

Not here: what people noted (``engine.record.notation.line.rulings``), or grades, which it leaves alone.
"""

from collections.abc import Sequence
from itertools import takewhile
from string import ascii_lowercase as LETTERS

from engine.kernel.game import Game
from engine.kernel.legality import ActType, Decision, Refused
from engine.kernel.ruleset import Ruleset
from engine.record.notation.glossary import glossary_of
from engine.record.notation.line.parsed_act import read_act
from engine.record.notation.line.tokens import read_line
from engine.record.notation.problem import Misread
from engine.record.notation.resolve import is_asked, resolve
from engine.record.session import Session
from events.model.kinds import DECISIONS, Derived, Fouled, Opened, Retracted, Shuffled


def was_legal(game: Game, foul: Fouled) -> bool:
    """Whether the rules allow the noted act as the match stands. What cannot be read, and what is legal only
    if a card that nobody knows was the right one, is left to the people who saw it."""
    act = _tried(game, foul)
    return act is not None and not isinstance(act, Refused | Shuffled) and not act.changes


def refused_otherwise(game: Game, foul: Fouled) -> str:
    """The clause under which the rules refuse the noted act, which its seat is asked for now, if the noted
    clause would not refuse it as well; else ``""``."""
    refused, ask = _tried(game, foul), game.ask
    if not foul.clause or ask is None or not isinstance(refused, Refused):
        return ""
    act = refused.act
    if isinstance(act, Shuffled) or act.changes or not is_asked(game, act.seat, act.verb):
        return ""
    if refused.clause.rstrip(LETTERS) == foul.clause:
        return ""
    verb: ActType = game.rules.verbs[act.verb]
    also = (one for one in verb.requirements if one.clause == foul.clause)
    try:
        return "" if any(not one.holds(game, ask, act) for one in also) else refused.clause
    except LookupError:  # what it asks about is not there
        return ""


def _tried(game: Game, foul: Fouled) -> Decision | Refused | None:
    """The noted act as the rules take it, or why they refuse it; None for one that cannot be read."""
    try:
        line = read_line(f"{foul.seat} {foul.act}", 1)
        if line is None or line.kind != "act":
            return None
        return resolve(game, read_act(line, glossary_of(game))).decision
    except Refused as refused:
        return refused
    except Misread:
        return None


def was_legal_nearby(
    rules: Ruleset, opened: Opened, recorded: Sequence[Derived], seq: int, foul: Fouled
) -> bool:
    """Whether the rules allow the act noted as event ``seq`` at a question beside the note that was answered
    in silence: only the acts around it tell where it stood, and the record supplies such answers on either
    side of it."""
    decided = [at for at, (event, _) in enumerate(recorded) if isinstance(event, DECISIONS)]
    before = list(
        takewhile(lambda at: _is_implied(recorded, at), (at for at in reversed(decided) if at < seq))
    )
    behind = list(takewhile(lambda at: _is_implied(recorded, at), (at for at in decided if at > seq)))
    moments = [*reversed(before), *behind]
    if not moments or any(isinstance(event, Retracted) for event, _ in recorded):
        return False
    try:
        session = Session(rules, opened, recorded=recorded[: moments[0]])
        for at in moments:
            if was_legal(session.game, foul):
                return True
            answer = recorded[at][0]
            assert isinstance(answer, DECISIONS), "only answers were counted"
            session.take(answer)
    except Refused:  # judged by other rules than it was recorded under
        return False
    return was_legal(session.game, foul)


def _is_implied(recorded: Sequence[Derived], at: int) -> bool:
    return bool(getattr(recorded[at][0], "implied", False))
