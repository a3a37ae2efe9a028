"""Tiebreakers of the three big organisers, computed in exact fractions.

MTR: points, opponents' match wins, game wins, opponents' game wins. Pokémon: points, opponents' wins, their
opponents' wins, head-to-head. Konami: points, opponents' wins, their opponents' wins. Not here: which
matches count (``tally``), the order of a table and how many digits it shows (``table``).
"""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

from analytics.tournaments.tally import Meeting, Tally

ZERO, HALF = Fraction(0), Fraction(1, 2)


@dataclass(frozen=True)
class Rules:
    """How an organiser counts.

    A match is worth ``win`` or ``tie`` points. ``tie_share`` is what a tie is of a win in a percentage (a
    third by points, a half at Pokémon). ``floor``: no player counts less as an opponent. ``bye_counts``: a
    bye is a win in the percentage of whoever had it. ``cap_dropped``: the most that somebody who left
    counts as an opponent. ``bye_games``: games that a bye is worth, won and lost. ``tiebreakers`` in order,
    shown with so many ``digits``.
    """

    name: str
    tiebreakers: tuple[str, ...]
    win: int = 3
    tie: int = 1
    tie_share: Fraction = Fraction(1, 3)
    floor: Fraction = ZERO
    bye_counts: bool = True
    cap_dropped: Fraction | None = None
    bye_games: tuple[int, int, int] = (2, 0, 0)
    digits: int = 4


MTR = Rules("mtr", ("omw", "gw", "ogw"), floor=Fraction(33, 100))
POKEMON = Rules("pokemon", ("ow", "oow"), tie_share=HALF, floor=Fraction(1, 4), bye_counts=False)
KONAMI = Rules("konami", ("ow", "oow"), digits=3)
RULES: Mapping[str, Rules] = {rules.name: rules for rules in (MTR, POKEMON, KONAMI)}


def points(tally: Tally, rules: Rules) -> int:
    """Match points."""
    return rules.win * tally.count("win") + rules.tie * tally.count("tie")


def match_share(tally: Tally, rules: Rules) -> Fraction | None:
    """The share of matches won, ties counted in part; None without a match that counts."""
    counted = [meeting for meeting in tally.meetings if rules.bye_counts or not _bye(meeting)]
    if not counted:
        return None
    ties = sum(meeting.side == "tie" for meeting in counted)
    wins = sum(meeting.side == "win" for meeting in counted)
    return (wins + rules.tie_share * ties) / len(counted)


def game_share(tally: Tally, rules: Rules) -> Fraction | None:
    """The share of game points won, if the games of every match are known; else None."""
    won = lost = drawn = 0
    for meeting in tally.meetings:
        games = rules.bye_games if _bye(meeting) else meeting.games
        if games is None:
            return None
        won, lost, drawn = won + games[0], lost + games[1], drawn + games[2]
    played = won + lost + drawn
    return (won + Fraction(drawn, 3)) / played if played else None


def _bye(meeting: Meeting) -> bool:
    return meeting.side == "win" and not meeting.opponents


@dataclass(frozen=True)
class Shares:
    """The tiebreakers of one player, by name; None if they cannot be computed."""

    points: int
    values: Mapping[str, Fraction | None]


def shares(
    tallies: Mapping[str, Tally],
    rules: Rules,
    *,
    dropped: Container[str] = (),
    own_floor: bool = False,
    once: bool = False,
) -> dict[str, Shares]:
    """Points and tiebreakers of every player.

    ``dropped``: who left early, for the cap. Variants of some programs: ``own_floor`` floors the own game
    wins as well, ``once`` counts an opponent who was met again only once.
    """
    opponents = {player: _met(tally, once=once) for player, tally in tallies.items()}

    def over(values: Mapping[str, Fraction | None]) -> Values:
        return {player: mean(values.get(other) for other in met) for player, met in opponents.items()}

    values: dict[str, Values] = {}
    capped = rules.cap_dropped is not None
    matches = {
        player: _as_opponent(match_share(tally, rules), rules, capped and player in dropped)
        for player, tally in tallies.items()
    }
    values["omw"] = values["ow"] = over(matches)
    if "oow" in rules.tiebreakers:
        values["oow"] = over(values["ow"])
    if "gw" in rules.tiebreakers:
        games = {player: game_share(tally, rules) for player, tally in tallies.items()}
        floored = {player: _as_opponent(share, rules, False) for player, share in games.items()}
        values["gw"] = floored if own_floor else games
        values["ogw"] = over(floored)
    return {
        player: Shares(points(tally, rules), {name: values[name][player] for name in rules.tiebreakers})
        for player, tally in tallies.items()
    }


Values = dict[str, Fraction | None]


def _met(tally: Tally, *, once: bool) -> list[str]:
    met = [opponent for meeting in tally.meetings for opponent in meeting.opponents]
    return list(dict.fromkeys(met)) if once else met


def mean(values: Iterable[Fraction | None]) -> Fraction | None:
    """The mean of what is known; None where nothing is."""
    known = [value.as_integer_ratio() for value in values if value is not None]
    if not known:
        return None
    # Over one denominator: a sum of fractions would look for a divisor at every step.
    denominator = lcm(*{below for _, below in known})
    total = sum([above * (denominator // below) for above, below in known])
    return Fraction(total, denominator * len(known))


def _as_opponent(share: Fraction | None, rules: Rules, dropped: bool) -> Fraction | None:
    if share is None:
        return None
    share = max(share, rules.floor)
    return min(share, rules.cap_dropped) if dropped and rules.cap_dropped is not None else share
