"""One model for players, decks, pairings of decks and the seat together, with partial pooling.

logit P(one beats other) = player + deck of one − those of other + what the decks' pairing adds + seat. Every
kind of effect is drawn from a normal distribution around 0 whose deviation is estimated from the matches
(MacKay's fixed point on Laplace's approximation), so that who played little is taken for average, and a kind
that explains nothing shrinks to little. Not here: ratings that change over time (``rating``), or matrices of
decks alone (``matchup``).
"""

from collections.abc import Collection, Mapping
from typing import Literal, NamedTuple, get_args

import numpy as np
import scipy

from analytics.stats.number import Floats, Ints

Kind = Literal["player", "deck", "pairing", "seat"]
KINDS: tuple[Kind, ...] = get_args(Kind)
BEGIN: Mapping[Kind, float] = {"player": 0.35, "deck": 0.15, "pairing": 0.1, "seat": 0.3}
"""Deviations expected before any match, in log-odds: two players apart by one have 59 %. That of the seat, a
single number, stays."""
WORTH = 5.0
"""What is expected counts like so many effects that are known exactly."""
LEAST, MOST = 0.01, 3.0
"""No deviation is smaller or larger than this: 0.01 is a win rate of 50.2 %."""
CLOSE = 1e-6
"""The fit of the effects ends when a step is shorter than this."""
SETTLED = 0.01
"""Deviations are found when none changes by more than this share."""
TURNS = 30
"""At most so many estimates of the deviations."""
FLATTER = np.pi / 8
"""MacKay: a logistic curve over a normal distribution is one of log-odds divided by √(1 + π variance / 8)."""


class Duels(NamedTuple):
    """Matches of two, one an element: the players ``one`` and ``other`` and their decks by number (-1: not
    known), ``first``: 1 where ``one`` went first, -1 where ``other`` did, 0 if unknown; ``won``: 1 where
    ``one`` won, 0 where ``other`` did, and a half for a draw."""

    one: Ints
    other: Ints
    one_deck: Ints
    other_deck: Ints
    first: Floats
    won: Floats


class Effects(NamedTuple):
    """``mean`` and ``covariance`` of all effects in log-odds; ``columns``: kind and number(s) → index;
    ``deviation`` of each kind."""

    mean: Floats
    covariance: Floats
    columns: Mapping[tuple[Kind, int, int], int]
    deviation: Mapping[Kind, float]

    def of(self, kind: Kind, number: int) -> tuple[float, float]:
        """The mean effect of a player or a deck, and its standard error; (0, deviation) for one that was in
        no match."""
        column = self.columns.get((kind, number, -1))
        if column is None:
            return 0.0, self.deviation[kind]
        return float(self.mean[column]), float(np.sqrt(self.covariance[column, column]))


def fit(duels: Duels, kinds: Collection[Kind] = KINDS, *, begin: Mapping[Kind, float] = BEGIN) -> Effects:
    """The effects that the matches speak for. ``begin``: deviations to search from, such as those of a fit
    to fewer matches."""
    columns: dict[tuple[Kind, int, int], int] = {}
    design = _design(duels, kinds, columns)
    kind_of = np.array([KINDS.index(kind) for kind, *_ in columns], dtype=np.int64)
    deviation = {kind: begin[kind] for kind in KINDS}
    mean = np.zeros(len(columns))
    covariance = np.zeros((len(columns), len(columns)))
    for _ in range(TURNS):
        spread = np.array([deviation[kind] for kind in KINDS])[kind_of]
        mean, covariance = _mode(design, duels.won, spread**-2, mean)
        found = _deviations(mean, covariance, kind_of, deviation)
        moved = max(abs(found[kind] / deviation[kind] - 1) for kind in KINDS)
        deviation = found
        if moved < SETTLED:
            break
    return Effects(mean, covariance, columns, deviation)


def chances(found: Effects, duels: Duels, kinds: Collection[Kind] = KINDS) -> Floats:
    """The chance that ``one`` wins, over what is uncertain of the effects. Who was in no match is drawn from
    the distribution of all."""
    columns = dict(found.columns)
    design = _design(duels, kinds, columns)
    known = len(found.mean)
    new = np.array([found.deviation[kind] for kind, *_ in list(columns)[known:]])
    odds = design[:, :known] @ found.mean
    seen = design[:, :known]
    unsure = np.asarray(seen.multiply(seen @ found.covariance).sum(axis=1)).ravel()
    unsure += design[:, known:].power(2) @ new**2
    chance: Floats = scipy.special.expit(odds / np.sqrt(1 + FLATTER * unsure))
    return chance


def _design(
    duels: Duels, kinds: Collection[Kind], columns: dict[tuple[Kind, int, int], int]
) -> scipy.sparse.csr_array:
    """A row for each match with the signs of its effects; new effects are added to ``columns``."""
    rows: list[int] = []
    at: list[int] = []
    signs: list[float] = []

    def put(row: int, effect: tuple[Kind, int, int], sign: float) -> None:
        rows.append(row)
        at.append(columns.setdefault(effect, len(columns)))
        signs.append(sign)

    for row, (one, other, deck, against, first) in enumerate(
        zip(*(part.tolist() for part in duels[:5]), strict=True)
    ):
        if "player" in kinds:
            put(row, ("player", one, -1), 1)
            put(row, ("player", other, -1), -1)
        if "deck" in kinds and deck != against:
            for number, sign in ((deck, 1), (against, -1)):
                if number >= 0:
                    put(row, ("deck", number, -1), sign)
        if "pairing" in kinds and deck != against and min(deck, against) >= 0:
            put(row, ("pairing", min(deck, against), max(deck, against)), 1 if deck < against else -1)
        if "seat" in kinds and first:
            put(row, ("seat", 0, -1), first)
    shape = (len(duels.won), len(columns))
    return scipy.sparse.csr_array((signs, (rows, at)), shape=shape)


def _mode(
    design: scipy.sparse.csr_array, won: Floats, precision: Floats, begin: Floats
) -> tuple[Floats, Floats]:
    """The most probable effects, and the inverse of the curvature there."""

    def loss(at: Floats) -> float:
        odds = design @ at
        fitted = won * scipy.special.log_expit(odds) + (1 - won) * scipy.special.log_expit(-odds)
        return float(precision @ at**2 / 2 - fitted.sum())

    def curvature(at: Floats) -> Floats:
        chance = scipy.special.expit(design @ at)
        weighted = design.multiply((chance * (1 - chance))[:, None])
        return np.asarray((design.T @ weighted).todense()) + np.diag(precision)

    at, step = begin, np.ones(len(begin))
    while len(step) and np.abs(step).max() > CLOSE:  # Newton's method
        slope = design.T @ (won - scipy.special.expit(design @ at)) - precision * at
        step = scipy.linalg.solve(curvature(at), slope, assume_a="pos")
        while np.abs(step).max() > CLOSE and loss(at + step) > loss(at):
            step /= 2
        at = at + step
    return at, scipy.linalg.inv(curvature(at)) if len(at) else np.zeros((0, 0))


def _deviations(
    mean: Floats, covariance: Floats, kind_of: Ints, deviation: Mapping[Kind, float]
) -> dict[Kind, float]:
    """The deviation of each kind that its effects speak for: their sum of squares, divided by how many of
    them the matches determine (MacKay 1992), with what was expected."""
    found = dict(deviation)
    for index, kind in enumerate(KINDS):
        some = kind_of == index
        if kind == "seat" or not some.any():
            continue
        determined = int(some.sum()) - float(np.diag(covariance)[some].sum()) / deviation[kind] ** 2
        squares = float(mean[some] @ mean[some]) + WORTH * BEGIN[kind] ** 2
        variance = squares / (max(determined, 0.0) + WORTH)
        found[kind] = float(np.clip(np.sqrt(variance), LEAST, MOST))
    return found
