"""Tiebreakers of three organisers, as numbers of a player in a tournament.

The counting is that of ``analytics.tournaments``, in exact fractions; here it is told as a metric. Not here:
the order of a table, and how it compares with that of a file (``analytics.tournaments``).
"""

from dataclasses import dataclass

from analytics.metrics.definitions.metric import Example, Metric, Values
from analytics.metrics.estimators.estimate import Draws, Estimate, rate
from analytics.stats.number import Groups
from analytics.tournaments.tally import Meeting, Side, Tally
from analytics.tournaments.tiebreak import KONAMI, MTR, POKEMON, Rules, shares
from engine.kernel.bilingual import Bilingual

MET = ("round", "player", "opponent")
SUMS = ("match_wins", "match_losses", "match_ties", "games_won", "games_lost", "games_tied")
POINTS = "points"


@dataclass(frozen=True, slots=True)
class Tiebreak:
    """For each player: ``of`` (``points``, or a tiebreaker) as an organiser's ``rules`` count it.

    ``by``: round, player, opponent (``""`` for a bye); every match stands in it from both sides.
    """

    rules: Rules
    of: str

    @property
    def by(self) -> tuple[str, ...]:
        """A row for each match of each player."""
        return MET

    @property
    def sums(self) -> tuple[str, ...]:
        """The sums that are needed."""
        return SUMS

    def each(self, groups: Groups, draws: Draws) -> dict[str, Estimate]:
        """Player → value; ``n`` counts rounds played. The organiser says what a draw is worth."""
        tallies: dict[str, Tally] = {}
        columns = (groups[name].tolist() for name in (*MET, *SUMS))
        for number, player, opponent, won, lost, _, *games in sorted(zip(*columns, strict=True)):
            side: Side = "win" if won else "loss" if lost else "tie"
            score = round(games[0]), round(games[1]), round(games[2])
            meeting = Meeting(number, side, (opponent,) if opponent else (), score)
            tallies.setdefault(player, Tally()).meetings.append(meeting)
        found = {}
        for player, share in shares(tallies, self.rules).items():
            value = share.points if self.of == POINTS else share.values[self.of]
            n = len(tallies[player].meetings)
            found[player] = Estimate(None, n) if value is None else rate(float(value), n)
        return found


TOURNAMENT: dict[str, Values] = {
    "round": [1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3],
    "player": ["A", "B", "C", "D", "E", "A", "C", "E", "B", "D", "A", "E", "C", "B"],
    "opponent": ["B", "A", "D", "C", "", "C", "A", "B", "E", "", "E", "A", "B", "C"],
    "match_wins": [1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 0, 1, 1, 0],
    "match_losses": [0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1],
    "match_ties": [0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    "games_won": [2, 0, 1, 1, 2, 2, 1, 2, 0, 2, 1, 2, 2, 0],
    "games_lost": [0, 2, 1, 1, 0, 1, 2, 0, 2, 0, 2, 1, 0, 2],
    "games_tied": [0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
}
"""Five players, three rounds: two byes and a draw; D leaves after the second round."""


def _metric(id: str, name: Bilingual, formula: Bilingual, estimator: Tiebreak, told: Estimate) -> Metric:
    """One of them, told of C in the same tournament."""
    return Metric(
        id=id,
        name=name,
        formula=formula,
        unit="points" if estimator.of == POINTS else "share",
        weighting="per player",
        tag="descriptive",
        estimator=estimator,
        example=Example(TOURNAMENT, told, item="C"),
    )


TIEBREAKERS = (
    _metric(
        "match_points",
        Bilingual("勝ち点", "match points"),
        Bilingual("3·勝 + 引き分け（不戦勝は勝ち）", "3·W + T, a bye is a win"),
        Tiebreak(MTR, POINTS),
        Estimate(4.0, 3),
    ),
    _metric(
        "mtr_omw",
        Bilingual("MTR：OMW%", "MTR: OMW%"),
        Bilingual(
            "対戦相手の 勝ち点 / (3·回戦) の平均、それぞれ最低 0.33",
            "mean of the opponents' points / (3·rounds), each at least 0.33",
        ),
        Tiebreak(MTR, "omw"),
        Estimate(0.5544, 3),
    ),
    _metric(
        "mtr_gw",
        Bilingual("MTR：GW%", "MTR: GW%"),
        Bilingual("(ゲーム勝 + 分/3) / ゲーム数", "(games won + drawn/3) / games"),
        Tiebreak(MTR, "gw"),
        Estimate(0.5417, 3),
    ),
    _metric(
        "mtr_ogw",
        Bilingual("MTR：OGW%", "MTR: OGW%"),
        Bilingual(
            "対戦相手の GW% の平均、それぞれ最低 0.33", "mean of the opponents' GW%, each at least 0.33"
        ),
        Tiebreak(MTR, "ogw"),
        Estimate(0.5406, 3),
    ),
    _metric(
        "pokemon_ow",
        Bilingual("ポケモン：相手の勝率", "Pokémon: opponents' win %"),
        Bilingual(
            "対戦相手の (勝 + 分/2) / 回戦 の平均、不戦勝を除き、それぞれ最低 0.25",
            "mean of the opponents' (W + T/2) / rounds without byes, each at least 0.25",
        ),
        Tiebreak(POKEMON, "ow"),
        Estimate(0.4722, 3),
    ),
    _metric(
        "pokemon_oow",
        Bilingual("ポケモン：相手の相手の勝率", "Pokémon: opponents' opponents' win %"),
        Bilingual("対戦相手の「相手の勝率」の平均", "mean of the opponents' opponents' win %"),
        Tiebreak(POKEMON, "oow"),
        Estimate(0.6019, 3),
    ),
    _metric(
        "konami_ow",
        Bilingual("コナミ：相手の勝率", "Konami: opponents' win %"),
        Bilingual("対戦相手の 勝ち点 / (3·回戦) の平均", "mean of the opponents' points / (3·rounds)"),
        Tiebreak(KONAMI, "ow"),
        Estimate(0.4444, 3),
    ),
    _metric(
        "konami_oow",
        Bilingual("コナミ：相手の相手の勝率", "Konami: opponents' opponents' win %"),
        Bilingual("対戦相手の「相手の勝率」の平均", "mean of the opponents' opponents' win %"),
        Tiebreak(KONAMI, "oow"),
        Estimate(0.5432, 3),
    ),
)
