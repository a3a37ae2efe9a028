"""Who may see and do what: roles of people who log in with an OpenID Connect provider.

Without an access file the pages are served on this machine only, and the reader may do everything. Not here:
logging in (Streamlit does it), enforcing the roles (``source``, ``run``, the pages).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import msgspec
import tomli

Role = Literal["public", "player", "scorekeeper", "judge"]
"""``public`` sees what everybody at the table could see; a ``player`` also the own seats; a ``scorekeeper``
records, and sees all of their own records; a ``judge`` sees and may do everything."""

RECORDING: tuple[Role, ...] = ("scorekeeper", "judge")


class AccessError(ValueError):
    """The access file cannot be read or is invalid."""


class Login(msgspec.Struct, frozen=True, forbid_unknown_fields=False):
    """The settings of Streamlit's login (table ``[auth]``)."""

    redirect_uri: str
    cookie_secret: str
    client_id: str
    client_secret: str
    server_metadata_url: str


class Roles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who has which role (table ``[roles]``). ``claim`` identifies a person: ``email``, if the provider has
    verified it, or ``sub``. ``player`` maps it to the player's name in records."""

    judge: tuple[str, ...] = ()
    scorekeeper: tuple[str, ...] = ()
    player: Mapping[str, str] = {}
    claim: Literal["email", "sub"] = "email"


class Access(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An access file: the login, the roles, and who may see ``card_statistics``: those of a few matches could
    reveal cards that a player held and never showed."""

    auth: Login
    roles: Roles = Roles()
    card_statistics: Literal["judges", "everybody"] = "judges"

    def viewer(self, claims: Mapping[str, Any]) -> "Viewer":
        """The viewer with these claims of the provider's signed token. Roles come from the file only, so no
        claim can grant one."""
        person = claims.get(self.roles.claim)
        verified = self.roles.claim == "sub" or claims.get("email_verified") is True
        if not isinstance(person, str) or not person or not verified:
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
    """A reader: ``role``; ``name``, stored with what they record; ``player``, their name in records, if any;
    ``cards``, whether statistics of cards are open to everybody."""

    role: Role
    name: str = ""
    player: str = ""
    cards: bool = False

    @property
    def sees_cards(self) -> bool:
        """Whether this reader may see statistics of cards."""
        return self.cards or self.role == "judge"

    @property
    def keeper(self) -> str:
        """The name as part of command ids in the log."""
        return self.name.replace("/", "-")

    @property
    def records(self) -> bool:
        """Whether this reader may write into the log."""
        return self.role in RECORDING


@lru_cache(maxsize=4)
def load(path: Path) -> Access:
    """The access file at ``path``. Raises ``AccessError`` with the reason and the place."""
    try:
        return msgspec.convert(tomli.loads(path.read_text("utf-8")), Access)
    except (OSError, UnicodeDecodeError, tomli.TOMLDecodeError, msgspec.ValidationError) as error:
        raise AccessError(f"{path}: {error}") from error
