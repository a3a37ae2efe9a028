"""The lock file holds what pyproject.toml asks for, with hashes, and nothing that ties it to one index.

It does not ask whether newer versions exist: `make lock` does.
"""

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).parents[1]
LOCK = (ROOT / "requirements.lock").read_text("utf-8")


def pins() -> dict[str, list[Requirement]]:
    """Return the pinned requirements by package; a package may be pinned once for each environment."""
    pinned: dict[str, list[Requirement]] = {}
    for line in LOCK.splitlines():
        if line and not line.startswith((" ", "#")):
            requirement = Requirement(line.removesuffix("\\").strip())
            pinned.setdefault(requirement.name, []).append(requirement)
    return pinned


def wanted() -> list[Requirement]:
    """Return what the project and its groups depend on."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    groups = project["dependency-groups"].values()
    return [Requirement(text) for texts in (project["project"]["dependencies"], *groups) for text in texts]


def test_every_dependency_is_pinned_within_its_range() -> None:
    pinned = pins()
    outside = [
        f"{requirement}: {pin}"
        for requirement in wanted()
        for pin in pinned.get(requirement.name, ["not pinned"])
        if isinstance(pin, str) or Version(str(pin.specifier)[2:]) not in requirement.specifier
    ]
    assert outside == []


def test_the_project_itself_pins_nothing_exactly() -> None:
    assert [str(requirement) for requirement in wanted() if "==" in str(requirement.specifier)] == []


def test_every_pin_has_a_hash_and_no_index() -> None:
    blocks = re.split(r"\n(?=\S)", LOCK)
    assert [block for block in blocks if "==" in block and "--hash=sha256:" not in block] == []
    assert re.findall(r"^ *-(?!-hash).*|\w+://.*", LOCK, re.MULTILINE) == []
