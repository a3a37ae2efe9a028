"""``kifuda legal``: the legal acts at a moment of a match, as a record would write them.

Not here: what is legal (the requirements of each verb).
"""

from __future__ import annotations

from itertools import islice
from typing import Any

import msgspec

from engine.kernel.ask import TABLE
from engine.kernel.game import Game
from engine.kernel.legality import Refused, options
from engine.record.match import Match
from engine.record.notation.spell import spell
from engine.text.messages import refusal
from kifuda.cli.base import lookup
from kifuda.cli.base.command import Command, application
from kifuda.cli.base.language import Misuse, current, say
from kifuda.cli.base.options import DEFAULT_LOG, AsSeat, EventNumber, Json, LogFile, MatchName
from kifuda.cli.base.output import show, show_json

app = application()

SHOWN = 40
LISTED = 1000
"""The most acts in the output, as text and as data: there are 6,435 ways to choose 7 of 15 cards."""


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
    found = as_data(_game(whole, number), whole, number, seat=lookup.seat(whole, viewer))
    if json:
        show_json(found)
        return
    if not found["asked"]:
        show(say("legal.over", at=number))
        return
    if found["asked"] == TABLE:
        show(say("legal.shuffle", at=number, clause=found["clause"],
                 text=whole.clause_text(found["clause"], current())))  # fmt: skip
        return
    show(say("legal.asked", at=number, seat=found["asked"], clause=found["clause"],
             text=whole.clause_text(found["clause"], current())))  # fmt: skip
    lines = list(dict.fromkeys(act["line"] for act in found["acts"]))
    show(*(f"  {line}" for line in lines[:SHOWN]))
    if len(lines) > SHOWN or found["more"]:
        show(say("legal.more", shown=SHOWN))
    if not lines:
        show(say("legal.nothing", seat=viewer, asked=found["asked"]))


def as_data(game: Game, match: Match, at: int, *, seat: str | None) -> dict[str, Any]:
    """The acts in the shape of ``docs/json.md``."""
    fitting = (act for act in options(game) if seat in (None, act.seat))
    acts = list(islice(fitting, LISTED + 1))
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
