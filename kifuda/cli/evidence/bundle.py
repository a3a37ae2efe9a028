"""``kifuda evidence``: bundles about one match for people without kifuda, and single opened faces.

Not here: the content of a bundle (``kifuda.evidence``), checking one (``bundle_answer``).
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Annotated

import typer

from engine.record.match import Match
from events.log.clock import now
from events.regular_file import read_file
from kifuda.cli.base import lookup
from kifuda.cli.base.command import Command, Group, application
from kifuda.cli.base.language import Misuse, say
from kifuda.cli.base.log_key import KeyFile, recording
from kifuda.cli.base.opened import opened
from kifuda.cli.base.options import DEFAULT_LOG, As, Every, LogFile, MatchNames
from kifuda.cli.base.output import show
from kifuda.cli.base.parsers import number
from kifuda.cli.evidence.bundle_answer import explained, parsed_key
from kifuda.evidence import EvidenceError

VERIFIER = "verify_evidence.py"
UNBOUND = {"unfinished": "later", "no-rules": "never"}
"""Why no views of a match are bound, which stops none of the others → what is said of it."""
FOR_ALL, FOR_THE_OWNER = 0o666, 0o600
"""File modes, before the umask of the process."""

Output = Annotated[Path, typer.Option("-o", "--output", metavar="FILE")]


class Evidence(Group):
    """``kifuda evidence MATCH`` means ``kifuda evidence write MATCH``."""

    fallback = "write"


app = application(group=Evidence)


@app.callback()
def evidence() -> None:
    """Evidence."""


@app.command("write", cls=Command)
def write(
    output: Output,
    match: Annotated[str | None, typer.Argument(metavar="[MATCH]")] = None,
    viewer: As = None,
    private: Annotated[bool, typer.Option("--private")] = False,
    keys: Annotated[list[str] | None, typer.Option("--key", metavar="VKEY")] = None,
    verifier: Annotated[bool, typer.Option("--verifier")] = False,
    log: LogFile = DEFAULT_LOG,
) -> None:
    """Write the bundle of a match, or the program that checks bundles."""
    if verifier == (match is not None):
        raise Misuse("evidence-what")
    if private and viewer is None:
        raise Misuse("evidence-private")
    if match is None:
        _write_new(output, files("kifuda.evidence").joinpath(VERIFIER).read_bytes())
        show(say("evidence.saved", path=output))
        return
    from kifuda.evidence.bundle import encode
    from kifuda.evidence.make_bundle import match_bundle, view_bundle

    named = [parsed_key(key) for key in keys or []]
    with opened(log) as source, explained(log):
        if viewer is None:
            whole = match_bundle(source, log, match, named)
            data, records = encode(whole), len(whole.entries)
        else:
            who = lookup.viewer(Match.load(source, match), viewer)
            view = view_bundle(source, log, match, str(who), named, private=private)
            data, records = encode(view), len(view.records)
    _write_new(output, data, mode=FOR_THE_OWNER if private else FOR_ALL)
    show(say("evidence.written", path=output, match=match, records=records))


@app.command("views", cls=Command)
def views(
    matches: MatchNames = None,
    every: Every = False,
    key: KeyFile = None,
    log: LogFile = DEFAULT_LOG,
) -> None:
    """Write the roots of the views of these matches into the log, where they are not there yet."""
    from kifuda.evidence.make_view import bind

    if every == bool(matches):
        raise Misuse("which-matches")
    with opened(log) as reader:
        named = [info.match for info in reader.matches()] if every else matches or []
    lines = []
    with recording(log, key) as source, explained(log), source.batch():
        for match in named:
            try:
                receipt = bind(source, log, match, now())
            except EvidenceError as error:
                if not (every and error.code in UNBOUND):
                    raise
                lines.append(say(f"evidence.bound-{UNBOUND[error.code]}", match=match))
                continue
            if receipt is None:
                lines.append(say("evidence.bound-before", match=match))
            else:
                lines.append(say("evidence.bound", match=match, seq=receipt.first_seq))
    show(*lines)
    if not _signed(log):
        show(say("evidence.sign-next"))


@app.command("open", cls=Command)
def open_(
    bundle: Annotated[Path, typer.Argument(metavar="BUNDLE")],
    event: Annotated[int, typer.Argument(metavar="N", parser=number(least=0))],
    face: Annotated[str, typer.Argument(metavar="CARD|INDEX")],
    output: Output,
) -> None:
    """Write one face out of the private part of a bundle into a file of its own."""
    from kifuda.evidence.bundle import ViewBundle, decode, encode_opening
    from kifuda.evidence.opening import opening

    with explained(bundle):
        held = decode(read_file(bundle))
        if type(held) is not ViewBundle:
            raise Misuse("evidence-not-a-view", path=bundle)
        data = encode_opening(opening(held, event, face))
    _write_new(output, data)
    show(say("evidence.saved", path=output))


def _signed(log: Path) -> bool:
    """Whether the checkpoint beside the log covers all of it."""
    from events.seal.checkpoint import read
    from events.seal.paths import checkpoint_of

    signed = read(checkpoint_of(log))
    with opened(log) as source:
        return signed is not None and signed.checkpoint.size >= source.size


@contextmanager
def _draft(path: Path) -> Iterator[Path]:
    """A draft that is renamed to ``path`` when it is complete. Raises ``Misuse`` if ``path`` exists."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        yield draft
        os.link(draft, path)
    except FileExistsError as error:
        raise Misuse("evidence-exists", path=path) from error
    finally:
        draft.unlink(missing_ok=True)


def _write_new(path: Path, data: bytes, *, mode: int = FOR_ALL) -> None:
    with (
        _draft(path) as draft,
        open(draft, "xb", opener=lambda name, flags: os.open(name, flags, mode)) as file,
    ):
        file.write(data)
