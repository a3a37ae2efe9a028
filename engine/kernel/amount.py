"""A value that is computed step by step, with a trail of the steps.

Not here: which steps a quantity takes, and in which order (the ruleset).
"""

from collections.abc import Iterable

from events.model.changes import Grant, Holder, Step
from events.model.kinds import Determined


class Amount:
    """A number with the steps that made it."""

    __slots__ = ("trail", "value")

    def __init__(self, base: int, source: str, clause: str) -> None:
        self.value = base
        self.trail: list[Step] = [Step("base", base, source, clause)]

    def step(self, operation: str, number: int, source: str, clause: str) -> None:
        """Take one step: ``add``, ``times``, ``divide`` (rounded down) or ``become``."""
        self.value = _OPERATIONS[operation](self.value, number)
        self.trail.append(Step(operation, number, source, clause))

    def apply(self, grants: Iterable[Grant], operation: str, clause: str) -> None:
        """Take the step of every continuous effect that does ``operation``, oldest first."""
        for grant in grants:
            if grant.operation == operation:
                self.step(operation, grant.amount, grant.source, clause)

    def floor(self, least: int, clause: str) -> None:
        """Raise the value to ``least``; without a step if it does not change."""
        if self.value < least:
            self.value = least
            self.trail.append(Step("floor", least, "", clause))

    def cap(self, most: int, clause: str) -> None:
        """Lower the value to ``most``; without a step if it does not change."""
        if self.value > most:
            self.value = most
            self.trail.append(Step("cap", most, "", clause))

    def determined(self, quantity: str, of: Holder, *clauses: str) -> Determined:
        """The event that fixes this value."""
        return Determined(quantity, of, self.value, tuple(self.trail), clauses)


_OPERATIONS = {
    "add": lambda value, number: value + number,
    "times": lambda value, number: value * number,
    "divide": lambda value, number: value // number,
    "become": lambda value, number: number,
}
