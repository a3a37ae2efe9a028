"""Looking into files: what is in each, read as a whole and judged, and never written anywhere.

Files come one after the other, and each is announced before it is read, so that whoever waits knows at which
one it took too long. Not here: doing so within bounds of time and memory (``apart``).
"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from analytics.imports.files.inspected import Found, FoundMatch, FoundTournament, Refused, Wish
from analytics.imports.files.prepared import Record, Results
from analytics.imports.files.read import RECORD, digest_of, format_of, read, together
from analytics.imports.formats.format import Format, Options
from analytics.imports.problem import BadFile, Problem
from analytics.imports.tournament import Source
from analytics.tournaments.compare import Comparison, compare
from engine.record.notation.problem import Unreadable

MOST_MATCHES, MOST_PLAYERS = 20_000, 10_000
"""Of one tournament; the largest ever held have had fewer."""


class Begun(msgspec.Struct, frozen=True, tag=True):
    """These files are looked at next."""

    names: tuple[str, ...]
    digest: str


class Seen(msgspec.Struct, frozen=True, tag=True):
    """What was found in the files that were announced last."""

    found: Found


class Counted(msgspec.Struct, frozen=True, tag=True):
    """The table of the tournament that was found in the files with this digest, against its rounds."""

    digest: str
    compared: Comparison


Step = Begun | Seen | Counted


def look(sources: Sequence[Source], wishes: Mapping[str, Wish]) -> Iterator[Step]:
    """What is in all of these, step by step; tables are counted after everything was read, since that takes
    longest. ``wishes``: by the digest of what goes in together. No two files may have the same name."""
    formats: list[tuple[Source, None, Format | None]] = []
    for source in sources:
        yield Begun((source.name,), digest_of([source]))
        formats.append((source, None, format_of(source)))
    tournaments: list[tuple[str, FoundTournament]] = []
    for group, format in together(formats):
        names, digest = tuple(source.name for source in group), digest_of(group)
        yield Begun(names, digest)
        what = _in(group, format, wishes.get(digest, Wish()))
        if isinstance(what, FoundTournament):
            tournaments.append((digest, what))
        yield Seen(Found(names, digest, _called(group[0], format, what), what))
    for digest, found in tournaments:
        yield Counted(digest, compare(found.tournament))


def _called(source: Source, format: Format | None, what: object) -> str:
    if format is not None:
        return format.name
    return RECORD[1:] if source.name.endswith(RECORD) or isinstance(what, FoundMatch) else ""


def _in(group: Sequence[Source], format: Format | None, wish: Wish) -> Refused | FoundMatch | FoundTournament:
    options = Options(wish.game, wish.name)
    try:
        ready = read(group, format, options, accept_partial=wish.accept_partial)
    except BadFile as error:
        return Refused(error.problems, partly=error.partly)
    except Unreadable as error:
        return Refused(place=error.problem)
    except MemoryError:
        return Refused((Problem(group[0].name, "", "too-much"),))
    return _match(ready) if isinstance(ready, Record) else _tournament(ready)


def _match(record: Record) -> FoundMatch:
    verdict = record.match.verdict
    divergence = verdict.divergence
    return FoundMatch(
        match=record.match.id,
        digest=record.digest,
        derived=list(record.match.derived),
        grade=verdict.grade,
        disputed=divergence is not None,
        line=divergence.line or 0 if divergence else 0,
        clause=divergence.clause if divergence else "",
        ended=record.problem,
        skipped=sum(finding.kind == "skipped" for finding in verdict.findings),
    )


def _tournament(results: Results) -> Refused | FoundTournament:
    tournament = results.tournament
    matches = sum(1 for _ in tournament.pairings())
    if matches > MOST_MATCHES or len(tournament.players) > MOST_PLAYERS:
        facts = {"matches": str(MOST_MATCHES), "players": str(MOST_PLAYERS)}
        return Refused((Problem(results.imported.files[0].name, "", "too-many", facts),))
    return FoundTournament(tournament, results.imported, results.kept, results.problems)
