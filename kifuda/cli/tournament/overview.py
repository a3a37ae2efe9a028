"""One tournament for people to read: its head, table, comparison with the file, rounds and decks.

Not here: counting (``analytics.tournaments``), JSON (``data``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rich.text import Text

from analytics.imports.doubts import doubts
from analytics.imports.tournament import Tournament
from analytics.tournaments.compare import Comparison
from analytics.tournaments.counting_rules import Counting
from analytics.tournaments.deck_results import meta
from analytics.tournaments.difference import Difference
from analytics.tournaments.divisions import drops_by_round
from analytics.tournaments.gather import LoadedTournament
from analytics.tournaments.table import Line, share_text, table
from analytics.tournaments.words import READINGS
from kifuda.cli.base import output
from kifuda.cli.base.language import current, say
from kifuda.cli.base.output import row, show

LISTED = 64
"""The most players that are listed without ``--all``."""


def show_head(recalled: LoadedTournament) -> None:
    """Show name, game, size, the files that it comes from and what was read how in them."""
    one = recalled.tournament
    matches = sum(1 for _ in one.pairings())
    facts = {"players": len(one.players), "rounds": len(one.rounds), "matches": matches}
    about = " · ".join(filter(None, (one.game, one.play, one.date)))
    show(Text(one.name, style="bold"), about, say("tournament.sum", **facts))
    imported = recalled.imported
    for file in imported.files if imported else ():
        show(
            say(
                "tournament.file", name=file.name, format=imported.format if imported else "", sha=file.sha256
            )
        )
    for left_out in imported.left_out if imported else ():
        show(say("import.left-out", problem=left_out))
    for key, times in one.remarks.items():
        show(say(f"tournament.remark-{key}", times=times))
    for doubt in doubts(one):
        show(doubt.say(current()))
    if recalled.records:
        show(say("tournament.beside", number=len(recalled.records)))
    if recalled.contradicted:
        show(say("tournament.contradicted", matches=", ".join(recalled.contradicted)))


def show_table(one: Tournament, counting: Counting, *, everybody: bool) -> None:
    """Show the table counted so, and by which rules it is counted."""
    lines, rules = table(one, counting), counting.rules
    right = ("place", "points", *rules.tiebreakers, "stated")
    stated = {line.player: line for line in one.standings}
    divided = len({line.division for line in one.standings}) > 1
    columns = ("place", *(["pod"] if divided else []), "player", "deck", "record", "points",
               *rules.tiebreakers, "stated")  # fmt: skip
    listed = output.table("tournament", *columns, right=right)
    players = {player.id: player for player in one.players}
    for line in lines if everybody else lines[:LISTED]:
        player = players[line.player]
        deck = player.deck.archetype if player.deck else ""
        shares = (share_text(line.counted[name], rules) for name in rules.tiebreakers)
        listed_at = stated.get(line.player)
        division = [listed_at.division if listed_at else ""] if divided else []
        numbers = line.counted["points"], *shares, listed_at.rank if listed_at else None
        row(listed, line.place, *division, player.name, deck, record(line), *numbers)
    show(listed)
    if not everybody and len(lines) > LISTED:
        show(say("tournament.unlisted", players=len(lines) - LISTED))
    show(say(f"counting.{rules.name}"), *(f"  {why([variant])}" for variant in sorted(counting.variants)))


def show_readings(counting: Counting) -> None:
    """Show how the rules read points, byes, draws, drops and no-shows, each with its clause."""
    show(*(f"  {say(f'counting.{key}')}" for key in (f"{counting.rules.name}-{what}" for what in READINGS)))


def record(line: Line) -> str:
    """Wins, losses and ties."""
    return "-".join(str(line.counted[name]) for name in ("wins", "losses", "ties"))


def show_comparison(one: Tournament, compared: Comparison, counting: Counting, *, every: bool) -> None:
    """Show how many numbers of the file's table differ from those counted so, by reason."""
    if not one.standings:
        show(say("tournament.no-table"))
        return
    differing = compared.differences
    show(say("tournament.compared", compared=compared.compared, differing=len(differing)))
    if counting.until is not None:
        show(say("tournament.compared-at-end"))
    by_reason: dict[tuple[str, ...], list[Difference]] = {}
    for difference in differing:
        by_reason.setdefault(difference.because, []).append(difference)
    for because, alike in sorted(by_reason.items(), key=lambda item: -len(item[1])):
        numbers = Counter(_column(difference.what) for difference in alike)
        counts = ", ".join(f"{what} {times}" for what, times in numbers.most_common())
        show(f"  {len(alike)}: {why(because)} ({counts})")
    if every and differing:
        names = {player.id: player.name for player in one.players}
        columns = ("player", "what", "states", "counted", "because")
        listed = output.table("tournament", *columns, right=("states", "counted"))
        for one_of_them in differing:
            row(listed, names.get(one_of_them.player, one_of_them.player), *_difference(one_of_them))
        show(listed)


def _difference(difference: Difference) -> tuple[str, str, str, str]:
    counted = "" if difference.counted is None else f"{difference.counted:.8g}"
    because = why(difference.because, round=difference.round)
    return _column(difference.what), f"{difference.stated:.8g}", counted, because


def _column(what: str) -> str:
    return say(f"tournament.{what}")


def why(because: Iterable[str], *, round: int | None = None) -> str:
    """Variants and reasons in words."""
    return "; ".join(say(f"difference.{reason}", round=round) for reason in because)


def show_rounds(one: Tournament) -> None:
    """Show the rounds with the outcomes of their matches, and who left after them."""
    if not one.rounds:
        show(say("tournament.no-rounds"))
        return
    listed = output.table(
        "tournament", "number", "round", "pod", "kind", "matches", "outcomes", right=("number", "matches")
    )
    for played in one.rounds:
        outcomes = Counter(pairing.outcome for pairing in played.pairings)
        counts = " · ".join(
            f"{say(f'outcome.{outcome}')} {times}" for outcome, times in outcomes.most_common()
        )
        kind = say(f"tournament.{played.kind or 'unsaid'}")
        row(listed, played.number, played.name, played.pod, kind, len(played.pairings), counts)
    show(listed)
    if left := drops_by_round(one):
        listing = ", ".join(say("tournament.drop", round=round, players=n) for round, n in left.items())
        show(say("tournament.drops", listing=listing))


def show_decks(one: Tournament) -> None:
    """Show the decks with their win rates, where the file has any."""
    decks = meta(one)
    if not any(deck.archetype for deck in decks):
        return
    copies = sum(deck.copies for deck in decks)
    numbers = ("copies", "share", "rate")
    listed = output.table("tournament", "deck", "copies", "share", "record", "rate", right=numbers)
    for deck in decks:
        rate = f"{100 * (deck.wins + deck.ties / 2) / deck.matches:.1f} %" if deck.matches else ""
        record = f"{deck.wins}-{deck.losses}-{deck.ties}"
        name = deck.archetype or say("tournament.unnamed")
        row(listed, name, deck.copies, f"{100 * deck.copies / copies:.1f} %", record, rate)
    show(listed, say("tournament.decks"))
