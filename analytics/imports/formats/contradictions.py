"""What a file says twice and differently: matches of one round, and lines of the final table.

Of rows that contradict each other none is believed. Not here: which row is the repetition of another one
(``round_shape``), and rounds against the final table (``analytics.tournaments.compare``).
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

import msgspec

from analytics.imports.formats.round_shape import repetition
from analytics.imports.formats.rows import RowReader
from analytics.imports.tournament import Pairing, Round, Standing

NUMBERS = ("rank", "points", "wins", "losses", "ties")
"""The numbers of a line of the final table; none is less than 0."""


def every_round(round: Round) -> bool:
    """Each round is looked at."""
    return True


def consistent_rounds(
    rows: RowReader,
    rounds: Sequence[Round],
    remarks: Counter[str],
    *,
    several_tables: bool = False,
    looked_at: Callable[[Round], bool] = every_round,
) -> tuple[Round, ...]:
    """The rounds without matches that contradict each other; each of these is a problem of ``rows``.

    Two players have one result a round, which counts once where it is listed again, and a player sits at one
    table. ``several_tables``: the site lists a
    match now and then in a round in which it was not played, so that such players are only counted in
    ``remarks``. ``looked_at``: whether a round can hold no more than one match of a player.
    """
    rounds = list(_once(rounds, remarks, looked_at))
    by_number: dict[int, list[Pairing]] = defaultdict(list)
    for round in rounds:
        by_number[round.number] += round.pairings if looked_at(round) else ()
    left_out: set[int] = set()
    for pairings in by_number.values():
        left_out |= _two_results(rows, pairings)
        if several_tables:
            remarks["two-tables"] += len({player for player, _, _ in _two_tables(pairings)})
        else:
            left_out |= _refused_tables(rows, pairings)
    remarks += Counter()  # what was counted 0 times is no remark
    return tuple(
        msgspec.structs.replace(
            round, pairings=tuple(one for one in round.pairings if id(one) not in left_out)
        )
        for round in rounds
    )


def _once(
    rounds: Iterable[Round], remarks: Counter[str], looked_at: Callable[[Round], bool]
) -> Iterator[Round]:
    """The rounds without results that were listed before; one that only repeats another one is none."""
    first: dict[tuple[int, frozenset[str]], Pairing] = {}
    for round in rounds:
        kept = []
        for pairing in round.pairings:
            before = first.setdefault((round.number, frozenset(pairing.players)), pairing)
            again = "" if before is pairing or not looked_at(round) else repetition(before, pairing)
            if again:
                remarks[again] += 1
            else:
                kept.append(pairing)
        if kept or not round.pairings:
            yield msgspec.structs.replace(round, pairings=tuple(kept))


def _two_results(rows: RowReader, pairings: Iterable[Pairing]) -> set[int]:
    """The matches of the same players; each but the first is a problem."""
    first: dict[frozenset[str], Pairing] = {}
    found: set[int] = set()
    for pairing in pairings:
        other = first.setdefault(frozenset(pairing.players), pairing)
        if other is not pairing:
            facts = {"players": ", ".join(pairing.players), "other": _written(rows, other.place)}
            rows.problem(pairing.place, "two-results", **facts)
            found |= {id(other), id(pairing)}
    return found


def _refused_tables(rows: RowReader, pairings: Iterable[Pairing]) -> set[int]:
    """The matches of players at several tables; each but the first of a player is a problem."""
    found: set[int] = set()
    for player, first, other in _two_tables(pairings):
        rows.problem(other.place, "two-tables", player=player, other=_written(rows, first.place))
        found |= {id(first), id(other)}
    return found


def _two_tables(pairings: Iterable[Pairing]) -> list[tuple[str, Pairing, Pairing]]:
    """A player, the first of their matches, and each further one against others."""
    first: dict[str, Pairing] = {}
    found = []
    for pairing in pairings:
        for player in pairing.players:
            other = first.setdefault(player, pairing)
            if frozenset(other.players) != frozenset(pairing.players):
                found.append((player, other, pairing))
    return found


def consistent_lines(
    rows: RowReader, lines: Iterable[tuple[str, Standing]], remarks: Counter[str], fields: Mapping[str, str]
) -> tuple[Standing, ...]:
    """The lines of the final table, given with their places, without those that cannot be.

    A number below 0 is a problem, and so is a player with two lines that differ; a line that is repeated
    counts once. ``fields``: what the file calls the ``NUMBERS``.
    """
    kept: dict[str, tuple[str, Standing]] = {}
    twice: set[str] = set()
    for place, line in lines:
        if not all([_from_0(rows, f"{place}.{fields[name]}", getattr(line, name)) for name in NUMBERS]):
            continue
        other, before = kept.setdefault(line.player, (place, line))
        if other == place:
            continue
        if before == line:
            remarks["repeated-line"] += 1
        else:
            rows.problem(place, "two-lines", player=line.player, other=_written(rows, other))
            twice.add(line.player)
    return tuple(line for player, (_, line) in kept.items() if player not in twice)


def _from_0(rows: RowReader, place: str, number: int | None) -> bool:
    """Whether a number is missing or at least 0; a problem if not."""
    if number is None or number >= 0:
        return True
    rows.problem(place, "below-0", given=number)
    return False


def _written(rows: RowReader, place: str) -> str:
    """Where another row stands, as problems write it."""
    return f"{rows.file}: {place}"
