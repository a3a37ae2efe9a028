"""Looking into files that strangers send: in a process of its own, which has so much time and memory.

``python -m analytics.imports.files.sandbox`` is that process: files in, steps out, a line of JSON each.
Whatever a file makes of the reader, the one who asks goes on, and knows at which file it ended. Not here:
what is looked for (``looking``).
"""

import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from resource import RLIMIT_AS, RLIMIT_CPU, setrlimit

import msgspec

from analytics.imports.files.inspect import Begun, Counted, Seen, Step, look
from analytics.imports.files.inspected import Found, FoundTournament, Refused, Wish
from analytics.imports.files.read import digest_of
from analytics.imports.problem import Problem
from analytics.imports.tournament import Source

SECONDS = 40
"""So long all files of one look may take; the largest known regional takes a quarter of it."""
MEMORY = 2 * 2**30
"""Bytes that the process may have."""


class _Asked(msgspec.Struct, frozen=True):
    sources: list[Source]
    wishes: dict[str, Wish]
    seconds: int


def look_apart(
    sources: Sequence[Source], wishes: Mapping[str, Wish], *, seconds: int = SECONDS
) -> list[Found]:
    """What is in these files, in the order in which they go in. One at which the time or the memory ended is
    refused, and so are those behind it. No two files may have the same name."""
    asked = msgspec.json.encode(_Asked(list(sources), dict(wishes), seconds))
    try:
        command = [sys.executable, "-m", __name__]
        output = subprocess.run(command, input=asked, stdout=subprocess.PIPE, timeout=seconds).stdout
    except subprocess.TimeoutExpired as error:
        output = error.stdout or b""
    # The last line is whole only if it ends.
    lines = output.split(b"\n")[:-1]
    return _gathered(sources, map(_step.decode, lines), seconds)


_step: msgspec.json.Decoder[Step] = msgspec.json.Decoder(Step)


def _gathered(sources: Sequence[Source], steps: Iterable[Step], seconds: int) -> list[Found]:
    """What the steps tell, with a refusal for all that they do not tell of."""
    found: dict[str, Found] = {}
    begun: Begun | None = None
    for step in steps:
        match step:
            case Begun():
                begun = step
            case Seen(found=one):
                found[one.digest] = one
            case Counted(digest=digest, compared=compared):
                one = found[digest]
                assert isinstance(one.what, FoundTournament)
                what = msgspec.structs.replace(one.what, compared=compared)
                found[digest] = msgspec.structs.replace(one, what=what)
    told = {name for one in found.values() for name in one.names}
    facts = {"seconds": str(seconds)}
    if begun is not None and not told.issuperset(begun.names):
        gave_up = Problem(", ".join(begun.names), "", "gave-up", facts)
        found[begun.digest] = Found(begun.names, begun.digest, "", Refused((gave_up,)))
        told.update(begun.names)
    for source in sources:
        if source.name not in told:
            digest, not_reached = digest_of([source]), Problem(source.name, "", "not-reached", facts)
            found[digest] = Found((source.name,), digest, "", Refused((not_reached,)))
    return list(found.values())


def main() -> None:
    """Look into what stands on the standard input."""
    asked = msgspec.json.decode(sys.stdin.buffer.read(), type=_Asked)
    setrlimit(RLIMIT_AS, (MEMORY, MEMORY))
    setrlimit(RLIMIT_CPU, (asked.seconds, asked.seconds))
    for step in look(asked.sources, asked.wishes):
        sys.stdout.buffer.write(msgspec.json.encode(step) + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()
