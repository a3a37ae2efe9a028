"""What the sentences of a foreign log do to the table."""

import pytest

from analytics.imports.ptcgl.match_builder import ORIGINS
from engine.kernel.table import Table
from events.model.changes import Move
from events.model.kinds import (
    Began,
    Chose,
    Declared,
    Ended,
    Happened,
    Paid,
    Passed,
    Resolved,
    Shuffled,
    Triggered,
)
from tests.ptcgl.reading import HARBOUR, after_setup, attached, faces, match_of, notes

TURN = "Turn # 1 - Mika's Turn"
RUIS_TURN = "Turn # 2 - Rui's Turn"


# --- a whole match --------------------------------------------------------------------------------------


def test_the_sample_fits_from_the_first_line_to_the_last() -> None:
    match = match_of(HARBOUR)
    assert notes(match) == []
    assert faces(match, "active.A") == ["Emberfox"]
    assert attached(match, "bench.A") == {
        "Blaze Marshal ex": ["Spark Charm", "Basic Fire Energy", "Emberkit"],
        "Emberkit": [],
    }
    assert faces(match, "stadium") == ["Sunken Gate"]
    assert faces(match, "prizes.A") == []
    assert len(faces(match, "prizes.B")) == 6
    assert faces(match, "lost.A") == ["Basic Fire Energy"]
    assert faces(match, "lost.B") == ["Pebblet"]
    assert set(faces(match, "deck.A")) == {""}, "nobody knows what lies in a deck"


def test_all_kinds_of_acts_and_consequences_are_told() -> None:
    match = match_of(HARBOUR)
    acts = {e.verb for e in match.events if isinstance(e, Declared | Chose | Passed)}
    assert acts == {
        "call", "go", "mulligan", "keep", "extra cards", "play", "attach", "evolve", "retreat", "attack",
        "use", "option", "end turn", "time",
    }  # fmt: skip
    paid = [(e.seat, e.resource, e.amount) for e in match.events if isinstance(e, Paid)]
    assert paid == [
        ("A", "cards", 1), ("B", "energy", 1), ("A", "cards", 1), ("A", "energy", 1), ("A", "energy", 2),
    ]  # fmt: skip
    assert {type(e) for e in match.events} >= {Began, Resolved, Shuffled, Triggered}


def test_consequences_follow_from_their_act() -> None:
    match = match_of(HARBOUR)
    knocked = [
        seq for seq, e in enumerate(match.events) if isinstance(e, Happened) and e.what == "knocked out"
    ]
    for seq in knocked:
        cause = match.derived[seq][1]
        assert cause is not None
        act = match.events[cause]
        assert isinstance(act, Declared)
        assert act.verb == "attack"


# --- hands, decks, prizes ------------------------------------------------------------------------------


def test_nothing_is_known_of_what_the_other_draws() -> None:
    match = after_setup(TURN, "Mika drew Emberkit.", RUIS_TURN, "Rui drew a card.")
    assert faces(match, "hand.B") == [""] * 7
    assert sorted(faces(match, "hand.A")) == sorted(
        ["Emberfox", "Basic Fire Energy", "Basic Fire Energy", "Rope Bridge", "Tide Bell", "Emberkit"]
    )
    assert (len(faces(match, "deck.A")), len(faces(match, "deck.B"))) == (60 - 7 - 6 - 1,) * 2


def test_the_draw_of_the_turn_is_distinguished_from_draws_and_searches() -> None:
    match = after_setup(
        TURN,
        "Mika drew Emberkit.",
        "Mika played Tide Bell.",
        "- Mika drew Emberfox.",
        "Mika played Rope Bridge.",
        "- Mika drew Emberfox.",
        "- Mika shuffled their deck.",
    )
    drawn = [
        e.what
        for e in match.events
        if isinstance(e, Happened) and "Emberfox" in match.sentence(match.events.index(e))
    ]
    assert drawn[-2:] == ["draw", "search"]
    assert [e.what for e in match.events if isinstance(e, Happened)].count("turn draw") == 1


def test_a_card_that_went_into_the_deck_is_unknown_again() -> None:
    match = after_setup(
        TURN,
        "Mika played Tide Bell.",
        "- Mika shuffled 2 cards into their deck.",
        "   • Rope Bridge, Emberfox",
    )
    assert faces(match, "hand.A") == ["Basic Fire Energy", "Basic Fire Energy"]
    assert set(faces(match, "deck.A")) == {""}
    assert len(faces(match, "deck.A")) == 60 - 7 - 6 + 2


def test_a_hand_that_goes_back_is_counted() -> None:
    lines = (TURN, "Mika played Tide Bell.", "- Rui shuffled their hand.")
    right = after_setup(*lines, "- Rui put 6 cards on the bottom of their deck.")
    wrong = after_setup(*lines, "- Rui put 5 cards on the bottom of their deck.")
    assert notes(right) == []
    assert notes(wrong) == [("miscounted", "Rui put 5 cards on the bottom of their deck.")]
    assert faces(right, "hand.B") == faces(wrong, "hand.B") == []


def test_both_hands_anew_though_one_name_is_written_for_both() -> None:
    match = after_setup(
        RUIS_TURN,
        "Rui played Gale.",
        "- Rui shuffled their hand.",
        "- Rui put 5 cards on the bottom of their deck.",
        "- Mika shuffled their hand.",
        "- Rui put 5 cards on the bottom of their deck.",
        "   • Emberfox, Basic Fire Energy, Basic Fire Energy, Rope Bridge, Tide Bell",
        "- Rui drew 4 cards.",
        "- Rui drew 2 cards.",
        "   • Emberkit, Tide Bell",
    )
    assert faces(match, "hand.B") == [""] * 4
    assert faces(match, "hand.A") == ["Emberkit", "Tide Bell"]
    assert [topic for topic, _ in notes(match)] == ["misnamed", "misnamed"]


def test_one_player_who_draws_twice_is_no_mistake() -> None:
    match = after_setup(
        RUIS_TURN,
        "Rui played Gale.",
        "- Mika shuffled their hand.",
        "- Mika put 5 cards on the bottom of their deck.",
        "- Rui drew 2 cards.",
        "- Rui drew a card.",
        "- Mika drew 3 cards.",
        "   • Emberkit, Tide Bell, Tide Bell",
    )
    assert notes(match) == []
    assert (len(faces(match, "hand.B")), len(faces(match, "hand.A"))) == (8, 3)


def test_a_list_of_another_length_is_doubted() -> None:
    match = after_setup(TURN, "Mika played Tide Bell.", "- Mika drew 3 cards.", "   • Emberkit, Emberfox")
    assert notes(match) == [("miscounted", "Mika drew 3 cards.")]


def test_the_winner_by_prizes_has_none_left() -> None:
    match = after_setup(TURN, "All Prize cards taken. Mika wins.")
    assert notes(match) == [("miscounted", "All Prize cards taken. Mika wins.")]


def test_a_hand_never_holds_less_than_nothing() -> None:
    plays = [f"Rui played Stone {number} to the Bench." for number in range(8)]
    match = after_setup(RUIS_TURN, *plays)
    assert notes(match) == [
        ("unplaced", "Rui played Stone 6 to the Bench."),
        ("unplaced", "Rui played Stone 7 to the Bench."),
    ]
    assert faces(match, "hand.B") == []
    acts = [e for e in match.events if isinstance(e, Declared)]
    assert (acts[-1].cards, acts[-1].words) == ((), ("Stone 7",)), "the name is kept"


def test_a_card_that_cannot_be_in_a_known_hand_is_not_placed() -> None:
    match = after_setup(TURN, "Mika played Moon Rock.")
    assert notes(match) == [("unplaced", "Mika played Moon Rock.")]
    assert len(faces(match, "hand.A")) == 5


def test_hands_are_kept_when_mulligans_are_over() -> None:
    match = match_of(HARBOUR)
    chosen = [(e.seat, e.verb, e.implied) for e in match.events if isinstance(e, Chose)]
    assert chosen[2:6] == [
        ("B", "mulligan", False), ("B", "mulligan", False), ("A", "keep", True), ("B", "keep", True),
    ]  # fmt: skip
    stored = Table()
    for event in match.events:
        if isinstance(event, Chose) and event.verb == "keep":
            assert len(stored.at(f"hand.{event.seat}")) == 7
        stored.apply(event)


def test_every_hand_that_is_shown_is_a_mulligan() -> None:
    hand = "   • " + ", ".join(["Tide Bell"] * 7)
    match = match_of(
        "\n".join(
            [
                "Mika won the coin toss.",
                "Rui drew 7 cards for the opening hand.",
                "- 7 drawn cards.",
                "Rui took 3 mulligans.",
                "- Cards revealed from Mulligan 2",
                hand,
                "- Cards revealed from Mulligan 3",
                hand,
                "Rui took a mulligan.",
                "- Cards revealed from Mulligan 4",
                "   • Tide Bell",
            ]
        )
    )
    chosen = [e.verb for e in match.events if isinstance(e, Chose)]
    assert chosen == ["mulligan"] * 2
    assert notes(match) == [("miscounted", "Cards revealed from Mulligan 4")], "no hand is of one card"
    assert faces(match, "hand.B") == [""] * 7


def test_hands_are_kept_before_anything_is_played_of_them() -> None:
    match = after_setup(TURN)
    kept = [seq for seq, e in enumerate(match.events) if isinstance(e, Chose) and e.verb == "keep"]
    assert [len(match.table(seq).at(f"hand.{seat}")) for seq, seat in zip(kept, "AB", strict=True)] == [7, 7]


def test_the_copy_that_comes_again_is_the_one_that_went_back() -> None:
    lines = [TURN, "Mika played Tide Bell.", "- Mika shuffled Rope Bridge into their deck."]
    before = after_setup(TURN)
    (bridge,) = [
        card for card in before.table(len(before) - 1).at("hand.A")
        if before.table(len(before) - 1).face[card] == "Rope Bridge"
    ]  # fmt: skip
    match = after_setup(*lines, "Mika played Tide Bell.", "- Mika drew Emberfox.", "- Mika drew Rope Bridge.")
    table = match.table(len(match) - 1)
    assert (table.place[bridge], table.face[bridge]) == ("hand.A", "Rope Bridge")


@pytest.mark.parametrize(("where", "index"), [("on the bottom of", 0), ("on top of", -1)])
def test_cards_go_to_the_bottom_of_the_deck_or_to_its_top(where: str, index: int) -> None:
    match = after_setup(TURN, "Mika played Tide Bell.", f"- Mika put Rope Bridge {where} their deck.")
    returned = match.events[-2]
    assert isinstance(returned, Happened)
    moved = [change.card for change in returned.changes if isinstance(change, Move)]
    assert moved == [match.table(len(match) - 1).at("deck.A")[index]]


def test_a_prize_comes_to_the_hand_where_another_card_takes_its_place() -> None:
    match = after_setup(
        TURN,
        "Mika played Rope Bridge.",
        "- Mika moved Mika's Emberkit to their hand.",
        "- Mika moved Mika's Rope Bridge to the Prize cards.",
        "- Mika shuffled their Prize cards.",
    )
    assert notes(match) == []
    assert "Emberkit" in faces(match, "hand.A")
    assert (len(faces(match, "prizes.A")), faces(match, "discard.A")) == (6, [])
    assert faces(match, "active.A") == faces(match, "bench.A") == ["Emberkit"]


def test_a_whole_hand_goes_back_though_its_cards_lie_among_the_discarded_too() -> None:
    discards = [
        f"Mika discarded {card}." for card in ("Emberfox", "Basic Fire Energy", "Tide Bell", "Rope Bridge")
    ]
    match = after_setup(
        TURN,
        *discards,
        "Mika drew Sea Horn.",
        "Mika played Sea Horn.",
        "- Mika shuffled Basic Fire Energy into their deck.",
    )
    assert faces(match, "hand.A") == []
    assert faces(match, "discard.A").count("Basic Fire Energy") == 1


# --- what is in play ------------------------------------------------------------------------------------


def test_a_card_takes_over_what_belonged_to_the_one_below() -> None:
    match = after_setup(
        TURN,
        "Mika attached Basic Fire Energy to Emberkit in the Active Spot.",
        RUIS_TURN,
        "Rui's Pebblet used Roll on Mika's Emberkit for 20 damage.",
        "Turn # 3 - Mika's Turn",
        "Mika evolved Emberkit to Emberfox in the Active Spot.",
    )
    table = match.table(len(match) - 1)
    (fox,) = table.at("active.A")
    assert attached(match, "active.A") == {"Emberfox": ["Basic Fire Energy", "Emberkit"]}
    assert table.track("damage", fox) == 20
    assert [table.host[guest][1] for guest in table.guests[fox]] == ["energy", "under"]


def test_what_a_knocked_out_card_had_tells_which_one_it_was() -> None:
    match = after_setup(
        TURN,
        "Mika drew Emberkit.",
        "Mika played Emberkit to the Bench.",
        "Mika attached Basic Fire Energy to Emberkit on the Bench.",
        RUIS_TURN,
        "Rui's Pebblet used Quake.",
        "Mika's Emberkit was Knocked Out!",
        "Basic Fire Energy was discarded from Mika's Emberkit.",
    )
    assert notes(match) == []
    assert attached(match, "active.A") == {"Emberkit": []}
    assert attached(match, "bench.A") == {"Emberkit": []}
    assert sorted(faces(match, "discard.A")) == ["Basic Fire Energy", "Emberkit"]


def test_damage_is_laid_on_nobody_where_several_may_be_meant() -> None:
    match = after_setup(
        RUIS_TURN, "Rui's Pebblet used Quake.", "- Rui put 3 damage counters on Mika's Emberkit."
    )
    table = match.table(len(match) - 1)
    hurt = match.events[-2]
    assert isinstance(hurt, Happened)
    assert (hurt.what, hurt.of, hurt.amount, hurt.changes) == ("damage", "A", 30, ())
    assert not table.tracks


def test_an_attack_on_one_of_several_benched_cards_hurts_none_of_them() -> None:
    bench = ["Rui played Cliff to the Bench.", "Rui played Cliff to the Bench."]
    match = after_setup(*bench, TURN, "Mika's Emberkit used Snipe on Rui's Cliff for 30 damage.")
    act, hurt = match.events[-3], match.events[-2]
    assert isinstance(act, Declared) and isinstance(hurt, Happened)
    assert (act.verb, act.targets, hurt.of, hurt.changes) == ("attack", (), "B", ())
    assert notes(match) == []


def test_an_owner_that_cannot_be_is_noted_and_the_other_is_meant() -> None:
    match = after_setup(
        TURN, "Mika's Emberkit used Spark.", "- Mika put 2 damage counters on Mika's Pebblet."
    )
    assert [topic for topic, _ in notes(match)] == ["misnamed"]
    (pebblet,) = match.table(len(match) - 1).at("active.B")
    assert match.table(len(match) - 1).track("damage", pebblet) == 20


def test_who_retreats_does_not_come_back_at_once() -> None:
    match = after_setup(
        TURN,
        "Mika attached Basic Fire Energy to Emberkit in the Active Spot.",
        "Mika attached Basic Fire Energy to Emberkit in the Active Spot.",
        "Mika drew Emberkit.",
        "Mika retreated Emberkit to the Bench.",
        "- Basic Fire Energy was discarded from Mika's Emberkit.",
        "Mika's Emberkit is now in the Active Spot.",
    )
    assert notes(match) == []
    assert attached(match, "active.A") == {"Emberkit": []}
    assert attached(match, "bench.A") == {"Emberkit": ["Basic Fire Energy"]}
    assert faces(match, "discard.A") == ["Basic Fire Energy"]


def test_a_switch_that_is_said_again_happens_once() -> None:
    match = after_setup(
        TURN,
        "Mika attached Basic Fire Energy to Emberkit in the Active Spot.",
        "Mika played Tide Bell.",
        "- Mika's Emberkit was switched with Mika's Emberkit to become the Active Pokémon.",
        "Mika's Emberkit is now in the Active Spot.",
    )
    assert attached(match, "bench.A") == {"Emberkit": ["Basic Fire Energy"]}


def test_what_left_play_has_no_damage() -> None:
    match = after_setup(
        TURN,
        "Mika's Emberkit used Spark on Rui's Pebblet for 60 damage.",
        "- Rui's Pebblet is now Burned.",
        "Rui's Pebblet was Knocked Out!",
    )
    assert set(match.table(len(match) - 1).tracks.values()) == {0}


def test_the_upper_card_comes_off_the_one_that_is_named() -> None:
    match = after_setup(
        TURN,
        "Mika attached Basic Fire Energy to Emberkit in the Active Spot.",
        "Mika evolved Emberkit to Emberfox in the Active Spot.",
        RUIS_TURN,
        "Rui's Pebblet used Undo.",
        "- Rui devolved Mika's Emberfox to Emberkit in the Active Spot.",
        "- Mika moved Mika's Emberfox to their hand.",
    )
    assert notes(match) == []
    assert attached(match, "active.A") == {"Emberkit": ["Basic Fire Energy"]}
    assert "Emberfox" in faces(match, "hand.A")


def test_spans_between_turns_end_before_the_next_turn() -> None:
    match = match_of(HARBOUR)
    spans = [(e.span, e.name) for e in match.events if isinstance(e, Ended) and e.span == "phase"]
    assert spans == [("phase", "checkup")]
    assert match.table(len(match) - 1).phase == ""


def test_two_switches_at_once_are_each_said_again() -> None:
    match = after_setup(
        "Rui played Cliff to the Bench.",
        TURN,
        "Mika played Tide Bell.",
        "- Rui's Cliff was switched with Rui's Pebblet to become the Active Pokémon.",
        "- Mika's Emberkit was switched with Mika's Emberkit to become the Active Pokémon.",
        "Rui's Cliff is now in the Active Spot.",
        "Mika's Emberkit is now in the Active Spot.",
    )
    assert notes(match) == []
    assert [e.what for e in match.events if isinstance(e, Happened)].count("switched") == 2
    assert (faces(match, "active.B"), faces(match, "bench.B")) == (["Cliff"], ["Pebblet"])


def test_a_card_played_by_the_name_of_one_in_play_is_used() -> None:
    match = after_setup(
        TURN, "Mika drew Emberkit.", "Mika played Emberkit.", "- Mika shuffled Emberkit into their deck."
    )
    assert notes(match) == []
    act = next(e for e in match.events if isinstance(e, Declared) and e.verb == "use")
    assert faces(match, "active.A") == [], "the card that acts is the one that goes"
    assert act.cards[0] in match.table(len(match) - 1).at("deck.A")


@pytest.mark.parametrize(
    ("shuffles", "left"),
    [
        ((), ["Basic Fire Energy"]),
        (("- Mika shuffled their deck.",), ["Basic Fire Energy", "Basic Fire Energy"]),
    ],
)
def test_energy_comes_from_the_deck_if_that_is_shuffled_afterwards(
    shuffles: tuple[str, ...], left: list[str]
) -> None:
    match = after_setup(
        TURN,
        "Mika's Emberkit used Kindle.",
        "- Mika attached Basic Fire Energy to Emberkit on the Bench.",
        *shuffles,
    )
    assert [face for face in faces(match, "hand.A") if face.endswith("Energy")] == left


def test_an_effect_whose_origin_is_listed_takes_its_cards_from_there(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = (
        TURN,
        "Mika's Emberkit used Kindle.",
        "- Mika attached Basic Fire Energy to Emberkit on the Bench.",
    )
    assert faces(after_setup(*lines), "hand.A").count("Basic Fire Energy") == 1
    monkeypatch.setitem(ORIGINS["attach"], "Kindle", ["deck"])
    match = after_setup(*lines)
    assert faces(match, "hand.A").count("Basic Fire Energy") == 2
    assert len(faces(match, "deck.A")) == 60 - 7 - 6 - 1


def test_energy_of_the_card_that_acts_is_moved_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ORIGINS["attach"], "Pass on", ["own"])
    match = after_setup(
        TURN,
        "Mika attached Basic Fire Energy to Emberkit in the Active Spot.",
        "Mika's Emberkit used Pass on.",
        "- Mika attached Basic Fire Energy to Emberkit on the Bench.",
    )
    assert notes(match) == []
    assert attached(match, "active.A") == {"Emberkit": []}
    assert attached(match, "bench.A") == {"Emberkit": ["Basic Fire Energy"]}


def test_origins_name_zones_that_there_are() -> None:
    zones = {zone for effects in ORIGINS.values() for origin in effects.values() for zone in origin}
    assert zones <= {"own", "play", "hand", "deck", "discard", "prizes", "active", "bench"}


def test_a_card_that_is_said_to_have_acted_but_is_nowhere() -> None:
    assert notes(after_setup(TURN, "Moon Rock was activated.")) == [("unplaced", "Moon Rock was activated.")]
