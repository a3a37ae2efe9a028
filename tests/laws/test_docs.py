"""``docs/invariants.md`` names tests that are there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "invariants.md").read_text("utf-8")
NAMED = re.compile(r"`(tests/[\w/]+\.py)::(\w+)`")


def test_every_invariant_names_tests_that_exist() -> None:
    sections = re.split(r"^## ", PAGE, flags=re.MULTILINE)[1:]
    assert [section[0] for section in sections] == list("123456789")
    for section in sections:
        named = NAMED.findall(section)
        assert named, section
        for path, name in named:
            assert f"def {name}(" in (ROOT / path).read_text("utf-8"), f"{path}::{name}"
