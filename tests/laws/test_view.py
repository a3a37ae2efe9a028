"""The view law: two matches that a viewer cannot tell apart give it equal bytes (invariant 8).

Twins of played matches are made by altering what the viewer did not see. Views that leak in some way are
tried as well: the law must notice. How views treat what no played match has is in ``test_viewer_state``.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import get_args

import pytest
from msgspec.structs import fields

import events.view.view
from engine.games.registry import RULESETS
from engine.kernel.ruleset import Ruleset
from engine.kernel.table import UNKNOWN, Table, fold
from engine.record.timeline import without_retracted
from events.model.changes import AnyChange, Move
from events.model.codec import encode_event
from events.model.kinds import ACTS, AnyEvent, Chose, Declared, Derived, Retracted, Shuffled
from events.view.view import PUBLIC, REDACTIONS, view
from events.view.viewer_state import ViewerState
from kifuda.bots.dice import Dice
from tests.laws.hooks import HOOKS
from tests.laws.matches import WORLDS, matches
from tests.support.effort import LONG

NUMBER = 3 if LONG else 2
"""So many matches of every pair of bots are given twins."""


def in_bytes(derived: Sequence[Derived]) -> list[tuple[bytes, int | None]]:
    return [(encode_event(event), cause) for event, cause in derived]


def viewers(rules: Ruleset) -> tuple[str, ...]:
    return (*rules.seats, PUBLIC)


VIEWED = [(*world, viewer) for world in WORLDS for viewer in viewers(RULESETS[world[0]])]


Twins = list[tuple[Sequence[Derived], list[tuple[str, Sequence[Derived]]]]]


@cache
def twins(ruleset: str, cards: str, viewer: str) -> Twins:
    """Matches, each with how it was altered and what came of it, where that is another match at all."""
    rules = RULESETS[ruleset]
    make = HOOKS[rules.game].twins
    return [
        (
            derived,
            [
                (how, twin)
                for how, twin in make(rules, derived, viewer, Dice("twins", index))
                if tuple(twin) != derived
            ],
        )
        for index, derived in enumerate(matches(ruleset, cards, NUMBER))
    ]


def told_apart(ruleset: str, cards: str, viewer: str) -> Iterator[str]:
    """In which ways altered matches look different to ``viewer``."""
    rules = RULESETS[ruleset]
    for derived, altered in twins(ruleset, cards, viewer):
        looks = in_bytes(view(derived, rules, viewer))
        for how, twin in altered:
            if in_bytes(view(twin, rules, viewer)) != looks:
                yield how


@pytest.mark.sampled(10)
@pytest.mark.parametrize(("ruleset", "cards", "viewer"), VIEWED)
def test_matches_that_look_the_same_give_equal_bytes(ruleset: str, cards: str, viewer: str) -> None:
    assert sum(len(altered) for _, altered in twins(ruleset, cards, viewer)) > NUMBER
    assert list(told_apart(ruleset, cards, viewer)) == []


@pytest.mark.sampled(1)
@pytest.mark.parametrize("ruleset", RULESETS)
def test_there_are_twins_of_every_way(ruleset: str) -> None:
    hows = {
        how for world in VIEWED if world[0] == ruleset for _, altered in twins(*world) for how, _ in altered
    }
    assert hows == set(HOOKS[RULESETS[ruleset].game].ways)


# --- the law notices leaks -----------------------------------------------------------------------------


def _every_name_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ViewerState, "_distinguishes", lambda self, place: True)


def _face_down_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ViewerState, "_sees_face", lambda self, place, appearance: self._distinguishes(place))


def _every_face_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ViewerState, "_sees_face", lambda self, place, appearance: True)
    monkeypatch.setattr(ViewerState, "_distinguishes", lambda self, place: True)


def _not_redacted(kind: type, *left: str) -> Callable[[pytest.MonkeyPatch], None]:
    """A view that passes on some fields of ``kind`` as they are."""
    redacted = tuple(field for field in events.view.view._REDACTED_FIELDS[kind] if field[0] not in left)
    return lambda monkeypatch: monkeypatch.setitem(events.view.view._REDACTED_FIELDS, kind, redacted)


def _own_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card that comes out of hiding takes its own name if it lies there, as if that told nothing."""
    lowest = ViewerState.name

    def name(self: ViewerState, holder: str) -> str:
        used = self.event_names
        hidden = holder in self.places and holder not in used and holder not in self.names
        if hidden and holder in self.unnamed[self.places[holder]] and holder not in used.values():
            used[holder] = holder
        return lowest(self, holder)

    monkeypatch.setattr(ViewerState, "name", name)


LEAKS = {
    "every name is kept": _every_name_is_kept,
    "face-down cards are seen": _face_down_is_seen,
    "every face is seen": _every_face_is_seen,
    "the order of the deal": _not_redacted(Shuffled, "order"),
    "cards of choices": _not_redacted(Chose, "cards"),
    "cards of declarations": _not_redacted(Declared, "cards"),
    "names go on from stay to stay": _own_name,
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_is_noticed(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    LEAKS[leak](monkeypatch)
    noticed = [how for world in VIEWED[:3] for how in told_apart(*world)]
    assert noticed


# --- a viewer gets what it may know --------------------------------------------------------------------


@pytest.mark.sampled(10)
@pytest.mark.parametrize(("ruleset", "cards", "viewer"), VIEWED)
def test_a_view_folds_into_what_the_viewer_may_know(ruleset: str, cards: str, viewer: str) -> None:
    rules = RULESETS[ruleset]
    for derived in matches(ruleset, cards, 1):
        table, seen = Table(), Table()
        named: set[str] = set()
        for (event, cause), (sight, seen_cause) in zip(derived, view(derived, rules, viewer), strict=True):
            table.apply(event)
            seen.apply(sight)
            assert type(sight) is type(event)
            assert seen_cause == cause
            assert seen.tracks == table.tracks
            assert seen.grants.keys() == table.grants.keys()
            named -= {change.card for change in getattr(sight, "changes", ()) if isinstance(change, Move)}
            named.update(announced(sight))
            for place, lying in table.zones.items():
                shown = [
                    unnamed(seen, card) if card in named else looks(seen, card) for card in seen.at(place)
                ]
                up, down = (rules.sees(place, viewer, down=down) for down in (False, True))
                assert shown == [through(table, card, up=up, down=down) for card in lying], (event, place)


PLAIN = (UNKNOWN, False, 0, "")
"""How a card looks that the viewer cannot tell from others."""


def announced(event: AnyEvent) -> list[str]:
    """Cards that an act names while they still lie hidden, because they come out in consequence of it, be it
    after they are paid for."""
    return [known.card for known in event.changes] if isinstance(event, ACTS) else []


def looks(table: Table, card: str) -> tuple[object, ...]:
    role = table.host[card][1] if card in table.host else ""
    return table.face[card], card in table.down, table.quarter.get(card, 0), role


def unnamed(table: Table, card: str) -> tuple[object, ...]:
    """How a card looked before an act said which it is."""
    return UNKNOWN, *looks(table, card)[1:]


def through(table: Table, card: str, *, up: bool, down: bool) -> tuple[object, ...]:
    """How a card must look to who sees its place with its cards face ``up`` and face ``down``, said once more
    and without names."""
    if not up:
        return PLAIN
    face, *rest = looks(table, card)
    return (face if down or card not in table.down else UNKNOWN), *rest


@pytest.mark.parametrize("ruleset", RULESETS)
def test_whoever_plays_a_card_says_which(ruleset: str) -> None:
    """The face of a card that an act brings into the open stands with the act."""
    rules = RULESETS[ruleset]
    for derived in matches(ruleset, next(iter(rules.sets)), 2):
        sights = [event for event, _ in view(derived, rules, PUBLIC)]
        said = {
            seq: known
            for seq, event in enumerate(sights)
            if isinstance(event, ACTS)
            for known in event.changes
        }
        assert said
        for seq, known in said.items():
            came_out = next(
                event
                for event in sights[seq + 1 :]
                for change in getattr(event, "changes", ())
                if change == known
            )
            assert any(isinstance(change, Move) and change.card == known.card for change in came_out.changes)


@pytest.mark.parametrize("viewer", viewers(RULESETS[WORLDS[0][0]]))
def test_what_was_taken_back_is_seen_again_by_the_same_names(viewer: str) -> None:
    ruleset, cards = WORLDS[0]
    rules = RULESETS[ruleset]
    for derived in matches(ruleset, cards, 1):
        acts = [seq for seq, (event, _) in enumerate(derived) if isinstance(event, ACTS)]
        since, until = acts[len(acts) // 3], acts[len(acts) // 2]
        back = (Retracted(since, "played again"), None)
        sights = view([*derived[:until], back, *derived[since:]], rules, viewer)
        assert sights[until + 1 :] == view(derived, rules, viewer)[since:]
        table = fold(event for _, event, _ in without_retracted(sights))
        assert table.state() == fold(event for event, _ in view(derived, rules, viewer)).state()


class SeesAll:
    """A viewer who sees every card."""

    def under(self, settings: object) -> "SeesAll":
        return self

    def sees(self, place: str, viewer: str, *, down: bool) -> bool:
        return True

    def tells_apart(self, place: str, viewer: str) -> bool:
        return True


def test_the_owner_of_everything_in_sight_keeps_all_names() -> None:
    ruleset, cards = WORLDS[0]
    (derived, *_) = matches(ruleset, cards, 1)
    everything = view(derived, SeesAll(), "A")
    names = [event for event, _ in everything if not isinstance(event, Shuffled)]
    assert names == [event for event, _ in derived if not isinstance(event, Shuffled)]


PUBLIC_FIELDS = {
    "amount", "by", "clause", "clauses", "digests", "edition", "faces", "game", "granularity", "how", "line",
    "name", "number", "place", "players", "quantity", "reason", "resource", "scores", "seat", "settings",
    "simulated", "since", "span", "spent", "topic", "value", "verb", "what", "why", "winner", "words",
    "ability", "act", "package", "remedy",
}  # fmt: skip
"""Fields of events that all may see. Whoever adds a field decides here, or in ``events.view.view``."""
CHANGE_FIELDS = {
    "amount", "card", "clause", "down", "face", "id", "of", "on", "operation", "origin", "place", "quantity",
    "quarter", "role", "source", "text", "to", "track", "under", "until", "value",
}  # fmt: skip


def test_no_field_slips_through_unconsidered() -> None:
    named = {field.name for kind in get_args(AnyEvent) for field in fields(kind)}
    assert named == PUBLIC_FIELDS | REDACTIONS.keys() | {"changes", "text"}
    assert {field.name for kind in get_args(AnyChange) for field in fields(kind)} == CHANGE_FIELDS
