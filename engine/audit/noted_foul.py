"""Whether a noted foul was one: the act is tried on the table of that moment.

Not here: what people noted (``engine.record.notation.line.rulings``), or grades, which it leaves alone.
"""

from engine.kernel.game import Game
from engine.kernel.legality import Refused
from engine.record.notation.glossary import glossary_of
from engine.record.notation.line.parsed_act import read_act
from engine.record.notation.line.tokens import read_line
from engine.record.notation.problem import Misread
from engine.record.notation.resolve import resolve
from events.model.kinds import Fouled, Shuffled


def was_legal(game: Game, foul: Fouled) -> bool:
    """Whether the rules allow the noted act as the match stands. What cannot be read, and what is legal only
    if a card that nobody knows was the right one, is left to the people who saw it."""
    try:
        line = read_line(f"{foul.seat} {foul.act}", 1)
        if line is None or line.kind != "act":
            return False
        act = resolve(game, read_act(line, glossary_of(game))).decision
    except (Misread, Refused):
        return False
    return not isinstance(act, Shuffled) and not act.changes
