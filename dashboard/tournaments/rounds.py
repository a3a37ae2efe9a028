"""The rounds of a tournament, each match linked to its replay.

Not here: eliminations as a bracket (``bracket``).
"""

from typing import Any

import polars as pl

from analytics.imports.tournament import Pairing, Round
from analytics.tournaments.gather import LoadedTournament
from analytics.tournaments.words import round_title
from dashboard.app import url
from dashboard.app.page_context import PageContext
from dashboard.tournaments.standings import ExportOf, heading
from dashboard.widgets import export
from dashboard.widgets.links import record_links
from dashboard.widgets.tables import table

PAGES = ("replay", "audit")


def show(page: PageContext, loaded: LoadedTournament, export_of: ExportOf) -> None:
    """Draw one round: who met whom, and the results."""
    rounds = {_key(round): round for round in loaded.tournament.rounds}
    keys = list(rounds)
    chosen = url.selectbox(
        "round",
        heading(page, "round"),
        keys,
        names=lambda key: _label(page, rounds[key]),
        placeholder=_label(page, rounds[keys[-1]]),
    )
    round = rounds[chosen or keys[-1]]
    rows = _rows(page, loaded, round)
    headings: dict[str, Any] = {name: heading(page, name) for name in ("table", "players", "result")}
    headings |= {"winner": page.say("column.winner"), "games": page.say("column.games")}
    links = [record_links(page, target, rows["match"]) for target in PAGES]
    table(page, rows.with_columns(links), headings, key="round-numbers")
    if (exported := export_of("round", rows)) is not None:
        export.menu(page, exported, key="export-round")


def _key(round: Round) -> str:
    """The key of a round in the URL: its number, after its pod if there are several."""
    return f"{round.pod} {round.number}".strip()


def _label(page: PageContext, round: Round) -> str:
    kind = page.say(f"tournament.{round.kind}") if round.kind else ""
    return " · ".join(filter(None, (round.pod, round_title(round, page.language), kind)))


def _rows(page: PageContext, loaded: LoadedTournament, round: Round) -> pl.DataFrame:
    names = {player.id: player.name for player in loaded.tournament.players}
    return pl.DataFrame(
        {
            "match": [match_id(loaded, pairing) for pairing in round.pairings],
            "table": [pairing.table for pairing in round.pairings],
            "players": [
                " – ".join(names[player] for player in pairing.players) for pairing in round.pairings
            ],
            "result": [page.say(f"outcome.{pairing.outcome}") for pairing in round.pairings],
            "winner": [
                "" if pairing.winner is None else names[pairing.players[pairing.winner]]
                for pairing in round.pairings
            ],
            "games": [_games(pairing) for pairing in round.pairings],
        }
    )


def _games(pairing: Pairing) -> str:
    """Games won by each player and, if there are any, drawn games."""
    if pairing.score is None:
        return ""
    drawn = (pairing.score.drawn,) if pairing.score.drawn else ()
    return "-".join(map(str, (*pairing.score.won, *drawn)))


def match_id(loaded: LoadedTournament, pairing: Pairing) -> str:
    """The id of the match: of its written record if there is one, else of its result."""
    return loaded.records.get(pairing.place, (pairing.place,))[0]
