"""Whether a given table can come about in a match: the limits of its game, and those of any game.

Not here: what the limits of a game are (``Ruleset.table_limits``).
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.case.problem import Place
from engine.kernel.game import Game
from engine.text.messages import impossible
from events.model.changes import CardRef


def check_table(game: Game, given: Place, places: Mapping[CardRef, Place]) -> None:
    """Raise ``CaseErrors`` for the first limit that the table exceeds, at the card or the field that is too
    much. ``places`` is where each card stands in the file."""
    for limit in game.rules.table_limits:
        for broken in limit.broken(game):
            at = places.get(broken.at) or _field(given, broken.at)
            what = impossible(game, limit.why, broken.facts)
            raise at.wrong("impossible", what=what, clause=limit.clause)


def _field(given: Place, name: str) -> Place:
    """Where the zone or track ``name`` of a seat is given, as exactly as it is."""
    found = given
    for part in filter(None, name.split(".")):
        path = (*found.path, part)
        if path not in found.source.places.keys:
            break
        found = Place(found.source, path)
    return found
