"""Which zones, acts and numbers of a game play which part in its statistics: data, one file a game.

A game that is installed has its ``roles.toml`` beside its ruleset; one of which only foreign logs are
read has it beside their importer. Not here: what the acts do (the rulesets of the engine).
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

TRIGGERED = "triggered"
"""The verb of an action that nobody declared: an ability that came due outside of any action."""
FILE = "roles.toml"
FOREIGN = Path(__file__).parents[2] / "imports"
"""The importers of foreign logs, a folder each."""


class Fund(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a seat pays from: a number of its own, or cards of its own.

    A number: the ``track``, and what continuous effects add to the quantities ``more``, less the track
    ``less``. Cards: those in ``zone``, of these the ones that lie ``attached`` in a role, or ``face_up``,
    where that is asked for; each is worth one.

    ``pays``: the resources of payments that are made from it; none named: that of its own name. ``late``:
    words of events (``Happened.what``) with which something comes when nothing more can be paid this turn.
    """

    track: str = ""
    less: str = ""
    more: tuple[str, ...] = ()
    zone: str = ""
    attached: str = ""
    face_up: bool = False
    pays: frozenset[str] = frozenset()
    late: frozenset[str] = frozenset()

    def __post_init__(self) -> None:
        if bool(self.track) == bool(self.zone):
            raise ValueError("a fund is either a `track` or the cards of a `zone`")
        for_cards, for_number = (self.attached, self.face_up), (self.less, self.more)
        if any(for_cards if self.track else for_number):
            other = "`attached` and `face_up` go with a `zone`, `less` and `more` with a `track`"
            raise ValueError(other)


class Lead(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What says who is ahead, where it is no ``life``: a ``track``, or the number of cards in ``zones``.
    ``fewer``: whoever has less is ahead."""

    track: str = ""
    zones: tuple[str, ...] = ()
    fewer: bool = False


class Roles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The roles of one game; what a game does not have stays empty.

    Zones: ``hand`` · ``library``: it is drawn from, and its ``top`` is its ``first`` or its ``last`` card ·
    ``pool``: a pile of all players that is shuffled ·
    ``deal``: its cards can be kept or sent back · ``outside``: their cards are not played with.

    Verbs: ``keeps`` keep cards of the deal (all of them where the act names none), ``returns`` send it back
    whole · ``uses``: a card is played · ``sets``: it is laid face down · ``answers``: it answers an action ·
    ``actions``: the rules take the act through all stages, so that each one is carried out or comes to
    nothing.

    ``draws``: the words of events (``Happened.what``) that draw cards. ``life``: the track to survive on,
    less the track ``harm`` where the game counts what was lost. ``lead``: what says who is ahead, where it is
    no life. ``funds``: name → what is paid from.
    ``owed``: clauses that a seat breaks by not paying.

    ``round``: the span (``Began.span``) that gives points of its own · ``achievements``: the words of events
    that say what points are given for · ``calls``: the words of computed numbers (``Determined.quantity``) of
    points that a seat leaves to go on with the round.
    """

    game: str
    hand: str = ""
    library: str = ""
    top: Literal["first", "last"] = "last"
    pool: str = ""
    deal: str = ""
    outside: frozenset[str] = frozenset()
    keeps: frozenset[str] = frozenset()
    returns: frozenset[str] = frozenset()
    uses: frozenset[str] = frozenset()
    sets: frozenset[str] = frozenset()
    answers: frozenset[str] = frozenset()
    actions: frozenset[str] = frozenset()
    draws: frozenset[str] = frozenset()
    life: str = ""
    harm: str = ""
    lead: Lead = Lead()
    funds: dict[str, Fund] = {}
    owed: frozenset[str] = frozenset()
    round: str = ""
    achievements: frozenset[str] = frozenset()
    calls: frozenset[str] = frozenset()


def read(path: Path) -> Roles:
    """The roles in a file. Raises ``ValueError`` with its name for a key or a value that is none."""
    try:
        return msgspec.toml.decode(path.read_bytes(), type=Roles)
    except msgspec.DecodeError as error:
        raise ValueError(f"{path}: {error}; accepted are {', '.join(Roles.__struct_fields__)}") from error


@cache
def roles_of(game: str) -> Roles:
    """The roles of a game; of one that nobody described, none: its matches and seats are counted, its acts
    only listed."""
    from engine.games.installed import folder, plugin  # the engine, which questions about rows do not need

    if plugin(game) is None:
        return _foreign().get(game) or Roles(game)
    path = folder(game) / FILE
    return read(path) if path.exists() else Roles(game)


@cache
def _foreign() -> Mapping[str, Roles]:
    return {roles.game: roles for roles in map(read, sorted(FOREIGN.glob(f"*/{FILE}")))}
