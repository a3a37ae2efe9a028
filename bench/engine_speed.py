"""The engine: folding stored bytes, adjudication, seeking, enumerating legal acts, beside PokerKit."""

import random
import tempfile
from functools import partial
from pathlib import Path

from pokerkit import Automation, NoLimitTexasHoldem

from bench.figure import Figure, latency, rate
from bench.workload import events, matches
from engine.audit.adjudicate import adjudicate
from engine.games.registry import RULESETS, own_editions
from engine.kernel.game import Game
from engine.kernel.legality import options
from engine.kernel.table import fold
from engine.record.match import Match
from events.log.contract import Pending
from events.log.hash_chain import check_match
from events.log.sqlite_log import SqliteLog
from events.model.codec import forget
from events.model.kinds import ACTS, Derived

GAMES = tuple(rules.id for rules in own_editions())
FOLDED = {"blade-rondo": 500_000}
ADJUDICATED = {
    "blade-rondo": 100_000,
    "chronocard": 80_000,
    "genesis-garden": 80_000,
    "aquarian-age": 80_000,
    "fertcg": 60_000,
}
AGAINST_PEER = {"blade-rondo": 8, "aquarian-age": 8}
"""Bars by game, in events a second and as a ratio: the work an event causes differs between games."""
MATCHES = 200


def run() -> list[Figure]:
    """Every figure of the engine, for each registered game."""
    peer = _pokerkit()
    figures = [peer]
    for game in GAMES:
        adjudication = _adjudication(game)
        ratio = adjudication.value / peer.value
        against = Figure(
            f"{game}: adjudication ÷ PokerKit operations",
            ratio,
            "×",
            bar=AGAINST_PEER.get(RULESETS[game].game),
        )
        figures += [*_fold(game), adjudication, against, _seek(game), _legal(game)]
    return figures


def _fold(game: str) -> list[Figure]:
    """Stored bytes to tables: every hash and link checked, every event decoded and folded.

    The bar is for bytes in memory. Equal events are decoded once, so there is also a figure of a first pass,
    and one that reads the bytes from SQLite.
    """
    with tempfile.TemporaryDirectory() as folder:
        with SqliteLog(Path(folder) / "bench.db", writing=True) as log, log.batch():
            for match, derived in matches(game, MATCHES):
                pending = [Pending(*entry) for entry in derived]
                log.append(match, pending, expected=0, command=match, at=0)
        with SqliteLog(Path(folder) / "bench.db") as log:
            stored = [
                (name, [record.data for record in log.read(name)], log.match_leaves(name))
                for name in (info.match for info in log.matches())
            ]

            def folded() -> int:
                for match, data, leaves in stored:
                    checked = check_match(match, data, leaves=leaves)
                    assert checked is not None
                    fold(checked[0])
                return events(game, MATCHES)

            def first_pass() -> int:
                forget()
                return folded()

            def read() -> int:
                for match, _, _ in stored:
                    fold(log.events(match))
                return events(game, MATCHES)

            name = f"{game}: fold from stored bytes, hashes checked"
            return [
                rate(name, folded, "events/s", bar=FOLDED.get(RULESETS[game].game)),
                rate(f"{name}, first pass", first_pass, "events/s"),
                rate(f"{name}, read from SQLite", read, "events/s"),
            ]


def _adjudication(game: str) -> Figure:
    """Run acts through the rules and compare every derived event with the recorded one."""
    derived = [derived for _, derived in matches(game, MATCHES)]

    def work() -> int:
        for match in derived:
            assert adjudicate(match).grade == "EXACT"
        return events(game, MATCHES)

    bar = ADJUDICATED.get(RULESETS[game].game)
    return rate(f"{game}: adjudication, every event compared", work, "events/s", bar=bar)


def _seek(game: str) -> Figure:
    """The table at any event of a match of about 500 events, in any order."""
    derived = long_match(game)
    match = Match(derived, id="bench")
    seqs = random.Random(1).choices(range(len(derived)), k=500)
    works = [partial(match.table, seq) for seq in seqs]
    return latency(f"{game}: seek in a match of {len(derived)} events", works, "ms", 1e3, 2)


def long_match(game: str) -> tuple[Derived, ...]:
    """The simulated match whose length is nearest to 500 events."""
    return min(
        (derived for _, derived in matches(game, MATCHES)), key=lambda derived: abs(len(derived) - 500)
    )


def _legal(game: str) -> Figure:
    """List every legal act at an open ask (except the choice of a hand, which has thousands)."""
    match = Match(long_match(game), id="bench")
    games = [match.game(seq) for seq in range(40, len(match) - 1, 5) if type(match.events[seq + 1]) in ACTS]
    works = [partial(_all_options, game) for game in games]
    return latency(f"{game}: legal acts at an ask", works, "µs", 1e6, 200)


def _all_options(game: Game) -> int:
    return len(tuple(options(game)))


def _pokerkit() -> Figure:
    """PokerKit's operations a second: six-handed hold'em, every automation on, random actions."""

    def work() -> int:
        chance, done = random.Random(7), 0
        for _ in range(60):
            state = NoLimitTexasHoldem.create_state(tuple(Automation), True, 0, (1, 2), 2, (200,) * 6, 6)
            while state.status:
                if state.can_check_or_call() and chance.random() < 0.75:
                    state.check_or_call()
                elif state.can_fold() and chance.random() < 0.5:
                    state.fold()
                elif state.can_complete_bet_or_raise_to():
                    state.complete_bet_or_raise_to()
                else:
                    state.check_or_call()
            done += len(state.operations)
        return done

    return rate("PokerKit: operations (peer)", work, "operations/s", repeat=3)
