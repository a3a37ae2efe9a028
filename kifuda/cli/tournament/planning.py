"""What an organiser asks before the elimination: who plays on, and how large a tournament has to be.

Not here: the answers (``analytics.tournaments.outlook``, ``analytics.tournaments.size``).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from rich.table import Table
from rich.text import Text

from analytics.imports.tournament import Tournament
from analytics.tournaments.divisions import Division, divisions
from analytics.tournaments.outlook import RESULTS, Outlook, cut_of, last_swiss_round, outlooks
from analytics.tournaments.size import records_reaching, size_for
from kifuda.cli.base.language import Misuse, say
from kifuda.cli.base.output import row, show, show_json, table
from kifuda.cli.tournament.data import outlook_data


@dataclass(frozen=True)
class _Told:
    """Who plays on in one division before a ``round`` (None without one), for the best ``cut``; or the
    ``refusal`` why it cannot be told."""

    division: str
    round: int | None
    cut: int | None
    found: list[Outlook]
    refusal: Misuse | None = None


def show_outlook(one: Tournament, *, cut: int | None, round: int | None, json: bool) -> None:
    """Show what each result of a Swiss round means for each player, division by division. Raises ``Misuse``
    where it can be told of none."""
    told = [_outlook(one, division, cut=cut, round=round) for division in divisions(one)]
    refusals = [each.refusal for each in told if each.refusal]
    if len(refusals) == len(told):
        raise refusals[0]
    names = {player.id: player.name for player in one.players}
    if json:
        show_json(_outlook_data(one, told, names))
        return
    for each in told:
        if len(told) > 1:
            show(Text(each.division, style="bold"))
        if each.refusal:
            show(str(each.refusal), "")
        else:
            show(say("outlook.before", round=each.round, cut=each.cut), _table(each.found, names))
    show(say("outlook.explained"))


def _outlook(one: Tournament, division: Division, *, cut: int | None, round: int | None) -> _Told:
    played, ranked = division.played, division.players
    name = ": ".join(filter(None, (one.name, division.name)))
    places = cut or cut_of(played, ranked)
    number = last_swiss_round(played) if round is None else round
    if places is None:
        return _Told(division.name, number, None, [], Misuse("no-cut", given=name))
    try:
        return _Told(division.name, number, places, outlooks(played, cut=places, round=round, ranked=ranked))
    except ValueError as error:
        swiss = sorted({each.number for each in played.rounds if each.kind != "elimination"})
        accepted = ", ".join(map(str, swiss))
        refusal = Misuse(f"outlook-{error}", given=name, accepted=accepted)
        return _Told(division.name, number, places, [], refusal)


def _table(found: Iterable[Outlook], names: dict[str, str]) -> Table:
    listed = table("tournament", "player", "points", "opponent", *RESULTS, "outlook", right=("points",))
    for player in found:
        chances = (
            say(f"outlook.{player.chances[result]}") if result in player.chances else "–"
            for result in RESULTS
        )
        verdict = next((key for key in ("safe", "can_draw", "gone") if getattr(player, key)), "")
        told = say(f"outlook.{verdict}") if verdict else ""
        row(listed, names[player.player], player.points, names.get(player.opponent, "–"), *chances, told)
    return listed


def _outlook_data(one: Tournament, told: list[_Told], names: dict[str, str]) -> dict[str, Any]:
    """All divisions; round and cut of the whole where they are those of every division."""
    rounds, cuts = ({each.round for each in told}, {each.cut for each in told})
    return {
        "tournament": one.id,
        "round": rounds.pop() if len(rounds) == 1 else None,
        "cut": cuts.pop() if len(cuts) == 1 else None,
        "divisions": [
            {
                "division": each.division,
                "round": each.round,
                "cut": each.cut,
                "refused": None if each.refusal is None else str(each.refusal),
            }
            for each in told
        ],
        "players": [
            {**outlook_data(player, names), "division": each.division}
            for each in told
            for player in each.found
        ],
    }


def show_size(players: int, *, cut: int | None, json: bool) -> None:
    """Show how many rounds so many players need, and which records then reach the cut."""
    size = size_for(players)
    places = cut or size.cut or 1
    reaching = records_reaching(players, rounds=size.rounds, cut=places)
    if json:
        records = [
            {"wins": one.wins, "losses": one.losses, "players": float(one.players), "in": float(one.through)}
            for one in reaching
        ]
        show_json({"players": players, "rounds": size.rounds, "cut": size.cut, "unbeaten": size.unbeaten,
                   "places": places, "records": records})  # fmt: skip
        return
    facts = {"players": players, "rounds": size.rounds, "cut": size.cut}
    show(say("size.published" if size.cut else "size.elimination", **facts))
    if cut and cut != size.cut:
        show(say("size.own-cut", cut=cut))
    show(say("size.unbeaten", rounds=size.unbeaten))
    listed = table("size", "record", "players", "in", right=("players", "in"))
    for one in reaching:
        row(listed, f"{one.wins}-{one.losses}", f"{float(one.players):.1f}", f"{float(one.through):.1f}")
    show(listed, say("size.explained", rounds=size.rounds, cut=places))
