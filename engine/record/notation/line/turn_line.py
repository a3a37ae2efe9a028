"""Turn lines, ``== 3 A``: which turn it is and whose, checked like a claim.

Not here: claims about the table (``claim``).
"""

from engine.kernel.game import Game
from engine.record.notation.line.claim import Outcome
from engine.record.notation.line.term import number_of
from engine.record.notation.line.tokens import Line
from engine.record.notation.problem import Misread
from events.model.kinds import Began


def check_mark(game: Game, line: Line) -> Outcome:
    """Whether it is that turn. Raises ``Misread`` if the line names no turn.

    ``== 3 A`` is turn 3 of seat A; ``== 2 battle`` is turn 2, in a part that both seats share.
    """
    tokens = line.tokens
    if len(tokens) != 2:
        raise Misread(tokens[0].column if tokens else line.end, "mark-shape")
    number, whose = number_of(tokens[0]), tokens[1].text
    table, begun = game.table, _begun(game)
    name = begun.name if begun is not None else ""
    holds = number == table.turn and whose in (table.seat, table.phase, name)
    ruled = f"{table.turn} {table.seat or name or table.phase}".strip()
    clauses = begun.clauses if begun is not None else ()
    return Outcome(holds, f"{number} {whose}", ruled, clauses or (game.rules.frame_clause,))


def _begun(game: Game) -> Began | None:
    """The turn at hand, as it began."""
    for event in reversed(game.history):
        if isinstance(event, Began) and event.span == "turn":
            return event
    return None
