"""The choice between keeping an opening hand and drawing a new one.

Not here: what happens to the returned cards (the games).
"""

from engine.kernel.ask import Ask
from engine.kernel.procedure import Procedure


def takes_mulligan(seat: str, clause: str, *, then: tuple[str, ...] = ()) -> Procedure:
    """Ask ``seat``, which may take a mulligan by ``clause``: returns whether. ``then`` is as in ``Ask``."""
    act = yield Ask(seat, ("keep", "mulligan"), about="mulligan", clause=clause, omissible="never", then=then)
    return act.verb == "mulligan"
