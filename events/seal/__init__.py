"""Tamper evidence: a Merkle tree over the log, signed heads of it, and proofs, in public formats.

The tree is that of RFC 6962, the rest is C2SP's ``signed-note``, ``tlog-checkpoint`` and ``tlog-proof``, so
that programs of others can check what is written here. Not here: the log itself (``events.log.contract``).
"""


class SealError(Exception):
    """An error about a key, a note, a checkpoint or a proof. The message is meant for people."""


class Malformed(SealError):
    """Bytes or values have the wrong form."""


__all__ = ["Malformed", "SealError"]
