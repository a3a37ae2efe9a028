"""Acts that a case only tries: legal ones, and ones that the rules must refuse under a certain clause.

Not here: acts that are carried out (``run``).
"""

from engine.case.problem import message
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.legality import Refused
from engine.record.notation.line.parsed_act import ParsedAct
from engine.record.notation.problem import Misread
from engine.record.notation.resolve import resolve
from engine.text.messages import refusal_in_both


def not_legal(game: Game, parsed: ParsedAct) -> Bilingual | None:
    """Return why the act is not legal now; None if it is. Raises ``Misread`` if no card on the table fits."""
    try:
        resolve(game, parsed)
    except Refused as refused:
        return refusal_in_both(refused, game)
    return None


def not_refused_under(game: Game, parsed: ParsedAct, clause: str) -> Bilingual | None:
    """Return what happens instead, if the rules do not refuse the act under ``clause``; None if they do."""
    try:
        resolve(game, parsed)
    except Refused as refused:
        if refused.clause == clause:
            return None
        return message("refused-otherwise", clause=clause, what=refusal_in_both(refused, game))
    except Misread as misread:
        return misread.what
    return message("not-refused", clause=clause)
