"""``kifuda show``: the board of a match after any of its events, as a viewer may see it.

Not here: stepping through a match (``replay``).
"""

from __future__ import annotations

from engine.match import Match
from kifuda.cli import library
from kifuda.cli.board import board
from kifuda.cli.command import Command, application
from kifuda.cli.language import current, say
from kifuda.cli.options import DEFAULT_LOG, As, At, Json, LogFile, MatchName
from kifuda.cli.output import show as print_
from kifuda.cli.output import show_json
from kifuda.cli.state import state

app = application()


@app.command("show", cls=Command)
def show(
    match: MatchName, at: At = None, viewer: As = None, json: Json = False, log: LogFile = DEFAULT_LOG
) -> None:
    """Show the table after event ``at`` (default: at the end)."""
    whole = library.match(match, log)
    number = library.event_number(whole, at)
    viewer = library.viewer(whole, viewer)
    seen = library.seen(whole, viewer)
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
        f"#{number}  {told(seen, number)}",
    )  # fmt: skip


def told(match: Match, seq: int) -> str:
    """The sentence of an event."""
    return match.sentence(seq, current())
