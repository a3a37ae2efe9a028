"""The eliminations of a tournament as brackets, each match linked to its replay.

Not here: the order of a bracket (``analytics.tournaments.bracket``).
"""

from collections.abc import Mapping, Sequence

import streamlit as st

from analytics.imports.tournament import Pairing, Player, Round, Tournament
from analytics.tournaments.counting_rules import Counting
from analytics.tournaments.gather import LoadedTournament
from analytics.tournaments.outlook import cut_of, last_swiss_round
from analytics.tournaments.table import table
from analytics.tournaments.tiebreak import RULES
from analytics.tournaments.words import round_title
from dashboard.app.escape import escaped
from dashboard.app.page_context import PageContext
from dashboard.tournaments.rounds import match_id
from dashboard.widgets.links import ICONS

TITLES = ("final", "semi-finals", "quarter-finals")
"""Text keys of rounds, the last one first."""


def show(page: PageContext, loaded: LoadedTournament, brackets: Mapping[str, Sequence[Round]]) -> None:
    """Draw each bracket with a column for each round."""
    players = {player.id: player for player in loaded.tournament.players}
    seeds = _seeds(loaded.tournament)
    for pod, rounds in brackets.items():
        if pod:
            st.subheader(escaped(pod), anchor=False)
        for column, round in zip(st.columns(len(rounds)), rounds, strict=True):
            with column.container(height="stretch"):
                st.markdown(f"**{escaped(_title(page, round, rounds))}**")
                for pairing in round.pairings:
                    # Equal heights put each match between the two that lead to it.
                    with st.container(height="stretch", vertical_alignment="center"):
                        _card(page, loaded, pairing, players, seeds)


def _title(page: PageContext, round: Round, rounds: Sequence[Round]) -> str:
    """The name of a round; of one without, where it stands before the final, if every round halves the
    field (a match for the third place tells otherwise)."""
    left = len(rounds) - 1 - list(rounds).index(round)
    halved = [len(one.pairings) for one in rounds] == [2**n for n in reversed(range(len(rounds)))]
    if not halved or round.name not in ("", str(round.number)) or left >= len(TITLES):
        return round_title(round, page.language)
    return page.say(f"tournaments.{TITLES[left]}")


def _seeds(tournament: Tournament) -> dict[str, int]:
    """Player → place after the Swiss rounds; nothing where others than the first played on, for then the
    places of the event were not those that its rules give."""
    last, cut = last_swiss_round(tournament), cut_of(tournament)
    if last is None or cut is None:
        return {}
    lines = table(tournament, Counting(RULES[tournament.rules], until=last))
    first = {line.player: line.place for line in lines if line.place <= cut}
    played_on = {
        player
        for round in tournament.rounds
        if round.kind == "elimination"
        for pairing in round.pairings
        for player in pairing.players
    }
    return first if set(first) == played_on else {}


def _card(
    page: PageContext,
    loaded: LoadedTournament,
    pairing: Pairing,
    players: Mapping[str, Player],
    seeds: Mapping[str, int],
) -> None:
    """A match: its players with games won, the winner in bold, seed and deck below, and a link."""
    with st.container(border=True, gap=None):
        for index, player in enumerate(pairing.players):
            games = f"  {pairing.score.won[index]}" if pairing.score else ""
            name = escaped(players[player].name)
            name = f"**{name}**" if pairing.winner == index else name
            st.markdown(f"{name}{games}")
            if about := _about(page, players[player], seeds.get(player)):
                st.caption(about)
        won = pairing.outcome == "win"  # the winner is shown in bold
        st.page_link(
            page.pages["replay"],
            label=page.say("column.replay" if won else f"outcome.{pairing.outcome}"),
            icon=ICONS["replay"],
            query_params={"match": match_id(loaded, pairing)},
        )


def _about(page: PageContext, player: Player, seed: int | None) -> str:
    """Seed and deck of a player, as far as they are known."""
    deck = escaped(player.deck.archetype) if player.deck and player.deck.archetype else ""
    return " · ".join(filter(None, (page.say("tournaments.seed", n=seed) if seed else "", deck)))
