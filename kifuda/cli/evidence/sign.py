"""``kifuda sign``: the slip of a finished match, made by the owner of the log and signed by all participants.

Not here: what may be signed (``events.seal.slip_signing``).
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from events.log.clock import now
from events.seal import keys
from events.seal.slip_signing import sign as sign_slip
from events.seal.verifiers import check_signatures, listed_keys
from kifuda.cli.base.command import Command, application
from kifuda.cli.base.language import say
from kifuda.cli.base.log_key import find_key, require_key
from kifuda.cli.base.opened import opened
from kifuda.cli.base.options import DEFAULT_LOG, Json, LogFile, MatchName
from kifuda.cli.base.output import show, show_json
from kifuda.cli.base.signature_output import head_data, signature, signature_data

app = application()

MICROSECONDS = 1_000_000
"""Microseconds in a second."""


@app.command("sign", cls=Command)
def sign(
    match: MatchName,
    key: Annotated[Path | None, typer.Option("--key", metavar="FILE")] = None,
    keeper: Annotated[Path | None, typer.Option("--keeper", envvar="KIFUDA_KEY", metavar="FILE")] = None,
    json: Json = False,
    log: LogFile = DEFAULT_LOG,
) -> None:
    """Sign a match with ``key``; without one, with the key of the log."""
    with opened(log) as source:
        own = find_key(log, keeper)
        signer = (own or require_key(log, keeper)) if key is None else keys.read(key)
        done = sign_slip(source, log, match, signer, keeper=own, at=now() // MICROSECONDS)
    known = [*(each.verifier for each in (signer, own) if each is not None), *listed_keys(log)]
    made = check_signatures(done.slip.signed.note, known)
    if json:
        head = head_data(done.slip.signed.checkpoint)
        signatures = list(map(signature_data, made))
        show_json(
            {"match": match, "path": str(done.path), "made": done.made, **head, "signatures": signatures}
        )
        return
    facts = {"path": done.path, "match": match, "size": done.slip.size}
    show(say("sign.made" if done.made else "sign.signed", **facts))
    show(*(f"  {signature(each)}" for each in made))
