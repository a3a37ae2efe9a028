"""Extracts the facts of a match: one pass over its record, from the first event to the last.

Not here: what the facts consist of (``match_facts``), how cards move (``card_movements``).
"""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from analytics.archetypes.label import TOPIC as LABEL
from analytics.archetypes.label import parse_note
from analytics.facts.extract.card_movements import NO_CARD
from analytics.facts.extract.deck import deck
from analytics.facts.extract.head import archetypes, played
from analytics.facts.extract.match_facts import (
    DECISIVE,
    DECLINED,
    FOUL,
    NONE,
    NULLIFIED,
    RESOLVED,
    TAKEN_BACK,
    Action,
    ActionEvent,
    MatchFacts,
    Reversal,
    ShuffledOrder,
)
from analytics.facts.extract.outcome import UNFINISHED
from analytics.facts.extract.roles import TRIGGERED
from analytics.imports.writing.tournament_events import TOURNAMENT, Sheet
from analytics.imports.writing.tournament_writer import SOURCE
from engine.kernel.ask import TABLE
from engine.record.timeline import without_retracted
from events.model.changes import CardRef
from events.model.kinds import (
    ACTS,
    OUTCOMES,
    AnyEvent,
    Began,
    Chose,
    Declared,
    Derived,
    Determined,
    Ended,
    Failed,
    Fouled,
    Happened,
    Noted,
    Opened,
    Paid,
    Passed,
    Resolved,
    Retracted,
    Revealed,
    Shuffled,
    Triggered,
)


class Unfoldable(ValueError):
    """A match whose events cannot be put on a table. The message is meant for people."""

    def __init__(self, what: str, *, match: str, seq: int) -> None:
        super().__init__(f"match {match!r} cannot be read for statistics: #{seq} {what}")
        self.match, self.seq = match, seq


def extract_facts(match: str, derived: Sequence[Derived]) -> MatchFacts:
    """The facts of the events ``derived`` (each with its cause), not judged yet. Raises ``Unfoldable``."""
    opened = derived[0][0] if derived else None
    if not isinstance(opened, Opened):
        raise Unfoldable("is no Opened event, with which a match begins", match=match, seq=0)
    facts = MatchFacts(match, opened)
    facts.events = len(derived)
    _Walk(facts, derived).walk()
    return facts


class _Walk:
    """One pass over a record. ``home`` gives the action that an event belongs to, by seq; ``labels``
    are those given to the decks of seats, ``last`` is the event before the end of the match, ``ability`` one
    that triggered by itself and may still be carried out."""

    def __init__(self, facts: MatchFacts, derived: Sequence[Derived]) -> None:
        self.facts, self.derived = facts, derived
        self.home: dict[int | None, Action] = {}
        self.labels: dict[str, str] = {}
        self.last: tuple[int, AnyEvent, int | None] | None = None
        self.ability: Action | None = None

    def walk(self) -> None:
        facts, home, movements, table = self.facts, self.home, self.facts.movements, self.facts.table
        before = None
        handlers = HANDLERS | OF_ROUNDS if facts.rounds.counted else HANDLERS
        for line in without_retracted(self.derived):
            seq, event, cause = line
            kind = type(event)
            action = home.get(cause)
            if action is not None:
                home[seq] = action
            if self.ability is not None and self._goes_on(event, action):
                if self.ability.outcome == NONE:
                    self.ability.outcome = RESOLVED
                self.ability = None
            changes = () if kind in UNCHANGING else event.changes  # type: ignore[union-attr]  # all others have
            if changes:
                movements.follow(seq, event, changes, played=action.plays if action else "")
            if changes or kind in SPANS:
                try:
                    table.apply_all((event,))
                except (LookupError, ValueError) as error:
                    what = f"does not fit the table ({error})"
                    raise Unfoldable(what, match=facts.match, seq=seq) from error
                if movements.changed_lives:
                    movements.settle(seq)
                if movements.funds_changed:
                    movements.funds_changed = False
                    if kind is not Paid:
                        facts.resources.look(event.what if kind is Happened else "")  # type: ignore[union-attr]  # `kind is` narrows nothing
            handler = handlers.get(kind)
            if handler is not None:
                handler(self, seq, event, cause)
            elif kind is Ended:
                self._over(seq, event, before)  # type: ignore[arg-type]  # `kind is` narrows nothing
            before = line
        self._settle()

    # --- what happened -----------------------------------------------------------------------------

    def _happened(self, seq: int, event: Happened, cause: int | None) -> None:
        self.facts.rounds.happened(seq, event, self.facts.table.turn)

    def _determined(self, seq: int, event: Determined, cause: int | None) -> None:
        self.facts.rounds.determined(seq, event, self.facts.table.turn)

    def _began(self, seq: int, event: Began, cause: int | None) -> None:
        """The first turn begins: decks are complete, and the first seat is known."""
        facts = self.facts
        if event.span == "game":
            facts.first_seat = event.seat
        elif event.span == "turn" and not facts.movements.began:
            facts.first_seat = event.seat
            for seat in facts.seats:
                self._deal_without_choice(seat)
            facts.movements.begin()
        if event.span == "turn":
            facts.resources.begin(event.seat)
            facts.lead.look()
        facts.rounds.began(event)

    def _over(self, seq: int, event: Ended, before: tuple[int, AnyEvent, int | None] | None) -> None:
        self.facts.rounds.ended(seq, event)
        if event.span == "match":
            self.last = before
        elif event.span == "game" and not self.facts.by_events:
            self.facts.won_games.append(event)

    def _declared(self, seq: int, event: Declared, cause: int | None) -> None:
        """A declaration within another one may be an answer to it."""
        card = event.cards[0] if event.cards else ""
        action = self._open(seq, event.seat, event.verb, card)
        action.spent = event.spent
        roles = self.facts.roles
        if card and (event.verb in roles.uses or event.verb in roles.sets):
            action.plays = card
        if action.parent is not None and event.verb in roles.answers:
            self._answer(seq, event, action.parent)

    def _triggered(self, seq: int, event: Triggered, cause: int | None) -> None:
        """An ability within an action is a part of it; outside of all it is an action of its own."""
        if seq not in self.home:
            action = self._open(seq, event.seat, TRIGGERED, event.card)
            self.ability = action if TRIGGERED in self.facts.roles.actions else None

    def _goes_on(self, event: AnyEvent, action: Action | None) -> bool:
        """Whether the rules go on with something else than the ability, which then was carried out: not every
        game says so by an event of its own."""
        if not isinstance(event, GOES_ON) or (action is not None and action.top is self.ability):
            return False
        return not (isinstance(event, Ended) and event.span in ("game", "match"))  # it was cut off, or won

    def _open(self, seq: int, seat: str, verb: str, card: CardRef) -> Action:
        facts = self.facts
        identity = facts.movements.identity(card)
        action = Action(seq, seat, verb=verb, card=card, identity=identity, parent=self.home.get(seq))
        action.turn, action.phase = facts.table.turn, facts.table.phase
        facts.actions[seq] = self.home[seq] = action
        return action

    def _chose(self, seq: int, event: Chose, cause: int | None) -> None:
        roles = self.facts.roles
        if event.verb in roles.keeps or event.verb in roles.returns:
            self._keep(event)
        elif event.verb in roles.answers and event.cards:
            self._answer(seq, event, self.home.get(seq))

    def _keep(self, event: Chose) -> None:
        """A seat keeps what it chose, all that it has where it names nothing, or sends everything back."""
        facts = self.facts
        dealt = [
            facts.movements.identity(card) for card in facts.table.at(f"{facts.roles.deal}.{event.seat}")
        ]
        kept = [facts.movements.identity(card) for card in event.cards] if event.cards else dealt
        if event.verb in facts.roles.returns:
            facts.mulligans[event.seat] += 1
            kept = []
        facts.first_hand.setdefault(event.seat, dealt)
        facts.deal.setdefault(event.seat, []).extend(dealt)
        facts.kept.setdefault(event.seat, []).extend(kept)

    def _deal_without_choice(self, seat: str) -> None:
        """A hand that was drawn before the first turn without a choice for its seat counts as dealt, but none
        of it as kept."""
        facts = self.facts
        stays = [stay for stay in facts.movements.stays if stay.seat == seat]
        if (
            seat not in facts.deal
            and stays
            and all(stay.came == "drawn" and stay.became == "held" for stay in stays)
        ):
            facts.first_hand[seat] = facts.deal[seat] = [stay.card for stay in stays]

    def _answer(self, seq: int, event: Chose | Declared, action: Action | None) -> None:
        answer = self._action_event(seq, event, event.cards[0] if event.cards else "", action)
        self.facts.answers[seq] = answer
        if action is not None:
            action.answers += 1
            self.facts.windows[seq] = answer

    def _passed(self, seq: int, event: Passed, cause: int | None) -> None:
        action = self.home.get(seq)
        if action is not None:
            action.passed += 1
            self.facts.windows[seq] = self._action_event(seq, event, "", action)

    def _paid(self, seq: int, event: Paid, cause: int | None) -> None:
        paid = self._action_event(seq, event, event.for_, self.home.get(seq))
        self.facts.payments.append(paid)
        self.facts.resources.pay(event)
        self.facts.rounds.paid(event)
        if paid.action is not None and cause == paid.action.seq and event.seat == paid.action.seat:
            paid.action.paid += event.amount

    def _ended(self, seq: int, event: Resolved | Failed, cause: int | None) -> None:
        """An answer has its own end; only what follows from the action itself ends the action."""
        end = self._action_event(seq, event, event.card, self.home.get(seq))
        self.facts.ends.append(end)
        if end.action is None or cause != end.action.seq:
            return
        if type(event) is Resolved:
            end.action.outcome = RESOLVED
        elif event.why != DECLINED:  # type: ignore[union-attr]  # `type is` narrows nothing
            end.action.outcome = NULLIFIED
        elif end.action.outcome == NONE:
            end.action.outcome = DECLINED

    def _action_event(self, seq: int, event: Any, card: CardRef, action: Action | None) -> ActionEvent:
        facts = self.facts
        return ActionEvent(
            seq, event, action=action, identity=facts.movements.identity(card), turn=facts.table.turn
        )

    def _shuffled(self, seq: int, event: Shuffled, cause: int | None) -> None:
        """Note the order of a library, if the record knows all of it, or learns it later."""
        movements = self.facts.movements
        of_all = event.place == self.facts.roles.pool
        seat = TABLE if of_all else movements.shuffled(event.place)
        if seat and event.order and all(event.order):
            cards = tuple(movements.cards.get(card) or [card] for card in event.order)
            self.facts.shuffles.append(ShuffledOrder(seq, seat, event.how, cards))

    def _fouled(self, seq: int, event: Fouled, cause: int | None) -> None:
        """A foul against a clause by which a payment was owed."""
        if event.clause in self.facts.roles.owed:
            turn = self.facts.table.turn
            self.facts.reversals[seq] = Reversal(seq, event.seat, turn, FOUL, "", 0, NO_CARD)

    def _retracted(self, seq: int, event: Retracted, cause: int | None) -> None:
        """Payments that were taken back, each once, however often that happened. A foul that was taken back
        is none."""
        facts = self.facts
        for earlier in range(max(event.since, 1), seq):
            undone = self.derived[earlier][0]
            if type(undone) is Paid:
                payment = undone.resource, undone.amount, facts.movements.identity(undone.for_)
                reversal = Reversal(earlier, undone.seat, facts.table.turn, TAKEN_BACK, *payment)
                facts.reversals.setdefault(earlier, reversal)
            elif type(undone) is Fouled:
                facts.reversals.pop(earlier, None)

    def _revealed(self, seq: int, event: Revealed, cause: int | None) -> None:
        self.facts.movements.revealed(event)

    def _noted(self, seq: int, event: Noted, cause: int | None) -> None:
        if event.topic == SOURCE:
            self.facts.source = event.by
        elif event.topic == LABEL:
            seat, archetype = parse_note(event)
            self.labels[seat] = archetype
        elif event.topic == TOURNAMENT and self.facts.opened.granularity == TOURNAMENT:
            try:
                sheet = msgspec.json.decode(event.text, type=Sheet)
            except msgspec.MsgspecError as error:
                what = f"holds no tournament ({error})"
                raise Unfoldable(what, match=self.facts.match, seq=seq) from error
            self.facts.sheet, self.facts.day = sheet, played({"played": sheet.date})

    # --- what was still open -----------------------------------------------------------------------

    def _settle(self) -> None:
        """Complete what only the end of the record shows: decks, and actions that have no end in it."""
        facts = self.facts
        facts.movements.end(facts.opened.decks)
        if facts.opened.granularity == TOURNAMENT and facts.sheet is None:
            raise Unfoldable("opens a tournament, of which nothing follows", match=facts.match, seq=0)
        given = {seat: archetype for seat, archetype in self.labels.items() if archetype}
        facts.archetypes = archetypes(facts.opened.head) | given
        for seat, copies in facts.opened.decks.items():
            facts.decks[seat] = deck(copies)
        for seat, cards in facts.movements.deck.items() if facts.roles.library else ():
            if seat not in facts.decks and all(identity[0] for identity in cards):
                facts.decks[seat] = deck(Counter(identity[0] for identity in cards))
        decisive = self._decisive()
        for action in facts.actions.values():
            if action.outcome == NONE and action.verb in facts.roles.actions:
                action.outcome = DECISIVE if action.seq in decisive else UNFINISHED

    def _decisive(self) -> set[int]:
        """Seqs of the actions whose being carried out ended the match.

        They are found from the last consequence before the end upwards. An act there (somebody conceded)
        or a payment (its user paid with the last life) was not the action's doing; what was answered was
        not the doing of the action that the answer is for.
        """
        found: set[int] = set()
        if self.last is None or type(self.last[1]) in (*ACTS, Paid):
            return found
        cause = self.last[2]
        while cause is not None:
            if cause in self.facts.actions:
                found.add(cause)
            if cause in self.facts.answers:
                break
            cause = self.derived[cause][1]
        return found


UNCHANGING = frozenset({Noted, Fouled, Retracted})
GOES_ON = (*OUTCOMES, Began, Ended, Shuffled)
"""What the rules do next. An act alone does not count: somebody may concede."""
SPANS = frozenset({Began, Ended})
HANDLERS: dict[type[Any], Callable[[_Walk, int, Any, int | None], None]] = {
    Began: _Walk._began,
    Declared: _Walk._declared,
    Triggered: _Walk._triggered,
    Chose: _Walk._chose,
    Passed: _Walk._passed,
    Paid: _Walk._paid,
    Resolved: _Walk._ended,
    Failed: _Walk._ended,
    Shuffled: _Walk._shuffled,
    Fouled: _Walk._fouled,
    Retracted: _Walk._retracted,
    Revealed: _Walk._revealed,
    Noted: _Walk._noted,
}
OF_ROUNDS: dict[type[Any], Callable[[_Walk, int, Any, int | None], None]] = {
    Happened: _Walk._happened,
    Determined: _Walk._determined,
}
"""More, for games with rounds: most events happen, and cost time where nobody asks."""
