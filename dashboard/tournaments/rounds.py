"""The rounds of a tournament, match by match, and its elimination as a bracket: each leads to its match.

Not here: the order of a bracket (``analytics.tournaments.bracket``).
"""

from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl
import streamlit as st

from analytics.imports.tournament import Pairing, Round
from analytics.tournaments.gather import LoadedTournament
from dashboard.app import url
from dashboard.app.escape import escaped
from dashboard.app.page_context import PageContext
from dashboard.numbers import rates
from dashboard.tournaments.standings import Taken, heading
from dashboard.widgets import export, listing

PAGES = ("replay", "audit")


def show(page: PageContext, recalled: LoadedTournament, taken: Taken) -> None:
    """One round: who met whom, and how it came out."""
    rounds = {_key(round): round for round in recalled.tournament.rounds}
    keys = list(rounds)
    chosen = url.selectbox(
        "round",
        heading(page, "round"),
        keys,
        names=lambda key: _named(page, rounds[key]),
        placeholder=_named(page, rounds[keys[-1]]),
    )
    round = rounds[chosen or keys[-1]]
    rows = _rows(page, recalled, round)
    headed: dict[str, Any] = {name: heading(page, name) for name in ("table", "players", "result")}
    headed |= {"winner": page.say("column.winner"), "games": page.say("column.games")}
    ways = [
        listing.addresses_of(page, target, rows["match"], lambda match: {"match": match}) for target in PAGES
    ]
    rates.table(page, rows.with_columns(ways), headed, key="round-numbers")
    if (shown := taken("round", rows)) is not None:
        export.menu(page, shown, key="export-round")


def show_brackets(
    page: PageContext, recalled: LoadedTournament, brackets: Mapping[str, Sequence[Round]]
) -> None:
    """The elimination, a column a round; matches that lead into one stand beside it."""
    names = {player.id: player.name for player in recalled.tournament.players}
    for pod, rounds in brackets.items():
        if pod:
            st.subheader(escaped(pod), anchor=False)
        for column, round in zip(st.columns(len(rounds)), rounds, strict=True):
            with column.container(height="stretch"):
                st.markdown(f"**{escaped(_title(page, round))}**")
                for pairing in round.pairings:
                    # Alike shares of the height: a match stands between those that lead into it.
                    with st.container(height="stretch", vertical_alignment="center"):
                        _card(page, recalled, pairing, names)


def _card(page: PageContext, recalled: LoadedTournament, pairing: Pairing, names: Mapping[str, str]) -> None:
    """A match of a bracket: its players with their games, the winner in bold, and the way to it."""
    with st.container(border=True, gap=None):
        for index, player in enumerate(pairing.players):
            games = f"  {pairing.score.won[index]}" if pairing.score else ""
            name = escaped(names[player])
            name = f"**{name}**" if pairing.winner == index else name
            st.markdown(f"{name}{games}")
        won = pairing.outcome == "win"  # which bold type tells
        st.page_link(
            page.pages["replay"],
            label=page.say("column.replay" if won else f"outcome.{pairing.outcome}"),
            icon=listing.ICONS["replay"],
            query_params={"match": _match(recalled, pairing)},
        )


def _key(round: Round) -> str:
    """A round in the URL: its number, behind its pod where there are several."""
    return f"{round.pod} {round.number}".strip()


def _named(page: PageContext, round: Round) -> str:
    kind = page.say(f"tournament.{round.kind}") if round.kind else ""
    return " · ".join(filter(None, (round.pod, _title(page, round), kind)))


def _title(page: PageContext, round: Round) -> str:
    """What its file calls it, where that is more than its number."""
    number = str(round.number)
    return page.say("tournaments.round", n=number) if round.name in ("", number) else round.name


def _rows(page: PageContext, recalled: LoadedTournament, round: Round) -> pl.DataFrame:
    names = {player.id: player.name for player in recalled.tournament.players}
    return pl.DataFrame(
        {
            "match": [_match(recalled, pairing) for pairing in round.pairings],
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
    """The games of each player and, where there are any, drawn ones."""
    if pairing.score is None:
        return ""
    drawn = (pairing.score.drawn,) if pairing.score.drawn else ()
    return "-".join(map(str, (*pairing.score.won, *drawn)))


def _match(recalled: LoadedTournament, pairing: Pairing) -> str:
    """Where the match is told best: in a written record, else as a result."""
    return recalled.records.get(pairing.place, (pairing.place,))[0]
