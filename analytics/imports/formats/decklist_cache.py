"""Results with decks, rounds and standings in the JSON of MTGODecklistCache, shared by the Magic community.

The same JSON comes from several sites that write byes and draws differently, so the meaning of a score is
decided by the whole row. ``Player1`` is often the winner, so seats do not say who went first.
"""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import msgspec

from analytics.imports.formats.contradictions import consistent_lines, consistent_rounds
from analytics.imports.formats.format import Options, TournamentFormat, TournamentReading, one_file
from analytics.imports.formats.round_shape import count_once, with_cut
from analytics.imports.formats.rows import (
    COUNTED,
    RowReader,
    all_players,
    as_object,
    given_percents,
    json_or_none,
    parse_json,
)
from analytics.imports.source import Source
from analytics.imports.tournament import (
    Deck,
    Kind,
    Outcome,
    Pairing,
    Player,
    Round,
    Score,
    Standing,
    Tournament,
    slug,
)

NO_OPPONENT = ("", "-", None)
"""What sites write instead of an opponent for a bye."""
FIELDS = {"rank": "Rank", "points": "Points", "wins": "Wins", "losses": "Losses", "ties": "Draws"}
"""What the numbers of a line of the final table are called."""
COPIES_MOST = 999
"""No deck has more copies of a card."""
MATCHES_ONLY = "topdeck.gg"
"""The site whose scores count matches, not games."""


class _Match(msgspec.Struct, frozen=True):
    Player1: str
    Player2: str | None
    Result: str


class _Round(msgspec.Struct, frozen=True):
    RoundName: str
    Matches: Any = None


class _Card(msgspec.Struct, frozen=True):
    Count: int
    CardName: str


class _Deck(msgspec.Struct, frozen=True):
    Player: str
    Mainboard: list[_Card] | None = None
    Sideboard: list[_Card] | None = None


class _Line(msgspec.Struct, frozen=True):
    Player: str
    Rank: int | None = None
    Points: int | None = None
    Wins: int | None = None
    Losses: int | None = None
    Draws: int | None = None
    OMWP: float | None = None
    GWP: float | None = None
    OGWP: float | None = None


class _Head(msgspec.Struct, frozen=True):
    Name: str
    Date: str | None = None
    Uri: str | None = None
    Formats: str | None = None


def recognises(source: Source) -> bool:
    """Whether this is a file of this kind."""
    data = as_object(json_or_none(source.data))
    return "Tournament" in data and bool({"Rounds", "Standings", "Decks"} & data.keys())


def read(source: Source, options: Options) -> TournamentReading:
    """The tournament in a file. Raises ``BadFile``."""
    return _Reader(source, options).read()


class _Reader:
    def __init__(self, source: Source, options: Options) -> None:
        self.data = as_object(parse_json(source))
        self.rows = RowReader(source.name)
        self.options = options
        self.remarks: Counter[str] = Counter()

    def read(self) -> TournamentReading:
        head = self.rows.convert(self.data.get("Tournament"), _Head, "Tournament")
        if head is None or not slug(head.Name):
            raise self.rows.fail("Tournament", "no-name")
        date = self.rows.date(head.Date, "Tournament.Date") if head.Date else ""
        self.games_known = MATCHES_ONLY not in (head.Uri or "")
        decks = self._decks()
        standings = self._standings()
        rounds = self._rounds()
        names = dict.fromkeys([*(line.player for line in standings), *decks])
        players = (Player(name, name, decks.get(name)) for name in names)
        outcomes = Counter(pairing.outcome for round in rounds for pairing in round.pairings)
        if agreed := outcomes["intentional-draw"]:
            self.remarks["intentional-draw"] = agreed
        if unplayed := outcomes["unfinished"]:
            self.remarks["no-games"] = unplayed
        tournament = Tournament(
            id=self.options.name or "-".join(filter(None, (slug(head.Name), date[:10]))),
            name=head.Name,
            game=self.options.game or "magic",
            play=slug(head.Formats or ""),
            date=date,
            rules="mtr",
            players=all_players(players, rounds),
            rounds=rounds,
            standings=standings,
            remarks=dict(self.remarks),
        )
        return TournamentReading(tournament, tuple(self.rows.problems))

    def _decks(self) -> dict[str, Deck]:
        decks: dict[str, Deck] = {}
        for place, deck in self.rows.each(self.data.get("Decks"), _Deck, "Decks"):
            cards = (*(deck.Mainboard or ()), *(deck.Sideboard or ()))
            wrong = next((card for card in cards if not 1 <= card.Count <= COPIES_MOST), None)
            if deck.Player in decks:
                self.remarks["second-deck"] += 1
            elif wrong is not None:
                facts = {"card": wrong.CardName, "given": wrong.Count, "most": COPIES_MOST}
                self.rows.problem(place, "copies", **facts)
            else:
                decks[deck.Player] = Deck("", _copies(deck.Mainboard), _copies(deck.Sideboard))
        return decks

    def _standings(self) -> tuple[Standing, ...]:
        return consistent_lines(self.rows, self._lines(), self.remarks, FIELDS)

    def _lines(self) -> Iterator[tuple[str, Standing]]:
        """The lines of the table whose tiebreakers are shares."""
        for place, line in self.rows.each(self.data.get("Standings"), _Line, "Standings"):
            shares = {"OMWP": line.OMWP, "GWP": line.GWP, "OGWP": line.OGWP}
            wrong = [field for field, share in shares.items() if share is not None and not 0 <= share <= 1]
            if wrong:
                self.rows.problem(f"{place}.{wrong[0]}", "no-share", given=shares[wrong[0]])
            else:
                yield place, _standing(line)

    # --- rounds ------------------------------------------------------------------------------------

    def _rounds(self) -> tuple[Round, ...]:
        """The rounds in the order of play, whatever their order in the file."""
        listed = sorted(self.rows.each(self.data.get("Rounds"), _Round, "Rounds"), key=_order)
        bracket = any(_size(one.RoundName) for _, one in listed)
        rounds: list[Round] = []
        taken = {int(number[1]) for _, one in listed if (number := _NUMBERED.fullmatch(one.RoundName))}
        last = 0
        for place, one in listed:
            if _BELOW_1.fullmatch(one.RoundName):
                self.rows.problem(f"{place}.RoundName", "round-number", given=one.RoundName, accepted=COUNTED)
                continue
            if numbered := _NUMBERED.fullmatch(one.RoundName):
                last = int(numbered[1])
            else:
                last = next(n for n in range(last + 1, last + len(listed) + len(taken) + 2) if n not in taken)
            kind: Kind = "elimination" if _size(one.RoundName) else "swiss" if numbered and bracket else ""
            rounds.append(Round(last, one.RoundName, kind, self._pairings(place, one)))
        # Rounds that were mended after the fact are exported with the match that was mended in both of them.
        kept = consistent_rounds(self.rows, rounds, self.remarks, several_tables=True)
        return with_cut(kept, self.remarks)

    def _pairings(self, place: str, round: _Round) -> tuple[Pairing, ...]:
        """The matches of a round, each once."""
        rows = self.rows.each(round.Matches, _Match, f"{place}.Matches")
        pairings = (self._pairing(where, match) for where, match in rows)
        return count_once((one for one in pairings if one is not None), self.remarks)

    def _pairing(self, place: str, match: _Match) -> Pairing | None:
        games = _SCORE.fullmatch(match.Result)
        if games is None:
            self.rows.problem(place, "score", given=match.Result)
            return None
        first, second, drawn = (int(number) for number in games.groups())
        if match.Player2 in NO_OPPONENT:
            # A bye may be written as a draw (0-0-1); only a loss means that the player did not come.
            alone: Outcome = "no-show" if second > first else "bye"
            winner = None if alone == "no-show" else 0
            seated = self.rows.check_players((match.Player1,), place)
            return Pairing((match.Player1,), alone, winner, place=place) if seated else None
        assert match.Player2 is not None  # None is no opponent
        players = match.Player1, match.Player2
        if not self.rows.check_players(players, place):
            return None
        winner = None if first == second else int(second > first)
        score = Score((first, second), drawn) if self.games_known and first + second + drawn else None
        return Pairing(players, self._outcome(first, second, drawn), winner, score, place=place)

    def _outcome(self, first: int, second: int, drawn: int) -> Outcome:
        if first != second:
            return "win"
        if not first + second + drawn:
            return "unfinished"
        return "intentional-draw" if (first, drawn) == (0, 3) and self.games_known else "tie"


_SCORE = re.compile(r"(\d{1,3})-(\d{1,3})-(\d{1,3})")
_BELOW_1 = re.compile(r"(?:round\s+)?(?:-\d{1,4}|0{1,4})", re.IGNORECASE)
_NUMBERED = re.compile(r"(?:round\s+)?(\d{1,4})", re.IGNORECASE)
_BRACKETS = (
    (r"(?:loser )?quarter-?finals?", 8),
    (r"(?:loser )?semi-?finals?", 4),
    (r"match for .* places?", 3),
    (r"finals?", 2),
)


def _size(name: str) -> int:
    """How many players are left in an elimination round of this name; 0 for any other round."""
    if top := re.fullmatch(r"top (\d{1,4})", name, re.IGNORECASE):
        return int(top[1])
    return next((left for form, left in _BRACKETS if re.fullmatch(form, name, re.IGNORECASE)), 0)


def _order(row: tuple[str, _Round]) -> tuple[int, int]:
    """Rounds without a number outside of a bracket come first, as listed; then numbers, then brackets."""
    _, round = row
    if numbered := _NUMBERED.fullmatch(round.RoundName):
        return 1, int(numbered[1])
    size = _size(round.RoundName)
    return (2, -size) if size else (0, 0)


def _copies(cards: list[_Card] | None) -> dict[str, int]:
    copies: Counter[str] = Counter()
    for card in cards or ():
        copies[card.CardName] += card.Count
    return dict(copies)


def _standing(line: _Line) -> Standing:
    counts = line.Points, line.Wins, line.Losses, line.Draws
    percents = given_percents(omw=line.OMWP, gw=line.GWP, ogw=line.OGWP)
    return Standing(line.Player, line.Rank, *counts, percents=percents)


FORMAT = TournamentFormat("decklist-cache", recognises, one_file(read))
