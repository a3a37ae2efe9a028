"""``kifuda legal``: the legal acts at a moment of a match, as a record would write them.

Not here: what is legal (the requirements of each verb).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import msgspec

from engine.kernel.ask import TABLE
from engine.kernel.game import Game
from engine.kernel.legality import Refused, options
from engine.record.match import Match
from engine.record.notation.choice import choices
from engine.record.notation.spell import spell
from engine.text.messages import refusal
from events.model.kinds import AnyAct
from kifuda.cli.base import lookup
from kifuda.cli.base.command import Command, application
from kifuda.cli.base.language import Misuse, current, say
from kifuda.cli.base.options import DEFAULT_LOG, AsSeat, EventNumber, Json, LogFile, MatchName
from kifuda.cli.base.output import show, show_json

app = application()

SHOWN = 40
LISTED = 1000
"""The most acts in the output, as text, which has one of each choice, and as data: there are 6,435 ways to
choose 7 of 15 cards."""
EXAMINED = 10_000
"""The most acts that are looked at for different choices."""


@app.command("legal", cls=Command)
def legal(
    match: MatchName,
    number: EventNumber,
    viewer: AsSeat = None,
    json: Json = False,
    log: LogFile = DEFAULT_LOG,
) -> None:
    """List the legal acts after event ``number``, of one seat or of the seat that is asked."""
    whole = lookup.match(match, log)
    lookup.installed(whole)
    number = lookup.event_number(whole, number)
    game, seat = _game(whole, number), lookup.seat(whole, viewer)
    if json:
        show_json(as_data(game, whole, number, seat=seat))
        return
    if (ask := game.ask) is None:
        show(say("legal.over", at=number))
        return
    facts = {"at": number, "clause": ask.clause, "text": whole.clause_text(ask.clause, current())}
    if ask.seat == TABLE:
        show(say("legal.shuffle", **facts))
        return
    show(say("legal.asked", seat=ask.seat, **facts))
    lines, more = _lines(game, seat)
    show(*(f"  {line}" for line in lines))
    if more:
        show(say("legal.more", shown=SHOWN))
    if not lines:
        show(say("legal.nothing", seat=viewer, asked=ask.seat))


def _lines(game: Game, seat: str | None) -> tuple[list[str], bool]:
    """The different choices as they are written, and whether there are more: copies of one card are
    interchangeable."""
    acts = _acts(game, seat)
    found = dict[str, None]()
    for act in choices(game, islice(acts, EXAMINED)):
        found[spell(game, act)] = None
        if len(found) > SHOWN:
            break
    return list(found)[:SHOWN], len(found) > SHOWN or next(acts, None) is not None


def _acts(game: Game, seat: str | None) -> Iterator[AnyAct]:
    return (act for act in options(game) if seat in (None, act.seat))


def as_data(game: Game, match: Match, at: int, *, seat: str | None) -> dict[str, Any]:
    """The acts in the shape of ``docs/json.md``."""
    acts = list(islice(_acts(game, seat), LISTED + 1))
    ask = game.ask
    return {
        "match": match.id,
        "at": at,
        "asked": ask.seat if ask else "",
        "clause": ask.clause if ask else "",
        "acts": [{**_fields(act), "line": spell(game, act)} for act in acts[:LISTED]],
        "more": len(acts) > LISTED,
    }


def _fields(act: Any) -> dict[str, Any]:
    names = ("seat", "verb", "cards", "targets", "number", "words")
    return {name: msgspec.to_builtins(getattr(act, name)) for name in names}


def _game(match: Match, seq: int) -> Game:
    """The game at this moment. Raises ``Misuse`` after an act that the rules refuse."""
    try:
        return match.game(seq)
    except Refused as refused:
        at = next(index for index, event in enumerate(match.events) if event is refused.act)
        why = refusal(lookup.installed(match), refused, match.table(at - 1), current())
        raise Misuse("behind-refusal", asked=seq, at=at, why=why) from refused
