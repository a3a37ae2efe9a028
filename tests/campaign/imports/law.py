"""What has to work on a log, whatever it contains: the commands, evidence of every match, and the pages.

Not here: what was imported into it (``records``, ``files``).
"""

from __future__ import annotations

import random
import traceback
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

from analytics.imports.writing.tournament_recall import is_tournament
from analytics.metrics.both_seats import is_of_one_side
from analytics.metrics.definitions.registry import METRICS
from analytics.metrics.publish.export import EFFECTS
from analytics.metrics.reports.table import VIEWS
from events.log.sqlite_log import SqliteLog
from events.seal.head_signing import seal
from events.seal.inspection import inspect
from kifuda.evidence.bundle import encode
from kifuda.evidence.make_bundle import match_bundle
from kifuda.evidence.verify_evidence import check as check_bundle
from tests.campaign.tally import Tally
from tests.campaign.workload import KEY
from tests.dashboard.opening import PAGES, opened
from tests.support.command import kifuda

FINE = (0, 1)
"""Exit statuses of a command that was carried out; 1: there are findings."""
OF_ONE = {"show": (), "audit": (), "explain": (0,)}
"""Commands about one match."""
PAGES_OF_ONE = ("replay", "audit")
VIEWERS = (None, "public", "A")
UNBOUND = ("are not bound", "not installed", "there is no seat")
"""Why there is no evidence of a view: the match goes on, its rules are not known, or nobody sits there."""


def check(log: Path, chance: random.Random, tally: Tally, *, numbers: int, matches: int, pages: int) -> None:
    """Do everything with the log; of the numbers, the matches and the pages only so many, drawn at random."""
    for what, work in _all(log, chance, numbers=numbers, matches=matches, pages=pages):
        tally.count(what.partition(" ")[0])
        try:
            said = work()
        except (Exception, AssertionError) as error:
            place = traceback.extract_tb(error.__traceback__)[-1]
            said = f"{type(error).__name__}: {error} ({Path(place.filename).name}:{place.lineno})"
        if said:
            tally.fail(f"{what}: {said[:1500]}")


Work = tuple[str, Callable[[], str]]


def _all(log: Path, chance: random.Random, *, numbers: int, matches: int, pages: int) -> Iterator[Work]:
    with closing(SqliteLog(log)) as source:
        names = [found.match for found in source.matches()]
        tournaments = {name for name in names if is_tournament(source, name)}
    some = chance.sample(names, min(matches, len(names)))
    yield "project", partial(_project, log)
    for table in chance.sample([*VIEWS, EFFECTS, *METRICS], numbers):
        by = ("--by", "player") if table in METRICS and is_of_one_side(METRICS[table]) else ()
        yield f"stats {table}", partial(_command, log, "stats", table, *by, "--json")
    for arguments in (
        ("audit", "--all"), ("audit", "--all", "--json"), ("log",), ("tournament",), ("tournament", "--json"),
        ("export", "--all", "--format", "json"),
        ("export", "--all", "--format", "parquet", "-o", log.with_suffix(".parquet")),
        ("export", "--all", "--format", "kfd", "-o", log.with_suffix(".kfd-files")),
        ("export", "--all", "--format", "original", "-o", log.with_suffix(".originals")),
        ("archetypes", "list"),
    ):  # fmt: skip
        yield " ".join(map(str, arguments[:3])), partial(_command, log, *arguments)
    yield "evidence", partial(_evidence, log, names)
    for name in some:
        if name in tournaments:
            yield f"tournament {name!r}", partial(_command, log, "tournament", "--", name)
            continue
        for command, at in OF_ONE.items():
            yield f"{command} {name!r}", partial(_command, log, command, "--", name, *at)
        yield f"bundle {name!r}", partial(_bundles, log, name)
    for page in chance.sample(PAGES, min(pages, len(PAGES))):
        yield f"page {page}", partial(_page, log, page, chance.choice(("en", "ja")))
    for name in some[:pages]:
        for page in PAGES_OF_ONE:
            yield f"page {page} {name!r}", partial(_page, log, page, "en", match=name)


def _project(log: Path) -> str:
    """Rows are made of every match."""
    done = kifuda("project", KIFUDA_LOG=str(log))
    return done.out + done.err if done.status else ""


def _command(log: Path, *arguments: object) -> str:
    done = kifuda(*arguments, KIFUDA_LOG=str(log))
    return "" if done.status in FINE else f"status {done.status}: {done.err}"


def _page(log: Path, page: str, language: str, **query: str) -> str:
    opened(log, page, language, **query)
    return ""


def _evidence(log: Path, names: list[str]) -> str:
    """Sign the log and make evidence of every match, which both verifiers must accept."""
    if bound := _command(log, "evidence", "views", "--all"):
        return bound
    seal(log, KEY)
    if findings := inspect(log, [KEY.verifier]).findings:
        return f"{findings}"
    with closing(SqliteLog(log)) as source:
        for name in names:
            data = encode(match_bundle(source, log, name, [KEY.verifier]))
            if found := check_bundle(data, [str(KEY.verifier)])["findings"]:
                return f"{name!r}: {found}"
    return ""


def _bundles(log: Path, name: str) -> str:
    """Write and verify what everybody, the public and a player may have of a match."""
    for number, viewer in enumerate(VIEWERS):
        bundle = log.with_suffix(f".bundle-{number}")
        bundle.unlink(missing_ok=True)
        seen = ("--as", viewer) if viewer else ()
        said = _command(log, "evidence", "write", *seen, "-o", bundle, "--", name)
        if said and not any(word in said for word in UNBOUND):
            return said
        if not said and (done := kifuda("verify", bundle, "--key", KEY.verifier)).status:
            return f"verify: {done}"
    return ""
