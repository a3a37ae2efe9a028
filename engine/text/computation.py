"""A computation in words: each step with its source and clause, or the whole of it as one line.

Not here: the computing (``amount``).
"""

from __future__ import annotations

from engine.kernel.ruleset import Ruleset
from engine.kernel.table import Table
from engine.text.label import Labels
from engine.text.phrase import find, signed
from events.model.changes import Step
from events.model.kinds import Determined

PRODUCTS = ("times", "divide")
"""Operations that take in all of a sum."""


def trail(event: Determined, before: Table | None, rules: Ruleset | None, language: str) -> list[str]:
    """Every step of a computation, one text each, such as ``+2 陽光導くカンタータ [BR-5.2-6.1]``."""
    labels = Labels(rules, language, table=before)
    return [_step(labels, step) for step in event.trail]


def trail_line(event: Determined, before: Table | None, rules: Ruleset | None, language: str) -> str:
    """The whole computation: ``3 ATK + 2 陽光導くカンタータ = 5 [BR-5.2-6]``."""
    labels = Labels(rules, language, table=before)
    clause = event.clauses[0] if event.clauses else ""
    return labels.text("step.clause", step=formula(labels, event), clause=clause)


def formula(labels: Labels, event: Determined) -> str:
    """The computation without its clauses, from left to right; brackets where a product takes in a sum."""
    line, before = "", ""
    for step in event.trail:
        if step.operation in PRODUCTS and before == "add":
            line = f"({line})"
        number = abs(step.number) if step.operation == "add" else step.number
        counted = _counted(labels, number, step.source)
        line = labels.text(f"term.{step.operation}", line=line, sign=signed(step.number)[0], **counted)
        before = step.operation
    worked_out = before in ("add", *PRODUCTS)
    return labels.text("term.equals", line=line, value=event.value) if worked_out else line


def source(labels: Labels, source: str) -> str:
    """What a step came from: a card, a track, an earlier quantity, or a keyword."""
    return labels.quantity(source) if labels.is_term(source) else labels.source(source)


def _counted(labels: Labels, number: int, named: str) -> dict[str, object]:
    """The number of a step and what it came from: in one where a game has a noun for it, under
    ``counted.QUANTITY``, such as ``1 strike``."""
    key = f"counted.{named}"
    if find(labels.rules, key):
        return {"number": labels.text(key, number=number), "source": ""}
    return {"number": number, "source": source(labels, named)}


def _step(labels: Labels, step: Step) -> str:
    text = labels.text(f"step.{step.operation}", **_counted(labels, step.number, step.source))
    return labels.text("step.clause", step=text, clause=step.clause) if step.clause else text
