"""The log that the suites of evidence read.

Not here: what is in it (``logs``).
"""

from collections.abc import Iterator
from functools import cache
from unittest.mock import patch

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ed25519

from tests.evidence.logs import Kept, keep


@pytest.fixture(scope="module")
def kept(tmp_path_factory: pytest.TempPathFactory) -> Kept:
    return keep(tmp_path_factory.mktemp("log") / "kifuda.db")


_WHOLE = ed25519.Ed25519PublicKey


@cache
def _holds(key: bytes, signature: bytes, data: bytes) -> bool:
    try:
        _WHOLE.from_public_bytes(key).verify(signature, data)
    except InvalidSignature:
        return False
    return True


class _Remembering:
    """A public key that remembers of every signature whether it holds."""

    def __init__(self, key: bytes) -> None:
        self.key = key

    @classmethod
    def from_public_bytes(cls, key: bytes) -> "_Remembering":
        _WHOLE.from_public_bytes(key)  # Refuses what is no key.
        return cls(key)

    def verify(self, signature: bytes, data: bytes) -> None:
        if not _holds(self.key, signature, data):
            raise InvalidSignature


@pytest.fixture
def remembered_signatures() -> Iterator[None]:
    """For tests that spoil a bundle thousands of times: most often its signatures are those of before."""
    with (
        patch.object(ed25519, "Ed25519PublicKey", _Remembering),
        patch("events.seal.note.Ed25519PublicKey", _Remembering),
        patch("events.seal.cosignature.Ed25519PublicKey", _Remembering),
    ):
        yield
