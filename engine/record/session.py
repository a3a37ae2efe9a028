"""A match that is played on: the driver behind written records, live recording, cases and simulations.

A session holds the game and all its events so far. Its policy says what is meant where a question goes
unanswered and how chance orders cards. Not here: reading lines (``notation``), or comparing recorded events
with what the rules give (``engine.audit.adjudicate``).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.kernel.ask import TABLE
from engine.kernel.deal import Deal
from engine.kernel.game import Checked, Game
from engine.kernel.legality import Decision, Refused, Spent
from engine.kernel.procedure import Procedure
from engine.kernel.ruleset import Ruleset
from engine.record.notation.line.parsed_act import ParsedAct
from engine.record.notation.omission import omitted_answer
from engine.record.notation.problem import Misread
from engine.record.notation.resolve import is_asked, requirements_met, resolve
from engine.record.timeline import without_retracted
from engine.shuffle.provable import DECLARED
from events.model.kinds import DECISIONS, AnyAct, AnyEvent, Derived, Opened, Ruled, Shuffled


def unknown_order(session: Session, deal: Deal) -> Shuffled:
    """Return an order of the deal's cards of which nothing is known."""
    return deal.shuffled({}, DECLARED)


@dataclass(frozen=True, slots=True)
class Policy:
    """Who answers the questions that nobody answers in so many words.

    ``shuffled`` gives the order in which chance puts the cards of a deal; it may remark something before.
    ``omitted`` is the answer that is meant where a seat's goes unsaid; None if it has to be said.
    """

    shuffled: Callable[[Session, Deal], Shuffled | Checked] = unknown_order
    omitted: Callable[[Game], AnyAct | None] = omitted_answer


class Session:
    """A match that is played on.

    ``game`` is the match as it stands, ``events`` are all events so far, each with its cause. It begins with
    ``opened``, or goes on from ``recorded``; ``play`` runs instead of the whole match, as in ``Game``.
    Methods that take an act raise ``engine.kernel.legality.Refused`` for one that the rules do not allow;
    nothing has changed then.
    """

    def __init__(
        self,
        rules: Ruleset,
        opened: Opened,
        policy: Policy | None = None,
        *,
        recorded: Sequence[Derived] = (),
        play: Callable[[Game], Procedure] | None = None,
    ) -> None:
        self.rules = rules
        self.opened = opened
        self.policy = policy or Policy()
        self._play = play
        self._parsed: ParsedAct | None = None
        self._judged: dict[int, Checked | Exception] = {}
        self.restart(recorded)

    # --- from recorded events -----------------------------------------------------------------------

    def restart(self, recorded: Sequence[Derived] = ()) -> None:
        """Begin the match again; take the decisions and rulings of ``recorded``, its events from the opening
        on.

        Raises ``Refused`` for a recorded decision that the rules do not allow.
        """
        self.game = Game(self.rules, self.opened, play=self._play)
        self.events: list[Derived] = [(self.opened, None), *self.game.begin()]
        if recorded:
            replay(self.game, recorded)
            self.game.table.seq = len(recorded)
            self.events = [*recorded]

    # --- taking what is said ------------------------------------------------------------------------

    def take(self, decision: Decision | Checked) -> list[Derived]:
        """Take an answer to the open question; returns it with all that follows from it.

        Raises ``Refused`` for one that the rules do not allow; the match is then as it was before.
        """
        checked = decision if isinstance(decision, Checked) else self.game.check(decision)
        try:
            derived = self.game.take(checked)
        except Spent:
            self.restart(self.events)
            self._parsed = None  # what was judged was judged in the game that is spent
            raise
        self.events += derived
        return derived

    def remark(self, *events: AnyEvent) -> None:
        """Take in what people say: notes, fouls, rulings, retractions; and the end of a match that a ruling
        decides."""
        for event in events:
            derived = self.game.remark(event)
            self.events += [(event, None), *derived]

    def play(self, parsed: ParsedAct) -> list[Derived]:
        """Take the act that was written, at the open question. Raises ``Misread`` if no card on the table
        fits."""
        return self.take(self._resolved(parsed))

    def allows(self, parsed: ParsedAct) -> bool:
        """Whether what was written is a legal answer to the open question."""
        try:
            self._resolved(parsed)
        except (Refused, Misread):
            return False
        return True

    def is_asked(self, parsed: ParsedAct) -> bool:
        """Whether the open question is put to that seat and has that verb, be the act legal or not."""
        return is_asked(self.game, parsed.seat, parsed.verb.name)

    def _resolved(self, parsed: ParsedAct) -> Checked:
        """Return the act that was written, judged once at each moment of the match, or raise what it
        raised."""
        if self._parsed is not parsed:
            self._parsed, self._judged = parsed, {}
        moment = len(self.game.history)
        if moment not in self._judged:
            try:
                self._judged[moment] = resolve(self.game, parsed)
            except (Refused, Misread) as refused:
                self._judged[moment] = refused
        found = self._judged[moment]
        if isinstance(found, Exception):
            raise found
        return found

    # --- supplying what is not said -----------------------------------------------------------------

    @property
    def deal(self) -> Deal | None:
        """What chance is asked to put in order; None if it is not asked."""
        ask = self.game.ask
        return ask.subject if ask is not None and ask.seat == TABLE else None

    def shuffle(self) -> None:
        """Let chance answer. Raises ``LookupError`` where it is not asked."""
        if self.deal is None:
            raise LookupError("no cards are put in order now")
        self.take(self.policy.shuffled(self, self.deal))

    def settle(self, until: Callable[[], bool] = lambda: False) -> None:
        """Take what is left out, until an answer has to be said or ``until`` holds."""
        while not until():
            if self.deal is not None:
                self.shuffle()
            elif (answer := self.policy.omitted(self.game)) is not None:
                self.take(answer)
            else:
                return

    def reach(self, parsed: ParsedAct, *, later: bool = False) -> None:
        """Take what is left out before ``parsed``, up to the question that it answers: the first that it
        answers legally; with ``later`` offers that may be declined in silence are, although it could answer
        them.

        If it is legal at none, the match goes back to the one at which it meets most of what is required of
        it, the first of several; if it answers none at all, to the first at which an offer would have to be
        declined for it: ``play`` refuses it there."""
        possible: list[tuple[int, int]] = []
        offers: list[int] = []

        def reached() -> bool:
            ask = self.game.ask
            if ask is not None and ask.omissible == "silent":
                offers.append(len(self.events))
            if ask is None or not self.is_asked(parsed):
                return False
            if later and ask.omissible == "silent":
                return False
            if self.allows(parsed):
                return True
            possible.append((self._requirements_met(parsed), len(self.events)))
            return ask.omissible == "never"

        self.settle(reached)
        if possible and not (self.is_asked(parsed) and self.allows(parsed)):
            best = max(possible, key=lambda one: (one[0], -one[1]))
            self._go_back(best[1])
        elif offers and not (possible or later or self.is_asked(parsed)):
            self._go_back(offers[0])

    def _go_back(self, events: int) -> None:
        """Take back all but so many events."""
        if events < len(self.events):
            self.restart(self.events[:events])

    def _requirements_met(self, parsed: ParsedAct) -> int:
        """How many requirements of its verb an act meets that is refused at the open question."""
        try:
            self._resolved(parsed)
        except Refused as refused:
            return requirements_met(self.game, parsed, refused)
        except Misread:
            pass
        return 0


def replay(game: Game, recorded: Sequence[Derived]) -> None:
    """Take the decisions and rulings of recorded events that were not retracted, each at its own seq.

    Raises ``Refused`` for a decision that the rules do not allow.
    """
    for seq, event, _ in without_retracted(recorded):
        if isinstance(event, DECISIONS):
            game.table.seq = seq
            game.act(event)
        elif isinstance(event, Ruled):
            game.table.seq = seq
            game.remark(event)
