"""What the fact tables need to know of one match: its events, each assigned to the action that it belongs to.

Events that were taken back are left out. Not here: the rows themselves, and whether the rules allow any of
it.
"""

from collections import Counter
from collections.abc import Mapping
from typing import Any, NamedTuple

from analytics.facts.extract.card_movements import CardMovements
from analytics.facts.extract.deck import Deck
from analytics.facts.extract.head import played
from analytics.facts.extract.lead import LeadWatch
from analytics.facts.extract.outcome import NO_RESULT, PLAYED, SHARED, TIE, UNFINISHED, WIN, Result, result
from analytics.facts.extract.roles import Roles, roles_of
from analytics.facts.extract.rounds import Rounds
from analytics.facts.extract.shuffled_library import Identity
from analytics.facts.extract.turn_resources import TurnResources
from analytics.imports.writing.tournament_events import Sheet
from engine.kernel.ask import TABLE
from engine.kernel.table import Table
from events.model.changes import CardRef, FaceId
from events.model.kinds import Ended, Opened

RESOLVED, DECISIVE, NULLIFIED, DECLINED, NONE = "resolved", "decisive", "nullified", "declined", "none"
"""Outcomes of actions, beside ``UNFINISHED``. ``Failed`` says ``declined`` of what its own player let go."""
WITHOUT_OUTCOME = (DECLINED, NONE)
"""Of actions that were neither carried out nor hindered."""
TAKEN_BACK, FOUL = "taken back", "foul"
"""Why a payment does not count."""
EVENT = "event"
"""``Opened.granularity`` of a match that was recorded event by event: a match of one game."""


class Action:
    """A declaration, or an ability that triggered by itself, and its outcome.

    ``card`` is an instance and ``identity`` its identity at that time; ``plays`` is the card if the act plays
    it. ``depth`` is 1 outside of all other actions, ``links`` the largest depth within this one. ``paid`` is
    the amount that the seat itself paid for it; ``passed`` counts opportunities to answer that were passed.
    ``outcome``: ``resolved`` (carried out) · ``decisive`` (it was being carried out when it ended the match)
    · ``nullified`` (came to nothing) · ``unfinished`` (the match or the record ended before) · ``declined``
    (its player let it go, such as an optional cost) · ``none`` (the rules know no outcome for acts of this
    kind).
    """

    __slots__ = (
        "answers", "card", "depth", "identity", "links", "outcome", "paid", "parent", "passed", "phase",
        "plays", "seat", "seq", "spent", "top", "turn", "verb",
    )  # fmt: skip

    def __init__(
        self, seq: int, seat: str, *, verb: str, card: CardRef, identity: Identity, parent: "Action | None"
    ) -> None:
        self.seq, self.seat, self.verb, self.card, self.identity = seq, seat, verb, card, identity
        self.parent = parent
        self.depth: int = parent.depth + 1 if parent else 1
        self.links = 1
        self.top: Action = self
        if parent is not None:
            self.top = parent.top
            self.top.links = max(self.top.links, self.depth)
        self.plays: CardRef = ""
        self.turn, self.phase = 0, ""
        self.paid = self.answers = self.passed = 0
        self.outcome = NONE
        self.spent: int | None = None


class ActionEvent:
    """An event within an action: an answer, a pass, a payment, an end. ``action`` is None outside of all
    actions."""

    __slots__ = ("action", "event", "identity", "seq", "turn")

    def __init__(self, seq: int, event: Any, *, action: Action | None, identity: Identity, turn: int) -> None:
        self.seq, self.event, self.action, self.identity, self.turn = seq, event, action, identity, turn


class Reversal(NamedTuple):
    """A payment that does not count: ``how`` is ``TAKEN_BACK``, or ``FOUL`` where the rules do not allow it.
    ``resource`` and ``amount`` are ``""`` and 0 where the record does not state them."""

    seq: int
    seat: str
    turn: int
    how: str
    resource: str
    amount: int
    card: Identity


class ShuffledOrder(NamedTuple):
    """The order of the ``cards`` of the library of ``seat`` after a shuffle, the top one first; ``how``: who
    attests it."""

    seq: int
    seat: str
    how: str
    cards: tuple[Identity, ...]


class GameResult(NamedTuple):
    """One game of the match. ``winner`` is a seat, ``""`` where it was drawn, has no end, or has a result
    that all players share. ``of_play`` is false there, and where the match came out without play: a game won
    by whoever lost the match by a forfeit is no more a result of play than the match."""

    number: int
    finished: bool
    winner: str
    reason: str
    turns: int
    first_seat: str
    of_play: bool = True

    def result(self, seat: str) -> Result:
        """The result of a seat; none before the end, nor where it is none of play."""
        if not (self.finished and self.of_play):
            return NO_RESULT
        return result(WIN if self.winner else TIE, self.winner, seat)


class MatchFacts:
    """A match as the fact tables need it.

    ``deal`` and ``kept``: by seat, the cards that it was dealt, to choose from or to send back where it may,
    and those of them that it kept; a seat is missing where the record does not tell, in ``kept`` also where
    it was not asked. ``first_hand`` is the part of ``deal`` that was
    offered first. ``decks``: by seat, the deck as written down or as seen. ``windows``: opportunities to
    answer an action, by the seq of the act that took them or let them go by. ``events`` counts the whole
    record, what was taken back included. ``table`` is the table at its end. ``won_games`` holds the games of
    a result whose order is known. ``sheet`` is what a file says of a tournament as a whole, whose entries are
    no match.

    ``grade`` is filled in by whoever judges the match, and so is ``held``: window → whether its seat held a
    legal answer (None: not every card is known), for those alone to which an answer was possible; None where
    the rules were not asked.
    """

    def __init__(self, match: str, opened: Opened) -> None:
        self.match, self.opened = match, opened
        self.grade = ""
        self.roles: Roles = roles_of(opened.game)
        self.table = Table()
        self.movements = CardMovements(self.roles, self.table)
        self.rounds = Rounds(self.roles)
        self.resources = TurnResources(self.roles, self.table, seats=self.seats)
        self.lead = LeadWatch(self.roles, self.table, seats=self.seats)
        self.events = 0
        self.source = ""
        self.sheet: Sheet | None = None
        self.day = played(opened.head)
        self.first_seat = ""
        self.deal: dict[str, list[Identity]] = {}
        self.kept: dict[str, list[Identity]] = {}
        self.first_hand: dict[str, list[Identity]] = {}
        self.mulligans: Counter[str] = Counter()
        self.decks: dict[str, Deck] = {}
        self.archetypes: dict[str, str] = {}
        self.won_games: list[Ended] = []
        self.actions: dict[int, Action] = {}
        self.answers: dict[int, ActionEvent] = {}
        self.windows: dict[int, ActionEvent] = {}
        self.held: Mapping[int, bool | None] | None = None
        self.payments: list[ActionEvent] = []
        self.reversals: dict[int, Reversal] = {}
        self.shuffles: list[ShuffledOrder] = []
        self.ends: list[ActionEvent] = []

    @property
    def seats(self) -> list[str]:
        """The seats, in order."""
        return sorted(self.opened.players)

    @property
    def by_events(self) -> bool:
        """Whether the match was recorded event by event, and so is one game."""
        return self.opened.granularity == EVENT

    @property
    def outcome(self) -> str:
        """How the match came out; see ``outcome.OUTCOMES``."""
        ended = self.table.result
        if ended is None:
            return UNFINISHED
        if TABLE in ended.scores:
            return SHARED
        if self.by_events:
            return WIN if ended.winner else TIE
        return ended.reason

    @property
    def winner(self) -> str:
        """The seat that won the match; ``""`` if nobody did."""
        return self.table.result.winner if self.table.result else ""

    @property
    def games(self) -> list[GameResult]:
        """The games of the match that are known one by one: of a match recorded by events one, of a result
        those whose order is known."""
        if self.by_events:
            ended, turns = self.table.result, self.table.turn
            reason = ended.reason if ended else UNFINISHED
            of_play = self.outcome != SHARED
            return [GameResult(1, ended is not None, self.winner, reason, turns, self.first_seat, of_play)]
        of_play = self.outcome in (*PLAYED, UNFINISHED)  # of a match that is not over, games are
        return [
            GameResult(
                one.number,
                True,
                one.winner,
                one.reason,
                0,
                self.first_seat if one.number == 1 else "",
                of_play,
            )
            for one in self.won_games
        ]

    def library(self, seat: str) -> Counter[FaceId] | None:
        """The cards that the first hand of a seat was dealt from: its deck, without what began elsewhere.
        None where there is no library, or where the record does not tell."""
        deck, dealt_from = self.decks.get(seat), self.movements.dealt_from.get(seat)
        if deck is None or dealt_from is None:
            return None
        left = Counter(dict(deck.copies))
        left.subtract(identity[0] for identity in dealt_from.elsewhere)
        fits = left.total() == dealt_from.cards and min(left.values(), default=0) >= 0
        return +left if fits else None

    def opponent(self, seat: str) -> str:
        """The other seat of two; ``""`` where there is no *the* opponent."""
        others = [other for other in self.opened.players if other != seat]
        return others[0] if len(others) == 1 else ""
