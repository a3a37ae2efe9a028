"""What one viewer may see of a match: the same events, without what it may not know.

Faces that it may not know are blank, and cards that it cannot tell apart share their names (``eye``).
Not here: which place is open to whom (the ruleset says), nor folding.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, get_args

from msgspec.structs import fields, replace

from events.model.changes import CardRef, Changes, FaceId, Holder, Know, Move, Step
from events.model.kinds import ACTS, AnyEvent, Ended, Noted, Opened, Retracted, Shuffled
from events.view.viewer_state import Eye, Sees

Derived = tuple[AnyEvent, int | None]
"""An event with the seq of the event it follows from."""
PUBLIC = ""
"""The viewer who sees what all see, and nothing else."""


def view(derived: Sequence[Derived], sees: Sees, viewer: str) -> list[Derived]:
    """The events of a match as ``viewer`` (a seat, or ``PUBLIC``) may see them: as many of them, in the same
    order, with the same causes.

    They fold into a table with the right number of cards everywhere. Matches that the viewer cannot tell
    apart give equal events. Raises ``KeyError`` or ``ValueError`` for events that do not fold.
    """
    eye = Eye(sees, viewer)
    standing: list[int] = []
    seen: list[Derived] = []
    for seq, (event, cause) in enumerate(derived):
        if type(event) is Retracted:
            since = max(event.since, 1)
            standing = [s for s in standing if s < since or type(derived[s][0]) is Retracted]
            eye = _again([derived[s][0] for s in standing], sees, viewer)
        standing.append(seq)
        seen.append((sight(eye, event), cause))
    return [(_announced(seen, seq), cause) for seq, (_, cause) in enumerate(seen)]


def _again(events: Sequence[AnyEvent], sees: Sees, viewer: str) -> Eye:
    """An eye that has seen these events: names go on from where the match goes on."""
    eye = Eye(sees, viewer)
    for event in events:
        sight(eye, event)
    return eye


def sight(eye: Eye, event: AnyEvent) -> AnyEvent:
    """The next event as the viewer sees it."""
    if type(event) is Noted:
        return event if _public(event, over=eye.over) else replace(event, text="")
    if type(event) is Ended and event.span == "match":
        eye.over = True
    order = event.order if type(event) is Shuffled else ()
    changes = getattr(event, "changes", ())
    seen = eye.changes(changes, order)
    told = {field: tell(eye, getattr(event, field)) for field, tell in _TOLD[type(event)]}
    if seen != changes:
        told["changes"] = seen
    return replace(event, **told) if told else event


def _announced(seen: Sequence[Derived], seq: int) -> AnyEvent:
    """The event, with the faces that an act brings into the open: whoever plays a card says which one.

    It looks at nothing but what the viewer gets, so it cannot tell more.
    """
    event = seen[seq][0]
    if not isinstance(event, ACTS) or not event.cards:
        return event
    faces = tuple(face for card in event.cards for face in _comes_out(seen, seq, card))
    return replace(event, changes=(*event.changes, *faces)) if faces else event


def _comes_out(seen: Sequence[Derived], seq: int, card: CardRef) -> Iterator[Know]:
    """The face of ``card`` where it leaves its hiding place in consequence of the act ``seq``."""
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


# --- what an event tells beside its changes ----------------------------------------------------------


def _name(eye: Eye, holder: Holder) -> Holder:
    return eye.name(holder)


def _names(eye: Eye, holders: tuple[Holder, ...]) -> tuple[Holder, ...]:
    return tuple(map(eye.name, holders))


def _trail(eye: Eye, trail: tuple[Step, ...]) -> tuple[Step, ...]:
    return tuple(step._replace(source=eye.name(step.source)) for step in trail)


def _order(eye: Eye, order: tuple[str, ...]) -> tuple[str, ...]:
    """Nobody sees a shuffled order."""
    return ("",) * len(order)


def _head(eye: Eye, head: dict[str, str]) -> dict[str, str]:
    """Keys that begin with ``_`` are the writer's own."""
    return {key: head[key] for key in head if not _OWN.search(key)}


def _decks(eye: Eye, decks: dict[str, dict[FaceId, int]]) -> dict[str, dict[FaceId, int]]:
    """A deck is known to the seat that plays it."""
    return {seat: decks[seat] for seat in decks if seat == eye.viewer}


def _unsaid(eye: Eye, implied: bool) -> bool:
    """A writer may leave out a forced answer: that it was forced tells which cards could not answer."""
    return False


Tell = Callable[[Eye, Any], Any]
TELLING: dict[str, Tell] = {
    "card": _name, "of": _name, "for_": _name, "cards": _names, "targets": _names,
    "trail": _trail, "order": _order, "head": _head, "decks": _decks,
    "implied": _unsaid,
}  # fmt: skip
"""Fields of events that a viewer may not get as they are. All others are public whatever they hold."""

_TOLD: dict[type[Any], tuple[tuple[str, Tell], ...]] = {
    kind: tuple((field.name, TELLING[field.name]) for field in fields(kind) if field.name in TELLING)
    for kind in get_args(AnyEvent)
}
_TOLD[Opened] = (("head", _head), ("decks", _decks))  # its `cards` is the name of a set
_OWN = re.compile(r"""(?:^|\.)["']?_""")
_OF_NUMBERS = re.compile(r"\s*(?:=>)?\s*(?:(?:\S+\s+){2,3}[-+]?\d+|nullified|failed)\s*(?:\[[^\]]*\]\s*)?")


def _public(note: Noted, *, over: bool) -> bool:
    """Turn lines are public, commitments, and claims about numbers. Secrets give the order of a shuffle away,
    so they are public only after the match is ``over``. Any other text may name a card that is hidden."""
    match note.topic:
        case "mark" | "commit":
            return True
        case "reveal":
            return over
        case "claim":
            return bool(_OF_NUMBERS.fullmatch(note.text))
    return False


__all__ = ["PUBLIC", "TELLING", "Derived", "Sees", "sight", "view"]
