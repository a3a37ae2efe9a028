"""``kifuda log``: lists the matches of a log.

Not here: their judgement by the rules (``audit``).
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from events.log.sqlite_log import SqliteLog
from events.model.kinds import Opened
from kifuda.cli.base.command import Command, application
from kifuda.cli.base.language import say
from kifuda.cli.base.opened import opened
from kifuda.cli.base.options import DEFAULT_LOG, Json, LogFile
from kifuda.cli.base.output import row, show, show_json_line, table

app = application()

MICROSECONDS = 1_000_000


@app.command("log", cls=Command)
def log(json: Json = False, log: LogFile = DEFAULT_LOG) -> None:
    """List the matches in the order in which they were recorded."""
    with opened(log) as source:
        found = [_line(source, info.match, info.entries) for info in source.matches()]
        size, name = source.size, source.name
    if json:
        for line in found:
            show_json_line(line)
        return
    columns = ("match", "ruleset", "players", "played", "events", "recorded", "kind")
    listed = table("log", *columns, right=("events",))
    for line in found:
        ruleset = "@".join(filter(None, (line["game"], line["edition"])))
        players = " – ".join(line["players"].values())
        recorded = line["recorded"].partition("+")[0].replace("T", " ")
        kind = say("log.simulated" if line["simulated"] else f"log.{line['granularity']}")
        row(listed, line["match"], ruleset, players, line["played"], line["events"], recorded, kind)
    show(listed, say("log.sum", log=name, matches=len(found), entries=size))


def _line(source: SqliteLog, match: str, entries: int) -> dict[str, Any]:
    first = source.entry(match, 0).entry
    opened = first.event
    assert isinstance(opened, Opened), "the log's first entry of a match opens it"
    return {
        "match": match,
        "game": opened.game,
        "edition": opened.edition,
        "cards": opened.cards,
        "players": opened.players,
        "played": opened.head.get("played", ""),
        "granularity": opened.granularity,
        "simulated": opened.simulated,
        "events": entries,
        "recorded": datetime.fromtimestamp(first.at / MICROSECONDS, UTC).isoformat(timespec="seconds"),
    }
