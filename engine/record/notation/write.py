"""Writing a match down: its events as a record in canonical form.

Outcomes that the rules derive are left out, and so is every answer that a reader supplies. Comments are not
written. Not here: a single act (``spell``), the head (``head.print``).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from engine.games.registry import find
from engine.kernel.ask import TABLE
from engine.kernel.legality import options
from engine.kernel.ruleset import Ruleset
from engine.record.notation.glossary import UNKNOWN
from engine.record.notation.head.print import title
from engine.record.notation.line.rulings import OFFER
from engine.record.notation.line.shuffle_proof import write_proof_line
from engine.record.notation.omission import omitted_answer
from engine.record.notation.resolve import is_asked
from engine.record.notation.spell import spell, timed
from engine.record.session import Session
from engine.record.timeline import without_retracted
from engine.shuffle.commitments import COMMIT, REVEAL
from events.model.kinds import (
    ACTS,
    AnyAct,
    AnyEvent,
    Began,
    Declared,
    Derived,
    Fouled,
    Noted,
    Opened,
    Ruled,
    Shuffled,
)

INDENT = "  "
WRITTEN = ("claim", "mark", "time", OFFER, "unread", COMMIT, REVEAL)
NOTHING, UNREAD = -1, -2
"""What may follow instead of an act: the end, or a line at which reading ended. That one might answer."""
LOOK_AHEAD = 8
"""How many acts after an omissible answer can be the next one that is written."""


def write(derived: Sequence[Derived], match: str, *, rules: Ruleset | None = None) -> str:
    """The record of a match from its events, those taken back at the table left out.

    ``match`` is its id. Raises ``ValueError`` without an opening, ``PartGivenTwice`` where the record could
    not hold all that is known of the shuffles, ``LookupError`` if its rules are not installed,
    ``engine.kernel.legality.Refused`` for acts that the rules do not allow.
    """
    opened = derived[0][0] if derived else None
    if not isinstance(opened, Opened):
        raise ValueError("a match begins with an Opened event")
    ruleset = rules or find(opened.game, opened.edition)
    if ruleset is None:
        raise LookupError(f"{opened.game}@{opened.edition} is not installed")
    events = [event for _, event, _ in without_retracted(derived)]
    return _Writer(ruleset, opened, events, match).text()


class PartGivenTwice(ValueError):
    """Two shuffles give different cards to the ``part`` of one name, of which a record holds one."""

    def __init__(self, part: str) -> None:
        super().__init__(f"two shuffles of the match name a part {part}")
        self.part = part


class _Entry(NamedTuple):
    """A line of the body. ``asked``, for an answer that may be left out: the following acts before which it
    must be written; None for a line that is always written."""

    text: str
    act: int | None = None
    asked: frozenset[int] | None = None


class _Writer:
    """One pass over the events, with the game running beside it."""

    def __init__(self, rules: Ruleset, opened: Opened, events: list[AnyEvent], match: str) -> None:
        self.opened = opened
        self.match = match
        self.events = events
        self.acts = [event for event in events if isinstance(event, ACTS)]
        self.session = Session(rules, opened)
        self.game = self.session.game
        self.known: dict[str, tuple[str, ...]] = {}
        self.how = ""
        self.entries: list[_Entry] = []
        self.done = 0
        self.remarked = False
        self.unread = False

    def text(self) -> str:
        """Head and body."""
        self._follow(self.session.events)
        for event in self.events[1:]:
            self._event(event)
        head = title(self.opened, self.match, self.known, self.how, self.game)
        return "\n".join((*head, "", *self._kept())) + "\n"

    # --- events ----------------------------------------------------------------------------------------

    def _event(self, event: AnyEvent) -> None:
        if isinstance(event, ACTS):
            self._act(event)
            self._follow(self.session.take(event))
        elif isinstance(event, Shuffled):
            if self.session.deal is not None:
                self._know(self.session.deal.known(event))
                self.how = event.how
            self._follow(self.session.take(event))
        elif isinstance(event, Noted | Fouled | Ruled):
            self._remark(event)
            self.session.remark(event)

    def _know(self, parts: dict[str, tuple[str, ...]]) -> None:
        for name, faces in parts.items():
            if self.known.setdefault(name, faces) != faces:
                raise PartGivenTwice(name)

    def _follow(self, derived: Iterable[Derived]) -> None:
        """Follow derived events: only the beginnings of turns are written."""
        for event, _ in derived:
            if isinstance(event, Began) and event.span == "turn":
                self._line(f"== {event.number} {event.seat or event.name}")

    def _act(self, act: AnyAct) -> None:
        self.done += 1
        if act.verb in self.game.rules.anytime_acts:
            named = act.targets if act.seat == TABLE else (act.seat,)
            self._line(" ".join(("!", act.verb, *named)))
            return
        answer = self.game.table.turn and not isinstance(act, Declared)
        text = f"{INDENT if answer else ''}{timed(spell(self.game, act), act)}"
        implied = act.implied and not self.remarked and omitted_answer(self.game) == act
        self.remarked = False
        self.entries.append(_Entry(text, self.done - 1, self._asked() if implied else None))

    def _asked(self) -> frozenset[int]:
        """Which of the next acts a reader would take for the answer to the question that is open now."""
        ahead = enumerate(self.acts[self.done : self.done + LOOK_AHEAD], start=self.done)
        return frozenset(index for index, act in ahead if self._could_answer(act))

    def _could_answer(self, act: AnyAct) -> bool:
        return is_asked(self.game, act.seat, act.verb) and any(
            self._alike(option, act) for option in options(self.game)
        )

    def _alike(self, one: AnyAct, other: AnyAct) -> bool:
        """Whether two acts could be the same line: alike in all but the copies that they name."""
        face = self.game.table.face
        return (one.verb, one.words, one.number) == (other.verb, other.words, other.number) and [
            face.get(card) for card in one.cards
        ] == [face.get(card) for card in other.cards]

    def _remark(self, event: Noted | Fouled | Ruled) -> None:
        """Write a note, foul or ruling, except comments and the note with the whole text."""
        clause = f" [{event.clause}]" if event.clause else ""
        self.remarked = self.remarked or not isinstance(event, Noted) or event.topic in WRITTEN
        if isinstance(event, Fouled):
            self._line(f"! illegal {event.seat} {event.act}{clause}")
        elif isinstance(event, Ruled):
            by = event.by if event.by.strip() else UNKNOWN  # older records were taken without the name
            self._line(f'! ruling {event.remedy} by "{by}"{clause}')
        elif event.topic == "claim":
            self._line(f"{INDENT}{event.text}")
        elif event.topic in (COMMIT, REVEAL):
            self._line(write_proof_line(event))
        elif event.topic in WRITTEN:
            self.unread = event.topic == "unread"
            self._line(event.text)

    # --- lines -----------------------------------------------------------------------------------------

    def _line(self, text: str) -> None:
        self.entries.append(_Entry(text))

    def _kept(self) -> list[str]:
        """The lines that are written, with a blank one before the first turn."""
        kept: list[str] = []
        following = UNREAD if self.unread else NOTHING
        for entry in reversed(self.entries):
            if entry.asked is not None and _left_out(entry.asked, entry.act, following):
                continue
            if entry.act is not None:
                following = entry.act
            kept.append(entry.text)
        kept.reverse()
        first = next((index for index, text in enumerate(kept) if text.startswith("== ")), None)
        return kept if not first else [*kept[:first], "", *kept[first:]]


def _left_out(asked: frozenset[int], act: int | None, following: int) -> bool:
    """Whether a reader takes the answer ``act`` as given before the act ``following``, if it is left out."""
    if following == NOTHING or act is None:
        return following == NOTHING
    return following not in asked and 0 < following - act <= LOOK_AHEAD
