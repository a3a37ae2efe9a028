"""``kifuda checkpoint``: signs the present head of the log.

Not here: when it may not be signed (``events.seal.head_signing``).
"""

from __future__ import annotations

from functools import partial

from events.log.parallel_scan import parallel_scan, processes_for
from events.seal.head_signing import seal
from events.seal.paths import checkpoint_of
from kifuda.cli.base.command import Command, application
from kifuda.cli.base.exit_status import FINDINGS, FINE
from kifuda.cli.base.language import say
from kifuda.cli.base.log_key import KeyFile, require_key
from kifuda.cli.base.options import DEFAULT_LOG, Json, LogFile
from kifuda.cli.base.output import show, show_json
from kifuda.cli.base.signature_output import finding_data, head_data
from kifuda.cli.evidence.verify import require_log, show_inspection, with_progress

app = application()


@app.command("checkpoint", cls=Command)
def checkpoint(
    key: KeyFile = None,
    json: Json = False,
    log: LogFile = DEFAULT_LOG,
) -> int:
    """Read the whole log and sign its head; with findings nothing is signed, and the status is 1."""
    require_log(log)
    signer = require_key(log, key)
    with processes_for(log) as pool:
        scan = partial(parallel_scan, pool=pool)
        result = with_progress(lambda bar: seal(log, signer, bar, scan=scan))
    head = result.signed and result.signed.checkpoint
    if json:
        signed = head and {"path": str(checkpoint_of(log)), **head_data(head), "key": str(signer.verifier)}
        show_json({"signed": signed, "findings": list(map(finding_data, result.inspection.findings))})
    elif head is None:
        show_inspection(log, result.inspection, keyed=False)
        show(say("checkpoint.refused"))
    else:
        facts = {
            "path": checkpoint_of(log),
            "size": head.size,
            "origin": head.origin,
            "vkey": signer.verifier,
        }
        show(say("checkpoint.written", **facts))
    return FINDINGS if head is None else FINE
