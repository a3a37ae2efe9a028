"""The lock files hold what pyproject.toml asks for, with hashes, and nothing that ties them to one index.

It does not ask whether newer versions exist: `make lock` does.
"""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).parents[1]
LOCK = (ROOT / "requirements.lock").read_text("utf-8")
SPARK = (ROOT / "requirements-spark.lock").read_text("utf-8")
PEER = (ROOT / "bench/spells.lock").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def pins(lock: str = LOCK) -> dict[str, list[Requirement]]:
    """Return the pinned requirements by package; a package may be pinned once for each environment."""
    pinned: dict[str, list[Requirement]] = {}
    for line in lock.splitlines():
        if line and not line.startswith((" ", "#")):
            requirement = Requirement(line.removesuffix("\\").strip())
            pinned.setdefault(requirement.name, []).append(requirement)
    return pinned


def wanted() -> list[Requirement]:
    """Return what the project and its groups depend on."""
    groups = PROJECT["dependency-groups"].values()
    return [Requirement(text) for texts in (PROJECT["project"]["dependencies"], *groups) for text in texts]


def versions(lock: str, packages: set[str]) -> set[str]:
    """Return the pins of these packages."""
    return {str(pin) for name, listed in pins(lock).items() if name in packages for pin in listed}


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


def test_spark_is_pinned_within_its_range_beside_the_same_versions_of_all_else() -> None:
    """It is installed into the environment that the other lock made."""
    (wanted,) = (Requirement(text) for text in PROJECT["project"]["optional-dependencies"]["spark"])
    (pin,) = pins(SPARK)[wanted.name]
    assert Version(str(pin.specifier)[2:]) in wanted.specifier
    both = set(pins()) & set(pins(SPARK))
    assert versions(SPARK, both) <= versions(LOCK, both)


@pytest.mark.parametrize("lock", [LOCK, SPARK, PEER], ids=["project", "spark", "peer"])
def test_every_pin_has_a_hash_and_no_index(lock: str) -> None:
    blocks = re.split(r"\n(?=\S)", lock)
    assert [block for block in blocks if "==" in block and "--hash=sha256:" not in block] == []
    assert re.findall(r"^ *-(?!-hash).*|\w+://.*", lock, re.MULTILINE) == []
