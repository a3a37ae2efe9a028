"""What the matches of a file tell beyond its words: that a match is listed again, that rounds are a bracket.

Not here: reading the rows (each format has its module).
"""

from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from analytics.imports.tournament import Pairing, Round, Score


def count_once(pairings: Iterable[Pairing], remarks: Counter[str]) -> tuple[Pairing, ...]:
    """The matches of one round without those that are listed again, from the same or the other side."""
    kept: dict[tuple[object, ...], Pairing] = {}
    for pairing in pairings:
        before = kept.get(_result(pairing)) or kept.get(_result(_other_side(pairing)))
        if before is None:
            kept[_result(pairing)] = pairing
        else:
            remarks[repetition(before, pairing)] += 1
    return tuple(kept.values())


def repetition(before: Pairing, again: Pairing) -> str:
    """The remark on a match of the same players that is listed again with the same result; ``""`` where it
    has another one."""
    if _result(again) == _result(before):
        return "repeated"
    if _result(_other_side(again)) != _result(before):
        return ""
    return "mirrored" if again.outcome in ("tie", "intentional-draw") else "repeated"


def _result(pairing: Pairing) -> tuple[object, ...]:
    score = pairing.score
    return pairing.players, pairing.outcome, pairing.winner, score and (score.won, score.drawn)


def _other_side(pairing: Pairing) -> Pairing:
    last = len(pairing.players) - 1
    winner = None if pairing.winner is None else last - pairing.winner
    score = pairing.score and Score(pairing.score.won[::-1], pairing.score.drawn)
    return msgspec.structs.replace(pairing, players=pairing.players[::-1], winner=winner, score=score)


def with_cut(rounds: Sequence[Round], remarks: Counter[str]) -> tuple[Round, ...]:
    """The rounds in order of play, told apart if none says its kind.

    The last ones are the elimination if exactly the winners of each play the next, and fewer play in the
    first of them than in the round before.
    """
    if any(round.kind for round in rounds):
        return tuple(rounds)
    begin = len(rounds) - 1
    while begin > 0 and _leads_to(rounds[begin - 1], rounds[begin]):
        begin -= 1
    fewer = begin > 0 and len(_players(rounds[begin])) < len(_players(rounds[begin - 1]))
    if begin >= len(rounds) - 1 or not fewer:
        return tuple(rounds)
    remarks["cut"] += len(rounds) - begin
    return tuple(
        msgspec.structs.replace(round, kind="swiss" if index < begin else "elimination")
        for index, round in enumerate(rounds)
    )


def _leads_to(round: Round, following: Round) -> bool:
    """Whether two matches or more, all of two players, give all the players of the following round."""
    pairings = round.pairings
    if len(pairings) < 2 or any(one.winner is None or len(one.players) != 2 for one in pairings):
        return False
    won = [one.players[one.winner] for one in pairings if one.winner is not None]
    return len(pairings) == 2 * len(following.pairings) and sorted(won) == sorted(_players(following))


def _players(round: Round) -> list[str]:
    return [player for pairing in round.pairings for player in pairing.players]
