"""What of a match is signed: whether the checkpoint of its log covers it, and who signed its slip.

For those who show a match: what is compared are the stored leaf hashes. Not here: the whole verification,
which takes no stored hash on trust (``inspection``).
"""

from collections.abc import Sequence
from contextlib import closing
from functools import cached_property
from pathlib import Path
from typing import Literal, NamedTuple

import apsw

from events.log.database import in_words, open_database
from events.seal import SealError
from events.seal.checkpoint import SignedCheckpoint, read
from events.seal.guard import Forked, Rolledback, begun, run
from events.seal.paths import beside
from events.seal.slip import State, compare, slip_of
from events.seal.slip_check import leaves_of
from events.seal.verifiers import AnyKey, Vouched, listed, vouched

_LAST = "SELECT position FROM entry WHERE match = ? ORDER BY seq DESC LIMIT 1"


class HeadStanding(NamedTuple):
    """The checkpoint beside the log: whether the log begins with what it signs, with all of the match."""

    origin: str
    size: int
    state: State
    covers: bool
    signatures: tuple[Vouched, ...]


class SlipStanding(NamedTuple):
    """The slip of a match: what of it is signed, and how many entries came ``since``."""

    size: int
    state: Literal["holds", "short", "fork", "stranger"]
    since: int
    signatures: tuple[Vouched, ...]


class Standing(NamedTuple):
    """Both, each None where there is none; ``problems`` are files that cannot be read."""

    checkpoint: HeadStanding | None
    slip: SlipStanding | None
    problems: tuple[str, ...]


class Standings:
    """What is signed of the matches of the log at ``log``; its head is compared once, when first asked for.

    ``keys`` are those that vouch for signatures, beside the ones that are listed with the log.
    """

    def __init__(self, log: Path, keys: Sequence[AnyKey] = ()) -> None:
        self._log, self._named = log, tuple(keys)

    def of(self, match: str) -> Standing:
        """What is signed of a match. Raises ``LogError``."""
        signed, state, problems = self._head
        known, unlisted = self._known
        found = [*problems, *unlisted]
        try:
            with closing(open_database(self._log, writing=False)) as connection:
                last = run(connection, _LAST, match)
                slip = self._slip(connection, match, signed, known, found)
        except apsw.Error as error:
            raise in_words(error, self._log) from error
        if signed is None or state is None:
            return Standing(None, slip, tuple(found))
        origin, size = signed.checkpoint[:2]
        covers = state == "holds" and all(position < size for (position,) in last)
        head = HeadStanding(origin, size, state, covers, vouched(signed.note, known))
        return Standing(head, slip, tuple(found))

    @cached_property
    def _known(self) -> tuple[tuple[AnyKey, ...], tuple[str, ...]]:
        """All keys, and why those of the list could not be read."""
        try:
            return (*self._named, *listed(self._log)), ()
        except SealError as error:
            return self._named, (str(error),)

    @cached_property
    def _head(self) -> tuple[SignedCheckpoint | None, State | None, tuple[str, ...]]:
        """The checkpoint, how the log stands to it, and why it could not be read."""
        try:
            signed = read(beside(self._log))
        except SealError as error:
            return None, None, (str(error),)
        if signed is None:
            return None, None, ()
        with closing(open_database(self._log, writing=False)) as connection:
            try:
                begun(self._log, connection, signed.checkpoint)
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
    ) -> SlipStanding | None:
        try:
            slip = slip_of(self._log, match)
        except SealError as error:
            problems.append(str(error))
            return None
        if slip is None:
            return None
        state, since = compare(slip, leaves_of(connection, match))
        strange = signed is not None and signed.checkpoint.origin != slip.origin
        made = vouched(slip.signed.note, known)
        return SlipStanding(slip.size, "stranger" if strange else state, since, made)
