"""The verifier that stands alone: it knows nothing of kifuda, and says what kifuda says."""

import ast
import json
import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from engine.kernel.bilingual import load_texts
from events.model.codec import canonical
from events.model.kinds import AnyEvent
from events.seal.merkle import Tree, leaf
from kifuda import cli
from kifuda.evidence import verify_evidence
from kifuda.evidence.commitment import Salts, commit, hidden, of_face
from kifuda.evidence.verify_evidence import TEXTS, main
from tests.events.samples import BARE, FULL
from tests.evidence.logs import KEEPERS, STRANGERS, TINY, Kept, altered, both, codes
from tests.support.command import kifuda

SOURCE = Path(verify_evidence.__file__)
OURS = load_texts(Path(cli.__file__).parent / "base" / "texts.toml")


@pytest.fixture
def folder(kept: Kept, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a bundle of a match, of a view, of a damaged match, and an opened face."""
    monkeypatch.chdir(tmp_path)
    Path("whole").write_bytes(kept.whole())
    Path("view").write_bytes(kept.view("public"))
    Path("mine").write_bytes(kept.view("A", private=True))
    Path("bad").write_bytes(altered(kept.whole(), match="before"))
    Path("short").write_bytes(kept.whole()[:-9])
    Path("face").write_bytes(kept.opened(1, "A.1"))
    return tmp_path


CALLS: list[tuple[list[str], int]] = [
    (["whole"], 0),
    (["whole", "--key", KEEPERS], 0),
    (["whole", "--key", STRANGERS], 1),
    (["view", "--key", KEEPERS], 0),
    (["view", "--key", KEEPERS, "--open", "face"], 0),
    (["mine"], 0),
    (["bad", "--key", KEEPERS], 1),
    (["short"], 2),
    (["face"], 2),
    (["view", "--open", "view"], 2),
    (["whole", "--open", "face"], 2),
    (["whole", "--key", "key"], 2),
    (["missing"], 2),
]


@pytest.mark.parametrize(("arguments", "status"), CALLS)
def test_it_runs_where_kifuda_is_not(folder: Path, arguments: list[str], status: int) -> None:
    """Isolated and without site: nothing is on the path but the standard library and, by hand, packages."""
    Path("verify_evidence.py").write_bytes(SOURCE.read_bytes())
    packages = sysconfig.get_path("purelib")
    code = f"""
import importlib.util, runpy, sys
sys.path.append({packages!r})
assert importlib.util.find_spec("engine") is None and importlib.util.find_spec("events") is None
sys.argv = ["verify_evidence.py", *{arguments!r}]
runpy.run_path("verify_evidence.py", run_name="__main__")"""
    command = [sys.executable, "-I", "-S", "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | {"LC_ALL": "C.UTF-8"})
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr
    assert bool(done.stdout) == (status < 2) and bool(done.stderr) == (status == 2)


@pytest.mark.parametrize(("arguments", "status"), CALLS)
def test_kifuda_says_the_same(
    folder: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], status: int
) -> None:
    assert main(arguments) == status
    alone = capsys.readouterr()
    ours = kifuda("verify", *arguments)
    assert ours.status == status
    lines = [line for line in ours.out.splitlines() if not line.startswith("the rules say of it")]
    assert lines == alone.out.splitlines()


def test_its_words_are_those_of_the_command_line() -> None:
    for code, text in TEXTS.items():
        kind, _, name = code.partition(".")
        if kind == "unreadable":
            assert code == "unreadable.key" or OURS[f"misuse.evidence-{name}"].en == f"{{path}}: {text}"
        else:
            assert OURS[f"evidence.{kind}-{name}"].en.strip() == text.strip()


def test_every_finding_has_words() -> None:
    found = {
        str(node.args[0].value)
        for node in ast.walk(ast.parse(SOURCE.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "find"
        if node.args and isinstance(node.args[0], ast.Constant)
    }
    assert found == {code.removeprefix("finding.") for code in TEXTS if code.startswith("finding.")}


def test_it_imports_nothing_but_the_standard_library_and_cryptography() -> None:
    tree = ast.parse(SOURCE.read_text("utf-8"))
    imported = {
        name.partition(".")[0]
        for node in ast.walk(tree)
        for name in (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module or "."]
            if isinstance(node, ast.ImportFrom)
            else []
        )
    }
    assert imported - sys.stdlib_module_names == {"cryptography"}


def test_its_answer_as_json(folder: Path, capsys: pytest.CaptureFixture[str], kept: Kept) -> None:
    assert main(["whole", "--key", KEEPERS, "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == both(kept.whole(), keys=[KEEPERS])


def test_of_many_findings_the_first_are_listed(
    folder: Path, capsys: pytest.CaptureFixture[str], kept: Kept
) -> None:
    data = altered(kept.whole(), entries=["x"] * 60)
    assert codes(both(data)).count("entry-form") == 60
    Path("many").write_bytes(data)
    assert main(["many"]) == 1
    out = capsys.readouterr().out
    assert out.count("is no entry of a log") == 40 and "and " in out and "more" in out


def test_its_tree_is_that_of_the_log() -> None:
    leaves = [leaf(bytes([number])) for number in range(20)]
    for size in range(len(leaves) + 1):
        tree = Tree(leaves[:size])
        assert verify_evidence.root_of(leaves[:size]) == tree.root()
        for position in range(size):
            path = tree.inclusion(position)
            for place in range(size + 3):
                for proof in (path, path[:-1], (*path, bytes(32))):
                    shown = verify_evidence.included(leaves[position], place, size, tree.root(), proof)
                    assert shown == (place == position and proof == path)


@pytest.mark.parametrize(
    "event", [*FULL, *BARE, *(event for event, _ in TINY)], ids=lambda e: type(e).__name__
)
def test_it_finds_what_can_be_opened_in_every_kind_of_event(event: AnyEvent) -> None:
    said = json.loads(canonical(event))
    spots = [(spot.where, spot.value) for spot in hidden(said)]
    assert list(verify_evidence.hidden(said)) == spots
    committed = commit(canonical(event), 0, Salts(bytes(32), "m"))
    skeleton = json.loads(committed.skeleton)
    assert committed.faces == tuple(value for _, value in spots)
    assert [value for _, value in verify_evidence.hidden(skeleton)] == [
        of_face(Salts(bytes(32), "m").of(0, index), face) for index, face in enumerate(committed.faces)
    ]
