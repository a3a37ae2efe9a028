"""Lasting effects that a case expects: what changes, forbids or is nullified now, on whom, and until when.

Not here: marks on cards, which are written with the card (``lying``), or card text that is in force
(``in_force``).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from engine.case import lying
from engine.case.course import Course, Touch
from engine.case.problem import Place, failed, message
from engine.case.shape import list_of, table_of
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.ruleset import Ruleset
from engine.record.notation.glossary import Glossary
from events.model.changes import Grant, Holder

ACCEPTED = "QUANTITY add|times|become NUMBER until …, or forbid ACT [CARD] until …"
_NUMBER = re.compile(r"-?[0-9]{1,4}")


def expect_effects(game: Game, course: Course, value: Any, at: Place) -> Iterator[Bilingual]:
    """``effects = { B = ["forbid use 斬撃剣"], "若き飛龍 in front A" = ["attack add 2"] }``:
    exactly these lasting effects are on the player, or on the card. ``until`` may be left out."""
    for text, wanted in table_of(value, at, '{ SEAT = ["QUANTITY ADD 2 [until …]"] }').items():
        here = at / text
        on = text if text in game.rules.seats else lying.card_at(game, text, here)[0]
        left = [one for one in written_effects(game, on) if on]
        missing = []
        for line in list_of(wanted, here):
            found = next((one for one in left if _says(one, str(line))), None)
            if found is None:
                missing.append(str(line))
            else:
                left.remove(found)
        if missing or left:
            expected, found = ("; ".join(lines) or "–" for lines in (missing, left))
            what = message("instead", expected=expected, found=found)
            touch = Touch(of=on) if on in game.rules.seats else Touch(card=on)
            since = course.brought(touch)
            yield failed(here, message("and-since", what=what, since=since))


def written_effects(game: Game, on: Holder) -> list[str]:
    """The lasting effects on a player or card as a case writes them, the oldest first."""
    grants = game.table.grants.values()
    return [
        _line(game, grant) for grant in grants if grant.on == on and grant.quantity not in game.rules.marks
    ]


def _line(game: Game, grant: Grant) -> str:
    """``ATK add 2 until end of turn``, ``forbid use 斬撃剣 until end of match``."""
    if grant.operation == "forbid":
        face = game.faces.get(grant.text)
        about = face.name.ja if face else grant.text
        said = " ".join(filter(None, (grant.quantity, about)))
    elif grant.operation in ("add", "times", "divide", "become"):
        said = f"{grant.quantity} {grant.operation} {grant.amount}"
    else:
        said = " ".join(filter(None, (grant.quantity, grant.text)))
    return f"{said} until {grant.until}"


def given_effect(text: str, rules: Ruleset, words: Glossary, at: Place) -> tuple[str, str, int, str, str]:
    """Read a lasting effect as ``then.effects`` writes it, such as ``ATK add 2 until end of turn`` or
    ``forbid use 斬撃剣 until end of match``: quantity, operation, amount, what a prohibition is about, end.
    Raises ``CaseErrors``."""
    said, _, until = text.rpartition(" until ")
    spans = list(rules.vocabulary.durations)
    if not said:
        raise at.wrong("shape", field=text, accepts=ACCEPTED)
    if until not in spans:
        raise at.unknown(until, "duration", spans)
    first, _, rest = said.partition(" ")
    if first == "forbid":
        deed, _, about = rest.partition(" ")
        if deed not in rules.vocabulary.deeds:
            raise at.unknown(deed, "deed", rules.vocabulary.deeds)
        return f"forbid {deed}", "forbid", 0, _topic(about, rules, words, at), until
    operation, _, number = rest.partition(" ")
    quantities = rules.vocabulary.quantities
    if first not in quantities:
        raise at.unknown(first, "quantity", quantities)
    if operation not in quantities[first].operations:
        raise at.unknown(operation, "operation", quantities[first].operations)
    if not _NUMBER.fullmatch(number):
        raise at.wrong("shape", field=text, accepts=ACCEPTED)
    return first, operation, int(number), "", until


def _topic(about: str, rules: Ruleset, words: Glossary, at: Place) -> str:
    """What a prohibition is about: cards of a name, actions of a symbol, or nothing in particular."""
    if not about or about in rules.vocabulary.symbols:
        return about
    faces = words.faces(about)
    if len(faces) != 1:
        raise at.unknown(about, "card", [*rules.vocabulary.symbols, *words.similar(about)])
    return faces[0]


def _says(effect: str, line: str) -> bool:
    """Whether the line is this effect, with or without its end."""
    return line == effect or line == effect.rpartition(" until ")[0]
