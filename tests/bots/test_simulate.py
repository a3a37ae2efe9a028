"""Simulated matches: the same for a seed everywhere, legal and finished, labelled, and written act by act.

That every event of them is what the rules give is a law of every ruleset (``tests/laws``).
"""

from collections import Counter
from datetime import date
from hashlib import sha256
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analytics.facts.extract.head import archetypes
from engine.audit.adjudicate import adjudicate
from engine.games.registry import RULESETS
from engine.kernel.ask import TABLE
from engine.kernel.game import Game
from engine.kernel.legality import check, options
from engine.kernel.table import UNKNOWN
from engine.record.timeline import by_act
from events.log.contract import CommandReused
from events.log.randomness import seeded
from events.log.sqlite_log import SqliteLog
from events.model.codec import encode_event
from events.model.kinds import DECISIONS, AnyAct, Declared, Ended, Noted, Opened, Passed, Revealed, Shuffled
from kifuda.bots import simulate as module
from kifuda.bots.blade_rondo.heuristic import BladeRondoPlayer, Offer, spend
from kifuda.bots.blade_rondo.plans import PLANS
from kifuda.bots.blade_rondo.random_choice import random_keep
from kifuda.bots.dice import Dice
from kifuda.bots.roster import CannotPlay
from kifuda.bots.simulate import FIRST_DAY, SimulatedMatch, simulate, write

RULES = RULESETS["blade-rondo@1.03"]


def decisions(match: SimulatedMatch) -> list[AnyAct | Shuffled]:
    return [event for event, _ in match.derived if isinstance(event, DECISIONS)]


def sim(number: int = 3, seed: int = 1, **chosen: object) -> list[SimulatedMatch]:
    return list(simulate(RULES, matches=number, seed=seed, **chosen))  # type: ignore[arg-type]  # as the test says


def opened(match: SimulatedMatch) -> Opened:
    event = match.derived[0][0]
    assert isinstance(event, Opened)
    return event


def digest(matches: list[SimulatedMatch]) -> str:
    whole = sha256()
    for match in matches:
        for event, cause in match.derived:
            whole.update(f"{match.id} {cause} ".encode() + encode_event(event) + b"\n")
    return whole.hexdigest()


# --- the same everywhere ---------------------------------------------------------------------------------


def test_proven_matches_have_ids_secrets_and_deals_of_their_own() -> None:
    plain, proven = sim(2), sim(2, proven=True)
    assert not {match.id for match in plain} & {match.id for match in proven}
    told = [event.text for match in proven for event, _ in match.derived if isinstance(event, Noted)]
    assert len(set(told)) == len(told) == 2 * 2 * 3
    orders = [decisions(match)[0].order for match in (*plain, *proven)]
    assert len(set(orders)) == 4


def test_other_seeds_give_other_matches() -> None:
    assert len({digest(sim(2, seed)) for seed in range(5)}) == 5


def test_dice_fall_the_same_on_every_machine() -> None:
    """Pinned: a change here changes every simulated match that anybody has ever referred to by its seed."""
    dice = Dice("chance", "g@1", 1, 0)
    assert [dice.below(100) for _ in range(8)] == [74, 42, 43, 26, 75, 9, 6, 93]
    assert "".join(dice.mixed("abcdefgh")) == "acehfbdg"


def test_a_match_does_not_depend_on_how_many_are_played() -> None:
    few, many = sim(2), sim(5)
    assert [match.id for match in many] == [f"sim-blade-rondo-1-{number:06d}" for number in range(5)]
    assert digest(few) == digest(many[:2])


def test_other_players_are_dealt_the_same_cards() -> None:
    def deals(*players: str) -> list[tuple[str, ...]]:
        shuffles = [decisions(match)[0] for match in sim(4, players=players)]
        return [event.order for event in shuffles if isinstance(event, Shuffled)]

    assert deals("heuristic", "random") == deals("random", "random")


# --- what the record says --------------------------------------------------------------------------------


def test_a_match_says_that_it_was_simulated_and_by_whom() -> None:
    for match in sim(3, players=("heuristic", "random"), decks=("magic", "draft")):
        opening = opened(match)
        assert opening.simulated
        assert sorted(opening.players.values()) == ["heuristic (magic)", "random"]
        assert opening.digests.keys() == {"clauses", "cards", "engine"}
        assert opening.settings == RULES.default_settings()
        shuffle = decisions(match)[0]
        assert isinstance(shuffle, Shuffled) and shuffle.how == "simulated"


def test_a_match_of_fertcg_whose_time_is_over_is_a_draw(monkeypatch: pytest.MonkeyPatch) -> None:
    """FE-OP-29. Bots have no clock: after so many acts the table calls time."""
    monkeypatch.setattr(module, "ACTS_IN_TIME", 20)
    (match,) = simulate(RULESETS["fertcg@web"], matches=1, seed=1)
    called, ended = decisions(match)[-1], match.derived[-1][0]
    assert isinstance(called, Declared) and (called.seat, called.verb) == (TABLE, "time-called")
    assert isinstance(ended, Ended) and (ended.span, ended.winner) == ("match", "")


def test_both_players_sit_on_both_sides() -> None:
    assert {opened(match).players["A"] for match in sim(20)} == {"heuristic", "random"}


def test_matches_are_dated_over_many_months() -> None:
    days = [
        date.fromisoformat(opened(match).head["played"]) for match in sim(40, players=("random", "random"))
    ]
    assert len({(day.year, day.month) for day in days}) > 10
    assert min(days) >= FIRST_DAY


def test_every_match_comes_to_its_end() -> None:
    matches = sim(30) + sim(10, players=("random", "random"), cards="mixed")
    for match in matches:
        last = match.derived[-1][0]
        assert match.finished
        assert isinstance(last, Ended) and last.span == "match"
    assert len(matches) == 40


def test_a_match_that_goes_on_for_ever_is_left_unfinished(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "ACTS_MOST", 12)
    for match in sim(3):
        assert not match.finished
        assert not any(isinstance(event, Ended) and event.span == "match" for event, _ in match.derived)
        assert len(decisions(match)) == 12


def test_settings_are_those_of_the_match() -> None:
    (match,) = sim(1, settings={"responses_leave": "owner_turn_end"})
    assert opened(match).settings == {**RULES.default_settings(), "responses_leave": "owner_turn_end"}


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({"players": ("heuristc", "random")}, "did you mean heuristic"),
        ({"players": ("random",)}, "needs 2 players"),
        ({"decks": ("agressive", "draft")}, "did you mean aggressive"),
        ({"cards": "bases"}, "did you mean base"),
        ({"settings": {"ward_lest": 1}}, "did you mean ward_least"),
        ({"settings": {"ward_least": 7}}, "ward_least cannot be 7"),
    ],
)
def test_what_there_is_none_of_is_refused_with_what_there_is(chosen: dict[str, Any], said: str) -> None:
    with pytest.raises(CannotPlay, match=said):
        sim(1, **chosen)


# --- players ---------------------------------------------------------------------------------------------


def test_a_head_beats_none() -> None:
    winners = Counter(opened(match).players.get(match.derived[-1][0].winner, "") for match in sim(60))
    assert winners["heuristic"] > 50


@pytest.mark.parametrize("plan", sorted(PLANS.keys() - {"draft"}))
def test_a_plan_keeps_what_it_wants(plan: str) -> None:
    """No sword that the plan wants is set aside for one that it does not want."""
    wanted = PLANS[plan]
    for match in sim(25, players=("heuristic", "heuristic"), decks=(plan, plan)):
        game = replayed(match, acts=3)
        for seat in RULES.seats:
            kept = [game.table.face[card] in wanted for card in game.table.at(f"hand.{seat}")]
            aside = [game.table.face[card] in wanted for card in game.table.at(f"aside.{seat}")]
            assert len(kept) == 7
            assert all(kept) or not any(aside)


def replayed(match: SimulatedMatch, acts: int) -> Game:
    """The game after so many decisions."""
    game = Game(RULES, opened(match))
    game.begin()
    for event in decisions(match)[:acts]:
        game.act(event)
    return game


@pytest.mark.parametrize("cards", ["base", "mixed"])
def test_a_player_never_looks_at_hidden_faces(cards: str) -> None:
    """With every face that its seat may not know blotted out, it chooses the same."""
    player, chosen = BladeRondoPlayer("draft"), Counter[str]()
    for match in sim(12, players=("heuristic", "random"), cards=cards):
        game = Game(RULES, opened(match))
        game.begin()
        for number, event in enumerate(decisions(match)):
            assert game.ask is not None
            if game.ask.seat != TABLE:
                open_eyed = player.choose(game, Dice(number))
                check(game, open_eyed)
                assert blindfolded(game, player, number) == open_eyed
                chosen[game.ask.about] += 1
            game.act(event)
    assert chosen["main"] > 200 and chosen["answer"] > 10 and chosen["keep"] == 24


def blindfolded(game: Game, player: BladeRondoPlayer, number: int) -> AnyAct:
    """What it chooses when it knows what its seat knows: what lies open to it, and what was just shown."""
    assert game.ask is not None
    table, faces = game.table, dict(game.table.face)
    shown = next((event.cards for event in reversed(game.history) if isinstance(event, Revealed)), ())
    for card, place in table.place.items():
        if card not in shown and not game.rules.sees(place, game.ask.seat, down=card in table.down):
            table.face[card] = UNKNOWN
    try:
        return player.choose(game, Dice(number))
    finally:
        table.face.update(faces)


def test_a_player_takes_the_win() -> None:
    """Where using a sword wins and nothing can stop it, the heuristic player uses one that wins."""
    player, taken = BladeRondoPlayer("draft"), 0
    for match in sim(25, players=("heuristic", "heuristic")):
        game = replayed(match, 3)
        for number, event in enumerate(decisions(match)[3:], start=3):
            ask = game.ask
            assert ask is not None
            other = RULES.seats[1 - RULES.seats.index(ask.seat)]
            if (
                ask.about == "main"
                and game.table.track("life", other) < 8
                and not game.table.at(f"play.{other}")
                and not game.table.at(f"set.{other}")
                and any(wins(match, number, act) for act in options(game) if act.verb == "use")
            ):
                taken += 1
                assert wins(match, number, player.choose(game, Dice(0)))
            game.act(event)
    assert taken > 5


def wins(match: SimulatedMatch, number: int, act: AnyAct) -> bool:
    """Whether ``act`` as the next decision wins the match for its seat."""
    game = replayed(match, number)
    game.act(act)
    return game.table.result is not None and game.table.result.winner == act.seat


offers = st.lists(st.tuples(st.integers(0, 9), st.integers(1, 60)), max_size=8)


@given(offers, st.integers(0, 12))
def test_the_budget_is_spent_for_the_most_points(drawn: list[tuple[int, int]], budget: int) -> None:
    wares = [Offer(Passed("A", "pass"), cost, points) for cost, points in drawn]
    chosen = spend(budget, wares)
    assert sum(offer.cost for offer in chosen) <= budget
    best = max(
        sum(offer.points for offer in some)
        for size in range(len(wares) + 1)
        for some in combinations(wares, size)
        if sum(offer.cost for offer in some) <= budget
    )
    assert sum(offer.points for offer in chosen) == best


def test_chance_keeps_any_seven() -> None:
    """Every dealt card is as likely to be kept as any other: 7 of 15."""
    game, dice, kept = replayed(sim(1)[0], acts=1), Dice("seven"), Counter[str]()
    for _ in range(1500):
        act = random_keep(game, dice)
        assert act is not None and len(set(act.cards)) == 7
        kept.update(act.cards)
    assert kept.keys() == set(game.table.at("dealt.A"))
    assert all(610 < number < 790 for number in kept.values())  # 700 expected, five deviations of 19


# --- into a log ------------------------------------------------------------------------------------------


def ticks() -> int:
    return 1_767_225_600_000_000


def test_matches_are_written_act_by_act(tmp_path: Path) -> None:
    matches = sim(3)
    with SqliteLog(tmp_path / "log.db", writing=True) as log:
        assert write(log, matches, ticks) == 3
        for match in matches:
            records = [record.entry for record in log.read(match.id)]
            assert [(entry.event, entry.cause) for entry in records] == list(match.derived)
            commands = Counter(entry.command for entry in records)
            assert list(commands) == [f"{match.id}:{number}" for number in range(len(commands))]
            for command in list(commands)[1:]:
                first, *rest = [entry.event for entry in records if entry.command == command]
                assert isinstance(first, DECISIONS)
                assert not any(isinstance(event, DECISIONS) for event in rest)


def test_writing_again_changes_nothing(tmp_path: Path) -> None:
    with SqliteLog(tmp_path / "log.db", writing=True) as log:
        write(log, sim(2), ticks)
        size = log.size
        write(log, sim(2), ticks)
        assert log.size == size
        write(log, sim(4), ticks)
        assert len(log.matches()) == 4


def test_a_match_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    """Another match of the same id stands there already: none of those that come with it is written."""
    with SqliteLog(tmp_path / "log.db", writing=True) as log:
        write(log, sim(2)[1:], ticks)
        played = sim(3, players=("random", "random"))
        others = [other._replace(id=ours.id) for other, ours in zip(played, sim(3), strict=True)]
        with pytest.raises(CommandReused):
            write(log, others, ticks)
        assert [info.match for info in log.matches()] == [others[1].id]


def test_the_same_log_has_the_same_bytes(tmp_path: Path) -> None:
    leaves = []
    for name in ("one", "two"):
        with SqliteLog(tmp_path / name, writing=True, random=seeded("league")) as log:
            write(log, sim(3), ticks)
            leaves.append([record.leaf for record in log.follow()])
    assert leaves[0] == leaves[1]


def test_acts_are_never_torn_apart() -> None:
    (match,) = sim(1)
    groups = list(by_act(match.derived))
    assert [tuple(pending) for group in groups for pending in group] == list(match.derived)
    assert [type(group[0].event) for group in groups] == [Opened, *map(type, decisions(match))]


LEAGUES: tuple[dict[str, Any], ...] = (
    {},
    {"players": ("random", "random")},
    {"cards": "mixed"},
    {"decks": ("magic", "control")},
)


def test_two_leagues_of_one_seed_have_ids_of_their_own() -> None:
    leagues = [
        next(simulate(RULES, matches=1, seed=1, **more)).id
        for more in (
            {},
            {"players": ("random", "random")},
            {"cards": "mixed"},
            {"decks": ("magic", "control")},
        )
    ]
    assert len(set(leagues)) == 4


def test_no_bot_blocks_with_a_unit_that_has_fought_and_was_made_active_again() -> None:
    """Such a match of Genesis Garden once ended in a refusal (GG-ATK-19)."""
    rules = RULESETS["genesis-garden@2011-04"]
    found = simulate(rules, matches=9, seed=11, players=("heuristic", "heuristic"))
    assert {adjudicate(match.derived).grade for match in found} == {"EXACT"}


@pytest.mark.parametrize("language", ["en", "ja"])
def test_decks_have_the_names_of_the_card_set(language: str) -> None:
    """So that a league of bots has a meta."""
    rules = RULESETS["fertcg@web"]
    [match] = simulate(rules, matches=1, seed=3, language=language)
    opened = match.derived[0][0]
    assert isinstance(opened, Opened)
    named = {deck.name[language]: dict(deck.cards) for deck in rules.sets[opened.cards].decks.values()}
    found = archetypes(opened.head)
    assert found.keys() == set(rules.seats)
    assert {seat: named[name] for seat, name in found.items()} == opened.decks
