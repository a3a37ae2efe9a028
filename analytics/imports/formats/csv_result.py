"""How tables of results write an outcome: as a code, as a sentence, or by the id of the winner.

Not here: which table writes in which way (``csv_presets.toml``).
"""

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from analytics.imports.tournament import Outcome, Score


class Told(NamedTuple):
    """What a row says of a match between two players (or one): see ``Pairing``."""

    outcome: Outcome
    winner: int | None = None
    score: Score | None = None
    games: tuple[int, ...] = ()


Row = Mapping[str, str]
Names = tuple[str, ...]
Grammar = Callable[[Row, Names], Told | None]
"""Reads the outcome of a row between players whom the row calls so; None for what it cannot read."""

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
"""Codes of results; ``forfeit1`` and ``no-show1`` say whose fault it was."""
_WON = re.compile(r"(?P<who>.+) won (?P<score>\d+-\d+(?:-\d+)?)")
_DRAWN = re.compile(r"(?P<score>\d+-\d+(?:-\d+)?) Draw")
_BYE = re.compile(r".+ was (?:awarded|assigned) a bye")
_FORFEIT = re.compile(r"(?P<who>.+) forfeited the match")
NOT_REPORTED = ("", "Not reported")


def code(row: Row, names: Names) -> Told | None:
    """A code of ``CODES``, or a score such as ``2-1-0``; games where the row counts them."""
    said = row.get("result", "").casefold().replace("_", "-").replace(" ", "-")
    score = _counts(row)
    if said in CODES:
        outcome, winner = CODES[said]
        if outcome == "no-show" and len(names) == 1:
            winner = None
        if (winner or 0) >= len(names):
            return None
        return Told(outcome, winner, score, _sequence(row))
    written = _score(said)
    return _by_score(written) if written is not None and len(names) == 2 else None


def sentence(row: Row, names: Names) -> Told | None:
    """A sentence such as ``Ann won 2-1-0``, ``0-0-3 Draw``, ``Bo was awarded a bye``."""
    said = row.get("result", "").strip()
    if said in NOT_REPORTED:
        return Told("unfinished")
    if _BYE.fullmatch(said):
        return Told("bye", 0) if len(names) == 1 else None
    if found := _DRAWN.fullmatch(said):
        score = _score(found["score"])
        agreed = score is not None and score.won == (0, 0) and score.drawn == 3
        return Told("intentional-draw" if agreed else "tie", None, score)
    found = _FORFEIT.fullmatch(said) or _WON.fullmatch(said)
    if found is None or found["who"] not in names or len(names) != 2:
        return None
    who = names.index(found["who"])
    if "score" not in found.groupdict():
        return Told("forfeit", 1 - who)
    score = _score(found["score"])
    assert score is not None  # the form of the sentence holds one
    won = score.won if who == 0 else score.won[::-1]  # the winner's games stand first
    return Told("win", who, Score(won, score.drawn))


def winner(row: Row, names: Names) -> Told | None:
    """The id of the winner, and the games one by one (``2-1`` or ``11-7,9-11,11-5``)."""
    said = row.get("winner", "")
    pairs = [_score(part.strip()) for part in filter(None, row.get("scores", "").split(","))]
    if None in pairs or (said and said not in names):
        return None
    scores = [score for score in pairs if score is not None]
    if not said:
        complete = row.get("state", "") == "complete" and scores
        return Told("tie", None, *_games(scores)) if complete else Told("unfinished")
    if len(names) == 1:
        return Told("bye", 0)
    return Told("win", names.index(said), *_games(scores))


def _games(scores: list[Score]) -> tuple[Score | None, tuple[int, ...]]:
    """One pair counts games; of several each is the score of one game, in order."""
    if len(scores) < 2:
        return (scores[0] if scores else None), ()
    games = tuple(-1 if a == b else int(b > a) for a, b in (score.won for score in scores))
    return Score((games.count(0), games.count(1)), games.count(-1)), games


def _by_score(score: Score) -> Told:
    first, second = score.won
    if first != second:
        return Told("win", int(second > first), score)
    if not first + second + score.drawn:
        return Told("unfinished")
    return Told("intentional-draw" if (first, score.drawn) == (0, 3) else "tie", None, score)


def _score(written: str) -> Score | None:
    found = re.fullmatch(r"(\d{1,3})-(\d{1,3})(?:-(\d{1,3}))?", written)
    return Score((int(found[1]), int(found[2])), int(found[3] or 0)) if found else None


def _counts(row: Row) -> Score | None:
    """The games that each won, where the row has columns for them."""
    written = [row.get(column, "") for column in ("games1", "games2", "drawn")]
    if not all(re.fullmatch(r"\d{1,3}", one) for one in written[:2]):
        return None
    return Score((int(written[0]), int(written[1])), int(written[2]) if written[2].isdecimal() else 0)


def _sequence(row: Row) -> tuple[int, ...]:
    """Who won which game, written as 1, 2 and 0 (drawn) in order: ``1 2 1``."""
    return tuple(int(sign) - 1 for sign in re.findall(r"[012]", row.get("games", "")))


GRAMMARS: Mapping[str, Grammar] = {"code": code, "sentence": sentence, "winner": winner}
