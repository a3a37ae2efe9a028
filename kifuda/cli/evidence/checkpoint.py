"""``kifuda checkpoint``: signs the present head of the log.

Not here: what stands against it (``events.seal.head_signing``).
"""

from __future__ import annotations

from events.seal.head_signing import seal
from events.seal.paths import checkpoint_of
from kifuda.cli import FINDINGS, FINE
from kifuda.cli.base.command import Command, application
from kifuda.cli.base.language import say
from kifuda.cli.base.log_key import KeyFile, required
from kifuda.cli.base.options import DEFAULT_LOG, Json, LogFile
from kifuda.cli.base.output import show, show_json
from kifuda.cli.base.signature_output import finding_data, head_data
from kifuda.cli.evidence.verify import require, tell, watched

app = application()


@app.command("checkpoint", cls=Command)
def checkpoint(
    key: KeyFile = None,
    json: Json = False,
    log: LogFile = DEFAULT_LOG,
) -> int:
    """Read the whole log and sign its head; with findings nothing is signed, and the status is 1."""
    require(log)
    signer = required(log, key)
    sealed = watched(lambda bar: seal(log, signer, bar))
    head = sealed.signed and sealed.signed.checkpoint
    if json:
        signed = head and {"path": str(checkpoint_of(log)), **head_data(head), "key": str(signer.verifier)}
        show_json({"signed": signed, "findings": list(map(finding_data, sealed.inspection.findings))})
    elif head is None:
        tell(log, sealed.inspection, keyed=False)
        show(say("checkpoint.refused"))
    else:
        told = {"path": checkpoint_of(log), "size": head.size, "origin": head.origin, "vkey": signer.verifier}
        show(say("checkpoint.written", **told))
    return FINDINGS if head is None else FINE
