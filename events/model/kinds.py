"""Every kind of event, one small struct each, named in the past tense.

Four families: the *frame* of a match, the *acts* that people decided, the *outcomes* that the rules
derive from them, and what *people* say about the match. No rule stands here; which event follows
from which is the engine's business.
"""

import msgspec

from events.model.changes import CardRef, Changes, FaceId, Holder, Know, Place, Step

Clauses = tuple[str, ...]
"""Ids of the rules clauses an outcome follows from, the nearest one first."""


class Event(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, tag_field="kind"):
    """Something that happened in a match. Stored as an object whose ``kind`` names the struct."""


# --- frame -----------------------------------------------------------------------------------------


class Opened(Event, frozen=True, tag="Opened"):
    """A match begins to be recorded under pinned rules: the first event of every match.

    ``players`` by seat; ``settings`` in full, defaults included; ``digests`` pins the clauses, the
    cards and the engine (SHA-256, hex); ``head`` is what else the record says about itself;
    ``granularity`` is the level of detail: ``event`` every act, ``result`` only the result,
    ``tournament`` not a match but data about several. ``simulated`` marks matches that bots played.
    ``decks``: seat → copies by face, in games in which everybody plays a deck of their own; a seat whose
    deck was not recorded is missing. ``package`` is the requirement that installs the game, such as
    ``kifuda-hanabi==0.1.0``; ``""`` for a game that comes with kifuda.
    """

    game: str
    edition: str
    cards: str
    players: dict[str, str]
    settings: dict[str, bool | int | str]
    digests: dict[str, str]
    head: dict[str, str] = {}
    granularity: str = "event"
    simulated: bool = False
    decks: dict[str, dict[FaceId, int]] = {}
    package: str = ""
    changes: Changes = ()


class Shuffled(Event, frozen=True, tag="Shuffled"):
    """Chance fixed what lies in ``place``, the card that leaves it first standing first.

    ``order`` holds instances, or faces if the instances get theirs by this shuffle; ``""`` is not
    known. ``how`` is the evidence for it: ``declared``, ``simulated``, or the name of a proof.
    """

    place: Place
    order: tuple[str, ...]
    how: str = "declared"
    changes: Changes = ()


class Began(Event, frozen=True, tag="Began"):
    """A span of the match (``turn``, ``phase``, ``chain``) began; ``seat`` is the one whose it is."""

    span: str
    name: str = ""
    number: int = 0
    seat: str = ""
    clauses: Clauses = ()
    changes: Changes = ()


class Ended(Event, frozen=True, tag="Ended"):
    """A span ended; for the span ``match`` with ``winner`` (``""``: a draw) and ``reason``.

    ``scores`` are the points at its end by seat, where the game counts them; those of ``table`` are a result
    that all players share, without winner or loser.
    """

    span: str
    name: str = ""
    number: int = 0
    seat: str = ""
    winner: str = ""
    reason: str = ""
    clauses: Clauses = ()
    changes: Changes = ()
    scores: dict[Holder, int] = {}


# --- acts ------------------------------------------------------------------------------------------


class Act(Event, frozen=True):
    """What a seat decided: the inputs from which the rules derive everything else.

    ``number`` is the X or the amount of the act; ``words`` are its options, such as ``alchemy``;
    ``spent`` is the time it took in seconds, where it was written down. ``changes`` holds nothing
    but the faces that the record learns with the act (paper matches start with unknown ones).
    ``implied`` marks an answer that nobody wrote down: the only legal one, or an extra not taken.
    """

    seat: str
    verb: str
    cards: tuple[CardRef, ...] = ()
    targets: tuple[Holder, ...] = ()
    number: int | None = None
    words: tuple[str, ...] = ()
    spent: int | None = None
    changes: tuple[Know, ...] = ()
    implied: bool = False


class Declared(Act, frozen=True, tag="Declared"):
    """A seat announced an action of its own."""


class Chose(Act, frozen=True, tag="Chose"):
    """A seat answered a question that the rules or a card put to it."""


class Passed(Act, frozen=True, tag="Passed"):
    """A seat let an opportunity go by."""


# --- outcomes --------------------------------------------------------------------------------------


class Paid(Event, frozen=True, tag="Paid"):
    """``seat`` paid ``amount`` of ``resource``, or gave up ``cards``, for ``for_`` (an instance)."""

    seat: str
    resource: str
    clauses: Clauses
    amount: int = 0
    for_: str = msgspec.field(default="", name="for")
    cards: tuple[CardRef, ...] = ()
    changes: Changes = ()


class Determined(Event, frozen=True, tag="Determined"):
    """``quantity`` of ``of`` was computed: ``value``, with every step of the computation."""

    quantity: str
    of: Holder
    value: int
    trail: tuple[Step, ...]
    clauses: Clauses
    changes: Changes = ()


class Resolved(Event, frozen=True, tag="Resolved"):
    """An action was carried out to its end. ``what`` is its kind, ``card`` the card it came from."""

    what: str
    seat: str
    clauses: Clauses
    card: CardRef = ""
    changes: Changes = ()


class Failed(Event, frozen=True, tag="Failed"):
    """An action came to nothing, in whole or from here on; ``why`` is ``nullified``, ``refused`` …"""

    what: str
    seat: str
    why: str
    clauses: Clauses
    card: CardRef = ""
    changes: Changes = ()


class Triggered(Event, frozen=True, tag="Triggered"):
    """An ability of ``card`` came due without being declared."""

    card: CardRef
    ability: str
    seat: str
    clauses: Clauses
    changes: Changes = ()


class Happened(Event, frozen=True, tag="Happened"):
    """A consequence: ``what`` befell ``of``, by ``amount`` where there is one, because of ``card``."""

    what: str
    of: Holder
    clauses: Clauses
    amount: int = 0
    card: CardRef = ""
    changes: Changes = ()


class Revealed(Event, frozen=True, tag="Revealed"):
    """Faces became public: ``faces`` of ``cards``, in the same order."""

    seat: str
    cards: tuple[CardRef, ...]
    faces: tuple[FaceId, ...]
    clauses: Clauses
    changes: Changes = ()


# --- people ----------------------------------------------------------------------------------------


class Fouled(Event, frozen=True, tag="Fouled"):
    """Something happened at the table although the rules forbid it; by itself it changes nothing."""

    seat: str
    act: str
    clause: str = ""
    line: int = 0


class Ruled(Event, frozen=True, tag="Ruled"):
    """A judge decided. ``changes`` is what the ruling does to the table; the audit says AMENDED."""

    remedy: str
    by: str
    clause: str = ""
    line: int = 0
    changes: Changes = ()


class Retracted(Event, frozen=True, tag="Retracted"):
    """Everything from the event ``since`` on was taken back at the table; the trace stays."""

    since: int
    why: str
    by: str = ""


class Noted(Event, frozen=True, tag="Noted"):
    """A remark that is no part of play. ``topic`` tells what kind.

    ``record``: the text a match was read from, whole · ``claim``: an outcome that was written down,
    to be checked · ``mark``: a written turn line, to be checked · ``unread``: reading ended at
    ``line`` · ``commit``: a party's commitment to a secret, before a shuffle · ``reveal``: that secret ·
    ``views``: roots that bind what each viewer may see · ``source``: the file that a result comes from,
    by its SHA-256 · ``import`` and ``tournament``: what a file says beside its matches · ``line``: a line
    of a foreign log, from which the next events were read · ``skipped``: one that was not understood ·
    ``misnamed``, ``miscounted``, ``unplaced``: one that does not fit the lines before it · ``comment``.
    """

    topic: str
    text: str
    line: int = 0
    by: str = ""
    clause: str = ""


ACTS = (Declared, Chose, Passed)
DECISIONS = (*ACTS, Shuffled)
"""What the rules do not derive: the acts of seats, and what chance gave."""
OUTCOMES = (Paid, Determined, Resolved, Failed, Triggered, Happened, Revealed)

AnyAct = Declared | Chose | Passed
AnyEvent = (
    Opened
    | Shuffled
    | Began
    | Ended
    | Declared
    | Chose
    | Passed
    | Paid
    | Determined
    | Resolved
    | Failed
    | Triggered
    | Happened
    | Revealed
    | Fouled
    | Ruled
    | Retracted
    | Noted
)

Derived = tuple[AnyEvent, int | None]
"""An event, and the seq of the event of its match that it follows from."""
