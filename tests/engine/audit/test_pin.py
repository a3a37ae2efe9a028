"""What a match was judged by: which changes of the package another digest tells of."""

import shutil
from pathlib import Path

import pytest

import engine
from engine.audit.pin import engine_digest
from engine.games.registry import RULESETS

SOURCE = Path(engine.__file__).parent
GAMES = sorted({rules.game for rules in RULESETS.values()})


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(shutil.copytree(SOURCE, tmp_path_factory.mktemp("copy") / "engine"))


def changed(copied: Path, file: str, game: str) -> bool:
    """Whether ``game`` has another digest once a line was added to ``file``."""
    path = copied / file
    before = path.read_bytes() if path.exists() else None
    was = engine_digest.__wrapped__(game, copied)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes((before or b"") + b"\n# another line\n")
    try:
        return bool(engine_digest.__wrapped__(game, copied) != was)
    finally:
        path.unlink() if before is None else path.write_bytes(before)


@pytest.mark.parametrize("game", GAMES)
def test_code_that_decides_is_pinned(copied: Path, game: str) -> None:
    folder = f"games/{game.replace('-', '_')}"
    assert engine_digest.__wrapped__(game, copied) == engine_digest(game)
    for file in (
        "kernel/game.py",
        "common/continuous.py",
        "effect/interpret.py",
        f"{folder}/turn.py",
        f"{folder}/new/rule.py",
    ):
        assert changed(copied, file, game), file


@pytest.mark.parametrize("game", GAMES)
def test_words_notation_cases_and_other_games_are_not(copied: Path, game: str) -> None:
    files = (
        "text/kernel.toml",
        "record/notation/read.py",
        "case/run.py",
        "games/registry.py",
        "games/another/rule.py",
    )
    assert [file for file in files if changed(copied, file, game)] == []
