"""What one viewer may see of a match: the same events with hidden information removed.

Hidden faces are blank, and cards that the viewer cannot tell apart share names (``viewer_state``). Not here:
who may look into which place (the ruleset says so), and folding.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, get_args

from msgspec.structs import fields, replace

from events.model.changes import CardRef, Changes, FaceId, Holder, Know, Move, Step
from events.model.kinds import ACTS, AnyEvent, Derived, Ended, Noted, Opened, Retracted, Shuffled
from events.view.viewer_state import Sight, ViewerState

PUBLIC = ""
"""The viewer who sees only what everybody sees."""


def view(derived: Sequence[Derived], sight: Sight, viewer: str) -> list[Derived]:
    """The events of a match as ``viewer`` (a seat, or ``PUBLIC``) may see them. Number, order and causes
    stay.

    The result folds into a table with the right number of cards in every place. Matches that the viewer
    cannot tell apart give equal events. Raises ``KeyError`` or ``ValueError`` for events that do not fold.
    """
    state = ViewerState(sight, viewer)
    standing: list[int] = []
    seen: list[Derived] = []
    for seq, (event, cause) in enumerate(derived):
        if type(event) is Retracted:
            since = max(event.since, 1)
            standing = [s for s in standing if s < since or type(derived[s][0]) is Retracted]
            state = _replayed_state([derived[s][0] for s in standing], sight, viewer)
        standing.append(seq)
        seen.append((visible_event(state, event), cause))
    return [(_with_declared_faces(seen, seq), cause) for seq, (_, cause) in enumerate(seen)]


def _replayed_state(events: Sequence[AnyEvent], sight: Sight, viewer: str) -> ViewerState:
    """The state after these events; after a retraction the match continues from it."""
    state = ViewerState(sight, viewer)
    for event in events:
        visible_event(state, event)
    return state


def visible_event(state: ViewerState, event: AnyEvent) -> AnyEvent:
    """The next event as the viewer sees it."""
    if type(event) is Noted:
        return event if _public(event, match_ended=state.match_ended) else replace(event, text="")
    if type(event) is Opened:
        state.sight = state.sight.under(event.settings)
    if type(event) is Ended and event.span == "match":
        state.match_ended = True
    order = event.order if type(event) is Shuffled else ()
    changes = getattr(event, "changes", ())
    seen = state.changes(changes, order)
    redacted = {
        field: redact(state, getattr(event, field)) for field, redact in _REDACTED_FIELDS[type(event)]
    }
    if seen != changes:
        redacted["changes"] = seen
    return replace(event, **redacted) if redacted else event


def _with_declared_faces(seen: Sequence[Derived], seq: int) -> AnyEvent:
    """The event with the faces that an act reveals: whoever plays a card says which one it is.

    It reads only events as the viewer sees them, so it cannot reveal more than they do.
    """
    event = seen[seq][0]
    if not isinstance(event, ACTS) or not event.cards:
        return event
    faces = tuple(face for card in event.cards for face in _revealed_face(seen, seq, card))
    return replace(event, changes=(*event.changes, *faces)) if faces else event


def _revealed_face(seen: Sequence[Derived], seq: int, card: CardRef) -> Iterator[Know]:
    """The face of ``card`` if the card becomes visible as a consequence of the act ``seq``."""
    for event, _ in islice(seen, seq + 1, None):
        changes: Changes = getattr(event, "changes", ())
        if isinstance(event, (*ACTS, Shuffled, Retracted)):
            return
        if any(isinstance(change, Move) and change.card == card for change in changes):
            yield from (
                change
                for change in changes
                if isinstance(change, Know) and change.card == card and change.face
            )
            return


# --- fields of an event other than its changes -------------------------------------------------------


def _name(state: ViewerState, holder: Holder) -> Holder:
    return state.name(holder)


def _names(state: ViewerState, holders: tuple[Holder, ...]) -> tuple[Holder, ...]:
    return tuple(map(state.name, holders))


def _trail(state: ViewerState, trail: tuple[Step, ...]) -> tuple[Step, ...]:
    return tuple(step._replace(source=state.name(step.source)) for step in trail)


def _order(state: ViewerState, order: tuple[str, ...]) -> tuple[str, ...]:
    """No viewer sees the order after a shuffle."""
    return ("",) * len(order)


def _head(state: ViewerState, head: dict[str, str]) -> dict[str, str]:
    """Keys that begin with ``_`` are private to the writer."""
    return {key: head[key] for key in head if not _PRIVATE_KEY.search(key)}


def _decks(state: ViewerState, decks: dict[str, dict[FaceId, int]]) -> dict[str, dict[FaceId, int]]:
    """A deck is known to the seat that plays it."""
    return {seat: decks[seat] for seat in decks if seat == state.viewer}


def _never_implied(state: ViewerState, implied: bool) -> bool:
    """Whether an answer was forced is hidden: it would reveal which cards could not answer."""
    return False


Redact = Callable[[ViewerState, Any], Any]
REDACTIONS: dict[str, Redact] = {
    "card": _name, "of": _name, "for_": _name, "cards": _names, "targets": _names,
    "trail": _trail, "order": _order, "head": _head, "decks": _decks,
    "implied": _never_implied,
}  # fmt: skip
"""The fields of events that are redacted for a viewer. All other fields are public."""

_REDACTED_FIELDS: dict[type[Any], tuple[tuple[str, Redact], ...]] = {
    kind: tuple((field.name, REDACTIONS[field.name]) for field in fields(kind) if field.name in REDACTIONS)
    for kind in get_args(AnyEvent)
}
_REDACTED_FIELDS[Opened] = (("head", _head), ("decks", _decks))  # its `cards` is the name of a set
_PRIVATE_KEY = re.compile(r"""(?:^|\.)["']?_""")
_CLAIM_OF_NUMBERS = re.compile(
    r"\s*(?:=>)?\s*(?:(?:\S+\s+){2,3}[-+]?\d+|nullified|failed)\s*(?:\[[^\]]*\]\s*)?"
)


def _public(note: Noted, *, match_ended: bool) -> bool:
    """Whether a note is public: turn lines, commitments and claims about numbers are. Secrets reveal the
    order of a shuffle, so they are public only after the match. Any other text may name a hidden card."""
    match note.topic:
        case "mark" | "commit":
            return True
        case "reveal":
            return match_ended
        case "claim":
            return bool(_CLAIM_OF_NUMBERS.fullmatch(note.text))
    return False


__all__ = ["PUBLIC", "REDACTIONS", "Derived", "Sight", "view", "visible_event"]
