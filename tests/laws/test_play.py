"""Laws of play, on every registered ruleset: folding, judging again, conservation, limits.

Invariants 1, 3 and 4 (``docs/invariants.md``). Not here: what is legal (``test_legality``) and what is seen
(``test_view``).
"""

from collections.abc import Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from engine.audit.adjudicate import adjudicate
from engine.games.registry import RULESETS
from engine.kernel.ruleset import Ruleset
from engine.kernel.table import Table, fold
from engine.record.match import Match
from events.model.codec import Entry, decode, encode
from events.model.kinds import ACTS, OUTCOMES, AnyEvent, Began, Derived, Ended, Noted, Opened, Shuffled
from kifuda.bots.roster import RANDOM
from kifuda.bots.simulate import simulate
from tests.laws.hooks import HOOKS
from tests.laws.matches import WORLDS, again, matches, one_of_each_game, pairs
from tests.support import effort

every_world = pytest.mark.parametrize(("ruleset", "cards"), WORLDS)
seeds = st.integers(0, 2**32)
DECISIONS = (*ACTS, Shuffled, Opened)


def test_every_game_has_its_part_in_the_laws() -> None:
    assert HOOKS.keys() == {rules.game for rules in RULESETS.values()}


def events(derived: Sequence[Derived]) -> list[AnyEvent]:
    return [event for event, _ in derived]


# --- state is only ever the fold of the log ------------------------------------------------------------


@one_of_each_game
def test_the_state_of_a_game_is_the_fold_of_what_it_derived(ruleset: str, cards: str) -> None:
    rules = RULESETS[ruleset]
    for derived in matches(ruleset, cards, 2):
        table, folded = Table(), 0
        for game, seq in again(rules, derived):
            for event, _ in derived[folded:seq]:
                table.apply(event)
            folded = seq
            assert game.table.state() == table.state()
            assert game.table.seq == table.seq == seq


@one_of_each_game
def test_stored_bytes_fold_into_the_same_table(ruleset: str, cards: str) -> None:
    for derived in matches(ruleset, cards, 2):
        stored = [
            encode(Entry(match="m", seq=seq, at=0, command="c", event=event, cause=cause))
            for seq, (event, cause) in enumerate(derived)
        ]
        read = [decode(data) for data in stored]
        assert [(entry.event, entry.cause) for entry in read] == list(derived)
        assert fold(entry.event for entry in read).state() == fold(events(derived)).state()


@one_of_each_game
def test_any_moment_is_reached_from_any_other(ruleset: str, cards: str) -> None:
    """Every moment of the shortest match, and every seventh of the first one, which may be far longer; in the
    short run one in three of these."""
    found, each = matches(ruleset, cards, 1), 1 if effort.LONG else 3
    for derived, step in ((min(found, key=len), each), (found[0], 7 * each)):
        match = Match(derived)
        moments = range(0, len(match), step)
        backwards = {seq: match.at(seq).table.state() for seq in reversed(moments)}
        table = Table()
        for seq, event in enumerate(events(derived)):
            table.apply(event)
            assert seq not in backwards or backwards[seq] == table.state()


# --- the same acts give the same events ----------------------------------------------------------------


def house_rules(rules: Ruleset) -> st.SearchStrategy[dict[str, bool | int | str]]:
    """Settings of every sort: any of their choices, or a number within their limits."""
    return st.fixed_dictionaries(
        {},
        optional={
            name: st.sampled_from(setting.choices)
            if setting.choices
            else st.integers(setting.least, setting.most)
            for name, setting in rules.settings.items()
        },
    )


@one_of_each_game
@settings(max_examples=effort.examples(15, fewest=3), deadline=None)
@given(data=st.data())
def test_every_event_is_what_the_rules_give(ruleset: str, cards: str, data: st.DataObject) -> None:
    rules = RULESETS[ruleset]
    chosen, seed = data.draw(house_rules(rules)), data.draw(seeds)
    players = data.draw(st.sampled_from(pairs(rules)))
    for match in simulate(rules, matches=1, seed=seed, players=players, cards=cards, settings=chosen):
        verdict = adjudicate(match.derived)
        assert (verdict.grade, verdict.findings) == ("EXACT", ())
        assert verdict.events == len(match.derived)
        # Careless bots may go on for ever, and house rules let others; those are cut short, and told as such.
        assert (verdict.reason == "unfinished") is not match.finished
        assert match.finished or chosen or RANDOM in players


@every_world
@settings(max_examples=effort.examples(12), deadline=None)
@given(data=st.data())
def test_an_altered_event_does_not_pass(ruleset: str, cards: str, data: st.DataObject) -> None:
    """One outcome left out, told twice, or with other clauses: judging finds it, at its place."""
    (derived, *_) = matches(ruleset, cards, 1)
    outcomes = [seq for seq, event in enumerate(events(derived)) if isinstance(event, OUTCOMES)]
    seq = data.draw(st.sampled_from(outcomes))
    event, cause = derived[seq]
    altered = {
        "left out": (),
        "told twice": (derived[seq], derived[seq]),
        "other clauses": ((replace(event, clauses=("X-1",)), cause),),
        "another cause": ((event, (cause or 0) + 1),),
        "no changes": ((replace(event, changes=()), cause),),
    }
    how = data.draw(st.sampled_from(sorted(altered)))
    if how == "no changes" and not event.changes:
        how = "left out"
    record = (*derived[:seq], *altered[how], *derived[seq + 1 :])
    divergence = adjudicate(record).divergence
    assert divergence is not None
    assert divergence.kind == "outcome"
    assert seq <= divergence.seq <= seq + 1


# --- clauses, cards, limits ----------------------------------------------------------------------------


@every_world
def test_every_outcome_cites_clauses_of_its_game(ruleset: str, cards: str) -> None:
    known = RULESETS[ruleset].clauses
    for derived in matches(ruleset, cards, 2):
        for event in events(derived):
            if isinstance(event, (*OUTCOMES, Ended)) or (isinstance(event, Began) and event.span == "turn"):
                assert event.clauses, event
                assert [clause for clause in event.clauses if clause not in known] == []


@every_world
def test_every_event_follows_from_an_earlier_one(ruleset: str, cards: str) -> None:
    for derived in matches(ruleset, cards, 2):
        assert all(cause is None or cause < seq for seq, (_, cause) in enumerate(derived))


@one_of_each_game
def test_cards_are_conserved_and_numbers_stay_in_their_limits(ruleset: str, cards: str) -> None:
    rules = RULESETS[ruleset]
    for derived in matches(ruleset, cards, 2):
        table = Table()
        for event in events(derived):
            before = set(table.place)
            table.apply(event)
            assert before <= set(table.place), "no instance ever ceases to exist"
            conserved(rules, table)
            HOOKS[rules.game].balanced(table, event)


def conserved(rules: Ruleset, table: Table) -> None:
    """Every instance lies in exactly one place, known to the rules, with all that is true of it."""
    lying = [card for cards in table.zones.values() for card in cards]
    assert sorted(lying) == sorted(table.place)
    for place, cards in table.zones.items():
        zone = rules.zone(place)
        assert place == zone.id if zone.shared else place.partition(".")[2] in rules.seats
        assert all(table.place[card] == place for card in cards)
    for (track, of), value in table.tracks.items():
        limits = rules.track(track)
        assert of in rules.seats
        assert limits.least <= value <= limits.most, (track, of)
    for card in (*table.down, *table.quarter, *table.host):
        assert card in table.place


def test_a_card_in_two_places_would_be_noticed() -> None:
    ruleset, cards = WORLDS[0]
    table = fold(events(matches(ruleset, cards, 1)[0]))
    conserved(RULESETS[ruleset], table)
    place, lying = next((place, lying) for place, lying in table.zones.items() if lying)
    table.zones[place] = [*lying, lying[0]]
    with pytest.raises(AssertionError):
        conserved(RULESETS[ruleset], table)


def test_a_remark_changes_nothing() -> None:
    ruleset, cards = WORLDS[0]
    (derived, *_) = matches(ruleset, cards, 1)
    remarked = [*derived[:9], (Noted("comment", "what a turn"), None), *derived[9:]]
    assert fold(events(remarked)).state() == fold(events(derived)).state()
