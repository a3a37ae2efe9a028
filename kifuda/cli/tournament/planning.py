"""What an organiser asks before the elimination: who plays on, and how large a tournament has to be.

Not here: the answers (``analytics.tournaments.outlook``, ``analytics.tournaments.size``).
"""

from __future__ import annotations

from analytics.imports.tournament import Tournament
from analytics.tournaments.outlook import RESULTS, cut_of, last_swiss_round, outlooks
from analytics.tournaments.size import records_reaching, size_for
from kifuda.cli.base.language import Misuse, say
from kifuda.cli.base.output import row, show, show_json, table
from kifuda.cli.tournament.data import outlook_data


def show_outlook(one: Tournament, *, cut: int | None, round: int | None, json: bool) -> None:
    """Show what each result of a Swiss round means for each player. Raises ``Misuse`` where it cannot be
    told."""
    places = cut or cut_of(one)
    if places is None:
        raise Misuse("no-cut", given=one.name)
    try:
        found = outlooks(one, cut=places, round=round)
    except ValueError as error:
        swiss = sorted({played.number for played in one.rounds if played.kind != "elimination"})
        accepted = ", ".join(map(str, swiss))
        raise Misuse(f"outlook-{error}", given=one.name, accepted=accepted) from None
    number = last_swiss_round(one) if round is None else round
    names = {player.id: player.name for player in one.players}
    if json:
        players = [outlook_data(player, names) for player in found]
        show_json({"tournament": one.id, "round": number, "cut": places, "players": players})
        return
    listed = table("tournament", "player", "points", "opponent", *RESULTS, "outlook", right=("points",))
    for player in found:
        chances = (
            say(f"outlook.{player.chances[result]}") if result in player.chances else "–"
            for result in RESULTS
        )
        verdict = next((key for key in ("safe", "can_draw", "gone") if getattr(player, key)), "")
        told = say(f"outlook.{verdict}") if verdict else ""
        row(listed, names[player.player], player.points, names.get(player.opponent, "–"), *chances, told)
    show(say("outlook.before", round=number, cut=places), listed, say("outlook.explained"))


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
    show(say("size.unbeaten", rounds=size.unbeaten))
    listed = table("size", "record", "players", "in", right=("players", "in"))
    for one in reaching:
        row(listed, f"{one.wins}-{one.losses}", f"{float(one.players):.1f}", f"{float(one.through):.1f}")
    show(listed, say("size.explained", rounds=size.rounds, cut=places))
