"""Lasting effects that a case expects: what changes, forbids or is nullified now, on whom, and until when.

Not here: marks on cards, which are written with the card (``lying``), or lasting effects that are given
(``arrange``).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.case import lying
from engine.case.course import Course, Touch
from engine.case.problem import Place, failed, message
from engine.case.shape import card_somewhere, list_of, table_of
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from events.model.changes import CardRef, Grant, Holder


def expect_effects(game: Game, course: Course, value: Any, at: Place) -> Iterator[Bilingual]:
    """``effects = { B = ["forbid use 斬撃剣"], "若き飛龍 in front A" = ["attack add 2"] }``:
    exactly these lasting effects are on the player, or on the card. ``until`` may be left out."""
    for text, wanted in table_of(value, at, '{ SEAT = ["QUANTITY ADD 2 [until …]"] }').items():
        here = at / text
        on = text if text in game.rules.seats else _card(game, text, here)
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


def _card(game: Game, text: str, at: Place) -> CardRef:
    spec, place = card_somewhere(game, text, at)
    lie = game.table.at(place) if place else list(game.table.place)
    pairs, _, _ = lying.paired(game, [spec], lie)
    return pairs[0][1] if pairs else ""


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


def _says(effect: str, line: str) -> bool:
    """Whether the line is this effect, with or without its end."""
    return line == effect or line == effect.rpartition(" until ")[0]
