"""Previewing files of strangers in a process of its own, with limits of time and memory.

``python -m analytics.imports.reading.sandbox`` is that process: files in, steps out, a line of JSON each.
Whatever a file does to the reader, the caller goes on and knows at which file it ended. Not here: what is
read (``preview_steps``).
"""

import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from resource import RLIMIT_AS, RLIMIT_CPU, setrlimit

import msgspec

from analytics.imports.formats.format import Options
from analytics.imports.problem import Problem
from analytics.imports.reading.preview import Preview, Refused, TournamentPreview
from analytics.imports.reading.preview_steps import Compared, Previewed, Started, Step, preview_steps
from analytics.imports.source import Source, digest_of

SECONDS = 40
"""For all files of one call; the largest known regional takes a quarter of it."""
MEMORY = 2 * 2**30
"""Bytes that the process may have."""


class _Request(msgspec.Struct, frozen=True):
    sources: list[Source]
    options: dict[str, Options]
    seconds: int


def preview_in_sandbox(
    sources: Sequence[Source], options: Mapping[str, Options], *, seconds: int = SECONDS
) -> list[Preview]:
    """What is in these files, in the order in which they would be imported; ``options`` as for
    ``preview_steps``. The file at which time or memory ended is refused, and so are those after it. No two
    files may have the same name."""
    request = msgspec.json.encode(_Request(list(sources), dict(options), seconds))
    try:
        command = [sys.executable, "-m", __name__]
        output = subprocess.run(command, input=request, stdout=subprocess.PIPE, timeout=seconds).stdout
    except subprocess.TimeoutExpired as error:
        output = error.stdout or b""
    # The last line is whole only if it ends.
    lines = output.split(b"\n")[:-1]
    return _gathered(sources, map(_step.decode, lines), seconds)


_step: msgspec.json.Decoder[Step] = msgspec.json.Decoder(Step)


def _gathered(sources: Sequence[Source], steps: Iterable[Step], seconds: int) -> list[Preview]:
    """The previews of these steps, with a refusal for every file that they do not mention."""
    previews: dict[str, Preview] = {}
    started: Started | None = None
    for step in steps:
        match step:
            case Started():
                started = step
            case Previewed(preview=preview):
                previews[preview.digest] = preview
            case Compared(digest=digest, compared=compared):
                preview = previews[digest]
                assert isinstance(preview.content, TournamentPreview)
                content = TournamentPreview(preview.content.results, compared)
                previews[digest] = msgspec.structs.replace(preview, content=content)
    done = {name for preview in previews.values() for name in preview.names}
    facts = {"seconds": str(seconds)}
    if started is not None and not done.issuperset(started.names):
        gave_up = Problem(", ".join(started.names), "", "gave-up", facts)
        previews[started.digest] = Preview(started.names, started.digest, "", Refused((gave_up,)))
        done.update(started.names)
    for source in sources:
        if source.name not in done:
            digest, not_reached = digest_of([source]), Problem(source.name, "", "not-reached", facts)
            previews[digest] = Preview((source.name,), digest, "", Refused((not_reached,)))
    return list(previews.values())


def main() -> None:
    """Preview the files on the standard input."""
    request = msgspec.json.decode(sys.stdin.buffer.read(), type=_Request)
    setrlimit(RLIMIT_AS, (MEMORY, MEMORY))
    setrlimit(RLIMIT_CPU, (request.seconds, request.seconds))
    for step in preview_steps(request.sources, request.options):
        sys.stdout.buffer.write(msgspec.json.encode(step) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
