"""Tiebreakers of three organisers, as numbers of a player in a tournament.

Not here: the order of a table, and how it compares with the table of a file (``analytics.tournaments``).
"""

from analytics.metrics.definitions.metric import Example, Metric, Values
from analytics.metrics.estimators.estimate import Estimate
from analytics.metrics.estimators.tiebreaks import POINTS, Tiebreak
from analytics.tournaments.tiebreak import KONAMI, MTR, POKEMON
from engine.kernel.bilingual import Bilingual

TOURNAMENT: dict[str, Values] = {
    "tournament_id": ["cup"] * 14,
    "round": [1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 3, 3, 3],
    "player": ["A", "B", "C", "D", "E", "A", "C", "E", "B", "D", "A", "E", "C", "B"],
    "opponent_or_bye": ["B", "A", "D", "C", "", "C", "A", "B", "E", "", "E", "A", "B", "C"],
    "standing_wins": [1, 0, 0, 0, 1, 1, 0, 1, 0, 1, 0, 1, 1, 0],
    "standing_losses": [0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0, 1],
    "standing_ties": [0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    "standing_games_won": [2, 0, 1, 1, 2, 2, 1, 2, 0, 2, 1, 2, 2, 0],
    "standing_games_lost": [0, 2, 1, 1, 0, 1, 2, 0, 2, 0, 2, 1, 0, 2],
    "standing_games_tied": [0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
}
"""Five players, three rounds: two byes and a draw; D leaves after the second round."""


def _metric(id: str, name: Bilingual, formula: Bilingual, estimator: Tiebreak, estimate: Estimate) -> Metric:
    """One of them; its example is C in the tournament above."""
    return Metric(
        id=id,
        name=name,
        formula=formula,
        unit="points" if estimator.of == POINTS else "share",
        weighting="per player",
        tag="descriptive",
        estimator=estimator,
        example=Example(TOURNAMENT, estimate, item="C"),
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
