"""Tables of results, one match a row, with the columns of one of the presets (``csv_presets.toml``).

Comma, semicolon or tab between the columns, lines that end in any way, UTF-8. Not here: how a row writes its
outcome (``csv_result``).
"""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from difflib import get_close_matches
from functools import cache
from pathlib import Path

import msgspec
import tomli

from analytics.imports.formats.contradictions import consistent_rounds
from analytics.imports.formats.csv_result import RESULT_PARSERS, BadCell, accepted_results
from analytics.imports.formats.format import Options, TournamentFormat, TournamentReading, one_file
from analytics.imports.formats.round_shape import count_once, with_cut
from analytics.imports.formats.rows import COUNTED, RowReader, checked_bytes, not_utf8, without_bom
from analytics.imports.problem import BadFile, Problem
from analytics.imports.source import Source
from analytics.imports.tournament import Deck, Kind, Pairing, Player, Round, Tournament, slug
from analytics.spreadsheet_text import unguarded

SEPARATORS = ",;\t"
LINE_END = re.compile("\r\n?|\n")
EXCEL = re.compile(r"\"?sep=.?\"?[,;\t]*", re.IGNORECASE)
"""The line by which a spreadsheet is told how columns are separated."""
HEAD_LINES = 6
"""Lines at the beginning in which the names of the columns are looked for."""
NO_OPPONENT = ("", "-", "bye", "*bye*")
"""What is written instead of an opponent for a bye."""
STAGES: dict[str, Kind] = {
    "": "",
    "swiss": "swiss",
    "elimination": "elimination",
    "top": "elimination",
    "bracket": "elimination",
    "playoff": "elimination",
}


class Preset(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The columns of the table of one program; see the file."""

    needs: tuple[str, ...]
    result: str
    columns: dict[str, tuple[str, ...]]
    game: str
    rules: str
    losers_below_0: bool = False
    several_tables: bool = False
    own: bool = False


@cache
def presets() -> dict[str, Preset]:
    """The presets by name, in the order in which they are tried."""
    text = Path(__file__).with_name("csv_presets.toml").read_text("utf-8")
    return msgspec.convert(tomli.loads(text), dict[str, Preset])


def recognises(source: Source) -> bool:
    """Whether the first line has the columns of a preset."""
    return _preset(_split(next(iter(_head(source)), ""))) is not None


def unlike_a_table(source: Source) -> Problem | None:
    """What keeps a table from being one of results; None of what is no table at all."""
    above, *below = _head(source) or [""]
    if EXCEL.fullmatch(above):
        return Problem(source.name, "1", "sep-line", {"given": above})
    for number, line in enumerate(below, start=2):
        if _preset(_split(line)) is not None:
            return Problem(source.name, "1", "columns-below", {"line": str(number)})
    columns = _split(above)
    if lacking := _lacking_columns(source, columns):
        return lacking
    if len(columns) > 1 and below and len(_split(below[0])) == len(columns):
        return _no_columns(source, columns)
    return None


def _no_columns(source: Source, columns: Sequence[str]) -> Problem:
    accepted = " / ".join(", ".join(one.needs) for one in presets().values())
    return Problem(source.name, "1", "no-columns", {"given": ", ".join(columns), "accepted": accepted})


def _lacking_columns(source: Source, columns: Sequence[str]) -> Problem | None:
    """What the first line lacks, where it has half of the columns by which a preset is recognised."""
    keys = set(map(_column_key, columns))

    def there(preset: Preset) -> float:
        return sum(_column_key(need) in keys for need in preset.needs) / len(preset.needs)

    nearest = max(presets().values(), key=there)
    if there(nearest) < 0.5:
        return None
    lacking = [need for need in nearest.needs if _column_key(need) not in keys]
    facts = {"lacking": ", ".join(lacking), "needs": ", ".join(nearest.needs)}
    return Problem(source.name, "1", "columns-lacking", facts)


def _head(source: Source) -> list[str]:
    """The first lines, as far as they are UTF-8."""
    found = []
    with suppress(UnicodeDecodeError):
        for line in re.split(rb"\r\n?|\n", without_bom(source.data)[:8192])[:HEAD_LINES]:
            found.append(line.decode())
    return found


def _first_line(text: str) -> str:
    return LINE_END.split(text, 1)[0]


def _split(line: str) -> list[str]:
    separator = max(SEPARATORS, key=line.count)
    return [cell.strip().strip('"') for cell in line.strip("\r\n").split(separator)]


def _column_key(column: str) -> str:
    return "".join(sign for sign in column.casefold() if sign not in " _-")


def _preset(columns: Sequence[str]) -> Preset | None:
    keys = set(map(_column_key, columns))
    return next((one for one in presets().values() if set(map(_column_key, one.needs)) <= keys), None)


def read(source: Source, options: Options) -> TournamentReading:
    """The tournament in a table. Raises ``BadFile``."""
    try:
        text = without_bom(checked_bytes(source)).decode()
    except UnicodeDecodeError as error:
        raise BadFile([not_utf8(source, error.start)]) from error
    columns = _split(_first_line(text))
    preset = _preset(columns)
    if preset is None:
        raise BadFile([unlike_a_table(source) or _no_columns(source, columns)])
    return _Reader(source.name, text, columns, preset, options).read()


class _Reader:
    def __init__(
        self, file: str, text: str, columns: Sequence[str], preset: Preset, options: Options
    ) -> None:
        self.rows, self.preset, self.options = RowReader(file), preset, options
        self.text, self.columns = text, columns
        self.players: dict[str, Player] = {}
        self.rounds: dict[tuple[int, int], tuple[str, Kind, list[Pairing]]] = {}
        self.facts: dict[str, str] = {}
        self.second_decks: set[tuple[str, str]] = set()

    def read(self) -> TournamentReading:
        if twice := self._columns_that_stand_twice():
            raise self.rows.fail("1", "columns-twice", given=", ".join(twice))
        unread = self._columns_that_are_not_read() if self.preset.own else {}
        if misspelt := {column: near for column, near in unread.items() if near}:
            given, nearest = (", ".join(names) for names in (misspelt, dict.fromkeys(misspelt.values())))
            raise self.rows.fail("1", "column-unknown", given=given, nearest=nearest)
        rows = 0
        for place, row in self._each():
            self._add(place, row)
            rows += 1
        if not rows and not self.rows.problems:
            raise self.rows.fail("", "nothing")
        name = self.facts.get("event", "") or self.options.name
        game = self.options.game or slug(self.facts.get("game", "")) or self.preset.game
        date = self.rows.date(self.facts["date"], "date") if self.facts.get("date") else ""
        if not slug(name):
            raise self._only_broken_rows("event") or self.rows.fail("", "csv-name")
        if not game:
            raise self._only_broken_rows("game") or self.rows.fail("", "csv-game")
        remarks: Counter[str] = Counter()
        if self.second_decks:
            remarks["second-deck"] = len(self.second_decks)
        if unread:
            remarks["unread-column"] = len(unread)
        rounds = with_cut(self._consistent_rounds(remarks), remarks)
        tournament = Tournament(
            id=self.options.name or "-".join(filter(None, (slug(name), date[:10]))),
            name=name,
            game=game,
            play=slug(self.facts.get("play", "")),
            date=date,
            rules=self.preset.rules,
            players=tuple(self.players.values()),
            rounds=rounds,
            remarks=dict(remarks),
        )
        return TournamentReading(tournament, tuple(self.rows.problems))

    def _columns_that_stand_twice(self) -> list[str]:
        """Columns of the preset of which the first line has two: a row would say two things."""
        fields = self._known_columns()
        numbers = Counter(key for key in map(_column_key, self.columns) if key in fields)
        return [column for column in dict.fromkeys(self.columns) if numbers[_column_key(column)] > 1]

    def _known_columns(self) -> dict[str, str]:
        """The columns that the preset knows, by their keys."""
        known = (column for columns in self.preset.columns.values() for column in columns)
        return {_column_key(column): column for column in known}

    def _columns_that_are_not_read(self) -> dict[str, str]:
        """Columns that the preset does not know → the one of the preset that is written nearly so, or
        ``""``."""
        fields = self._known_columns()
        unknown = [column for column in self.columns if column and _column_key(column) not in fields]
        near = (get_close_matches(_column_key(column), fields, n=1, cutoff=0.75) for column in unknown)
        pairs = zip(unknown, near, strict=True)
        return {column: fields[found[0]] if found else "" for column, found in pairs}

    def _only_broken_rows(self, field: str) -> BadFile | None:
        """The error that rows are to be mended first, if one of them may give the field that is missing: the
        table has a column for it."""
        columns = map(_column_key, self.preset.columns.get(field, ()))
        there = set(map(_column_key, self.columns))
        if self.rows.problems and there.intersection(columns):
            return BadFile(self.rows.problems)
        return None

    def _each(self) -> Iterator[tuple[str, dict[str, str]]]:
        """Every row below the first by the fields of the preset, with its line number."""
        separator = max(SEPARATORS, key=_first_line(self.text).count)
        reader = csv.reader(io.StringIO(self.text, newline=""), delimiter=separator, strict=True)
        head: list[str] = []
        while True:
            before = reader.line_num
            try:
                cells = next(reader)
            except StopIteration:
                return
            except csv.Error as error:
                if opened := self._unclosed(before):
                    self.rows.problem(str(opened), "csv-unclosed")
                else:
                    self.rows.problem(str(reader.line_num), "csv", detail=str(error))
                return
            if not head:
                head = [_column_key(cell.strip()) for cell in cells]
            elif any(cells):
                if len(cells) != len(head):
                    self.rows.problem(str(reader.line_num), "cells", given=len(cells), needed=len(head))
                    continue
                yield str(reader.line_num), self._fields(dict(zip(head, cells, strict=True)))

    def _unclosed(self, before: int) -> int:
        """The line below ``before`` in which a quotation mark is opened that nothing closes; 0 if all are."""
        opened = 0
        for number, line in enumerate(LINE_END.split(self.text)[before:], start=before + 1):
            if line.count('"') % 2:
                opened = 0 if opened else number
        return opened

    def _fields(self, cells: dict[str, str]) -> dict[str, str]:
        """For each field, the first of its columns that is not empty."""
        fields = {}
        for field, columns in self.preset.columns.items():
            values = (unguarded(cells.get(_column_key(column), "").strip()) for column in columns)
            fields[field] = next(filter(None, values), "")
        return fields

    def _add(self, place: str, row: dict[str, str]) -> None:
        """Add the match of a row, and what it says of the tournament."""
        for field in ("event", "date", "game", "play"):
            fact = row.get(field, "")
            if fact and self.facts.setdefault(field, fact) != fact:
                self.rows.problem(place, "csv-other", field=field, given=fact, other=self.facts[field])
                return
        number = _number(row["round"])
        if number is None or (number < 0 and not self.preset.losers_below_0):
            accepted = f"{COUNTED}, -1, -2, -3 …" if self.preset.losers_below_0 else COUNTED
            self.rows.problem(f"{place}: round", "round-number", given=row["round"], accepted=accepted)
            return
        stage = STAGES.get(row.get("stage", "").casefold())
        if stage is None:
            facts = {"given": row["stage"], "accepted": ", ".join(filter(None, STAGES))}
            self.rows.problem(place, "csv-cell", column=self._column("stage"), **facts)
            return
        pairing = self._pairing(place, row)
        if pairing is None:
            return
        name = row["round"] if number > 0 else f"losers {-number}"
        key = (0, number) if number > 0 else (1, -number)  # the table does not say which was played first
        self.rounds.setdefault(key, (name, "elimination" if number < 0 else stage, []))[2].append(pairing)

    def _pairing(self, place: str, row: dict[str, str]) -> Pairing | None:
        players = tuple(row[f"player{n}"] for n in (1, 2) if row[f"player{n}"].casefold() not in NO_OPPONENT)
        if not self.rows.check_players(players, place):
            return None
        try:
            first = _first(row.get("first", ""), players)
            result = RESULT_PARSERS[self.preset.result](row, players)
        except BadCell as bad:
            self.rows.problem(place, bad.key, column=self._column(bad.field), **bad.facts)
            return None
        if result is None:
            given = row.get("result", "") or row.get("winner", "")
            accepted = accepted_results(self.preset.result, players)
            facts = {"given": given, "players": ", ".join(players), "accepted": accepted}
            self.rows.problem(place, "csv-result", **facts)
            return None
        for n, player in zip((1, 2), players, strict=False):
            self._add_player(player, row.get(f"name{n}") or player, row.get(f"deck{n}", ""))
        return Pairing(
            players,
            result.outcome,
            result.winner,
            result.score,
            result.games,
            first=first,
            table=row.get("table", ""),
            place=place,
        )

    def _column(self, field: str) -> str:
        """What the table calls a field."""
        return self.preset.columns[field][0]

    def _add_player(self, player: str, name: str, archetype: str) -> None:
        """Add a player, with the first deck that a row gives them."""
        known = self.players.setdefault(player, Player(player, name))
        if archetype and known.deck is None:
            self.players[player] = msgspec.structs.replace(known, deck=Deck(archetype))
        elif archetype and known.deck is not None and known.deck.archetype != archetype:
            self.second_decks.add((player, archetype))

    def _consistent_rounds(self, remarks: Counter[str]) -> tuple[Round, ...]:
        rounds = tuple(self._rounds(remarks))
        losers = any(group for group, _ in self.rounds)
        final = max((number for group, number in self.rounds if not group), default=0) if losers else None
        return consistent_rounds(
            self.rows,
            rounds,
            remarks,
            several_tables=self.preset.several_tables,
            # Whoever comes from the losers' side and wins the final plays it again.
            looked_at=lambda round: round.number != final,
        )

    def _rounds(self, remarks: Counter[str]) -> Iterator[Round]:
        losers = any(group for group, _ in self.rounds)
        last = 0
        for (group, number), (name, kind, pairings) in sorted(self.rounds.items()):
            last = last + 1 if group else number
            yield Round(last, name, "elimination" if losers else kind, count_once(pairings, remarks))


def _first(text: str, players: tuple[str, ...]) -> int | None:
    """Who went first: ``1``, ``2``, or the player; None where it is not written. Raises ``BadCell``."""
    if not text or text in players:
        return players.index(text) if text else None
    numbers = [str(number) for number in range(1, len(players) + 1)]
    if text not in numbers:
        raise BadCell("csv-cell", "first", given=text, accepted=", ".join((*numbers, *players)))
    return int(text) - 1


def _number(text: str) -> int | None:
    """The number of a round; negative for the losers' side of a double elimination, and never 0."""
    digits = text.casefold().removeprefix("round").strip()
    return int(digits) or None if re.fullmatch(r"-?[0-9]{1,5}", digits) else None


FORMAT = TournamentFormat("csv", recognises, one_file(read))
