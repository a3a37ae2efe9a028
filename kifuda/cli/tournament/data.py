"""Tournaments as JSON, in the shape of ``docs/json.md``."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec

from analytics.imports.doubts import doubts
from analytics.imports.tournament import Round
from analytics.tournaments.compare import Comparison
from analytics.tournaments.counting_rules import Counting
from analytics.tournaments.deck_results import meta
from analytics.tournaments.divisions import drops_by_round
from analytics.tournaments.gather import LoadedTournament, TournamentSummary
from analytics.tournaments.outlook import Outlook
from analytics.tournaments.table import Line, table
from kifuda.cli.base.language import current


def summary_data(one: TournamentSummary) -> dict[str, Any]:
    """A line of the list of tournaments."""
    return {
        "tournament": one.id,
        "name": one.name,
        "game": one.game,
        "results": one.results,
        "records": one.records,
    }


def tournament_data(recalled: LoadedTournament, compared: Comparison, counting: Counting) -> dict[str, Any]:
    """A tournament, with its table counted so."""
    one = recalled.tournament
    names = {player.id: player.name for player in one.players}
    return {
        "tournament": one.id,
        "name": one.name,
        "game": one.game,
        "play": one.play,
        "date": one.date,
        "rules": one.rules,
        "counting": str(counting),
        "after": counting.until,
        "import": None if recalled.imported is None else msgspec.to_builtins(recalled.imported),
        "remarks": one.remarks,
        "doubts": [doubt.say(current()) for doubt in doubts(one)],
        "players": msgspec.to_builtins(one.players),
        "rounds": [round_data(played) for played in one.rounds],
        "table": [_line(line, names) for line in table(one, counting)],
        "standings": msgspec.to_builtins(one.standings),
        "compared": compared.compared,
        "differences": [
            {
                "player": difference.player,
                "what": difference.what,
                "stated": difference.stated,
                "counted": difference.counted,
                "because": list(difference.because),
                "round": difference.round,
            }
            for difference in compared.differences
        ],
        "decks": [{"archetype": deck.archetype, "copies": deck.copies, "wins": deck.wins,
                   "losses": deck.losses, "ties": deck.ties} for deck in meta(one)],
        "drops": [{"round": round, "players": n} for round, n in drops_by_round(one).items()],
        "records": {match: list(records) for match, records in recalled.records.items()},
        "contradicted": list(recalled.contradicted),
    }  # fmt: skip


def round_data(played: Round) -> dict[str, Any]:
    """A round with its matches."""
    return {
        "number": played.number,
        "name": played.name,
        "kind": played.kind,
        "pod": played.pod,
        "matches": [
            {
                "match": pairing.place,
                "table": pairing.table,
                "players": list(pairing.players),
                "outcome": pairing.outcome,
                "winner": None if pairing.winner is None else pairing.players[pairing.winner],
                "games": None if pairing.score is None else list(pairing.score.won),
                "drawn": None if pairing.score is None else pairing.score.drawn,
                "first": None if pairing.first is None else pairing.players[pairing.first],
            }
            for pairing in played.pairings
        ],
    }


def _line(line: Line, names: dict[str, str]) -> dict[str, Any]:
    counted = {name: float(v) if isinstance(v, Fraction) else v for name, v in line.counted.items()}
    return {"place": line.place, "player": line.player, "name": names[line.player], **counted}


def outlook_data(one: Outlook, names: dict[str, str]) -> dict[str, Any]:
    """What the results of a round mean for a player."""
    return {
        "player": one.player,
        "name": names[one.player],
        "points": one.points,
        "opponent": one.opponent or None,
        "chances": dict(one.chances),
        "safe": one.safe,
        "can_draw": one.can_draw,
        "out": one.gone,
    }
