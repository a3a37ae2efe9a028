"""The clauses of a game: the texts of its rules under the ids by which code and records cite them.

Not here: the code that enforces a clause; ``coverage`` finds it by its citations.
"""

import hashlib
from pathlib import Path

import msgspec
import tomli

from engine.kernel.bilingual import Bilingual


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One atomic rule in own words.

    ``origin``: ``seed`` (the rules document), ``base`` (the rest that a match needs, with ``source``)
    or ``decision`` (the documents do not say; ``setting`` names the choice). ``definition`` marks clauses
    that have nothing to enforce.
    """

    id: str
    kind: str
    origin: str
    en: str
    ja: str
    source: str = ""
    setting: str = ""
    definition: bool = False

    @property
    def says(self) -> Bilingual:
        """The text in both languages."""
        return Bilingual(ja=self.ja, en=self.en)


class Setting(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A choice that the documents leave open, with the proposed default."""

    name: str
    clause: str
    default: bool | int | str
    en: str
    ja: str
    choices: tuple[bool | int | str, ...] = ()
    least: int | None = None
    most: int | None = None

    def allows(self, value: object) -> bool:
        """Whether ``value`` is one of the choices (of the same type), or within the limits."""
        if self.choices:
            return any(value == choice and type(value) is type(choice) for choice in self.choices)
        if type(value) is not int:
            return False
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)


class _ClauseFile(msgspec.Struct, forbid_unknown_fields=True):
    game: str
    edition: str
    clause: list[Clause]


class _SettingFile(msgspec.Struct, forbid_unknown_fields=True):
    setting: list[Setting]


def load_clauses(path: Path) -> dict[str, Clause]:
    """Clauses by id, in the order of the file. Raises ``ValueError`` on a malformed file."""
    found = msgspec.convert(tomli.loads(path.read_text("utf-8")), _ClauseFile)
    return {clause.id: clause for clause in found.clause}


def load_settings(path: Path) -> dict[str, Setting]:
    """Settings by name, in the order of the file. Raises ``ValueError`` on a malformed file."""
    found = msgspec.convert(tomli.loads(path.read_text("utf-8")), _SettingFile)
    return {setting.name: setting for setting in found.setting}


def pinned(clauses: dict[str, Clause]) -> bytes:
    """Ids and texts as JSON: the bytes of which a match pins the digest."""
    return msgspec.json.encode(list(clauses.values()), order="sorted")


def digest(clauses: dict[str, Clause]) -> str:
    """SHA-256 (hex) over ids and texts, which a match pins."""
    return hashlib.sha256(pinned(clauses)).hexdigest()
