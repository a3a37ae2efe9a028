"""The legality law: an act is among the options of an ask exactly if it passes the check.

Both answers come from one list of requirements, but options are made by enumeration and the check takes
whatever comes: acts of the wrong seat, with other cards, words or numbers. Not here: what single rules
forbid (``tests/games``).
"""

from collections.abc import Iterable, Iterator
from itertools import islice

import pytest
from msgspec.structs import replace

from engine.games.registry import RULESETS
from engine.kernel.ask import TABLE
from engine.kernel.game import Game
from engine.kernel.legality import Refused, check, forced, options
from engine.record.match import Match
from events.model.kinds import AnyAct
from kifuda.bots.dice import Dice
from tests.laws.hooks import HOOKS
from tests.laws.matches import WORLDS, again, matches, one_of_each_game
from tests.support.effort import LONG

EVERY = 3
"""One ask in so many is looked at: with several matches, asks of every sort."""
EVERY_TRIED = EVERY if LONG else 5
"""The same where acts of every sort are tried at an ask."""
OPTIONS_MOST = 300
"""Asks with more options (which seven of fifteen) are looked at in ``test_a_choice_too_wide``."""
MUTANTS = 60
BEGINNING = 8
"""So many of the first events are looked at in any case, and in the short run some of the others."""
MATCHES = 4 if LONG else 2
"""Of each pair of bots."""
NUMBERS = (None, -1, 0, 1, 2, 9, 10**6)

Key = tuple[object, ...]


def key(game: Game, act: AnyAct) -> Key:
    """What an act says, however it says it: the order of cards and words does not matter."""
    act = HOOKS[game.rules.game].canonical(game, act)
    return (
        type(act), act.seat, act.verb, tuple(sorted(act.cards)), tuple(sorted(act.targets)), act.number,
        tuple(sorted(act.words)),
    )  # fmt: skip


def menu(game: Game, listed: Iterable[AnyAct]) -> set[Key]:
    """All that may be done: the options of the ask, which are ``listed``, and what is allowed at any time."""
    ask = game.ask
    assert ask is not None
    found = {key(game, act) for act in listed}
    for name in game.rules.anytime_acts:
        verb = game.rules.verbs[name]
        for act in verb.options(game, ask):
            if all(requirement.holds(game, ask, act) for requirement in verb.requirements):
                found.add(key(game, act))
    return found


def passes(game: Game, act: AnyAct) -> bool:
    """Whether the check lets the act pass. Whatever it is given: no other error than a refusal."""
    try:
        check(game, act)
    except Refused as refused:
        assert refused.clause in game.rules.clauses
        assert refused.why
        return False
    return True


def some_options(game: Game) -> list[AnyAct]:
    """The options of the ask, listed once; of one that is too wide only the first ones."""
    return list(islice(options(game), OPTIONS_MOST))


def is_wide(listed: list[AnyAct]) -> bool:
    """Whether the ask has too many options to list them all often."""
    return len(listed) == OPTIONS_MOST


def mutants(game: Game, dice: Dice, legal: list[AnyAct]) -> Iterator[AnyAct]:
    """Acts that are nearly right, or not at all."""
    while True:
        act = dice.pick(legal) if legal and dice.below(2) else any_act(game, dice)
        for _ in range(dice.below(3)):
            act = mutated(game, act, dice)
        yield act


def any_act(game: Game, dice: Dice) -> AnyAct:
    """Some verb of the game, of the seat that is asked, with a card where it takes one."""
    verb = game.rules.verbs[dice.pick(list(game.rules.verbs))]
    assert game.ask is not None
    cards = tuple(dice.mixed(game.table.place)[: verb.cards[0]])
    act: AnyAct = verb.event(game.ask.seat, verb.name, cards)
    return replace(act, number=dice.pick(NUMBERS)) if verb.numbered is not False else act


def mutated(game: Game, act: AnyAct, dice: Dice) -> AnyAct:
    """The act with one thing about it changed."""
    cards = [*game.table.place, "Z.9", ""]
    verbs = list(game.rules.verbs)
    words = [word for verb in game.rules.verbs.values() for word in verb.words] + ["nonsense"]
    match dice.below(9):
        case 0:
            return replace(act, seat=dice.pick((*game.rules.seats, TABLE, "Z")))
        case 1:
            verb = game.rules.verbs[dice.pick(verbs)]
            return verb.event(act.seat, verb.name, act.cards, act.targets, act.number, act.words)  # type: ignore[no-any-return]  # a verb's event is an act
        case 2:
            return replace(act, cards=(*act.cards[:-1], dice.pick(cards)))
        case 3:
            return replace(act, cards=(*act.cards, dice.pick([*cards, *act.cards])))
        case 4:
            return replace(act, cards=act.cards[1:])
        case 5:
            return replace(act, targets=(*act.targets, dice.pick([*cards, *game.rules.seats])))
        case 6:
            return replace(act, number=dice.pick(NUMBERS))
        case 7 if act.number is not None:
            return replace(act, number=act.number + dice.pick((-1, 1)))
    return replace(act, words=(*act.words, dice.pick(words))) if dice.below(3) else replace(act, words=())


@one_of_each_game
def test_an_act_is_an_option_exactly_if_it_passes_the_check(ruleset: str, cards: str) -> None:
    rules, seen = RULESETS[ruleset], {True: 0, False: 0}
    dice = Dice("mutants", cards)
    for derived in matches(ruleset, cards, MATCHES):
        for game, seq in again(rules, derived):
            ask = game.ask
            assert ask is not None
            if ask.seat == TABLE or seq % EVERY_TRIED or is_wide(listed := some_options(game)):
                continue
            legal = menu(game, listed)
            for act in (*listed, *islice(mutants(game, dice, listed), MUTANTS)):
                allowed = key(game, act) in legal
                assert passes(game, act) is allowed, (ask.about, act)
                seen[allowed] += 1
    assert min(seen.values()) > 100, "the mutants must hit and miss"


@pytest.mark.parametrize("ruleset", [id for id, rules in RULESETS.items() if HOOKS[rules.game].wide])
def test_a_choice_too_wide(ruleset: str) -> None:
    """The same law where there are thousands of options, once."""
    rules = RULESETS[ruleset]
    (derived, *_) = matches(ruleset, next(iter(rules.sets)), 1)
    dice = Dice("wide")
    for game, _ in again(rules, derived):
        assert game.ask is not None
        if game.ask.seat != TABLE and is_wide(listed := some_options(game)):
            legal = menu(game, options(game))
            for act in islice(mutants(game, dice, listed), 300):
                assert passes(game, act) is (key(game, act) in legal), act
            return
    pytest.fail("no ask with many options")


@one_of_each_game
def test_a_refused_act_leaves_the_game_as_it_was(ruleset: str, cards: str) -> None:
    rules, dice, refused = RULESETS[ruleset], Dice("refused"), 0
    for derived in matches(ruleset, cards, 1)[:1]:
        for game, seq in again(rules, derived):
            assert game.ask is not None
            if game.ask.seat == TABLE or seq % EVERY:
                continue
            before, asked = game.table.state(), game.ask
            for act in islice(mutants(game, dice, some_options(game)), 20):
                if not passes(game, act):
                    with pytest.raises(Refused):
                        game.act(act)
                    refused += 1
            assert game.ask is asked
            assert game.table.state() == before
            assert len(game.history) == seq - 1  # all events but the opening
    assert refused > 30


@pytest.mark.parametrize(("ruleset", "cards"), WORLDS)
def test_a_forced_answer_is_the_only_one(ruleset: str, cards: str) -> None:
    rules, number = RULESETS[ruleset], 0
    for derived in matches(ruleset, cards, 1):
        for game, _ in again(rules, derived):
            assert game.ask is not None
            if game.ask.seat == TABLE:
                continue
            some = list(islice(options(game), 2))
            assert some, "an ask that nobody can answer"
            assert forced(game) == (some[0] if len(some) == 1 else None)
            number += len(some) == 1
    assert number


@one_of_each_game
def test_what_is_legal_can_be_asked_after_every_event(ruleset: str, cards: str) -> None:
    """Also before the first deal, and wherever chance is asked: nobody acts there."""
    match = Match(matches(ruleset, cards, 1)[0], rules=RULESETS[ruleset])
    for seq in (*range(BEGINNING), *range(BEGINNING, len(match))[:: 1 if LONG else 17]):
        game = match.game(seq)
        acts = list(islice(options(game), 3))
        silent = game.ask is None or game.ask.seat == TABLE
        assert not (acts and silent) and all(act.seat == game.ask.seat for act in acts if game.ask)
        if silent:
            assert match.at(seq).legal() == match.at(seq).legal("A") == ()
            assert forced(game) is None
