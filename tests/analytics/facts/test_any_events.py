"""Whatever a log holds is projected or named as unreadable: no match stops the others."""

from collections.abc import Sequence

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from analytics.facts import FACTS
from analytics.facts.arrow import ARROW_SCHEMAS
from analytics.facts.extract.walk import Unfoldable, extract_facts
from analytics.store.parts import to_arrow
from engine.games.registry import GAMES
from events.model.changes import Create, Move
from events.model.codec import LARGEST
from events.model.kinds import AnyEvent, Began, Declared, Derived, Ended, Happened, Noted, Opened, Paid
from tests.strategies import events, structs
from tests.support import effort

SEATS = st.sampled_from(("A", "B", "C", ""))
PLACES = st.sampled_from(("hand.A", "hand.B", "deck.A", "hq.A", "dealt.B", "hand", "field.A", ""))
CARDS = st.sampled_from(("A.1", "A.2", "B.1", "", "table"))
changes = st.one_of(
    st.builds(Create, CARDS, st.sampled_from(("X", "Y", "")), PLACES),
    st.builds(Move, CARDS, PLACES, PLACES, st.booleans()),
)
likely = st.one_of(
    st.builds(
        Happened,
        st.sampled_from(("drawn", "drew", "moved")),
        SEATS,
        st.just(()),
        card=CARDS,
        changes=st.lists(changes, max_size=4).map(tuple),
    ),
    st.builds(Declared, SEATS, st.sampled_from(("use", "set", "x")), st.lists(CARDS, max_size=2).map(tuple)),
    st.builds(Began, st.sampled_from(("turn", "game", "phase")), number=st.integers(0, LARGEST), seat=SEATS),
    st.builds(Ended, st.sampled_from(("match", "game")), winner=SEATS, reason=st.sampled_from(("win", "x"))),
)
"""Events of the kinds that facts look at, about things that now and then are there."""
openings = st.builds(
    lambda opened, game, granularity: Opened(
        game, "1", "x", opened.players, {}, {}, head=opened.head, granularity=granularity, decks=opened.decks
    ),
    structs(Opened),
    st.sampled_from((*GAMES, "bridge")),
    st.sampled_from(("event", "result", "tournament", "odd")),
)
records = st.tuples(openings, st.lists(events | likely, max_size=12)).map(lambda parts: [parts[0], *parts[1]])
PLAYERS = Opened("blade-rondo", "1", "x", {"A": "Aoi", "B": "Ren"}, {}, {})


@given(records, st.lists(st.none() | st.integers(0, 11), min_size=13, max_size=13))
@example([PLAYERS, Began("turn", number=LARGEST, seat="A"), Paid("A", "x", (), LARGEST)], [None] * 13)
@example([Opened("bridge", "1", "x", {}, {}, {}, granularity="tournament")], [None] * 13)
@example([PLAYERS, Noted("archetype", "")], [None] * 13)
@settings(max_examples=effort.examples(150), deadline=None)
def test_every_record_has_rows_or_a_reason(record: Sequence[AnyEvent], causes: Sequence[int | None]) -> None:
    derived: list[Derived] = [
        (event, cause if cause is not None and cause < seq else None)
        for seq, (event, cause) in enumerate(zip(record, causes, strict=False))
    ]
    try:
        facts = extract_facts("m", derived)
    except Unfoldable as error:
        assert str(error).startswith("match 'm' cannot be read for statistics: #")
        return
    facts.grade = "EXACT"
    for table, rows in FACTS.items():
        found = to_arrow(table, tuple(zip(*rows(facts), strict=True)))
        assert found.schema.equals(ARROW_SCHEMAS[table])


@pytest.mark.parametrize("granularity", ["result", "odd"])
def test_what_is_no_record_of_events_has_no_cards(granularity: str) -> None:
    """Not even if it holds events of a record."""
    opened = Opened("chronocard", "web", "x", {"A": "Aoi"}, {}, {}, granularity=granularity)
    lay = Happened("deck", "A", (), changes=(Create("A.1", "X", "deck.A"),))
    drew = Happened("drawn", "A", (), changes=(Move("A.1", "deck.A", "hand.A"),))
    facts = extract_facts(
        "m", [(opened, None), (lay, None), (Began("turn", number=1, seat="A"), None), (drew, None)]
    )
    assert not FACTS["draw"](facts) and not FACTS["card_seat_game"](facts)
