"""The signing status of a match: whether the checkpoint of its log covers it, and who signed its slip.

For pages and commands that show a match and have read it: reading compares its entries with the stored leaf
hashes, which are all that is looked at here. Not here: the full verification, which trusts no stored hash
(``inspection``).
"""

from collections.abc import Sequence
from contextlib import closing
from functools import cached_property
from pathlib import Path
from typing import Literal, NamedTuple

import apsw

from events.collect.origin_check import CheckedOrigin, OriginCheck, origins_in
from events.log.database import as_log_error, open_database, require_sound
from events.seal import SealError
from events.seal.checkpoint import SignedCheckpoint, read
from events.seal.guard import Forked, Rolledback, fetch, verified_prefix
from events.seal.paths import checkpoint_of
from events.seal.slip import State, compare, slip_of
from events.seal.slip_check import leaves_of
from events.seal.verifiers import AnyKey, CheckedSignature, check_signatures, lacks_signature, listed_keys

_LAST = "SELECT position FROM entry WHERE match = ? ORDER BY seq DESC LIMIT 1"


class CheckpointStatus(NamedTuple):
    """The checkpoint beside the log: ``state``: does the log begin with what it signs; ``covers``: does it
    cover all of the match."""

    origin: str
    size: int
    state: State
    covers: bool
    signatures: tuple[CheckedSignature, ...]


class SlipStatus(NamedTuple):
    """The slip of a match: how many entries it signs, and how many came ``since``.

    ``stranger``: it is of another log; ``unsigned``: the keeper of its log has not signed it.
    """

    size: int
    state: Literal["holds", "short", "fork", "stranger", "unsigned"]
    since: int
    signatures: tuple[CheckedSignature, ...]


class SigningStatus(NamedTuple):
    """The status of checkpoint and slip, each None if there is none; ``problems``: files that cannot be
    read; ``origins``: other logs from which the match was collected, under their signed heads."""

    checkpoint: CheckpointStatus | None
    slip: SlipStatus | None
    problems: tuple[str, ...]
    origins: tuple[CheckedOrigin, ...] = ()

    @property
    def is_sound(self) -> bool:
        """Whether nothing that was signed contradicts what the log has; also where nothing was signed."""
        parts = [part for part in (self.checkpoint, self.slip) if part is not None]
        made = [one for part in (*parts, *self.origins) for one in part.signatures]
        fits = all(part.state == "holds" for part in parts) and all(one.holds for one in self.origins)
        return fits and not self.problems and all(one.state != "forged" for one in made)


class SigningStatuses:
    """The signing status of the matches of the log at ``log``. The checkpoint is compared once, at first use.

    Signatures are checked with ``keys`` and the keys listed beside the log.
    """

    def __init__(self, log: Path, keys: Sequence[AnyKey] = ()) -> None:
        self._log, self._named = log, tuple(keys)

    def of(self, match: str) -> SigningStatus:
        """The signing status of a match that was read. Raises ``LogError``."""
        signed, state, problems = self._head
        known, unlisted = self._known
        found = [*problems, *unlisted]
        try:
            with closing(open_database(self._log, writing=False)) as connection:
                require_sound(connection, self._log, match)
                last = fetch(connection, _LAST, match)
                origins = origins_in(connection, known, match=match)
                slip = self._slip(connection, match, signed, known, found, origins)
        except apsw.Error as error:
            raise as_log_error(error, self._log) from error
        if signed is None or state is None:
            return SigningStatus(None, slip, tuple(found), origins.proofs)
        origin, size = signed.checkpoint[:2]
        covers = state == "holds" and all(0 <= position < size for (position,) in last)
        head = CheckpointStatus(origin, size, state, covers, check_signatures(signed.note, known))
        return SigningStatus(head, slip, tuple(found), origins.proofs)

    @cached_property
    def _known(self) -> tuple[tuple[AnyKey, ...], tuple[str, ...]]:
        """All keys, and why the list could not be read."""
        try:
            return (*self._named, *listed_keys(self._log)), ()
        except SealError as error:
            return self._named, (str(error),)

    @cached_property
    def _head(self) -> tuple[SignedCheckpoint | None, State | None, tuple[str, ...]]:
        """The checkpoint, how the log compares with it, and why it could not be read."""
        try:
            signed = read(checkpoint_of(self._log))
        except SealError as error:
            return None, None, (str(error),)
        if signed is None:
            return None, None, ()
        with closing(open_database(self._log, writing=False)) as connection:
            try:
                verified_prefix(self._log, connection, signed.checkpoint)
            except Rolledback:
                return signed, "short", ()
            except Forked:
                return signed, "fork", ()
        return signed, "holds", ()

    def _slip(
        self,
        connection: apsw.Connection,
        match: str,
        signed: SignedCheckpoint | None,
        known: tuple[AnyKey, ...],
        problems: list[str],
        origins: OriginCheck,
    ) -> SlipStatus | None:
        try:
            slip = slip_of(self._log, match, connection=connection)
        except SealError as error:
            problems.append(str(error))
            return None
        if slip is None:
            return None
        state, since = compare(slip, leaves_of(connection, match))
        own = signed is None or signed.checkpoint.origin == slip.origin
        strange = not own and slip.origin not in origins.accepted.get(match, ())
        made = check_signatures(slip.signed.note, known)
        if strange:
            return SlipStatus(slip.size, "stranger", since, made)
        if state == "holds" and lacks_signature(slip.origin, made, known):
            return SlipStatus(slip.size, "unsigned", since, made)
        return SlipStatus(slip.size, state, since, made)
