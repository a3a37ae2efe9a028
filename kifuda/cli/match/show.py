"""``kifuda show``: the board of a match after any of its events, as a viewer may see it.

Not here: stepping through a match (``replay``).
"""

from __future__ import annotations

from engine.record.match import Match
from kifuda.cli.base import lookup
from kifuda.cli.base.command import Command, application
from kifuda.cli.base.language import current, say
from kifuda.cli.base.options import DEFAULT_LOG, As, At, Json, LogFile, MatchName
from kifuda.cli.base.output import show as print_
from kifuda.cli.base.output import show_json
from kifuda.cli.match.board import board
from kifuda.cli.match.state import state

app = application()


@app.command("show", cls=Command)
def show(
    match: MatchName, at: At = None, viewer: As = None, json: Json = False, log: LogFile = DEFAULT_LOG
) -> None:
    """Show the table after event ``at`` (default: at the end)."""
    whole = lookup.match(match, log)
    viewer = lookup.viewer(whole, viewer)
    seen = lookup.handed_out(whole, viewer)
    number = lookup.event_number(seen, at)
    if json:
        show_json(state(seen, number, viewer=viewer))
        return
    rules, opened = seen.rules, seen.opened
    game = rules.name[current()] if rules is not None else opened.game
    table = seen.table(number)
    print_(
        say("show.head", match=seen.id, game=game, edition=opened.edition, at=number,
            last=len(seen) - 1, turn=table.turn),
        board(seen, number, language=current(), viewer=viewer),
        f"#{number}  {event_sentence(seen, number)}",
    )  # fmt: skip


def event_sentence(match: Match, seq: int) -> str:
    """The sentence of an event."""
    return match.sentence(seq, current())
