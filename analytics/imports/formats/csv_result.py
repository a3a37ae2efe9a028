"""The outcome of a row of a table: written as a code, as a sentence, or as the id of the winner.

Not here: which table uses which of them (``csv_presets.toml``).
"""

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from analytics.imports.tournament import Outcome, Score


class RowResult(NamedTuple):
    """The result of a match between two players (or one); fields as in ``Pairing``."""

    outcome: Outcome
    winner: int | None = None
    score: Score | None = None
    games: tuple[int, ...] = ()


Row = Mapping[str, str]
Names = tuple[str, ...]
ResultParser = Callable[[Row, Names], RowResult | None]
"""Reads the result of a row, given the players as the row names them; None for what it cannot read."""

CODES: Mapping[str, tuple[Outcome, int | None]] = {
    "1": ("win", 0),
    "2": ("win", 1),
    "p1": ("win", 0),
    "p2": ("win", 1),
    "player1": ("win", 0),
    "player2": ("win", 1),
    "win": ("win", 0),
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
"""Codes of results; in ``forfeit1`` and ``no-show1`` the first player is at fault."""
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
        return RowResult(outcome, winner, _counts(row), _sequence(row))
    score = _score(text)
    return _by_score(score) if score is not None and len(names) == 2 else None


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
    return Score((games.count(0), games.count(1)), games.count(-1)), games


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
    """The games that each player won, where the row has columns for them."""
    first, second, drawn = (row.get(column, "") for column in ("games1", "games2", "drawn"))
    if not all(re.fullmatch(r"\d{1,3}", one) for one in (first, second)):
        return None
    return Score((int(first), int(second)), int(drawn) if re.fullmatch(r"\d{1,3}", drawn) else 0)


def _sequence(row: Row) -> tuple[int, ...]:
    """Who won which game, written as 1, 2 and 0 (drawn) in order: ``1 2 1``."""
    return tuple(int(sign) - 1 for sign in re.findall(r"[012]", row.get("games", "")))


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
    return "1, 2, tie, id, no-show1, no-show2, forfeit1, forfeit2, double-loss, unfinished, 2-1, 2-1-0"


RESULT_PARSERS: Mapping[str, ResultParser] = {"code": code, "sentence": sentence, "winner": winner}
