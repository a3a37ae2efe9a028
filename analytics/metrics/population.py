"""What a number is about: how many matches and players, what was left out, by which rules of counting.

Not here: the numbers themselves (``table``).
"""

from dataclasses import dataclass
from typing import Literal

import polars as pl

from analytics.cubes.seats import of_seats
from analytics.metrics.filters import Filters, checked, seats_where
from analytics.metrics.rate import Draws
from analytics.metrics.registry import DEFINITIONS
from analytics.store import Store

CHOSEN = """
    SELECT s.number, s.simulated, s.grade = 'DIVERGED' AS diverged, s.finished,
        list_contains($grades, s.grade) AS graded, graded AND s.finished AS ended, {counts}
    FROM seat s WHERE {there} AND {where}"""
PLAYERS = """
    SELECT count(DISTINCT player) FROM (
        SELECT s.player, list_contains($grades, s.grade) AND s.finished AS ended, {counts}
        FROM seat s WHERE {there} AND {where}
    ) WHERE ended AND times > 0"""
Counted = Literal["games", "matches"]
SEATS: dict[Counted, dict[str, str]] = {
    "games": {
        "there": "games + games_unplayed > 0",
        "counts": "games AS times, games_partly_known AS partly_known, games_drawn > 0 AS drawn,"
        " games_unplayed > 0 AS unplayed",
    },
    "matches": {
        "there": "true",
        "counts": "(won + lost + tied > 0)::INTEGER AS times, 0 AS partly_known, tied > 0 AS drawn,"
        " times = 0 AS unplayed",
    },
}
"""What is counted → which seats have any of it, and what they add."""


@dataclass(frozen=True, slots=True)
class Population:
    """The facts of the sentence that stands above every table.

    Counted are ``matches`` (of them ``simulated`` by bots, ``drawn``), ``players`` and ``seat_games`` (of
    them ``partly_known``: not every card kept is known), or the seats of matches where these are what
    counts. Not counted are ``unplayed`` matches (byes, agreed draws, no-shows), ``unfinished`` ones, those
    ``left_out`` because of their grade, and ``unreadable`` ones, which have no rows; these last are not
    filtered. ``diverged`` matches depart from the rules; they are left out unless the filter asks for
    them. ``definitions`` is the version of the metrics; ``log``, ``position`` (entries) and ``head`` (leaf
    hash of the last one, hex) say what was read.
    """

    matches: int
    seat_games: int
    players: int
    simulated: int
    partly_known: int
    drawn: int
    unplayed: int
    unfinished: int
    diverged: int
    left_out: int
    unreadable: int
    draws: Draws
    definitions: int
    log: str
    position: int
    head: str

    @property
    def simulated_share(self) -> float | None:
        """Share of the matches that bots played; None of none."""
        return self.simulated / self.matches if self.matches else None

    def sentence(self, language: str) -> str:
        """The whole sentence in ``ja`` or ``en``."""
        share = self.simulated_share
        words = SENTENCES[language]
        said = [_told(words[name], getattr(self, name)) for name in ("matches", "players")]
        if share:
            said.append(words["simulated"].format(share=share))
        said += [_told(words[name], getattr(self, name)) for name in OMITTED if getattr(self, name)]
        said.append(words[f"draws-{self.draws}"].format(self.drawn))
        said.append(words["definitions"].format(self.definitions))
        said.append(f"{_told(words['entries'], self.position)}{words['head'].format(self.head[:12])}")
        return " · ".join(said)


def _told(words: str, number: int) -> str:
    """A number with its words; where they have two forms, parted by ``|``, the first one is for 1."""
    one, _, many = words.partition("|")
    return (many if many and number != 1 else one).format(number)


OMITTED = ("unplayed", "unfinished", "left_out", "diverged", "unreadable", "partly_known")
SENTENCES = {
    "en": {
        "matches": "{:,} match|{:,} matches",
        "players": "{:,} player|{:,} players",
        "simulated": "{share:.0%} simulated",
        "unplayed": "{:,} without play (byes, agreed draws, no-shows), not counted",
        "unfinished": "{:,} unfinished, not counted",
        "left_out": "{:,} left out by grade",
        "diverged": "{:,} diverges from the rules|{:,} diverge from the rules",
        "unreadable": "{:,} unreadable",
        "partly_known": "{:,} hand known in part, not counted by kept card"
        "|{:,} hands known in part, not counted by kept card",
        "draws-exclude": "draws excluded ({:,})",
        "draws-half": "draws count as half a win ({:,})",
        "draws-points": "draws count as a third of a win ({:,})",
        "draws-loss": "draws count as not won ({:,})",
        "definitions": "definitions v{}",
        "entries": "log of {:,} entry|log of {:,} entries",
        "head": ", head {}",
    },
    "ja": {
        "matches": "{:,}試合",
        "players": "{:,}人",
        "simulated": "シミュレーション{share:.0%}",
        "unplayed": "対局のない{:,}試合（不戦勝、合意の引き分け、不参加など）は除く",
        "unfinished": "未終了{:,}試合は除く",
        "left_out": "判定により{:,}試合を除く",
        "diverged": "ルールと食い違う試合{:,}",
        "unreadable": "読めない試合{:,}",
        "partly_known": "一部しか分からない手札{:,}組は採用の集計から除く",
        "draws-exclude": "引き分け{:,}試合は除く",
        "draws-half": "引き分け{:,}試合は半分の勝ちと数える",
        "draws-points": "引き分け{:,}試合は3分の1の勝ちと数える",
        "draws-loss": "引き分け{:,}試合は勝ちに数えない",
        "definitions": "定義 v{}",
        "entries": "ログ{:,}件",
        "head": "、先端 {}",
    },
}


def population(
    store: Store, filters: Filters | None = None, *, draws: Draws = "exclude", counted: Counted = "games"
) -> Population:
    """What a table with these filters is about: one over ``games``, or over whole ``matches``, of which
    imported results are known where their games are not. Raises ``FilterError``."""
    chosen = checked(store, filters or Filters())
    where, parameters = seats_where(chosen, grades=False)
    given = parameters | {"grades": list(chosen.grades)}
    seats, players = (
        of_seats(store, query.format(where=where, **SEATS[counted]), given) for query in (CHOSEN, PLAYERS)
    )
    manifest = store.manifest
    return Population(
        **_counts(seats),
        players=players.item(),
        unreadable=len(manifest.unreadable),
        draws=draws,
        definitions=DEFINITIONS,
        log=manifest.log,
        position=manifest.position,
        head=manifest.head,
    )


def _counts(seats: pl.DataFrame) -> dict[str, int]:
    """What is counted of the chosen seats."""
    ended, played = pl.col("ended"), pl.col("ended") & (pl.col("times") > 0)
    matches = {
        "matches": played,
        "simulated": played & pl.col("simulated"),
        "drawn": ended & pl.col("drawn"),
        "unplayed": ended & pl.col("unplayed"),
        "unfinished": pl.col("graded") & ~pl.col("finished"),
        "diverged": pl.col("diverged"),
        "left_out": ~pl.col("graded"),
    }
    sums = {"seat_games": "times", "partly_known": "partly_known"}
    counts = seats.select(
        **{name: _different(pl.col("number").filter(holds)) for name, holds in matches.items()},
        **{name: pl.col(column).filter(ended).cast(pl.Int64).sum() for name, column in sums.items()},
    )
    return counts.row(0, named=True)


def _different(numbers: pl.Expr) -> pl.Expr:
    """How many different numbers there are. They come all but sorted, so this is faster than to hash them."""
    in_order = numbers.sort()
    return in_order.ne_missing(in_order.shift()).sum()
