"""Previewing files: what is in each, read as a whole and judged, and never written anywhere.

Each file is announced before it is read, so that a caller that stops waiting knows which one took too long.
Not here: limits of time and memory (``sandbox``).
"""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from analytics.imports.formats import record
from analytics.imports.formats.format import Format, Options
from analytics.imports.formats.registry import recognise
from analytics.imports.prepared import Record, Results
from analytics.imports.problem import BadFile, Problem
from analytics.imports.reading.grouping import group
from analytics.imports.reading.preview import MatchPreview, Preview, Refused, TournamentPreview
from analytics.imports.reading.read import read
from analytics.imports.source import Source, digest_of
from analytics.tournaments.compare import Comparison, compare
from engine.record.notation.problem import Unreadable

MAX_MATCHES, MAX_PLAYERS = 20_000, 10_000
"""Of one tournament; the largest ever held have had fewer."""


class Started(msgspec.Struct, frozen=True, tag=True):
    """These files are read next."""

    names: tuple[str, ...]
    digest: str


class Previewed(msgspec.Struct, frozen=True, tag=True):
    """What was found in the files that were announced last."""

    preview: Preview


class Compared(msgspec.Struct, frozen=True, tag=True):
    """The table of the tournament in the files with this digest, against its rounds."""

    digest: str
    compared: Comparison


Step = Started | Previewed | Compared


def preview_steps(sources: Sequence[Source], options: Mapping[str, Options]) -> Iterator[Step]:
    """What is in all of these, step by step; tables are compared after everything was read, since that takes
    longest. ``options`` by the digest of the files that are imported together. No two files may have the same
    name."""
    formats: list[tuple[Source, None, Format | None]] = []
    for source in sources:
        yield Started((source.name,), digest_of([source]))
        formats.append((source, None, recognise(source)))
    tournaments: list[tuple[str, Results]] = []
    for files, format in group(formats):
        names, digest = tuple(source.name for source in files), digest_of(files)
        yield Started(names, digest)
        content = _content(files, format, options.get(digest, Options()))
        if isinstance(content, TournamentPreview):
            tournaments.append((digest, content.results))
        if format is None and isinstance(content, MatchPreview):
            format = record.FORMAT
        yield Previewed(Preview(names, digest, format.name if format else "", content))
    for digest, results in tournaments:
        yield Compared(digest, compare(results.tournament))


def _content(
    files: Sequence[Source], format: Format | None, options: Options
) -> Refused | MatchPreview | TournamentPreview:
    try:
        prepared = read(files, format, options)
    except BadFile as error:
        return Refused(error.problems, partly=error.partly)
    except Unreadable as error:
        return Refused(place=error.problem)
    except MemoryError:
        return Refused((Problem(files[0].name, "", "too-much"),))
    return _match(prepared) if isinstance(prepared, Record) else _tournament(prepared)


def _match(record: Record) -> MatchPreview:
    verdict = record.match.verdict
    divergence = verdict.divergence
    return MatchPreview(
        record,
        grade=verdict.grade,
        disputed=divergence is not None and divergence.kind != "unread",
        line=divergence.line or 0 if divergence else 0,
        clause=divergence.clause if divergence else "",
        skipped=sum(finding.kind == "skipped" for finding in verdict.findings),
    )


def _tournament(results: Results) -> Refused | TournamentPreview:
    tournament = results.tournament
    matches = sum(1 for _ in tournament.pairings())
    if matches > MAX_MATCHES or len(tournament.players) > MAX_PLAYERS:
        facts = {"matches": str(MAX_MATCHES), "players": str(MAX_PLAYERS)}
        return Refused((Problem(results.imported.files[0].name, "", "too-many", facts),))
    return TournamentPreview(results)
