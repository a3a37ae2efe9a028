"""``kifuda checkpoint``: signs the present head of the log.

Not here: what stands against it (``events.seal.sealing``).
"""

from __future__ import annotations

from events.seal.place import beside
from events.seal.sealing import seal
from kifuda.cli import FINDINGS, FINE
from kifuda.cli.command import Command, application
from kifuda.cli.keeper import KeyFile, required
from kifuda.cli.language import say
from kifuda.cli.options import DEFAULT_LOG, LogFile
from kifuda.cli.output import show
from kifuda.cli.verify import require, tell, watched

app = application()


@app.command("checkpoint", cls=Command)
def checkpoint(
    key: KeyFile = None,
    log: LogFile = DEFAULT_LOG,
) -> int:
    """Read the whole log and sign its head; with findings nothing is signed, and the status is 1."""
    require(log)
    signer = required(log, key)
    sealed = watched(lambda bar: seal(log, signer, bar))
    if sealed.signed is None:
        tell(log, sealed.inspection, keyed=False)
        show(say("checkpoint.refused"))
        return FINDINGS
    head = sealed.signed.checkpoint
    show(
        say("checkpoint.written", path=beside(log), size=head.size, origin=head.origin, vkey=signer.verifier)
    )
    return FINE
