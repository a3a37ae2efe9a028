"""The eliminations of a tournament as brackets, each match linked to its replay.

Not here: the order of a bracket (``analytics.tournaments.bracket``).
"""

from collections.abc import Mapping, Sequence

import streamlit as st

from analytics.imports.tournament import Pairing, Round
from analytics.tournaments.gather import LoadedTournament
from dashboard.app.escape import escaped
from dashboard.app.page_context import PageContext
from dashboard.tournaments.rounds import match_id, round_title
from dashboard.widgets.links import ICONS

TITLES = ("final", "semi-finals", "quarter-finals")
"""Text keys of rounds, the last one first."""


def show(page: PageContext, loaded: LoadedTournament, brackets: Mapping[str, Sequence[Round]]) -> None:
    """Draw each bracket with a column for each round."""
    names = {player.id: player.name for player in loaded.tournament.players}
    for pod, rounds in brackets.items():
        if pod:
            st.subheader(escaped(pod), anchor=False)
        for column, round in zip(st.columns(len(rounds)), rounds, strict=True):
            with column.container(height="stretch"):
                st.markdown(f"**{escaped(_title(page, round, rounds))}**")
                for pairing in round.pairings:
                    # Equal heights put each match between the two that lead to it.
                    with st.container(height="stretch", vertical_alignment="center"):
                        _card(page, loaded, pairing, names)


def _title(page: PageContext, round: Round, rounds: Sequence[Round]) -> str:
    """The name of a round; of one without, where it stands before the final, if every round halves the
    field (a match for the third place tells otherwise)."""
    left = len(rounds) - 1 - list(rounds).index(round)
    halved = [len(one.pairings) for one in rounds] == [2**n for n in reversed(range(len(rounds)))]
    if not halved or round.name not in ("", str(round.number)) or left >= len(TITLES):
        return round_title(page, round)
    return page.say(f"tournaments.{TITLES[left]}")


def _card(page: PageContext, loaded: LoadedTournament, pairing: Pairing, names: Mapping[str, str]) -> None:
    """A match: its players with games won, the winner in bold, and a link."""
    with st.container(border=True, gap=None):
        for index, player in enumerate(pairing.players):
            games = f"  {pairing.score.won[index]}" if pairing.score else ""
            name = escaped(names[player])
            name = f"**{name}**" if pairing.winner == index else name
            st.markdown(f"{name}{games}")
        won = pairing.outcome == "win"  # the winner is shown in bold
        st.page_link(
            page.pages["replay"],
            label=page.say("column.replay" if won else f"outcome.{pairing.outcome}"),
            icon=ICONS["replay"],
            query_params={"match": match_id(loaded, pairing)},
        )
