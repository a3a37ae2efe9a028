"""A question that a procedure puts to a seat.

Not here: what may be answered (``legality``), nor who answers (``game``).
"""

from typing import Any

TABLE = "table"
"""The seat of chance: it answers asks to shuffle."""


class Ask:
    """A question to ``seat``: one of ``verbs``, under ``clause``.

    ``about`` names the question, ``subject`` is what it is about (such as the action to answer).
    ``omissible`` says when a written record may leave the answer out: ``never``, ``forced`` (if there
    is a single legal one) or ``silent`` (also if it was declined). ``then`` are the seats that are asked the
    same next, where the rules name no order among them: the order is that of the record.
    """

    __slots__ = ("about", "clause", "omissible", "seat", "subject", "then", "verbs")

    def __init__(
        self,
        seat: str,
        verbs: tuple[str, ...],
        *,
        about: str,
        clause: str,
        subject: Any = None,
        omissible: str = "forced",
        then: tuple[str, ...] = (),
    ) -> None:
        self.seat = seat
        self.verbs = verbs
        self.about = about
        self.clause = clause
        self.subject = subject
        self.omissible = omissible
        self.then = then
