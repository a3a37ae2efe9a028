"""How strong players and decks of a tournament are, and how good forecasts of its rounds would have been.

Not here: the model (``analytics.stats.strength_model``).
"""

from __future__ import annotations

from collections.abc import Iterable

from rich.table import Table

from analytics.imports.tournament import Tournament
from analytics.tournaments.duels import numbered
from analytics.tournaments.forecasts import qualities
from analytics.tournaments.strengths import Strength, strengths
from kifuda.cli.base.language import say
from kifuda.cli.base.output import row, show, show_json, table

SHOWN = 20
"""So many players are listed unless all are asked for."""


def show_strengths(one: Tournament, *, everybody: bool, json: bool) -> None:
    """Show the chance of each player and deck against an average one."""
    found = strengths(one)
    names = {player.id: player.name for player in one.players}
    if json:
        listed = [each._asdict() | {"player": each.name, "name": names[each.name]} for each in found.players]
        decks = [each._asdict() for each in found.decks]
        show_json({"tournament": one.id, "players": listed, "decks": decks})
        return
    if not found.players:
        show(say("strength.no-matches", name=one.name))
        return
    show(say("strength.explained"))
    players = found.players if everybody else found.players[:SHOWN]
    show(_table("player", players, names))
    if len(players) < len(found.players):
        show(say("strength.more", n=len(found.players) - len(players)))
    if found.decks:
        show(_table("deck", found.decks, {}))


def _table(head: str, told: Iterable[Strength], names: dict[str, str]) -> Table:
    listed = table("strength", head, "won", "n", "value", "interval", right=("won", "n", "value", "interval"))
    for one in told:
        between = f"{one.low:.1%} – {one.high:.1%}"
        row(listed, names.get(one.name, one.name), one.won, one.n, f"{one.value:.1%}", between)
    return listed


def show_forecasts(tournaments: Iterable[Tournament], *, json: bool) -> None:
    """Show how good several models would have forecast every round from the rounds before it."""
    found = qualities(numbered(one) for one in tournaments)
    if json:
        models = [
            {"model": one.model, "n": one.calibration.n, "log_loss": one.calibration.loss, "brier": one.brier,
             "slope": one.calibration.slope}
            for one in found
        ]  # fmt: skip
        show_json({"models": models})
        return
    if not found:
        show(say("forecast.no-rounds"))
        return
    listed = table("forecast", "model", "n", "loss", "brier", "slope", right=("n", "loss", "brier", "slope"))
    for one in found:
        numbers = (f"{part:.4f}" if part is not None else "–" for part in (one.calibration.loss, one.brier))
        slope = one.calibration.slope
        told = f"{slope:.2f}" if slope is not None else "–"
        row(listed, say(f"forecast.{one.model}"), one.calibration.n, *numbers, told)
    show(listed, say("forecast.explained"))
