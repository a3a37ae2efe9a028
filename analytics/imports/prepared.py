"""What was read from files and is ready to be deposited: a match, or the results of a tournament.

Both can be sent from one process to another. Not here: reading (``reading``), and writing (``writing``).
"""

from functools import cached_property

import msgspec

from analytics.imports.alike_names import alike_names, codes
from analytics.imports.problem import Problem
from analytics.imports.tournament import Tournament
from analytics.imports.writing.tournament_events import Import, named_parts
from engine.record.match import Match
from engine.record.notation.head.look_alike import look_alike
from engine.record.notation.problem import Problem as NotationProblem
from events.model.kinds import Derived


class Record(msgspec.Struct, frozen=True, tag=True, dict=True):
    """A match that was read from the file ``name``, and its events.

    ``digest`` is the SHA-256 (hex) of what identifies the file; ``problem`` is where reading stopped, None if
    it reached the end.
    """

    name: str
    digest: str
    id: str
    derived: list[Derived]
    problem: NotationProblem | None = None

    @cached_property
    def match(self) -> Match:
        """The match; its verdict is computed when it is first asked for."""
        return Match(self.derived, id=self.id)


class Results(msgspec.Struct, frozen=True, tag=True):
    """A tournament that was read. ``stored`` are the bytes to store, a file each; ``problems`` are the rows
    that were left out."""

    tournament: Tournament
    imported: Import
    stored: tuple[bytes, ...]
    problems: tuple[Problem, ...] = ()

    def look_alike(self) -> tuple[str, str]:
        """The first id, of the tournament or of a match of it, with a sign that could be taken for another,
        and that sign; ``("", "")`` if there is none."""
        found = ((id, look_alike(id)) for id in named_parts(self.tournament))
        return next((one for one in found if one[1]), ("", ""))

    def alike_players(self) -> list[Problem]:
        """Players whose names look the same, at the first match of the later one; they are kept apart."""
        places = {
            player: one.place for _, one in reversed([*self.tournament.pairings()]) for player in one.players
        }
        ids = {player.name: player.id for player in reversed(self.tournament.players)}
        file = self.imported.files[0].name
        return [
            Problem(
                file,
                places.get(ids[later], ""),
                "alike-names",
                {"given": later, "other": earlier, "signs": codes(later, earlier)},
            )
            for earlier, later in alike_names(player.name for player in self.tournament.players)
        ]


Prepared = Record | Results
