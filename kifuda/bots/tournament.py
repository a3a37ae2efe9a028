"""A tournament that bots play: named decks, Swiss rounds, then a cut to a final. Every match is a simulated
record that names tournament, round and decks, and the same for a seed on every machine.

Not here: one match (``simulate``), the standings (``analytics.tournaments``).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

import msgspec

from analytics.facts.extract.head import DECK
from analytics.imports.tournament import Deck, Kind, Pairing, Player, Round, Tournament
from analytics.tournaments.table import table
from engine.kernel.ruleset import Ruleset
from engine.record.notation.head.toml import literal
from events.model.kinds import Ended, Opened
from kifuda.bots.dice import Dice
from kifuda.bots.roster import HEURISTIC, plans_of
from kifuda.bots.simulate import SimulatedMatch, simulate

SWISS, CUT = 5, 8
"""Swiss rounds, and how many go on."""
TRIES = 9
"""So often a match of the cut is played until somebody wins."""
DAY = date(2026, 6, 6)
NAMES = (
    "Aoi", "Ben", "Chiyo", "Dario", "Emi", "Femke", "Goro", "Hana", "Ivo", "Jun",
    "Kei", "Lena", "Mio", "Nils", "Olga", "Pavel", "Rin", "Sora", "Tove", "Yuki",
)  # fmt: skip


@dataclass
class Entrant:
    """Somebody who plays: the ``plan`` of the deck, points, and whom they have met."""

    name: str
    plan: str
    seed: int
    points: int = 0
    met: set[str] = field(default_factory=set)


@dataclass
class Played:
    """A tournament while it is played: ``sheet`` is what its file would say beside the matches; ``rounds``
    have the matches that were played so far."""

    rules: Ruleset
    name: str
    deck_names: Mapping[str, str]
    entrants: list[Entrant]
    rounds: list[Round] = field(default_factory=list)

    @property
    def id(self) -> str:
        """The id of the tournament."""
        return f"demo-{self.rules.game}"

    def sheet(self) -> Tournament:
        """Players with their decks, and the rounds without their matches."""
        decks = self.rules.sets[next(iter(self.rules.sets))].decks
        players = tuple(
            Player(
                one.name,
                one.name,
                Deck(self.deck_names[one.plan], dict(decks[one.plan].cards) if one.plan in decks else {}),
            )
            for one in self.entrants
        )
        rounds = tuple(msgspec.structs.replace(round, pairings=()) for round in self.rounds)
        return Tournament(
            self.id, self.name, self.rules.game, date=DAY.isoformat(), players=players, rounds=rounds
        )

    def standings(self) -> list[Entrant]:
        """The entrants as the rules of tournaments place them after the rounds so far."""
        by_name = {one.name: one for one in self.entrants}
        counted = msgspec.structs.replace(self.sheet(), rounds=tuple(self.rounds))
        return [by_name[line.player] for line in table(counted)]


def enter(rules: Ruleset, *, name: str, deck_names: Callable[[str], str]) -> Played:
    """A tournament of which every plan but the usual one is played, by people drawn for it."""
    plans = plans_of(rules.game)[1:] or plans_of(rules.game)
    names = Dice("names", rules.game).mixed(NAMES)
    entrants = [Entrant(one, plans[seed % len(plans)], seed) for seed, one in enumerate(names)]
    return Played(rules, name, {plan: deck_names(plan) for plan in plans}, entrants)


def matches(played: Played) -> Iterator[SimulatedMatch]:
    """Play it."""
    for _ in range(SWISS):
        pairs = _paired(_ranked(played.entrants)) or []
        for match, one, other, winner in _round(played, pairs, "swiss"):
            one.met.add(other.name)
            other.met.add(one.name)
            for entrant in (one, other):
                entrant.points += 3 if winner is entrant else 1 if winner is None else 0
            yield match
    left = played.standings()[:CUT]
    while len(left) > 1:
        through = []
        pairs = list(zip(left[: len(left) // 2], reversed(left), strict=False))
        for match, one, _, winner in _round(played, pairs, "elimination"):
            through.append(winner or one)
            yield match
        left = through


def _round(
    played: Played, pairs: Sequence[tuple[Entrant, Entrant]], kind: Kind
) -> Iterator[tuple[SimulatedMatch, Entrant, Entrant, Entrant | None]]:
    """Play a round: each match, its players, and who won it."""
    number = len(played.rounds) + 1
    played.rounds.append(Round(number, f"{number}", kind, ()))
    pairings = []
    for seated, (one, other) in enumerate(pairs, 1):
        match, winner = _game(played, one, other, number=number, table=seated, kind=kind)
        won = (one, other).index(winner) if winner is not None else None
        pairings.append(Pairing((one.name, other.name), "tie" if won is None else "win", won))
        played.rounds[-1] = Round(number, f"{number}", kind, tuple(pairings))
        yield match, one, other, winner


def _ranked(entrants: Sequence[Entrant]) -> list[Entrant]:
    return sorted(entrants, key=lambda one: (-one.points, one.seed))


def _paired(left: Sequence[Entrant]) -> list[tuple[Entrant, Entrant]] | None:
    """Neighbours in the order of points, nobody against whom they met before; None if that cannot be."""
    if not left:
        return []
    one, *others = left
    for other in others:
        if other.name not in one.met:
            rest = _paired([waiting for waiting in others if waiting is not other])
            if rest is not None:
                return [(one, other), *rest]
    return None


def _game(
    played: Played, one: Entrant, other: Entrant, *, number: int, table: int, kind: Kind
) -> tuple[SimulatedMatch, Entrant | None]:
    """A match and who won it; one of the cut is played until somebody wins."""
    for again in range(TRIES if kind == "elimination" else 1):
        [found] = simulate(
            played.rules,
            matches=1,
            seed=1000 * number + 10 * table + again,
            players=(HEURISTIC, HEURISTIC),
            decks=(one.plan, other.plan),
        )
        named, seats = _named(played, found, one, other, number=number, table=table, kind=kind)
        over = (event for event, *_ in found.derived if isinstance(event, Ended) and event.span == "match")
        winner = seats.get(next((event.winner for event in over), ""))
        if winner is not None:
            break
    return named, winner


def _named(
    played: Played,
    found: SimulatedMatch,
    one: Entrant,
    other: Entrant,
    *,
    number: int,
    table: int,
    kind: Kind,
) -> tuple[SimulatedMatch, dict[str, Entrant]]:
    """The match under the names of its players, with tournament, round and decks in its head."""
    opened, cause = found.derived[0]
    assert isinstance(opened, Opened)
    first, second = opened.players
    if one.plan != other.plan and f"({one.plan})" in opened.players[second]:
        first, second = second, first
    seats = {first: one, second: other}
    head = {
        **opened.head,
        "played": DAY.isoformat(),
        "tournament.name": literal(played.name),
        "tournament.id": literal(played.id),
        "tournament.round": str(number),
        "tournament.table": str(table),
        "tournament.stage": literal(kind),
        **{f"{DECK}{seat}": literal(played.deck_names[seats[seat].plan]) for seat in opened.players},
    }
    names = {seat: seats[seat].name for seat in opened.players}
    begun = msgspec.structs.replace(opened, players=names, head=head)
    id = f"{played.id}-r{number}-t{table}"
    return SimulatedMatch(id, ((begun, cause), *found.derived[1:]), found.finished), seats
