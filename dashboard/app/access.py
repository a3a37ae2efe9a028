"""Who may see and do what: a role by the login that an OpenID Connect provider vouches for.

On this machine alone, without a login, the reader is the one who serves the pages, and may do everything.
Not here: logging in (Streamlit does it), nor keeping back what a role may not have (``source``, ``app``).
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import msgspec

Role = Literal["public", "player", "scorekeeper", "judge"]
"""``public`` sees what everybody at the table could see, a ``player`` the own seats too; a ``scorekeeper``
records, and sees what the same hand has recorded; a ``judge`` sees and may do everything."""

RECORDING: tuple[Role, ...] = ("scorekeeper", "judge")


class AccessError(ValueError):
    """A file that does not say who may do what."""


class Login(msgspec.Struct, frozen=True, forbid_unknown_fields=False):
    """What Streamlit needs for its login (table ``[auth]``)."""

    redirect_uri: str
    cookie_secret: str
    client_id: str
    client_secret: str
    server_metadata_url: str


class Roles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who has which role (table ``[roles]``). ``claim`` is what identifies a person: ``email``, if the
    provider has verified it, or ``sub``. ``player`` maps it to the name that stands in records."""

    judge: tuple[str, ...] = ()
    scorekeeper: tuple[str, ...] = ()
    player: Mapping[str, str] = {}
    claim: Literal["email", "sub"] = "email"


class Access(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An access file: the login, the roles, and for whom ``card_statistics`` are: from those of a few matches
    one could tell what a player held and never showed."""

    auth: Login
    roles: Roles = Roles()
    card_statistics: Literal["judges", "everybody"] = "judges"

    def viewer(self, claims: Mapping[str, Any]) -> "Viewer":
        """Who somebody with these claims is. They come from the provider's signed token, never from the
        browser; roles stand in the file alone, so no claim can give one."""
        person = claims.get(self.roles.claim)
        vouched = self.roles.claim == "sub" or claims.get("email_verified") is True
        if not isinstance(person, str) or not person or not vouched:
            return self.public
        player = self.roles.player.get(person, "")
        return Viewer(self._role(person), person, player, cards=self.card_statistics == "everybody")

    @property
    def public(self) -> "Viewer":
        """Somebody who is not logged in."""
        return Viewer("public", cards=self.card_statistics == "everybody")

    def _role(self, person: str) -> Role:
        if person in self.roles.judge:
            return "judge"
        if person in self.roles.scorekeeper:
            return "scorekeeper"
        return "player" if person in self.roles.player else "public"


@dataclass(frozen=True, slots=True)
class Viewer:
    """A reader: ``role``, the ``name`` that stands with what he records, and as which ``player`` he sits at
    tables (``""``: none), and whether statistics of ``cards`` are for him."""

    role: Role
    name: str = ""
    player: str = ""
    cards: bool = False

    @property
    def sees_cards(self) -> bool:
        """Whether statistics of cards are for this reader."""
        return self.cards or self.role == "judge"

    @property
    def keeper(self) -> str:
        """The name as an id in commands of the log."""
        return self.name.replace("/", "-")

    @property
    def records(self) -> bool:
        """Whether this reader may write into the log."""
        return self.role in RECORDING


@lru_cache(maxsize=4)
def load(path: Path) -> Access:
    """The access file at ``path``. Raises ``AccessError``, which says what is wrong and where."""
    try:
        return msgspec.convert(tomllib.loads(path.read_text("utf-8")), Access)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise AccessError(f"{path}: {error}") from error
