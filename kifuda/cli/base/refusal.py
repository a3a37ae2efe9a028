"""Messages of commands for what the library refuses: records, files, logs, stores, keys.

Not here: where errors are raised; wrong arguments (``failure``).
"""

from __future__ import annotations

from pathlib import Path

from analytics.archetypes.rules import BadRules
from analytics.imports.problem import BadFile
from analytics.imports.writing.deposit import MatchExists
from analytics.imports.writing.tournament_writer import TournamentExists
from analytics.query.filters import FilterError
from analytics.store.manifest import DamagedStore, NoStore, OtherLog, StoreBusy, StoreError
from engine.case.problem import CaseErrors
from engine.effect.problem import CardErrors
from engine.record.notation.problem import Unreadable
from events.log.contract import (
    Busy,
    CommandReused,
    Conflict,
    Damaged,
    LogError,
    NotALog,
    OutOfRange,
    UnknownMatch,
    Unwritable,
)
from events.log.values import Unsound
from events.seal import SealError
from events.seal.guard import Forked, Rolledback, Unguarded
from kifuda.bots.roster import CannotPlay
from kifuda.cli.base.foreign_messages import in_words, reason
from kifuda.cli.base.language import current, say
from kifuda.shuffle_secrets import SecretError


def message(error: Exception) -> str | None:
    """The message; None for an error that the library does not raise on purpose."""
    match error:
        case Unreadable() | BadFile() | BadRules():
            return error.say(current())
        case TournamentExists():
            key = "taken" if error.stored else "taken-name"
            return say(f"misuse.{key}", tournament=error.tournament, stored=error.stored, given=error.given)
        case CardErrors():
            return "\n".join(map(in_words, error.problems))
        case CaseErrors():
            return "\n".join(problem.say(current()) for problem in error.problems)
        case MatchExists():
            origin = "from-file" if error.stored else "from-elsewhere"
            stored = say(f"misuse.{origin}", stored=error.stored)
            return say("misuse.changed", path=error.name, match=error.match, stored=stored, given=error.given)
        case LogError():
            return _of_log(error)
        case SealError():
            return _of_seal(error)
        case SecretError():
            return say(f"misuse.{error.key}", path=error.path, why=error.why)
        case CannotPlay():
            return say("misuse.bot", detail=str(error))
        case StoreError():
            kind = next((name for kind, name in _STORES if isinstance(error, kind)), "store")
            return say(f"misuse.{kind}", detail=str(error))
        case FilterError():
            return say("misuse.store", detail=str(error))
        case OSError() if error.strerror:
            return say("misuse.file", path=error.filename or "", reason=reason(error))
    return None


def _of_log(error: LogError) -> str:
    """The message for an error of a log, in the language in use; for some kinds with the log's own text."""
    match error:
        case UnknownMatch():
            return say("misuse.unknown-match", match=error.match, near=", ".join(error.known))
        case OutOfRange():
            return say("misuse.out-of-range", given=error.asked, last=error.last)
        case CommandReused():
            return say("misuse.reused", match=error.match)
        case Conflict():
            return say("misuse.conflict", match=error.match, actual=error.actual)
        case Unsound():
            return say("misuse.unsound", **error.facts)
        case Rolledback():
            return say("misuse.rolled-back", **vars(error))
        case Forked():
            return say("misuse.forked", **vars(error))
        case Unguarded():
            return say("misuse.unguarded", **vars(error))
        case Damaged(log=Path() as log) if error.position is not None or error.match is not None:
            return say("misuse.damaged-entry", log=log, detail=str(error))
    kind = next((name for kind, name in _KINDS if isinstance(error, kind)), "log")
    return say(f"misuse.{kind}", detail=str(error))


def _of_seal(error: SealError) -> str:
    """What is wrong with a key, a checkpoint or a slip."""
    key = _SEAL.get(type(error).__name__)
    return say("misuse.seal", detail=str(error)) if key is None else say(f"misuse.{key}", **vars(error))


_SEAL = {
    "KeyExists": "key-exists",
    "KeyExposed": "key-exposed",
    "NoKey": "no-key",
    "AnotherLog": "another-log",
    "AnotherKey": "another-key",
    "Overtaken": "overtaken",
    "Unfinished": "unfinished",
    "NoSlip": "no-slip",
    "Outgrown": "outgrown",
    "SlipDiffers": "slip-differs",
    "AnotherSlip": "another-slip",
    "WrongKey": "wrong-key",
    "KeeperMissing": "keeper-missing",
    "ForgedSlip": "forged-slip",
    "Misfiled": "misfiled",
}
"""Errors of the seal with a text of their own, by name, so that no key is loaded to complain."""

_KINDS = ((NotALog, "not-a-log"), (Damaged, "damaged"), (Busy, "busy"), (Unwritable, "unwritable"))


_STORES = (
    (NoStore, "no-store"),
    (DamagedStore, "damaged-store"),
    (OtherLog, "other-log"),
    (StoreBusy, "store-busy"),
)
