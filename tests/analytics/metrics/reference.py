"""Every metric once more, in plain Python and straight from its formula: what the registry is held against.

Slow, and without NumPy or SciPy. Numbers that rest on resampling have no interval here. Not here: the tests
(``test_registry``).
"""

from collections.abc import Callable, Mapping
from itertools import pairwise, product
from math import comb, exp, lgamma, log, log1p, sqrt
from typing import Any

Sums = Mapping[str, Any]
Told = tuple[float | None, ...]
"""A value, or a value with both ends of its interval."""

Z = 1.959964
PARTS = {"exclude": None, "half": 1 / 2, "points": 1 / 3, "loss": 0.0}


def root(function: Callable[[float], float], low: float, high: float) -> float:
    """Where an increasing function is 0, by halving."""
    for _ in range(200):
        middle = (low + high) / 2
        low, high = (low, middle) if function(middle) > 0 else (middle, high)
    return (low + high) / 2


# --- one cell ------------------------------------------------------------------------------------------


def interval(mean: float, n: float, spared: float = 0.0) -> tuple[float, float]:
    """Both solutions of (mean - μ)² = z² (μ (1 - μ) - spared) / n, by the formula learnt at school."""
    c = Z * Z / n
    half = (2 * mean + c) / 2
    apart = sqrt(max(half**2 - (1 + c) * (mean**2 + c * spared), 0))
    return (half - apart) / (1 + c), (half + apart) / (1 + c)


def score(name: str, sums: Sums, draws: str, *, copies: bool = False) -> tuple[float, float, float, float]:
    """Mean, both ends, and how many were counted."""
    ends = ("won", "lost", "tied") if copies else ("wins", "losses", "ties")
    won, lost, tied = (sums[f"{name}_{end}" if name else end] for end in ends)
    part = PARTS[draws]
    if part is None:
        part, n, tied = 0.0, won + lost, 0
        squares = sums.get(f"{name}_squares", n)
    else:
        n = won + lost + tied
        squares = sums.get(f"{name}_squares", n) + sums.get(f"{name}_tied_squares", 0)
    both = "" if copies else "games_"
    squares -= sums.get(f"{name}_{both}shared", 0)  # both seats: (a - b)² = a² + b² - 2ab
    squares -= sums.get(f"{name}_tied_{both}shared", 0) if PARTS[draws] is not None else 0
    mean, worth = (won + part * tied) / n, n * n / squares
    spared = part * (1 - part) * (tied / n * worth) / (worth + Z * Z)
    return mean, *interval(mean, worth, spared), n


def versus(one: tuple[float, ...], other: tuple[float, ...], together: float = 0.0) -> Told:
    def far(a: float, b: float) -> float:
        return sqrt(a * a + b * b - 2 * together * a * b)

    value = one[0] - other[0]
    below, above = far(one[0] - one[1], other[2] - other[0]), far(one[2] - one[0], other[0] - other[1])
    return value, value - below, value + above


def lift(sums: Sums, draws: str) -> Told:
    """Games with a seat in each arm move the difference twice."""
    tied = PARTS[draws] is not None
    one, other = (score(name, sums, draws) for name in ("played", "unplayed"))
    moved = [
        n - sums[f"{name}_games_shared"] - tied * sums[f"{name}_tied_games_shared"]
        for name, n in (("played", one[3]), ("unplayed", other[3]))
    ]
    crossed = sums["played_crossed"] + tied * sums["played_tied_crossed"]
    return versus(one, other, -crossed / sqrt(moved[0] * moved[1]))


def improvement(sums: Sums, draws: str) -> Told:
    """In hand and not seen, of which copies of the same game win together."""

    def counted(name: str, tied: str) -> float:
        return float(sums[name] + (sums[tied] if PARTS[draws] is not None else 0))

    one, other = (score(name, sums, draws, copies=True)[:3] for name in ("hand", "unseen"))
    squares = (counted(f"{name}_squares", f"{name}_tied_squares") for name in ("hand", "unseen"))
    together = counted("hand_unseen", "hand_unseen_tied")
    for square in squares:
        together /= sqrt(square)
    return versus(one, other, together)


def copies(name: str) -> Callable[[Sums, str], Told]:
    return lambda sums, draws: score(name, sums, draws, copies=True)[:3]


def games(name: str) -> Callable[[Sums, str], Told]:
    return lambda sums, draws: score(name, sums, draws)[:3]


def share(part: str, whole: str, scale: float = 1.0) -> Callable[[Sums, str], Told]:
    def told(sums: Sums, draws: str) -> Told:
        n = sum(sums[name] for name in whole.split())
        mean = sum(sums[name] for name in part.split()) / n
        return tuple(scale * value for value in (mean, *interval(mean, n)))

    return told


def quotient(top: str, bottom: str) -> Callable[[Sums, str], Told]:
    return lambda sums, draws: (sums[top] / sums[bottom],)


def impact(sums: Sums, draws: str) -> Told:
    part, whole = "kept_of_deck", "deck_with_keep"
    rest = {
        f"rest_{end}": sums[f"{whole}_{end}"] - sums[f"{part}_{end}"] for end in ("wins", "losses", "ties")
    }
    kept, deck, other = score(part, sums, draws), score(whole, sums, draws), score("rest", rest, draws)
    apart = versus(kept, other)
    assert abs(kept[0] - deck[0] - apart[0] * other[3] / deck[3]) < 1e-12
    return tuple(end * other[3] / deck[3] for end in apart)


def deal_effect(sums: Sums, draws: str) -> Told:
    rest = {f"rest_{end}": sums[f"deal_{end}"] - sums[f"pooled_{end}"] for end in ("wins", "losses", "ties")}
    value, *_ = versus(score("pooled", sums, draws), score("rest", rest, draws))
    part = PARTS[draws]

    def seats(name: str) -> tuple[float, float, float]:
        """Seat-games, score, squares."""
        won, lost, tied = (sums[f"{name}_{end}"] for end in ("wins", "losses", "ties"))
        return (
            (won + lost, won, won)
            if part is None
            else (won + lost + tied, won + part * tied, won + part**2 * tied)
        )

    def spread(n: float, total: float, squares: float) -> float:
        return float((squares + 2) / (n + 4) - ((total + 2) / (n + 4)) ** 2)

    names = ("deal", "pooled", "pooled_shared", "pooled_alone", "deal_alone")
    deal, held, shared, alone, deal_alone = map(seats, names)
    others = tuple(a - b for a, b in zip(deal, held, strict=True))
    split = tuple(a - b - c for a, b, c in zip(held, shared, alone, strict=True))
    variance = split[0] * spread(*split) * (1 / held[0] + 1 / others[0]) ** 2
    variance += alone[0] * spread(*held) / held[0] ** 2
    variance += max(deal_alone[0] - alone[0], 0) * spread(*others) / others[0] ** 2
    half = 1.959964 * variance**0.5
    return value, max(value - half, -1), min(value + half, 1)


# --- groups --------------------------------------------------------------------------------------------


def rows(sums: Sums) -> list[dict[str, Any]]:
    return [dict(zip(sums, row, strict=True)) for row in zip(*sums.values(), strict=True)]


def within_games(one: str, other: str) -> Callable[[Sums, str], Told]:
    """As a sum over games of what their acts move; the result of who went first is a coin's. No draws."""

    def told(sums: Sums, draws: str) -> Told:
        every, top = rows(sums), 0.0

        def number(row: dict[str, Any], name: str) -> float:
            return float(row[f"{name}_wins"] + row[f"{name}_losses"])

        moved: dict[tuple[Any, Any], float] = {}
        whole = 0.0
        for row in every:
            alike = [
                two for two in every if (two["went_first"], two["turn"]) == (row["went_first"], row["turn"])
            ]
            n1, n0 = (sum(number(two, name) for two in alike) for name in (one, other))
            if n1 and n0:
                part = (number(row, one) * n0 - number(row, other) * n1) / (n1 + n0)
                game = row["match"], row["game_no"]
                moved[game] = moved.get(game, 0.0) + (part if row["went_first"] else -part)
                whole += number(row, one) * n0 / (n1 + n0)
                top += (row[f"{one}_wins"] * n0 - row[f"{other}_wins"] * n1) / (n1 + n0)
        value = top / whole
        half = Z / 2 * (sum(part * part for part in moved.values()) + 0.5) ** 0.5 / whole
        return value, value - half, value + half

    return told


def within(one: str, other: str) -> Callable[[Sums, str], Told]:
    """Mantel and Haenszel by listing every observation of every stratum."""

    def told(sums: Sums, draws: str) -> Told:
        part, top, whole, strata = PARTS[draws], 0.0, 0.0, []
        for row in rows(sums):
            sides = []
            for name in (one, other):
                observed = [1.0] * row[f"{name}_wins"] + [0.0] * row[f"{name}_losses"]
                sides.append(observed + [part] * row[f"{name}_ties"] if part is not None else observed)
            if all(sides):
                weight = len(sides[0]) * len(sides[1]) / (len(sides[0]) + len(sides[1]))
                top += weight * (sum(sides[0]) / len(sides[0]) - sum(sides[1]) / len(sides[1]))
                whole += weight
                strata.append((weight, sides))
        value = top / whole
        distance = 0.5
        for weight, sides in strata:
            pairs = list(product(*sides))
            distance += weight * sum((a - b) ** 2 for a, b in pairs) / len(pairs)
        distance /= whole + 1

        def outside(apart: float) -> float:
            return (value - apart) ** 2 - Z * Z * (distance - apart**2) / 2 / whole

        middle = value / (1 + Z * Z / 2 / whole)  # where the parabola is lowest
        return value, -root(lambda x: outside(-x), -middle, 2), root(outside, middle, 2)

    return told


def median_time(time: str, events: str, censored: str) -> Callable[[Sums, str], Told]:
    def told(sums: Sums, draws: str) -> Told:
        times = sorted(rows(sums), key=lambda row: row[time])
        left = sum(row[events] + row[censored] for row in times)
        alive, spread, found = 1.0, 0.0, [None, None, None]
        for row in times:
            alive *= 1 - row[events] / left
            if row[events] < left:
                spread += row[events] / (left * (left - row[events]))
            low = high = alive
            if 0 < alive < 1:
                error = sqrt(spread) / abs(log(alive))
                low, high = alive ** exp(Z * error), alive ** exp(-Z * error)
            for at, end in enumerate((alive, low, high)):
                if found[at] is None and end <= 0.5:
                    found[at] = row[time]
            left -= row[events] + row[censored]
        return tuple(found)

    return told


def quantile(value: str, count: str, part: float) -> Callable[[Sums, str], Told]:
    def told(sums: Sums, draws: str) -> Told:
        listed = sorted(row[value] for row in rows(sums) for _ in range(row[count]))
        n = len(listed)
        below = [0.0]
        for k in range(n + 1):
            below.append(below[-1] + comb(n, k) * part**k * (1 - part) ** (n - k))
        low = next(k for k in range(n + 1) if below[k + 1] >= 0.025)
        high = next(k for k in range(n + 1) if below[k + 1] >= 0.975) + 1
        ranks = (-int(-part * n // 1), low, high)
        return tuple(listed[min(max(rank, 1), n) - 1] for rank in ranks)

    return told


def mean_of(value: str, count: str) -> Callable[[Sums, str], Told]:
    def told(sums: Sums, draws: str) -> Told:
        listed = [row[value] for row in rows(sums) for _ in range(row[count])]
        n, mean = len(listed), sum(listed) / len(listed)
        error = sqrt(sum((one - mean) ** 2 for one in listed) / (n - 1) / n)
        return mean, mean - Z * error, mean + Z * error

    return told


def shares(item: str, count: str) -> Callable[[Sums, str], dict[str, Told]]:
    def told(sums: Sums, draws: str) -> dict[str, Told]:
        n = sum(sums[count])
        return {row[item]: (row[count] / n, *interval(row[count] / n, n)) for row in rows(sums)}

    return told


def without_mirrors(sums: Sums, draws: str) -> Told:
    others = [row for row in rows(sums) if row["archetype"] != row["opponent_archetype"]]
    added = {name: sum(row[name] for row in others) for name in ("match_wins", "match_losses", "match_ties")}
    return score("match", added, draws)[:3]


def conversion(sums: Sums, draws: str) -> dict[str, Told]:
    places, whole = sum(sums["decks_cut"]), sum(sums["decks_entered"])
    found = {}
    for row in rows(sums):
        mean, share = row["decks_cut"] / places, row["decks_entered"] / whole
        ends = interval(mean, places * whole / (whole - places))
        most = row["decks_entered"] / places
        found[row["archetype"]] = tuple(min(value, most) / share for value in (mean, *ends))
    return found


def mixed(function: Callable[[list[float]], float]) -> Callable[[Sums, str], Told]:
    return lambda sums, draws: (function([count / sum(sums["decks"]) for count in sums["decks"]]),)


# --- models --------------------------------------------------------------------------------------------


def climb(density: Callable[[list[float]], float], start: list[float]) -> list[float]:
    """Where a smooth function with a single peak is highest: coordinate by coordinate, ever smaller steps."""
    at, best, step = list(start), density(start), 0.5
    while step > 1e-7:
        moved = False
        for place, side in product(range(len(at)), (1, -1)):
            there = [*at]
            there[place] += side * step
            found = density(there)
            if found > best + 1e-13:
                at, best, moved = there, found, True
        if not moved:
            step /= 2
    return at


def beta_log(a: float, b: float) -> float:
    return lgamma(a) + lgamma(b) - lgamma(a + b)


def beta_binomial(cells: list[tuple[float, float, float]], weight: float) -> float:
    """The log-likelihood of (wins, games, mean) under priors of this weight."""
    return sum(
        beta_log(wins + mean * weight, n - wins + (1 - mean) * weight)
        - beta_log(mean * weight, (1 - mean) * weight)
        for wins, n, mean in cells
    )


def prior(cells: list[tuple[float, float]]) -> tuple[float, float]:
    """Mean and weight of the likeliest prior; the weight at most 10⁴."""

    def density(at: list[float]) -> float:
        mean, weight = 1 / (1 + exp(-at[0])), exp(min(at[1], log(1e4)))
        return beta_binomial([(wins, n, mean) for wins, n in cells], weight)

    at = climb(density, [0.0, log(30.0)])
    return 1 / (1 + exp(-at[0])), exp(min(at[1], log(1e4)))


def beta_quantile(share: float, a: float, b: float, *, steps: int = 20_000) -> float:
    """By adding up the density between 0 and 1 (a, b > 1)."""
    grid = [k / steps for k in range(steps + 1)]
    density = [0.0, *(exp((a - 1) * log(x) + (b - 1) * log1p(-x) - beta_log(a, b)) for x in grid[1:-1]), 0.0]
    mass = 0.0
    for (left, right), x in zip(pairwise(density), grid, strict=False):
        mass += (left + right) / 2 / steps
        if mass >= share:
            return x + (1 - (mass - share) / ((left + right) / 2 / steps)) / steps
    return 1.0


def posterior(wins: float, n: float, mean: float, weight: float) -> Told:
    a, b = wins + mean * weight, n - wins + (1 - mean) * weight
    return a / (a + b), beta_quantile(0.025, a, b), beta_quantile(0.975, a, b)


def shrunk(sums: Sums, draws: str) -> dict[str, Told]:
    cells = {
        row["archetype"]: (row["match_wins"], row["match_wins"] + row["match_losses"]) for row in rows(sums)
    }
    mean, weight = prior(list(cells.values()))
    return {item: posterior(*cell, mean, weight) for item, cell in cells.items()}


def polarity(sums: Sums, draws: str) -> Told:
    cells = [(row["match_wins"], row["match_wins"] + row["match_losses"]) for row in rows(sums)]
    mean, weight = prior(cells)
    told = [(n, (wins + mean * weight) / (n + weight)) for wins, n in cells]
    total = sum(n for n, _ in told)
    middle = sum(n * rate for n, rate in told) / total
    return (sqrt(sum(n * (rate - middle) ** 2 for n, rate in told) / total),)


RIDGE = 0.01


def bradley_terry(
    results: list[tuple[str, str, int, float, float]], ridge: float = RIDGE
) -> dict[str, float]:
    """Strengths and, under "", the seat's term, of (one, other, first, wins, games)."""
    items = sorted({name for one, other, *_ in results for name in (one, other)})
    place = {item: at for at, item in enumerate([*items, ""])}

    def density(at: list[float]) -> float:
        found = -ridge * sum(value * value for value in at) / 2
        for one, other, first, wins, n in results:
            odds = at[place[one]] - at[place[other]] + first * at[place[""]]
            found -= wins * log1p(exp(-odds)) + (n - wins) * log1p(exp(odds))
        return found

    at = climb(density, [0.0] * len(place))
    mean = sum(at[:-1]) / len(items)
    return {item: at[place[item]] - (mean if item else 0) for item in place}


def by_seat(sums: Sums) -> dict[str, float]:
    return bradley_terry(
        [
            (
                row["archetype"],
                row["opponent_archetype"],
                1,
                row["first_wins"],
                row["first_wins"] + row["first_losses"],
            )
            for row in rows(sums)
        ]
    )


def strength(sums: Sums, draws: str) -> dict[str, Told]:
    return {item: (value,) for item, value in by_seat(sums).items() if item}


def first_effect(sums: Sums, draws: str) -> Told:
    return (by_seat(sums)[""],)


def inverse(matrix: list[list[float]]) -> list[list[float]]:
    """By elimination; the matrix is positive definite."""
    n = len(matrix)
    wide = [[*row, *(float(i == j) for j in range(n))] for i, row in enumerate(matrix)]
    for i in range(n):
        wide[i] = [value / wide[i][i] for value in wide[i]]
        for j in range(n):
            if j != i:
                wide[j] = [a - wide[j][i] * b for a, b in zip(wide[j], wide[i], strict=True)]
    return [row[n:] for row in wide]


def over_normal(function: Callable[[float], float]) -> float:
    """The mean of a function of a standard normal number, by the trapezoid rule."""
    points = [step / 100 for step in range(-900, 901)]
    return sum(function(x) * exp(-x * x / 2) for x in points) / sum(exp(-x * x / 2) for x in points)


def matchups(sums: Sums, draws: str) -> dict[tuple[str, str], Told]:
    cells = {
        (row["archetype"], row["opponent_archetype"]): (
            row["match_wins"],
            row["match_wins"] + row["match_losses"],
        )
        for row in rows(sums)
    }
    upper = {pair: cell for pair, cell in cells.items() if pair[0] < pair[1]}
    items = sorted({one for one, _ in cells})
    weight = 20.0
    for _ in range(4):
        apart = {pair: (w, n, 1 / (1 + (n - 1) / (weight + 1))) for pair, (w, n) in upper.items()}
        mean, share = by_others({pair: (w * part, n * part) for pair, (w, n, part) in apart.items()}, items)

        def worth(weight: float, pair: tuple[str, str], share: dict[tuple[str, str], float] = share) -> float:
            return 1 / ((1 - share[pair]) / (weight + 1) + share[pair]) - 1

        def density(at: list[float], mean: dict[tuple[str, str], float] = mean) -> float:
            likely = sum(
                beta_binomial([(wins, n, mean[pair])], worth(exp(at[0]), pair))
                for pair, (wins, n) in upper.items()
            )
            return likely - ((at[0] - log(20)) / 1.5) ** 2 / 2

        weight = exp(climb(density, [log(20.0)])[0])
    for one, other in upper:
        mean[other, one], share[other, one] = 1 - mean[one, other], share[one, other]
    return {
        (one, other): posterior(wins, n, mean[one, other], worth(weight, (one, other)))
        for (one, other), (wins, n) in cells.items()
    }


def by_others(
    cells: dict[tuple[str, str], tuple[float, float]], items: list[str]
) -> tuple[dict[tuple[str, str], float], dict[tuple[str, str], float]]:
    """What the other cells expect of each, and how unsure that is: strengths without the cell are one step of
    Newton's from those with it."""
    theta = bradley_terry([(*pair, 0, w, n) for pair, (w, n) in cells.items()], ridge=1.0)
    chance = {(i, j): 1 / (1 + exp(theta[j] - theta[i])) for i, j in cells}
    mean, share = {}, {}
    for (one, other), (wins, n) in cells.items():
        bend = [[float(i == j) for j in items] for i in items]
        for (a, b), (_, games) in cells.items():
            flat = games * chance[a, b] * (1 - chance[a, b]) * ((a, b) != (one, other))
            i, j = items.index(a), items.index(b)
            for x, y, sign in ((i, i, 1), (j, j, 1), (i, j, -1), (j, i, -1)):
                bend[x][y] += sign * flat
        covariance, i, j = inverse(bend), items.index(one), items.index(other)
        unsure = covariance[i][i] + covariance[j][j] - 2 * covariance[i][j]
        odds = theta[one] - theta[other] - unsure * (wins - n * chance[one, other])

        def chances(x: float, odds: float = odds, unsure: float = unsure) -> float:
            return 1 / (1 + exp(-odds - sqrt(unsure) * x))

        first = over_normal(chances)
        mean[one, other] = first
        share[one, other] = (over_normal(lambda x: chances(x) ** 2) - first**2) / (first * (1 - first))
    return mean, share


def field_score(sums: Sums, draws: str) -> dict[str, Told]:
    """The mean of a linear function of independent cells: the function of their means."""
    means = {pair: told[0] for pair, told in matchups(sums, draws).items()}
    weights = {row["opponent_archetype"]: row["decks_against"] for row in rows(sums)}
    return {
        one: (
            sum(n * (means[one, other] or 0 if one != other else 0.5) for other, n in weights.items())
            / sum(weights.values()),
        )
        for one in weights
    }


def adjusted(sums: Sums, draws: str) -> dict[str, Told]:
    matches = {
        row["match"]: (row["first_player"], row["second_player"], row["first_score"]) for row in rows(sums)
    }
    copies = {(row["match"], row["card"]): row["difference"] for row in rows(sums)}
    cards = sorted({card for _, card in copies})
    players = sorted({player for one, other, _ in matches.values() for player in (one, other)})
    place = {name: at for at, name in enumerate(["", *cards, *players])}

    def density(at: list[float]) -> float:
        found = -sum(value * value for value in at[1:]) / 2 - 0.01 * at[0] ** 2 / 2
        for match, (one, other, won) in matches.items():
            odds = at[0] + at[place[one]] - at[place[other]]
            odds += sum(copies.get((match, card), 0) * at[place[card]] for card in cards)
            found -= won * log1p(exp(-odds)) + (1 - won) * log1p(exp(odds))
        return found

    at = climb(density, [0.0] * len(place))
    bend = [[(0.01 if i == 0 else 1.0) * (i == j) for j in range(len(at))] for i in range(len(at))]
    for match, (one, other, _) in matches.items():
        row = [
            1.0,
            *(copies.get((match, card), 0) for card in cards),
            *((p == one) - (p == other) for p in players),
        ]
        chance = 1 / (1 + exp(-sum(a * b for a, b in zip(row, at, strict=True))))
        for i, j in product(range(len(row)), repeat=2):
            bend[i][j] += chance * (1 - chance) * row[i] * row[j]
    error = {name: sqrt(inverse(bend)[here][here]) for name, here in place.items()}
    return {
        card: (at[place[card]], *(at[place[card]] + side * Z * error[card] for side in (-1, 1)))
        for card in cards
    }


def rating(sums: Sums, draws: str) -> dict[str, Told]:
    """Plackett and Luce for two, as Weng and Lin give it (2011, algorithm 4), with γ = 1."""
    first, beta, kappa = 25 / 4, 25 / 6, 1e-4
    known: dict[str, tuple[float, float, int]] = {}
    for row in rows(sums):
        pair = (row["player"], row["opponent"])
        before = []
        for player in pair:
            mu, sigma, day = known.get(player, (25.0, first, row["day"]))
            before.append((mu, min(sqrt(sigma**2 + 0.15**2 * (row["day"] - day)), first)))
        c = sqrt(sum(sigma**2 + beta**2 for _, sigma in before))
        powers = [exp(mu / c) for mu, _ in before]
        ranks = {1: (0, 1), 0: (1, 0), 0.5: (0, 0)}[row["first_score"]]
        for i, player in enumerate(pair):
            mu, sigma = before[i]
            omega = delta = 0.0
            for q in (0, 1):
                if ranks[q] <= ranks[i]:
                    chance = powers[i] / sum(
                        p for p, rank in zip(powers, ranks, strict=True) if rank >= ranks[q]
                    )
                    tied = ranks.count(ranks[q])
                    omega += ((q == i) - chance) / tied
                    delta += chance * (1 - chance) / tied
            omega *= sigma**2 / c
            delta *= sigma**2 / c**2
            known[player] = (mu + omega, sigma * sqrt(max(1 - delta, kappa)), row["day"])
    return {player: (mu, mu - 2 * sigma, mu + 2 * sigma) for player, (mu, sigma, _) in known.items()}


# --- tournaments ---------------------------------------------------------------------------------------


def mean(values: list[float]) -> float:
    return sum(values) / len(values)


def tiebreak(of: str) -> Callable[[Sums, str], dict[str, Told]]:
    """As the organisers' documents put it, in floats and over lists."""

    def told(sums: Sums, draws: str) -> dict[str, Told]:
        played: dict[str, list[dict[str, Any]]] = {}
        for named in rows(sums):
            row = {name.removeprefix("standing_"): value for name, value in named.items()}
            played.setdefault(row["player"], []).append(row)
        points = {who: sum(3 * row["wins"] + row["ties"] for row in met) for who, met in played.items()}
        share = {who: points[who] / (3 * len(met)) for who, met in played.items()}
        games = {
            who: sum(3 * row["games_won"] + row["games_tied"] for row in met)
            / (3 * sum(row["games_won"] + row["games_lost"] + row["games_tied"] for row in met))
            for who, met in played.items()
        }
        met_by = {who: [row for row in met if row["opponent_or_bye"]] for who, met in played.items()}
        half = {who: mean([row["wins"] + row["ties"] / 2 for row in met]) for who, met in met_by.items()}

        def over(values: dict[str, float], floor: float = 0.0) -> dict[str, float]:
            return {
                who: mean([max(values[row["opponent_or_bye"]], floor) for row in met])
                for who, met in met_by.items()
            }

        found = {
            "points": points,
            "omw": over(share, 0.33),
            "gw": games,
            "ogw": over(games, 0.33),
            "pokemon": over(half, 0.25),
            "pokemon2": over(over(half, 0.25)),
            "konami": over(share),
            "konami2": over(over(share)),
        }[of]
        return {who: (value,) for who, value in found.items()}

    return told


# --- chance --------------------------------------------------------------------------------------------


def two_sided(law: dict[int, float], seen: int) -> float:
    tails = [sum(p for k, p in law.items() if side * (k - seen) >= 0) for side in (1, -1)]
    return min(1.0, 2 * min(tails))


def added(laws: list[dict[int, float]]) -> dict[int, float]:
    total = {0: 1.0}
    for law in laws:
        found: dict[int, float] = {}
        for (k, p), (more, q) in product(total.items(), law.items()):
            found[k + more] = found.get(k + more, 0.0) + p * q
        total = found
    return total


def deal_hands(sums: Sums, draws: str) -> Told:
    laws = []
    for row in rows(sums):
        copies, cards, hand = row["in_library"], row["library_size"], row["first_hand"]
        law = {
            k: comb(copies, k) * comb(cards - copies, hand - k) / comb(cards, hand)
            for k in range(min(copies, hand) + 1)
        }
        laws += [law] * row["hands"]
    return (two_sided(added(laws), sum(sums["hand_copies"])),)


def deal_draws(sums: Sums, draws: str) -> Told:
    laws = []
    for row in rows(sums):
        chance = row["copies"] / row["library"]
        laws += [{0: 1 - chance, 1: chance}] * row["draws"]
    return (two_sided(added(laws), sum(sums["hits"])),)


def positions(sums: Sums, draws: str) -> Told:
    """Chi-squared with four degrees of freedom: its tail is exp(-x/2) (1 + x/2)."""
    counts = sums["found"]
    assert len(counts) == 5
    even, copies = sum(counts) / 5, sum(sums["found_copies"]) / sum(counts)
    x = sum((count - even) ** 2 / even for count in counts) * 4 / (5 - copies)
    return (exp(-x / 2) * (1 + x / 2),)


def coin(sums: Sums, draws: str) -> Told:
    n = sum(sums["games"])
    first = next(row["games"] for row in rows(sums) if row["went_first"])
    law = {k: comb(n, k) / 2**n for k in range(n + 1)}
    return (sum(p for p in law.values() if p <= law[first] * (1 + 1e-9)),)


REFERENCE: Mapping[str, Callable[[Sums, str], Told | Mapping[Any, Told]]] = {
    "win_rate": games(""),
    "first_win_rate": games("first"),
    "tie_rate": share("ties", "wins losses ties"),
    "game_turns": quantile("turns", "games", 0.5),
    "game_turns_p90": quantile("turns", "games", 0.9),
    "end_reasons": shares("reason", "games"),
    "comeback_rate": games("behind"),
    "match_tie_rate": share("match_ties", "match_wins match_losses match_ties"),
    "gp_wr": copies("deck"),
    "oh_wr": copies("open"),
    "gd_wr": copies("drawn"),
    "gih_wr": copies("hand"),
    "gns_wr": copies("unseen"),
    "iih": improvement,
    "gih_wr_game": games("hand"),
    "ns_wr_game": games("unseen"),
    "iih_game": lambda sums, draws: versus(score("hand", sums, draws), score("unseen", sums, draws)),
    "played_wr": games("played"),
    "dnp_wr": games("stuck"),
    "stuck_rate": share("stuck_wins stuck_losses stuck_ties", "hand_wins hand_losses hand_ties"),
    "played_lift": lift,
    "cast_rate": quotient("played_copies", "held_copies"),
    "play_rate": quotient("deck_plays", "deck_games"),
    "copies_per_deck": quotient("deck_copies", "deck_games"),
    "deck_share": share("deck_games", "listed_games"),
    "kept_wr": games("kept"),
    "keep_rate": share("kept_copies", "offered_copies"),
    "kept_impact": impact,
    "keep_effect": within("kept", "thrown"),
    "turn_played": median_time("turn", "first_plays", "never_played"),
    "turns_held": median_time("turns", "plays_after", "held_to_end"),
    "rde": within("drew", "other"),
    "rde_early": within("drew_early", "other_early"),
    "open_effect": within("dealt", "undealt"),
    "deal_effect": deal_effect,
    "resolve_rate": share("resolved", "acted"),
    "nullification_rate": share("nullified", "acted"),
    "failure_reasons": shares("clause", "failures"),
    "response_rate": share("windows_able_answered", "windows_able"),
    "response_rate_all": share("windows_answered", "windows"),
    "negation_share": shares("card", "answered_by"),
    "chain_depth": mean_of("links", "chains"),
    "shared_score": mean_of("points", "shared_scores"),
    "own_score": mean_of("points", "own_scores"),
    "round_points": mean_of("points", "rounds"),
    "round_first_rate": games("round_first"),
    "achievement_rate": share("achieved", "rounds"),
    "call_gain": mean_of("gain", "calls"),
    "resolved_effect": within_games("resolved", "nullified"),
    "cost_efficiency": quotient("paid", "available"),
    "alternative_share": share("payments_alternative", "payments"),
    "foul_payments": share("payments_reversed", "declared", 1000),
    "decision_time": quantile("seconds", "decisions", 0.5),
    "decision_time_p95": quantile("seconds", "decisions", 0.95),
    "meta_share": shares("archetype", "decks"),
    "meta_share_met": shares("archetype", "decks_met"),
    "conversion": conversion,
    "polarity": polarity,
    "simpson": mixed(lambda shares: sum(p * p for p in shares)),
    "effective_decks": mixed(lambda shares: 1 / sum(p * p for p in shares)),
    "shannon_decks": mixed(lambda shares: exp(-sum(p * log(p) for p in shares if p))),
    "shrunk_win_rate": shrunk,
    "matchup_rate": matchups,
    "strength": strength,
    "first_effect": first_effect,
    "field_score": field_score,
    "adjusted_effect": adjusted,
    "player_rating": rating,
    "match_win_rate": games("match"),
    "match_win_rate_apart": without_mirrors,
    "match_points": tiebreak("points"),
    "mtr_omw": tiebreak("omw"),
    "mtr_gw": tiebreak("gw"),
    "mtr_ogw": tiebreak("ogw"),
    "pokemon_ow": tiebreak("pokemon"),
    "pokemon_oow": tiebreak("pokemon2"),
    "konami_ow": tiebreak("konami"),
    "konami_oow": tiebreak("konami2"),
    "deal_hands": deal_hands,
    "deal_draws": deal_draws,
    "deal_positions": positions,
    "first_coin": coin,
}
"""Metric → the same number again."""

SAMPLED = {"field_score": 0.005}
"""Metrics that rest on draws from a posterior, and how far these may lead astray."""
