"""One round of a tournament for people to read: who met whom, and how it came out."""

from __future__ import annotations

from rich.text import Text

from analytics.imports.tournament import Pairing, Player, Round, Tournament
from analytics.tournaments.words import round_title
from kifuda.cli.base import output
from kifuda.cli.base.language import current, say
from kifuda.cli.base.output import row, show


def show_round(one: Tournament, rounds: list[Round]) -> None:
    """Show the matches of a round, in every pod that has it."""
    names = {player.id: player for player in one.players}
    for played in rounds:
        title = " · ".join(filter(None, (one.name, played.pod, round_title(played, current()))))
        listed = output.table("tournament", "table", "players", "result", "match")
        for pairing in played.pairings:
            players = " – ".join(names[player].name for player in pairing.players)
            row(listed, pairing.table, players, result(pairing, names), pairing.place)
        show(Text(title, style="bold"), listed)


def result(pairing: Pairing, players: dict[str, Player]) -> str:
    """The result of a match in words, with the score in games if known."""
    winner = "" if pairing.winner is None else players[pairing.players[pairing.winner]].name
    games = ""
    if pairing.score is not None:
        drawn = (pairing.score.drawn,) if pairing.score.drawn else ()
        games = "-".join(map(str, (*pairing.score.won, *drawn)))
    return " ".join(filter(None, (say(f"outcome.{pairing.outcome}"), winner, games)))
