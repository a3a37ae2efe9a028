"""``kifuda key``: makes the keys by which heads of a log are signed, and shows their public halves.

Not here: the form of keys and of their files (``events.seal``).
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from events.seal import Malformed, keys
from events.seal.cosignature import CosignerKey
from events.seal.note import SignerKey
from events.seal.paths import key_of
from events.seal.verifiers import add_key, listed_keys
from kifuda.cli.base.command import Command, application
from kifuda.cli.base.language import Misuse, say
from kifuda.cli.base.options import Json
from kifuda.cli.base.output import show, show_json

app = application()

DEFAULT_KEY = Path("kifuda.key")


@app.callback()
def key() -> None:
    """Keys."""


@app.command("new", cls=Command)
def new(
    name: Annotated[str, typer.Option("--name", metavar="NAME")],
    output: Annotated[Path | None, typer.Option("-o", "--output", metavar="FILE")] = None,
    log: Annotated[Path | None, typer.Option("--log", metavar="FILE")] = None,
) -> None:
    """Make a key, and print its verifier key alone on standard output."""
    if output and log:
        raise Misuse("key-place")
    path = output or (key_of(log) if log else DEFAULT_KEY)
    if log:
        listed_keys(log)  # Raise for an unreadable list before the key is made.
    try:
        made = SignerKey.new(name)
    except Malformed:
        raise Misuse("key-name", given=name) from None
    keys.write(path, made)
    if log:
        add_key(log, made.verifier)
    typer.echo(say("key.written", path=path), err=True)
    show(str(made.verifier))


@app.command("show", cls=Command)
def show_(
    file: Annotated[Path, typer.Argument(metavar="[FILE]")] = DEFAULT_KEY,
    cosigner: Annotated[bool, typer.Option("--cosigner")] = False,
    json: Json = False,
) -> None:
    """Print the verifier key of a private key."""
    verifier = keys.read(file).verifier
    countersigning = CosignerKey.of(verifier)
    if json:
        known = {"name": verifier.name, "id": verifier.id.hex(), "key": str(verifier)}
        show_json({**known, "cosigner_id": countersigning.id.hex(), "cosigner_key": str(countersigning)})
    else:
        show(str(countersigning if cosigner else verifier))
