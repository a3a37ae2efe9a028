"""Acts that a case only tries: legal ones, and ones that the rules must refuse under a certain clause.

Not here: acts that are carried out (``run``).
"""

from engine.case.problem import message, misread_in_full
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


def refusal_of(game: Game, parsed: ParsedAct) -> tuple[str, Bilingual]:
    """Return the clause under which the rules refuse the act, and why; the clause is ``""`` where they do
    not, or where no card on the table fits."""
    try:
        resolve(game, parsed)
    except Refused as found:
        return found.clause, refusal_in_both(found, game)
    except Misread as misread:
        return "", misread_in_full(misread)
    return "", message("is-legal")


def not_refused_under(game: Game, parsed: ParsedAct, clause: str) -> Bilingual | None:
    """Return what happens instead, if the rules do not refuse the act under ``clause``; None if they do."""
    found, what = refusal_of(game, parsed)
    return None if found == clause else message("refused-otherwise", clause=clause, what=what)
