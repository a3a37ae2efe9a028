"""Texts of which a game carries out a part, or nothing, are refused, and the message says what is accepted.

Each was accepted once, and crashed, was ignored, or meant something else. Not here: texts by chance
(``test_card_texts``).
"""

from __future__ import annotations

from functools import cache

import pytest

from tests.card_texts.world import Text, World


@cache
def world(game: str) -> World:
    return World(game)


def said(game: str, kind: str, ability: dict[str, object]) -> list[str]:
    """What the linter says of a card of this kind with this one ability, and of nothing else."""
    here = world(game)
    sort, template = next((sort, one) for sort, one in here.templates if one["kind"] == kind)
    symbol = next(
        (one.get("symbol") for one in template.get("ability", ()) if one["on"] == ability["on"]), None
    )
    head = {"symbol": symbol} if symbol else {}
    card = {**template, "ability": [{"on": ability["on"], **head, **ability}]}
    return [problem.message for problem in here.problems(Text(sort, card))]


REFUSED = [
    # --- words that a game does not have
    *(
        ("blade-rondo", "support", "use", line, f"blade-rondo has no word '{word}'")
        for line, word in (
            ("draw 1 for you", "draw"),
            ("heal you by 2", "heal"),
            ("turn self sideways", "turn"),
            ("destroy self", "destroy"),
            ("push self back", "push"),
            ("may pay 1: add 1 to life of you", "may pay"),
        )
    ),
    *(
        ("genesis-garden", "unit", "activated", line, f"genesis-garden has no word '{word}'")
        for line, word in (
            ("heal self by 1", "heal"),
            ("push self back", "push"),
            ("reduce cost by 1", "reduce cost by"),
            ("use self again for 1", "use self again for"),
            ("reveal 1 cards in hand of you chosen by you as one", "reveal"),
            ("correct damage add 1", "correct damage"),
            ("damage opponent by damage dealt", "damage dealt"),
            ("unless opponent pays 1: draw 1 for you", "unless"),
            ("may pay 1: draw 1 for you", "may pay"),
            ("nullify action", "nullify action"),
            ("raise cost of action by 1", "raise cost of action by"),
            ("set cycles of opponent to 2", "set"),
        )
    ),
    *(
        ("fertcg", "surprise", "any-time", line, f"fertcg has no word '{word}'")
        for line, word in (
            ("destroy cards in field of you", "destroy"),
            ("may pay 1: draw 1 for you", "may pay"),
            ("raise cost of action by 1", "raise cost of action by"),
            ("use self again for 1", "use self again for"),
            ("correct damage add 1", "correct damage"),
            ("reveal 1 cards in hand of you chosen by you as one", "reveal"),
            ("add 3 to unused of you", "add"),
            ("set unused of you to 20", "set"),
        )
    ),
    ("aquarian-age", "fast", "use", "heal you by 1", "aquarian-age has no word 'heal'"),
    ("aquarian-age", "fast", "use", "push self back", "aquarian-age has no word 'push'"),
    ("chronocard", "event", "use", "push self back", "chronocard has no word 'push'"),
    # --- forms of text that only the documents of other games have
    *(
        (game, kind, on, line, message)
        for game, kind, on in (
            ("blade-rondo", "support", "use"),
            ("genesis-garden", "unit", "activated"),
            ("fertcg", "surprise", "any-time"),
        )
        for line, message in (
            ("move up to 2 cards in hand of you to hand chosen by you", "cannot stand here"),
            ("each player: move 1 cards in hand of you to hand chosen by you", "no word 'each player"),
            ("shuffle deck of you", "no word 'shuffle deck of'"),
        )
    ),
    ("chronocard", "event", "use", "shuffle deck of you", "no word 'shuffle deck of'"),
    *(
        (game, kind, on, f"move 1 {trait} cards in hand of you to {zone} chosen by you", message)
        for game, kind, on, zone, tag, other in (
            ("chronocard", "event", "use", "discard", "band", "companion"),
            ("genesis-garden", "unit", "activated", "underworld", "dragon", "beast"),
        )
        for trait, message in (
            (f"non-{tag}", "no text asks for cards without a trait"),
            (f"{tag}/{other}", "cards have every trait that is said"),
        )
    ),
    # --- operations that nobody reads
    (
        "blade-rondo",
        "support",
        "use",
        "modify ATK of you become 5 until end of turn",
        "'become' is not carried",
    ),
    (
        "blade-rondo",
        "support",
        "use",
        "modify ATK of you divide 2 until end of turn",
        "'divide' is not carried",
    ),
    (
        "blade-rondo",
        "support",
        "use",
        "modify cost-of-physical of you become 0 until end of turn",
        "'become' is",
    ),
    (
        "genesis-garden",
        "unit",
        "activated",
        "modify attack of self divide 2 until end of turn",
        "'divide' is not",
    ),
    ("aquarian-age", "fast", "use", "modify attack of you divide 2 until end of turn", "not to 'you'"),
    (
        "fertcg",
        "surprise",
        "on-attack",
        "modify strikes of action times 2 until end of action",
        "'times' is not",
    ),
    (
        "aquarian-age",
        "character",
        "battle-certain",
        "attach cost to second as break",
        "nothing is paid there",
    ),
    # --- texts that would never end
    ("chronocard", "character", "opponent-draw", "draw 1 for opponent", "it would never end"),
    ("chronocard", "character", "own-draw", "each player: draw 1 for you", "it would never end"),
    # --- times that never end there
    (
        "blade-rondo",
        "support",
        "use",
        "modify ATK of you add 2 until end of phase",
        "nothing in blade-rondo ends",
    ),
    (
        "blade-rondo",
        "support",
        "use",
        "modify ATK of you add 2 until end of next turn",
        "nothing in blade-rondo",
    ),
    (
        "genesis-garden",
        "unit",
        "activated",
        "modify attack of self add 1 until end of match",
        "nothing in genesis",
    ),
    (
        "genesis-garden",
        "unit",
        "activated",
        "modify attack of self add 1 until end of action",
        "'end of action'",
    ),
    (
        "aquarian-age",
        "fast",
        "use",
        "modify attack of cards in control of you add 1 until end of next turn",
        "nothing in aquarian-age ends 'end of next turn'",
    ),
    (
        "aquarian-age",
        "fast",
        "use",
        "modify attack of cards in control of you add 1 until end of match",
        "nothing in aquarian-age ends 'end of match'",
    ),
    # --- places that cards cannot go to, and ways that they cannot turn
    (
        "genesis-garden",
        "unit",
        "activated",
        "move 1 cards in hand of you to field chosen by you",
        "'field' cannot",
    ),
    (
        "genesis-garden",
        "unit",
        "activated",
        "move 1 cards in hand of you to union chosen by you",
        "'union' cannot",
    ),
    ("genesis-garden", "unit", "activated", "turn self face down", "units are turned sideways or upright"),
    (
        "fertcg",
        "surprise",
        "any-time",
        "turn cards in field of you face down",
        "'face down' cannot stand here",
    ),
    (
        "fertcg",
        "surprise",
        "any-time",
        "move 1 cards in hand of you to b1 chosen by you",
        "'b1' cannot stand here",
    ),
    # --- what waits for a strike where there is none
    ("fertcg", "surprise", "any-time", "at addition: draw 1 for you", "'at addition' has no meaning on"),
    # --- what is attached by a text, and what makes a use cheaper
    ("fertcg", "surprise", "any-time", "attach self to you as weapon", "'self' cannot stand here"),
    ("fertcg", "surprise", "when-hit", "reduce cost by 1", "stands in a line of 'price' only"),
    ("chronocard", "event", "use", "reduce cost by 1", "stands in a line of 'price' only"),
    # --- what would lower the means of a payment before it is made
    *(
        ("blade-rondo", "support", "alchemy", line, message)
        for line, message in (
            ("add minus count(cards in hand of you) to V of you", "does not lower what pays for it"),
            ("modify V of you add minus 1 until end of turn", "does not lower what pays for it"),
            ("modify V of everyone become 0 until end of turn", "does not lower what pays for it"),
            ("modify budget of you add minus 1 until end of turn", "does not lower what pays for it"),
            ("move 2 cards in set of you to hand chosen by you", "alchemy gives up one card"),
        )
    ),
    # --- what is not there
    ("blade-rondo", "support", "use", "add 1 to life of controller", "'controller' means nothing here"),
    ("genesis-garden", "unit", "activated", "damage action by 1", "'action' means nothing here"),
    ("fertcg", "surprise", "any-time", "draw 1 for controller", "'controller' means nothing here"),
    ("chronocard", "event", "use", "draw 1 for bearer", "'bearer' means nothing here"),
    ("chronocard", "event", "use", "draw 1 for controller", "'controller' means nothing here"),
    ("fertcg", "surprise", "any-time", "damage opponent by 2", "'opponent' cannot stand here"),
    ("chronocard", "event", "use", "damage opponent by minus 30", "'minus 30' cannot stand here"),
    ("blade-rondo", "support", "use", "attack physical", "this text is no action of its own"),
]


@pytest.mark.parametrize(("game", "kind", "on", "line", "message"), REFUSED)
def test_what_is_not_carried_out_is_refused(game: str, kind: str, on: str, line: str, message: str) -> None:
    found = said(game, kind, {"on": on, "do": [line]})
    assert any(message in one for one in found), found


HEADERS = [
    (
        "genesis-garden",
        "unit",
        {"on": "activated", "zone": "hand", "do": ["draw 1 for you"]},
        "unknown zone 'hand'",
    ),
    (
        "genesis-garden",
        "unit",
        {"on": "continuous", "do": ["draw 1 for you"]},
        'not carried out on "continuous"',
    ),
    (
        "fertcg",
        "surprise",
        {
            "on": "any-time",
            "price": ["move 1 cards in field of you to out chosen by you"],
            "do": ["draw 1 for you"],
        },
        "takes cards from hand, deck, out, not from 'field'",
    ),
    (
        "fertcg",
        "surprise",
        {
            "on": "any-time",
            "price": ["move 1 cards in hand of opponent to out chosen by you"],
            "do": ["draw 1 for you"],
        },
        "takes cards of 'you' here, not of 'opponent'",
    ),
    (
        "fertcg",
        "surprise",
        {
            "on": "any-time",
            "price": ["move 1 cards in hand of you to abroad chosen by you"],
            "do": ["draw 1 for you"],
        },
        "hand cards that are paid go to 'out'",
    ),
    ("fertcg", "unit", {"on": "crest", "symbol": "連撃", "do": ["draw 1 for you"]}, "unknown symbol '連撃'"),
]


@pytest.mark.parametrize(("game", "kind", "ability", "message"), HEADERS)
def test_a_header_that_is_not_carried_out_is_refused(
    game: str, kind: str, ability: dict[str, object], message: str
) -> None:
    found = said(game, kind, ability)
    assert any(message in one for one in found), found
