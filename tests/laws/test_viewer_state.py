"""What one viewer sees of situations that played matches hardly ever hold: shuffles of cards in sight, cards
that are shown and stay in hand, things taken back, remarks.

The table here is a small one: a hand, a row that all see, a stack that nobody sees into.
"""

from engine.kernel.table import Table, fold
from engine.record.timeline import without_retracted
from events.model.changes import AnyChange, Attach, Create, Flip, Grant, Know, Move, Set, Step, Turn
from events.model.kinds import (
    AnyEvent,
    Chose,
    Determined,
    Happened,
    Noted,
    Opened,
    Paid,
    Passed,
    Retracted,
    Revealed,
    Shuffled,
)
from events.view.view import PUBLIC, view


class SmallTable:
    """A hand that its owner sees, a row that all see, a rack that all but its owner see and whose cards all
    can tell apart, a stack that nobody sees into."""

    def under(self, settings: object) -> "SmallTable":
        return self

    def sees(self, place: str, viewer: str, *, down: bool) -> bool:
        kind, _, owner = place.partition(".")
        if kind == "row":
            return not down or viewer == owner
        if kind == "rack":
            return viewer not in (PUBLIC, owner)
        return kind == "hand" and viewer == owner

    def tells_apart(self, place: str, viewer: str) -> bool:
        return place.startswith("rack") or self.sees(place, viewer, down=False)


def happened(*changes: AnyChange) -> Happened:
    return Happened("something", "table", ("X-1",), changes=changes)


def hand(*faces: str) -> Happened:
    """Cards B.1, B.2 … with these faces in B's hand."""
    return happened(*(Create(f"B.{n}", face, "hand.B") for n, face in enumerate(faces, start=1)))


def seen(*events: AnyEvent, viewer: str = "A") -> list[AnyEvent]:
    """The view of these events, all of them without a cause."""
    return [event for event, _ in view([(event, None) for event in events], SmallTable(), viewer)]


def changes(event: AnyEvent) -> tuple[AnyChange, ...]:
    assert isinstance(event, Happened | Revealed | Shuffled)
    return event.changes


def shown(table: Table, place: str) -> list[str]:
    return [table.face[card] for card in table.at(place)]


# --- names ---------------------------------------------------------------------------------------------


def test_whoever_does_not_see_the_faces_of_an_ordered_place_still_tells_its_cards_apart() -> None:
    """In a rack a card keeps its name from the draw on, and its owner learns the face as it is played."""
    events = (
        happened(*(Create(f"B.{n}", f"X-{n}", "stack") for n in (1, 2, 3))),
        happened(Move("B.3", "stack", "rack.B"), Move("B.2", "stack", "rack.B")),
        happened(Move("B.2", "rack.B", "row.B")),
    )
    faces = {viewer: shown(fold(seen(*events[:2], viewer=viewer)), "rack.B") for viewer in ("A", "B", PUBLIC)}
    assert faces == {"A": ["X-3", "X-2"], "B": ["", ""], PUBLIC: ["", ""]}
    for viewer in ("A", "B", PUBLIC):
        drawn = [one.card for one in changes(seen(*events, viewer=viewer)[1]) if type(one) is Move]
        played = fold(seen(*events, viewer=viewer))
        assert (played.at("rack.B"), played.at("row.B")) == (drawn[:1], drawn[1:])
        assert shown(played, "row.B") == ["X-2"]


def test_what_leaves_a_hand_takes_the_lowest_name_there() -> None:
    played = [happened(Move(f"B.{n}", "hand.B", "row.B")) for n in (3, 1)]
    *_, first, second = seen(hand("x", "y", "z"), *played)
    assert changes(first) == (Move("B.1", "hand.B", "row.B"), Know("B.1", "z"))
    assert changes(second) == (Move("B.2", "hand.B", "row.B"), Know("B.2", "x"))


def test_names_are_in_the_order_of_their_numbers() -> None:
    table = fold(seen(hand(*"abcdefghijkl"), happened(Move("B.2", "hand.B", "row.B"))))
    assert table.at("row.B") == ["B.1"]
    table = fold(
        seen(
            hand(*"abcdefghijkl"),
            *(happened(Move(f"B.{n}", "hand.B", "row.B")) for n in range(1, 11)),
        )
    )
    assert table.at("row.B") == [f"B.{n}" for n in range(1, 11)]


def test_a_card_that_goes_back_to_hand_loses_face_and_name() -> None:
    there, back = Move("B.2", "hand.B", "row.B"), Move("B.2", "row.B", "hand.B")
    *_, returned, again = seen(
        hand("x", "y"), happened(there), happened(back), happened(Move("B.1", "hand.B", "row.B"))
    )
    assert changes(returned) == (Move("B.1", "row.B", "hand.B"), Know("B.1", ""))
    assert changes(again) == (Move("B.1", "hand.B", "row.B"), Know("B.1", "x"))


def test_what_a_card_was_in_sight_does_not_cling_to_its_name() -> None:
    laid = happened(
        Move("B.2", "hand.B", "row.B"), Flip("B.2", True), Turn("B.2", 1), Attach("B.2", "A", "curse")
    )
    back = happened(Move("B.2", "row.B", "hand.B"))
    table = fold(seen(hand("x", "y"), laid, back))
    assert not table.down and not table.quarter and not table.host and set(table.face.values()) == {""}
    again = happened(Move("B.2", "hand.B", "row.B"))
    table = fold(seen(hand("x", "y"), laid, back, again))
    assert (table.down, table.quarter, table.host) == ({"B.1": True}, {"B.1": 1}, {"B.1": ("A", "curse")})


def test_the_owner_sees_it_all() -> None:
    events = [hand("x", "y"), happened(Move("B.2", "hand.B", "row.B"), Flip("B.2", True))]
    assert seen(*events, viewer="B") == events


def test_a_face_down_card_keeps_its_name_and_hides_its_face() -> None:
    laid = happened(Move("B.2", "hand.B", "row.B"), Flip("B.2", True))
    turned = Revealed("B", ("B.2",), ("y",), ("X-1",), (Flip("B.2", False),))
    _, down, up = seen(hand("x", "y"), laid, turned)
    assert changes(down) == (Move("B.1", "hand.B", "row.B"), Flip("B.1", True))
    assert up == Revealed("B", ("B.1",), ("y",), ("X-1",), (Flip("B.1", False), Know("B.1", "y")))


def test_cards_shown_out_of_hand_have_faces_and_no_names() -> None:
    reveal = Revealed("B", ("B.3", "B.1"), ("z", "x"), ("X-1",))
    dealt, shown_ = seen(hand("x", "y", "z"), reveal)
    assert shown_ == Revealed("B", ("B.1", "B.2"), ("z", "x"), ("X-1",))
    assert shown(fold([dealt, shown_]), "hand.B") == ["", "", ""]


def test_everything_that_names_a_card_uses_its_name() -> None:
    laid = happened(Move("B.3", "hand.B", "row.B"))
    events: list[AnyEvent] = [
        Paid("B", "cost", ("X-1",), 1, "B.3", ("B.3",)),
        Determined(
            "power", "B.3", 2, (Step("base", 2, "B.3", "X-1"), Step("add", 0, "heat", "X-1")), ("X-1",)
        ),
        Chose("A", "hit", ("B.3",), ("B.3", "B")),
        happened(Grant("1", "B.3", "ATK", "add", 1, "", "", "B.3", "X-1"), Set("worn", "B.3", 1)),
    ]
    text = str(seen(hand("x", "y", "z"), laid, *events)[2:])
    assert "B.1" in text
    assert "B.3" not in text


def test_a_hidden_choice_of_several_names_the_lowest() -> None:
    _, choice, unsaid = seen(
        hand("x", "y", "z"), Chose("B", "keep", ("B.3", "B.2")), Chose("B", "keep", ("B.1", "B.3"))
    )
    assert choice == unsaid == Chose("B", "keep", ("B.1", "B.2"))


def test_two_cards_that_swap_keep_two_names() -> None:
    out = happened(Move("B.1", "hand.B", "row.B"))
    swap = happened(Move("B.1", "row.B", "hand.B"), Move("B.2", "hand.B", "row.B"))
    table = fold(seen(hand("x", "y", "z"), out, swap))
    assert (table.at("row.B"), shown(table, "row.B")) == (["B.2"], ["y"])
    assert shown(table, "hand.B") == ["", ""]


# --- chance --------------------------------------------------------------------------------------------


def test_a_shuffle_of_cards_in_sight_mixes_their_names() -> None:
    """Three face-down cards of a row are shuffled; then the top one is turned up."""
    row = [Create(f"B.{n}", face, "row.B") for n, face in enumerate("xyz", start=1)]
    down = [Flip(f"B.{n}", True) for n in (1, 2, 3)]
    views = []
    for order in (("B.3", "B.1", "B.2"), ("B.3", "B.2", "B.1")):
        mixed = Shuffled("row.B", order)
        turned = Revealed("B", (order[0],), ("z",), ("X-1",), (Flip(order[0], False),))
        views.append(seen(happened(*row, *down), mixed, turned))
    assert views[0] == views[1]
    assert views[0][1] == Shuffled("row.B", ("", "", ""))
    assert fold(views[0]).face == {"B.1": "z", "B.2": "", "B.3": ""}


def test_a_card_from_a_stack_has_no_place_in_it() -> None:
    stack = happened(*(Create(f"A.{n}", face, "stack.A") for n, face in enumerate("xyz", start=1)))
    drawn = happened(Move("A.3", "stack.A", "hand.A"))
    assert changes(seen(stack, drawn)[1]) == (Move("A.1", "stack.A", "hand.A"), Know("A.1", "z"))
    assert changes(seen(stack, drawn, viewer=PUBLIC)[1]) == (Move("A.1", "stack.A", "hand.A"),)


# --- faces that the record learned late ----------------------------------------------------------------


def test_when_the_record_learned_a_face_is_not_told() -> None:
    act = Chose("B", "use", ("B.2",), changes=(Know("B.2", "y"),))
    laid = happened(Move("B.2", "hand.B", "row.B"))
    late = seen(hand("x", ""), act, laid)
    early = seen(hand("x", "y"), Chose("B", "use", ("B.2",)), laid)
    assert late == early
    assert changes(late[-1])[-1] == Know("B.1", "y")


# --- what was taken back -------------------------------------------------------------------------------


def test_after_something_is_taken_back_names_go_on_from_before_it() -> None:
    first, other = (happened(Move(card, "hand.B", "row.B")) for card in ("B.3", "B.2"))
    events: list[AnyEvent] = [hand("x", "y", "z"), first, Retracted(1, "wrong card"), other]
    sights = [(event, None) for event in seen(*events)]
    table = fold(event for _, event, _ in without_retracted(sights))
    assert (table.at("row.B"), shown(table, "row.B")) == (["B.1"], ["y"])
    assert len(table.at("hand.B")) == 2


# --- words ---------------------------------------------------------------------------------------------


def test_remarks_that_may_name_a_hidden_card_are_blank() -> None:
    def text(topic: str, words: str) -> str:
        (note,) = seen(Noted(topic, words, line=3))
        assert isinstance(note, Noted) and note.line == 3
        return note.text

    assert text("record", "B keep X") == text("comment", "B holds X") == text("unread", "B set X") == ""
    assert text("claim", "=> X in hand B") == ""
    for claim in (
        "=> life B 14",
        "count hand B 3",
        "=> damage B -1 [X-1]",
        "=> nullified",
        "=> failed [X-1]",
    ):
        assert text("claim", claim) == claim
    assert text("mark", "== 3 A") == "== 3 A"


def test_that_an_answer_was_forced_is_not_told() -> None:
    assert seen(Passed("B", "pass", implied=True)) == [Passed("B", "pass")]


def test_keys_of_the_writers_own_are_left_out() -> None:
    opened = Opened(
        "g", "1", "base", {}, {}, {}, head={"played": "1", "_deck": "x", 'a."_b"': "y", "a_b": "z"}
    )
    (sight,) = seen(opened)
    assert isinstance(sight, Opened)
    assert sight.head == {"played": "1", "a_b": "z"}
    assert sight.cards == "base"
