"""A ruleset as a value: all parts of one edition of one game.

Not here: the games (``games/``), how a match runs (``procedure``).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from engine.effect.vocabulary import Vocabulary
from engine.kernel.ask import TABLE
from engine.kernel.bilingual import Bilingual
from engine.kernel.card import Card, CardSet
from engine.kernel.clause import Clause, Setting
from engine.kernel.procedure import Procedure
from engine.kernel.table_limit import TableLimit
from engine.kernel.types import AnyGame
from events.model.changes import FaceId
from events.model.kinds import AnyAct, Opened, Shuffled

Flaw = tuple[str, str, dict[str, object]]
"""What is wrong: the clause, the key of the message, and the facts of the message."""
Settings = Mapping[str, bool | int | str]
CheckDeck = Callable[[CardSet, Mapping[str, bool | int | str], Mapping[str, int]], Flaw | None]


@dataclass(frozen=True, slots=True)
class Zone:
    """A place for cards. ``seen_by``: ``all``, ``owner``, ``others`` (the seats that do not own it) or
    ``nobody``; face-down cards in a zone that all see are seen by their owner alone. ``public_by`` names the
    setting under which the public sees the faces as the ``others`` do (``all-but-owner``). In an ``ordered``
    zone whoever may not see the faces still tells the cards apart, by their places. ``row`` and ``look``
    (``fan``, ``row``, ``pile``) describe where a board draws it; ``shared`` zones belong to no seat.
    ``places``: how many cards have room there, 0 where there is no limit. ``square``: for a square of a
    board that the seats share, its column and its row from 1, as the first seat sees them from the near
    left.
    """

    id: str
    name: Bilingual
    seen_by: str
    look: str = "row"
    row: int = 0
    shared: bool = False
    places: int = 0
    ordered: bool = False
    square: tuple[int, int] | None = None
    public_by: str = ""


@dataclass(frozen=True, slots=True)
class Track:
    """A number of a seat, or of the table where it is ``shared``, with the limits of its printed value, the
    clause that sets them, and the value at the ``start`` of a match. On a table that does not say it, what it
    says of ``less`` (other tracks, and marks on the seat's cards) is taken from the start."""

    id: str
    name: Bilingual
    least: int
    most: int
    clause: str
    shown: bool = True
    start: int = 0
    less: tuple[str, ...] = ()
    shared: bool = False


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One edition of one game.

    ``verbs`` are its acts, ``anytime_acts`` those that are allowed at any ask, with what they do;
    ``play`` is the whole match as a procedure, ``resume`` what is left of it from a named part of a
    turn on (game, number of the turn, its seat); ``check_shuffle`` says what is wrong with an order
    that chance is said to have given (clause, why, facts), if anything is; ``deals`` are the parts of such
    orders that a record may know. ``check_deck`` says the same of a deck that somebody brings (card set,
    settings, copies by face), ``most_copies`` how many of a card it may have; both are None in a game that is
    dealt from one pool. ``frame_clause``,
    ``end_clause`` and ``copies_clause`` are what the kernel cites for its own refusals.
    ``vocabulary`` is the card language of this game; from it come ``effect_handlers`` (what words of card
    text do), ``times`` (its named states, such as ``night``), ``traits`` (what can be true of a card beside
    its tags) and ``measures`` (values of cards that a text can ask for as they are now). ``meanings`` says
    in words what its entries mean. ``areas`` are words of card text for several zones together, ``marks``
    what the rules note on a card as an effect of that name (and until when), ``topic`` what a prohibition is
    about (``what``, card, action).
    ``continuous`` (a ``common.continuous.Continuous``) says how its continuous effects are found and put in
    order, None where only grants act; ``counters`` are those of the ``marks`` that a board shows with the
    card they lie on; ``table_limits`` are kept by every table of the
    game; ``numbers`` are what a card or a player has now, with everything that changes it, beside the tracks;
    ``number_names`` are the names that they may have. ``shown`` is what is printed on a card as card texts
    read it, in a game of stacks of which only the top counts; None where it is what the card itself prints.
    ``removal`` gives the changes by which a ruling moves a card from the field, with what goes with it by the
    rules; empty for a card to which nothing is tied, None in a game without such cards. ``end_if_lost``
    raises ``MatchOver`` where somebody has lost by the table alone, whatever the moment: it is called after
    each ruling.
    ``seeded_orders``: ways in which programs shuffle, by name, each with the order that follows from what a
    record says of the seed (None where it says none): such a shuffle can be checked.
    ``layout_zones`` are the kinds of zones that what ``Game.by_layout`` remembers may depend on, standing
    texts among it; all zones where empty.
    ``curve`` is the track of seats, or the zone whose number of cards, that tells how a match goes.
    ``kind_colours``: the colour in which a board draws the cards of a kind, where the cards themselves have
    one (``blue``, ``red``, ``green``, ``purple``, ``orange``, ``sky``, ``yellow``, ``grey``); other kinds get
    one each.
    ``texts`` holds the game's words and sentences by key.
    """

    game: str
    edition: str
    name: Bilingual
    seats: tuple[str, ...]
    zones: tuple[Zone, ...]
    tracks: tuple[Track, ...]
    clauses: Mapping[str, Clause]
    settings: Mapping[str, Setting]
    sets: Mapping[str, CardSet]
    verbs: Mapping[str, Any]
    play: Callable[[AnyGame], Procedure]
    resume: Mapping[str, Callable[[AnyGame, int, str], Procedure]]
    check_shuffle: Callable[[AnyGame, Shuffled], Flaw | None]
    deals: tuple[str, ...]
    vocabulary: Vocabulary
    texts: Mapping[str, Bilingual]
    frame_clause: str
    end_clause: str
    copies_clause: str
    anytime_acts: Mapping[str, Callable[[AnyGame, AnyAct], Procedure]] = field(default_factory=dict)
    topic: Callable[[AnyGame, str, str, Any], str] = lambda game, what, card, action: ""
    marks: Mapping[str, str] = field(default_factory=dict)
    counters: tuple[str, ...] = ()
    areas: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    check_deck: CheckDeck | None = None
    most_copies: Callable[[Card], int] | None = None
    continuous: Any = None
    table_limits: tuple[TableLimit, ...] = ()
    numbers: Callable[[AnyGame, str], Mapping[str, int]] = lambda game, of: {}
    number_names: tuple[str, ...] = ()
    meanings: Mapping[str, Bilingual] = field(default_factory=dict)
    shown: Callable[[AnyGame, str], Card | None] | None = None
    removal: Callable[[AnyGame, str, str], Sequence[Any]] | None = None
    end_if_lost: Callable[[AnyGame], None] = lambda game: None
    seeded_orders: Mapping[str, Callable[[Opened], tuple[FaceId, ...] | None]] = field(default_factory=dict)
    layout_zones: tuple[str, ...] = ()
    curve: str = ""
    kind_colours: Mapping[str, str] = field(default_factory=dict)
    effect_handlers: Mapping[type[Any], Any] = field(init=False, repr=False)
    times: Mapping[str, Callable[[AnyGame, Any], bool]] = field(init=False, repr=False)
    traits: Mapping[str, Callable[[AnyGame, str], bool]] = field(init=False, repr=False)
    measures: Mapping[str, Callable[[AnyGame, str], int]] = field(init=False, repr=False)
    places_aside: frozenset[str] = field(init=False, repr=False)
    """The places that nothing remembered by layout depends on."""

    def __post_init__(self) -> None:
        kinds = [zone.id for zone in self.zones if self.layout_zones and zone.id not in self.layout_zones]
        aside = frozenset(f"{kind}.{owner}" for kind in kinds for owner in self.seats)
        object.__setattr__(self, "places_aside", aside)
        for name, found in (
            ("effect_handlers", self.vocabulary.handlers),
            ("times", self.vocabulary.times),
            ("traits", self.vocabulary.traits),
            ("measures", self.vocabulary.measures),
        ):
            object.__setattr__(self, name, found)

    @property
    def id(self) -> str:
        """Game and edition, such as ``chess@1851``."""
        return f"{self.game}@{self.edition}"

    def zone(self, place: str) -> Zone:
        """The zone that ``place`` (such as ``"hand.A"``) is one of."""
        return _by_id(self.zones, place.partition(".")[0])

    def track(self, track: str) -> Track:
        """The track with this id. Raises ``KeyError``."""
        return _by_id(self.tracks, track)

    def holders(self, track: Track) -> tuple[str, ...]:
        """Who has this number: every seat, or the table."""
        return (TABLE,) if track.shared else self.seats

    def default_settings(self) -> dict[str, bool | int | str]:
        """Every setting at its default."""
        return {name: setting.default for name, setting in self.settings.items()}

    def under(self, settings: Settings) -> "Ruleset":
        """The ruleset as it is for a match of these settings: with the zones that the public sees then."""
        if not any(zone.public_by and settings.get(zone.public_by) for zone in self.zones):
            return self
        zones = (
            replace(zone, seen_by="all-but-owner")
            if zone.public_by and settings.get(zone.public_by)
            else zone
            for zone in self.zones
        )
        return replace(self, zones=tuple(zones))

    def sees(self, place: str, viewer: str, *, down: bool) -> bool:
        """Whether ``viewer`` (a seat, or ``""`` for the public) may know the face of a card that lies in
        ``place``, in a match without settings that change it (``under``)."""
        kind, _, owner = place.partition(".")
        zone = _by_id(self.zones, kind)
        if zone.seen_by == "all":
            return not down or (viewer != "" and viewer == owner)
        if zone.seen_by == "all-but-owner":
            return viewer == "" or viewer != owner
        if zone.seen_by == "others":
            return viewer not in ("", owner)
        return zone.seen_by == "owner" and viewer != "" and viewer == owner

    def tells_apart(self, place: str, viewer: str) -> bool:
        """Whether ``viewer`` can tell the cards that lie in ``place`` apart, face-down ones included."""
        return self.zone(place).ordered or self.sees(place, viewer, down=False)


T = TypeVar("T", Zone, Track)


def _by_id(things: tuple[T, ...], id: str) -> T:
    for thing in things:
        if thing.id == id:
            return thing
    raise KeyError(id)
