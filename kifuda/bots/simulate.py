"""Complete matches played by bots: legal, marked as simulated, and the same for a seed on every machine.

Not here: how bots choose (``player``), or writing records (``engine.record.notation``).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from datetime import date, timedelta
from hashlib import sha256
from itertools import islice
from typing import NamedTuple

import msgspec

from analytics.facts.extract.head import DECK
from engine.audit.pin import pin
from engine.games.installed import package
from engine.kernel.ask import TABLE, Ask
from engine.kernel.card import Deck
from engine.kernel.deal import Deal
from engine.kernel.game import Game
from engine.kernel.legality import Endless, options
from engine.kernel.ruleset import Ruleset
from engine.record.notation.head.toml import literal
from engine.record.session import Policy, Session
from engine.record.timeline import by_act
from engine.shuffle.provable import SIMULATED
from events.log.contract import Log
from events.model.kinds import AnyAct, Derived, Noted, Opened, Shuffled
from kifuda.bots.coverage.watch import Watch
from kifuda.bots.dice import Dice
from kifuda.bots.player import Player
from kifuda.bots.proven_shuffles import ProvenChance
from kifuda.bots.roster import (
    CannotPlay,
    bot,
    plans_of,
    require_known,
    skill_of,
    usual_plans,
    usual_players,
)

Value = bool | int | str
"""The value of a setting."""
ACTS_MOST = 5_000
"""Acts after which a match is left unfinished; no match observed came near."""
ACTS_IN_TIME = 2_000
"""Acts after which the time is over, in a game whose matches have a time limit."""
FIRST_DAY = date(2024, 1, 1)
DAYS = 730
"""Matches get dates within this many days, so that pages about months have several months."""
MATCHES_AT_ONCE = 50
"""Matches in one transaction of the log."""


class SimulatedMatch(NamedTuple):
    """A match that bots played: its id in a log, and its events with their causes.

    ``finished`` is false for one that ``ACTS_MOST`` cut short.
    """

    id: str
    derived: tuple[Derived, ...]
    finished: bool = True


class Unanswerable(Exception):
    """The rules put the question ``ask`` to a seat and allow no answer to it."""

    def __init__(self, ask: Ask) -> None:
        super().__init__(f"no answer of {ask.seat} to the question {ask.about!r} is allowed [{ask.clause}]")
        self.ask = ask


def simulate(
    rules: Ruleset,
    *,
    matches: int,
    seed: int,
    players: tuple[str, ...] | None = None,
    cards: str | None = None,
    decks: tuple[str, ...] | None = None,
    settings: Mapping[str, Value] | None = None,
    proven: bool = False,
    watch: Watch | None = None,
    language: str = "en",
) -> Iterator[SimulatedMatch]:
    """Play ``matches`` matches of bots, by default the usual ones, with the card set ``cards``, by default
    the first of the ruleset; ``decks`` are their plans, in the same order, and ``settings`` those that differ
    from its defaults. The shuffles of ``proven`` matches can be proven; ``watch`` counts what the matches
    show, and changes none. Decks that players bring have the names of the card set, in this ``language``.

    The id of a match contains the seed, the league and its number. Match number n of a seed is the same
    however many are played. The deal depends on the seed alone, so other players get the same cards.
    Seats are drawn for every match. Raises ``kifuda.bots.roster.CannotPlay`` for unknown bots, plans,
    cards or settings, ``Unanswerable`` where the rules allow no answer to a question.
    """
    players, plans = players or usual_players(rules), decks or usual_plans(rules)
    usual = next(iter(rules.sets))
    cards = cards or usual
    require_known(f"card set of {rules.game}", cards, tuple(rules.sets))
    house = _settings(rules, settings or {})
    if not len(players) == len(plans) == len(rules.seats):
        raise CannotPlay(f"{rules.game} needs {len(rules.seats)} players, each with a plan if any has one")
    league = _league(rules, seed, players, plans, cards, settings or {}, proven=proven, language=language)
    entrants = [(name, plan, bot(rules, name, plan)) for name, plan in zip(players, plans, strict=True)]
    for number in range(matches):
        words = (rules.id, cards, seed, number)
        id = f"sim-{rules.game}-{league}-{number:06d}"
        chance = Dice("chance", *words)
        seated = dict(zip(rules.seats, chance.mixed(entrants), strict=True))
        names = {seat: _called(rules, name, plan) for seat, (name, plan, _) in seated.items()}
        opened = _opened(rules, cards, names, house, FIRST_DAY + timedelta(days=chance.below(DAYS)))
        if rules.check_deck is not None:
            brought = {seat: plan for seat, (_, plan, _) in seated.items()}
            decks_of = _decks(rules, cards, brought, chance)
            called = {f"{DECK}{seat}": literal(deck.name[language]) for seat, deck in decks_of.items()}
            contents = {seat: dict(deck.cards) for seat, deck in decks_of.items()}
            opened = msgspec.structs.replace(opened, decks=contents, head=opened.head | called)
        minds = {seat: mind for seat, (_, _, mind) in seated.items()}
        dice = {seat: Dice("player", seat, *words) for seat in rules.seats}
        dealer = ProvenChance(id, rules.seats, *words) if proven else PlainChance(chance)
        skill = skill_of(rules.game)
        overtime = skill.overtime if skill else None
        session = Session(watch.rules if watch else rules, opened, Policy(dealer.shuffled))
        with watch.watching() if watch else nullcontext():
            play(session, minds, dice=dice, overtime=overtime, watch=watch)
        finished = session.game.ask is None
        if finished:
            session.remark(*dealer.closing())
        if watch is not None:
            watch.played(session.events)
        yield SimulatedMatch(id, tuple(session.events), finished)


def _league(
    rules: Ruleset,
    seed: int,
    players: tuple[str, ...],
    plans: tuple[str, ...],
    cards: str,
    settings: Mapping[str, Value],
    *,
    proven: bool,
    language: str,
) -> str:
    """The common part of the ids of these matches: the seed, and four hex digits if anything else differs
    from the defaults, so that one log can hold two leagues of one seed."""
    named = (
        players,
        plans,
        cards,
        sorted(settings.items()),
        *(("proven",) if proven else ()),
        *((language,) if language != "en" else ()),
    )
    if named == (usual_players(rules), usual_plans(rules), next(iter(rules.sets)), []):
        return str(seed)
    return f"{seed}-{sha256(msgspec.json.encode(named)).hexdigest()[:4]}"


def _called(rules: Ruleset, name: str, plan: str) -> str:
    return name if plan == plans_of(rules.game)[0] else f"{name} ({plan})"


def _settings(rules: Ruleset, chosen: Mapping[str, Value]) -> dict[str, Value]:
    for name, value in chosen.items():
        require_known(f"setting of {rules.id}", name, tuple(rules.settings))
        if not rules.settings[name].allows(value):
            raise CannotPlay(f"{name} cannot be {value!r}: {rules.settings[name].en}")
    return {**rules.default_settings(), **chosen}


def _decks(rules: Ruleset, cards: str, plans: Mapping[str, str], chance: Dice) -> dict[str, Deck]:
    """The deck of the card set that a plan is named after; any of them for a player without a plan."""
    decks = rules.sets[cards].decks
    return {seat: decks[plan if plan in decks else chance.pick(list(decks))] for seat, plan in plans.items()}


def _opened(
    rules: Ruleset, cards: str, players: Mapping[str, str], settings: dict[str, Value], day: date
) -> Opened:
    return Opened(
        game=rules.game,
        edition=rules.edition,
        cards=cards,
        players=dict(players),
        settings=settings,
        digests=pin(rules, cards),
        head={"played": day.isoformat()},
        simulated=True,
        package=package(rules.game),
    )


class PlainChance:
    """Answers the asks to the table by dice, without a proof."""

    def __init__(self, dice: Dice) -> None:
        self.dice = dice

    def shuffled(self, session: Session, deal: Deal) -> Shuffled:
        return Shuffled(deal.place, tuple(self.dice.mixed(deal.cards())), how=SIMULATED)

    def closing(self) -> Sequence[Noted]:
        return ()


def play(
    session: Session,
    minds: Mapping[str, Player],
    *,
    dice: Mapping[str, Dice],
    overtime: AnyAct | None = None,
    watch: Watch | None = None,
) -> None:
    """Play the match to its end, for ``ACTS_MOST`` acts, or up to an act from which more follows without
    end. ``overtime`` is the act of the table when the time is over."""
    for done in range(ACTS_MOST):
        ask = session.game.ask
        if ask is None:
            return
        if overtime is not None and done >= ACTS_IN_TIME:
            session.take(overtime)
            return
        if ask.seat == TABLE:
            session.shuffle()
        else:
            act = _chosen(minds[ask.seat], session.game, dice[ask.seat])
            if watch is not None:
                watch.asked(session.game, act)
            try:
                session.take(act)
            except Endless:
                return


def _chosen(mind: Player, game: Game, dice: Dice) -> AnyAct:
    """The choice of a player. Raises ``Unanswerable`` where it has none."""
    try:
        return mind.choose(game, dice)
    except Exception as error:
        if game.ask is not None and next(options(game), None) is None:
            raise Unanswerable(game.ask) from error
        raise


# --- into a log --------------------------------------------------------------------------------------


def write(log: Log, matches: Iterable[SimulatedMatch], clock: Callable[[], int]) -> int:
    """Append matches to a log, act by act as if they had been played into it; returns how many.

    ``clock`` gives the time (UTC, microseconds). Command ids follow from match and act, so that writing
    the same matches again changes nothing. Raises what ``Log.append`` raises; a match is written whole
    or not at all.
    """
    written, waiting = 0, iter(matches)
    while some := list(islice(waiting, MATCHES_AT_ONCE)):
        with log.batch():
            for match in some:
                _append(log, match, clock)
        written += len(some)
    return written


def _append(log: Log, match: SimulatedMatch, clock: Callable[[], int]) -> None:
    expected = 0
    for number, act in enumerate(by_act(match.derived)):
        command = f"{match.id}:{number}"
        log.append(match.id, act, expected=expected, command=command, at=clock())
        expected += len(act)
