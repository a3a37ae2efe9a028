"""The function by which the pages make the evidence bundle of a match; they may not import ``kifuda``.

``kifuda dashboard`` passes its name to the pages. Not here: the pages (``dashboard``).
"""

from __future__ import annotations

from pathlib import Path

from events.log.sqlite_log import SqliteLog
from events.seal import SealError
from kifuda.cli.base.language import Misuse, use
from kifuda.cli.base.refusal import message
from kifuda.cli.evidence.bundle_answer import explained
from kifuda.evidence.bundle import encode
from kifuda.evidence.make_bundle import match_bundle

EVIDENCE = f"{__name__}:evidence"


def evidence(log: Path, match: str, language: str) -> bytes:
    """The evidence bundle of a match of the log at ``log``.

    Raises ``ValueError`` with a message in ``language`` where it cannot be made;
    ``events.log.contract.LogError``.
    """
    use(language)
    try:
        with SqliteLog(log) as source, explained(log):
            return encode(match_bundle(source, log, match))
    except Misuse as misuse:
        raise ValueError(str(misuse)) from misuse
    except SealError as error:
        raise ValueError(message(error)) from error
