"""Matches that end because a player concedes or all players agree on a result.

Not here: the clauses under which a game allows this; the game passes them in.
"""

from collections.abc import Callable, Iterator

from engine.effect.context import opponent
from engine.kernel.ask import TABLE, Ask
from engine.kernel.bilingual import Bilingual
from engine.kernel.game import Game
from engine.kernel.legality import ActType, Facts, Requirement
from engine.kernel.procedure import MatchOver, Procedure
from events.model.kinds import AnyAct, Declared

Standing = Callable[[Game, AnyAct], Procedure]
"""What follows an act that may be made at any time (``Ruleset.anytime_acts``)."""

NEEDS_AGREEMENT = "concession-needs-agreement"
"""The key of the text of a refusal: a concession ends nothing until the other players agree."""

# --- one concedes --------------------------------------------------------------------------------------


def concession(clause: str, says: Bilingual, *further: Requirement) -> ActType:
    """A player concedes the match, which ``clause`` lets any player do at any time."""
    return ActType(
        "concede",
        Declared,
        ("投了",),
        "",
        says,
        _concessions,
        requirements=(Requirement(clause, "not-a-player", _by_a_player), *further),
    )


def enough_by_setting(clause: str) -> Requirement:
    """``clause`` makes the setting ``concession_ends_match`` decide whether a concession needs consent."""
    return Requirement(clause, NEEDS_AGREEMENT, _ends_match, _by_whom)


def conceded(clause: str) -> Standing:
    """The other player wins (``clause``)."""

    def concede(game: Game, act: AnyAct) -> Procedure:
        yield MatchOver(opponent(game, act.seat), "concession", clause).ended

    return concede


def _concessions(game: Game, ask: Ask) -> Iterator[AnyAct]:
    for seat in game.rules.seats:
        yield Declared(seat, "concede")


def _by_a_player(game: Game, ask: Ask, act: AnyAct) -> bool:
    return act.seat in game.rules.seats


def _by_whom(game: Game, ask: Ask, act: AnyAct) -> Facts:
    return {"seat": act.seat}


def _ends_match(game: Game, ask: Ask, act: AnyAct) -> bool:
    return bool(game.settings["concession_ends_match"])


# --- all agree -------------------------------------------------------------------------------------------


def agreement(clause: str, says: Bilingual) -> ActType:
    """All players end the match, as a draw or with a winner, which ``clause`` lets them do at any time."""
    return ActType(
        "agreed-end",
        Declared,
        ("合意終了",),
        "[WINNER]",
        says,
        _agreements,
        requirements=(Requirement(clause, "not-agreed", _by_all),),
        targets=(0, 1),
    )


def agreed(clause: str) -> Standing:
    """The match ends with the agreed result: a winner or a draw (``clause``)."""

    def agree(game: Game, act: AnyAct) -> Procedure:
        yield MatchOver(act.targets[0] if act.targets else "", "agreed", clause).ended

    return agree


def _agreements(game: Game, ask: Ask) -> Iterator[AnyAct]:
    yield Declared(TABLE, "agreed-end")
    for seat in game.rules.seats:
        yield Declared(TABLE, "agreed-end", targets=(seat,))


def _by_all(game: Game, ask: Ask, act: AnyAct) -> bool:
    """Whether all players agree, and the act names only players."""
    return act.seat == TABLE and all(seat in game.rules.seats for seat in act.targets)
