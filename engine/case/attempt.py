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
from engine.text.messages import refusal


def refused_as(game: Game, refused: Refused) -> Bilingual:
    """The refusal in words."""
    return Bilingual(*(refusal(game.rules, refused, game, language) for language in ("ja", "en")))


def refused_at_all(game: Game, wish: ParsedAct) -> Bilingual | None:
    """Why the act is not legal now; None if it is. Raises ``Misread`` if no card on the table fits."""
    try:
        resolve(game, wish)
    except Refused as refused:
        return refused_as(game, refused)
    return None


def refused_otherwise(game: Game, wish: ParsedAct, clause: str) -> Bilingual | None:
    """What is not as it should be if the act should be refused under ``clause``; None if it is."""
    try:
        resolve(game, wish)
    except Refused as refused:
        if refused.clause == clause:
            return None
        return message("refused-otherwise", clause=clause, what=refused_as(game, refused))
    except Misread as misread:
        return misread.what
    return message("not-refused", clause=clause)
