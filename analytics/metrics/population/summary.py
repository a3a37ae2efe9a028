"""The population of a table: how many matches and players, what was left out, by which rules of counting.

Not here: the numbers themselves (``table``).
"""

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

import polars as pl

from analytics.metrics.definitions.registry import DEFINITIONS
from analytics.metrics.estimators.estimate import Draws
from analytics.metrics.population.census import Census, census, of_kind, simulated_as_chosen
from analytics.metrics.population.lists import listed_decks
from analytics.query.filters import STAGES, Filters, checked
from analytics.store.reader import Store

Counted = Literal["games", "matches"]


@dataclass(frozen=True, slots=True)
class Population:
    """The numbers of the sentence above every table.

    Counted are ``matches`` (of them ``simulated`` by bots, ``drawn``), ``players`` and ``seat_games`` (of
    them ``partly_known``: not every kept card is known), or the seats of matches if whole matches count. Not
    counted are ``unplayed`` matches (byes, agreed draws, no-shows, forfeits, double losses), ``unfinished``
    ones, those ``left_out`` because of their grade, and ``unreadable`` ones, which have no rows and are not
    filtered; where games count, ``results`` of which no games are known. ``lists`` are decks of players
    whose matches are not known, as where a file lists the best alone; they count where decks do.
    ``unnamed``: of the ``matches``, those that a number of named decks leaves out, and ``unnamed_decks`` the
    decks. ``unstaged``: matches left out of a stage, as no file says of which one they are. ``diverged``
    matches break the rules; they are left out unless the filter asks for them. ``of_draws``: draws are what
    is counted, whatever they are worth. ``of_standings``: it is a table of a tournament, in which
    ``unplayed`` matches and draws count as its rules say. ``definitions`` is the version of the metrics;
    ``log``, ``position`` (entries) and ``head`` (leaf hash of the last one, hex) say what was read.
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
    results: int
    lists: int
    draws: Draws
    definitions: int
    log: str
    position: int
    head: str
    unnamed: int = 0
    unnamed_decks: int = 0
    unstaged: int = 0
    of_draws: bool = False
    of_standings: bool = False

    @property
    def simulated_share(self) -> float | None:
        """Share of the matches that bots played; None of none."""
        return self.simulated / self.matches if self.matches else None

    def sentence(self, language: str) -> str:
        """The whole sentence in ``ja`` or ``en``."""
        return " · ".join(self.parts(language))

    def parts(self, language: str) -> list[str]:
        """The parts of the sentence: what is counted, what is left out, which definitions and entries."""
        share = self.simulated_share
        words = SENTENCES[language]
        parts = [self.counted(language)]
        if share:
            parts.append(words["simulated"].format(share=f"{100 * share:.0f}"))
        for name in OMITTED:
            if number := getattr(self, name):
                key = f"{name}-ruled" if self.of_standings and f"{name}-ruled" in words else name
                parts.append(_with_number(words[key], number))
        if not self.of_draws:
            draws = "ruled" if self.of_standings else self.draws
            parts.append(words[f"draws-{draws}"].format(self.drawn))
        parts.append(words["definitions"].format(self.definitions))
        if self.head:
            entries = _with_number(words["entries"], self.position)
            parts.append(f"{entries}{words['head'].format(self.head[:12])}")
        return parts

    def counted(self, language: str) -> str:
        """How many matches and players are counted, in ``ja`` or ``en``."""
        words = SENTENCES[language]
        return " · ".join(_with_number(words[name], getattr(self, name)) for name in ("matches", "players"))

    def without_state_of_log(self) -> "Population":
        """The same without how long the log was, and its last hash: both tell of matches that go on."""
        return replace(self, position=0, head="")


def _with_number(words: str, number: int) -> str:
    """A number in its words; if they have two forms, separated by ``|``, the first one is for 1."""
    one, _, many = words.partition("|")
    return (many if many and number != 1 else one).format(number)


OMITTED = (
    "unplayed",
    "unfinished",
    "unstaged",
    "left_out",
    "diverged",
    "unreadable",
    "results",
    "unnamed",
    "unnamed_decks",
    "lists",
    "partly_known",
)
SENTENCES = {
    "en": {
        "matches": "{:,} match|{:,} matches",
        "players": "{:,} player|{:,} players",
        "simulated": "{share} % simulated",
        "unplayed": "{:,} without play (byes, agreed draws, no-shows, forfeits, double losses), not counted",
        "unplayed-ruled": "{:,} more without play (byes, agreed draws, no-shows, forfeits, double losses),"
        " which count as the rules of the table say",
        "unfinished": "{:,} unfinished, not counted",
        "unstaged": "{:,} of a stage that is not known, left out",
        "left_out": "{:,} left out by grade",
        "diverged": "{:,} diverges from the rules|{:,} diverge from the rules",
        "unreadable": "{:,} unreadable",
        "results": "{:,} result whose games are not known one by one, not counted"
        "|{:,} results whose games are not known one by one, not counted",
        "unnamed": "{:,} of them without the name of a deck, not counted",
        "unnamed_decks": "{:,} deck without a name, not counted|{:,} decks without a name, not counted",
        "lists": "{:,} deck known from a list alone, which may hold the best"
        "|{:,} decks known from lists alone, which may hold the best",
        "partly_known": "{:,} hand known in part, not counted by kept card or card in hand"
        "|{:,} hands known in part, not counted by kept card or card in hand",
        "draws-exclude": "draws excluded ({:,})",
        "draws-half": "draws count as half a win ({:,})",
        "draws-points": "draws count as a third of a win ({:,})",
        "draws-loss": "draws count as not won ({:,})",
        "draws-ruled": "draws count as the rules of the table say ({:,})",
        "definitions": "definitions v{}",
        "entries": "log of {:,} entry|log of {:,} entries",
        "head": ", head {}",
    },
    "ja": {
        "matches": "{:,}試合",
        "players": "{:,}人",
        "simulated": "シミュレーション{share} %",
        "unplayed": "対局のない{:,}試合（不戦勝、合意の引き分け、不参加、棄権、両者敗北）は除く",
        "unplayed-ruled": "ほかに対局のない{:,}試合（不戦勝、合意の引き分け、不参加、棄権、両者敗北）は"
        "順位の規定に従って数える",
        "unfinished": "未終了{:,}試合は除く",
        "unstaged": "ステージの分からない{:,}試合は除く",
        "left_out": "判定により{:,}試合を除く",
        "diverged": "ルールと食い違う試合{:,}",
        "unreadable": "読めない試合{:,}",
        "results": "各ゲームの経過が分からない結果{:,}試合は除く",
        "unnamed": "うち名前のないデッキの{:,}試合は除く",
        "unnamed_decks": "名前のないデッキ{:,}は除く",
        "lists": "対戦の分からないリストだけのデッキ{:,}（上位だけの場合がある）",
        "partly_known": "一部しか分からない手札{:,}組はキープと手札の集計から除く",
        "draws-exclude": "引き分け{:,}試合は除く",
        "draws-half": "引き分け{:,}試合は半分の勝ちと数える",
        "draws-points": "引き分け{:,}試合は3分の1の勝ちと数える",
        "draws-loss": "引き分け{:,}試合は勝ちに数えない",
        "draws-ruled": "引き分け{:,}試合は順位の規定に従って数える",
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
    counts = _counts(census(store, chosen), chosen, counted)
    manifest = store.manifest
    return Population(
        **counts,
        unstaged=_unstaged(store, chosen, counted) if chosen.stage else 0,
        of_draws=False,
        of_standings=False,
        unreadable=len(manifest.unreadable),
        lists=listed_decks(store, chosen).height if counted == "matches" else 0,
        draws=draws,
        definitions=DEFINITIONS,
        log=Path(manifest.log).name,  # not where it lies, which is nobody's business
        position=manifest.position,
        head=manifest.head,
    )


def _unstaged(store: Store, chosen: Filters, counted: Counted) -> int:
    """The matches under the filters whose stage is not known: those of every stage, less those of each."""
    every, *staged = (
        _counts(census(store, filters), filters, counted)["matches"]
        for filters in (replace(chosen, stage=stage) for stage in ("", *STAGES[1:]))
    )
    return int(every - sum(staged))


def _counts(found: Census, chosen: Filters, counted: Counted) -> dict[str, int]:
    """The counts of a population, out of the matches and seats of a census."""
    of_kinds, there = simulated_as_chosen(chosen), pl.lit(True)
    if counted == "games":  # of results nobody knows the games
        there = of_kind("games_played", "games_unplayed")
    graded, finished = of_kind(*chosen.grades), of_kind("finished")
    ended = graded & finished
    played = ended & of_kind(f"{counted}_played")
    matches = {
        "matches": played,
        "simulated": played & of_kind("simulated"),
        "drawn": ended & of_kind(f"{counted}_drawn"),
        "unplayed": ended & of_kind(f"{counted}_unplayed"),
        "unfinished": graded & ~finished,
        "diverged": of_kind("DIVERGED"),
        "left_out": ~graded,
    }
    counts = {name: there & holds for name, holds in matches.items()}
    counts["results"] = ended & of_kind("matches_played") & ~there
    of_matches = found.matches.filter(of_kinds).select(
        pl.col("matches").filter(holds).sum().alias(name) for name, holds in counts.items()
    )
    seats = found.seats.filter(of_kinds & there & played)
    return of_matches.row(0, named=True) | {
        "players": seats["player"].drop_nulls().n_unique(),
        "seat_games": int(seats["games" if counted == "games" else "seats"].sum()),
        "partly_known": int(seats["partly_known"].sum()) if counted == "games" else 0,
    }
