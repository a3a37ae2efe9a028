"""Editions of one game: the changes of a later ruling or printing of the rules, as data.

An edition is a complete ruleset: a match pins it like any other and can be judged under each. Not here:
editions with other procedures, which need a ruleset of their own.
"""

from dataclasses import replace
from pathlib import Path

import msgspec
import tomli

from engine.kernel.clause import Clause
from engine.kernel.ruleset import Ruleset


class _Worded(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The new text of a clause in an edition."""

    id: str
    en: str
    ja: str


class _Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one edition changes: ``defaults`` of settings, and clauses."""

    id: str
    defaults: dict[str, bool | int | str] = {}
    clause: tuple[_Worded, ...] = ()


class _File(msgspec.Struct, forbid_unknown_fields=True):
    edition: tuple[_Edition, ...]


def editions(base: Ruleset, path: Path) -> tuple[Ruleset, ...]:
    """Each edition of the TOML file at ``path``, and ``base`` last: it is what the bare name of the game
    means.

    Raises ``ValueError`` naming the file and the edition for a clause or a setting that ``base`` does not
    have, a default that the setting does not allow, or a malformed file.
    """
    found = msgspec.convert(tomli.loads(path.read_text("utf-8")), _File)
    return (*(_edition(base, changed, path) for changed in found.edition), base)


def _edition(base: Ruleset, changed: _Edition, path: Path) -> Ruleset:
    clauses, settings = dict(base.clauses), dict(base.settings)
    for worded in changed.clause:
        if worded.id not in clauses:
            raise ValueError(f"{path}: edition {changed.id}: there is no clause {worded.id}")
        clauses[worded.id] = _reworded(clauses[worded.id], worded)
    for name, default in changed.defaults.items():
        if name not in settings or not settings[name].allows(default):
            raise ValueError(f"{path}: edition {changed.id}: no setting {name} can be {default!r}")
        settings[name] = msgspec.structs.replace(settings[name], default=default)
    return replace(base, edition=changed.id, clauses=clauses, settings=settings)


def _reworded(clause: Clause, worded: _Worded) -> Clause:
    return msgspec.structs.replace(clause, en=worded.en, ja=worded.ja)
