"""The outcome of a row of a table: written as a code, as a sentence, or as the id of the winner.

Not here: which table uses which of them (``csv_presets.toml``).
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from analytics.imports.tournament import Outcome, Score


class RowResult(NamedTuple):
    """The result of a match between two players (or one); fields as in ``Pairing``."""

    outcome: Outcome
    winner: int | None = None
    score: Score | None = None
    games: tuple[int, ...] = ()


class BadCell(ValueError):
    """A cell beside the result that cannot be read, or says something else. ``key`` names the text of the
    problem, ``facts`` fill it in; ``field`` is one of a preset."""

    def __init__(self, key: str, field: str, **facts: object) -> None:
        super().__init__(key)
        self.key, self.field, self.facts = key, field, facts


Row = Mapping[str, str]
Names = tuple[str, ...]
ResultParser = Callable[[Row, Names], RowResult | None]
"""Reads the result of a row, given the players as the row names them; None for one that it cannot read.
Raises ``BadCell``."""

CODES: Mapping[str, tuple[Outcome, int | None]] = {
    "1": ("win", 0),
    "p1": ("win", 0),
    "player1": ("win", 0),
    "win": ("win", 0),
    "2": ("win", 1),
    "p2": ("win", 1),
    "player2": ("win", 1),
    "loss": ("win", 1),
    "tie": ("tie", None),
    "draw": ("tie", None),
    "d": ("tie", None),
    "id": ("intentional-draw", None),
    "intentional-draw": ("intentional-draw", None),
    "bye": ("bye", 0),
    "no-show1": ("no-show", 1),
    "no-show2": ("no-show", 0),
    "forfeit1": ("forfeit", 1),
    "forfeit2": ("forfeit", 0),
    "double-loss": ("double-loss", None),
    "dl": ("double-loss", None),
    "unfinished": ("unfinished", None),
    "": ("unfinished", None),
}
"""Codes of results, as problems name them; ``win`` and ``loss`` are those of the first player, who is at
fault in ``forfeit1`` and ``no-show1``."""
_WON = re.compile(r"(?P<who>.+) won (?P<score>\d+-\d+(?:-\d+)?)")
_DRAWN = re.compile(r"(?P<score>\d+-\d+(?:-\d+)?) Draw")
_BYE = re.compile(r".+ was (?:awarded|assigned) a bye")
_FORFEIT = re.compile(r"(?P<who>.+) forfeited the match")
NOT_REPORTED = ("", "Not reported")


def code(row: Row, names: Names) -> RowResult | None:
    """A code of ``CODES``, or a score such as ``2-1-0``; with games where the row has columns for them."""
    text = row.get("result", "").casefold().replace("_", "-").replace(" ", "-")
    if text in CODES:
        outcome, winner = CODES[text]
        if outcome == "no-show" and len(names) == 1:
            winner = None
        if (winner or 0) >= len(names):
            return None
        return _with_games(RowResult(outcome, winner), row)
    score = _score(text)
    return _with_games(_by_score(score), row) if score is not None and len(names) == 2 else None


def _with_games(result: RowResult, row: Row) -> RowResult:
    """The result with the games of the row. Raises ``BadCell`` for games that cannot be read, and for those
    that contradict the result or each other: of which none is believed."""
    games = _sequence(row)
    told = {"result": result.score, "games1": _counts(row), "games": _counted(games) if games else None}
    score = next(filter(None, told.values()), None)
    for field, other in told.items():
        if other is not None and (other != score or _contradicts(result, other)):
            given = row["games"] if field == "games" else _written(other)
            raise BadCell("csv-games-other", field, given=given, result=row.get("result", ""))
    return RowResult(result.outcome, result.winner, score, games)


def _contradicts(result: RowResult, score: Score) -> bool:
    """Whether nobody wins, or draws, with these games."""
    first, second = score.won
    if result.outcome == "tie":
        return first != second
    return result.outcome == "win" and (second > first if result.winner == 0 else first > second)


def sentence(row: Row, names: Names) -> RowResult | None:
    """A sentence such as ``Ann won 2-1-0``, ``0-0-3 Draw``, ``Bo was awarded a bye``."""
    text = row.get("result", "").strip()
    if text in NOT_REPORTED:
        return RowResult("unfinished")
    if _BYE.fullmatch(text):
        return RowResult("bye", 0) if len(names) == 1 else None
    if match := _DRAWN.fullmatch(text):
        score = _score(match["score"])
        agreed = score is not None and score.won == (0, 0) and score.drawn == 3
        return RowResult("intentional-draw" if agreed else "tie", None, score)
    match = _FORFEIT.fullmatch(text) or _WON.fullmatch(text)
    if match is None or match["who"] not in names or len(names) != 2:
        return None
    who = names.index(match["who"])
    if "score" not in match.groupdict():
        return RowResult("forfeit", 1 - who)
    score = _score(match["score"])
    if score is None:
        return None
    won = score.won if who == 0 else score.won[::-1]  # the winner's games are written first
    return RowResult("win", who, Score(won, score.drawn))


def winner(row: Row, names: Names) -> RowResult | None:
    """The id of the winner, and the games one by one (``2-1`` or ``11-7,9-11,11-5``)."""
    text = row.get("winner", "")
    pairs = [_score(part.strip()) for part in filter(None, row.get("scores", "").split(","))]
    if None in pairs or (text and text not in names):
        return None
    scores = [score for score in pairs if score is not None]
    if not text:
        complete = row.get("state", "") == "complete" and scores
        return RowResult("tie", None, *_games(scores)) if complete else RowResult("unfinished")
    if len(names) == 1:
        return RowResult("bye", 0)
    return RowResult("win", names.index(text), *_games(scores))


def _games(scores: list[Score]) -> tuple[Score | None, tuple[int, ...]]:
    """A single pair is a number of games; of several, each is the score of one game, in order."""
    if len(scores) < 2:
        return (scores[0] if scores else None), ()
    games = tuple(-1 if a == b else int(b > a) for a, b in (score.won for score in scores))
    return _counted(games), games


def _by_score(score: Score) -> RowResult:
    first, second = score.won
    if first != second:
        return RowResult("win", int(second > first), score)
    if not first + second + score.drawn:
        return RowResult("unfinished")
    return RowResult("intentional-draw" if (first, score.drawn) == (0, 3) else "tie", None, score)


def _score(text: str) -> Score | None:
    match = re.fullmatch(r"(\d{1,3})-(\d{1,3})(?:-(\d{1,3}))?", text)
    return Score((int(match[1]), int(match[2])), int(match[3] or 0)) if match else None


def _counts(row: Row) -> Score | None:
    """The games that each player won and those drawn (none where that is empty), where the row has them."""
    written = {column: row.get(column, "") for column in ("games1", "games2", "drawn")}
    if not any(written.values()):
        return None
    for column, text in written.items():
        if not re.fullmatch(r"\d{1,3}", text or "0" * (column == "drawn"), re.ASCII):
            raise BadCell("csv-cell", column, given=text, accepted="0, 1, 2 … 999")
    first, second, drawn = (int(text or 0) for text in written.values())
    return Score((first, second), drawn)


def _sequence(row: Row) -> tuple[int, ...]:
    """Who won which game, written as 1, 2 and 0 (drawn) in order: ``1 2 1``."""
    text = row.get("games", "")
    if not re.fullmatch(r"(?:[012][ ,]*)*", text):
        raise BadCell("csv-cell", "games", given=text, accepted="1 2 1; 0 for a drawn game")
    return tuple(int(sign) - 1 for sign in re.findall(r"[012]", text))


def _counted(games: Sequence[int]) -> Score:
    return Score((games.count(0), games.count(1)), games.count(-1))


def _written(score: Score) -> str:
    return "-".join(map(str, (*score.won, score.drawn)))


def accepted_results(kind: str, names: Names) -> str:
    """How the result of these players may be written, in the words of problems. ``kind`` is one of
    ``RESULT_PARSERS``."""
    first, *others = names
    alone = not others
    if kind == "sentence":
        if alone:
            return f"{first} was awarded a bye, Not reported"
        return (
            f"{first} won 2-1-0, {others[0]} won 2-1-0, 1-1-1 Draw, {first} forfeited the match, Not reported"
        )
    if kind == "winner":
        return f"winner: {' / '.join(names)}; scores: 2-1 / 11-7,9-11,11-5"
    if alone:
        return "bye, no-show1, unfinished"
    of_two = (code for code in CODES if code not in ("", "bye"))
    return ", ".join((*of_two, "2-1", "2-1-0"))


RESULT_PARSERS: Mapping[str, ResultParser] = {"code": code, "sentence": sentence, "winner": winner}
