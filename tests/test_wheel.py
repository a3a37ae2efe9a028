"""What is shipped: the wheel holds the five packages with all of their data, and runs away from its source.

The dependencies are those of the environment that runs the tests; nothing is downloaded.
"""

import os
import subprocess
import sys
import sysconfig
import tomllib
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("events", "engine", "analytics", "dashboard", "kifuda")


def run(*command: str | Path, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command with a bare environment; its output is text."""
    keep = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL", "TMPDIR") if name in os.environ}
    return subprocess.run(
        [*map(str, command)], cwd=cwd, env=keep | environment, capture_output=True, text=True, check=False
    )


def sources() -> set[str]:
    """Return the path of every file below the five packages and of the template of a game, caches left
    out."""
    found = [path for package in PACKAGES for path in (ROOT / package).rglob("*")]
    names = {path.relative_to(ROOT).as_posix() for path in found if _is_source(path)}
    template = ROOT / "examples/lanterns"
    return names | {
        f"kifuda/conformance/template/{path.relative_to(template).as_posix()}"
        for path in template.rglob("*")
        if _is_source(path)
    }


def _is_source(path: Path) -> bool:
    return path.is_file() and "__pycache__" not in path.parts


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel from the working tree with the build backend that is installed."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check")
    built = run(
        *pip, "wheel", "--no-deps", "--no-build-isolation", "--no-index", "-w", folder, ROOT, cwd=folder
    )
    assert built.returncode == 0, built.stderr
    (path,) = folder.glob("kifuda-*.whl")
    return path


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel into a fresh environment; return the `kifuda` command in it.

    The environment sees the dependencies, but not the source tree: a path file that stands in a folder
    named by a path file is not read, and so the editable install stays out.
    """
    folder = tmp_path_factory.mktemp("fresh")
    venv.create(folder, with_pip=False, symlinks=True)
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", folder / "bin/python")
    done = run(*pip, "install", "--no-deps", "--no-index", "--no-compile", wheel, cwd=folder)
    assert done.returncode == 0, done.stderr
    (packages,) = folder.glob("lib/python*/site-packages")
    (packages / "dependencies.pth").write_text(sysconfig.get_path("purelib"))
    return folder / "bin/kifuda"


def test_wheel_holds_every_file_of_the_packages(wheel: Path) -> None:
    shipped = {name for name in ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert shipped == sources()


@pytest.mark.parametrize(
    "pattern",
    [
        "engine/games/*/clauses.toml",
        "engine/games/*/cards/*.toml",
        "engine/games/*/cases/**/*.toml",
        "kifuda/samples/**/*.kfd",
    ],
)
def test_wheel_holds_rules_cards_cases_and_samples(wheel: Path, pattern: str) -> None:
    expected = {path.relative_to(ROOT).as_posix() for path in ROOT.glob(pattern)}
    assert expected, f"nothing matches {pattern}"
    assert expected <= set(ZipFile(wheel).namelist())


@pytest.mark.parametrize("package", PACKAGES)
def test_packages_are_typed(wheel: Path, package: str) -> None:
    assert f"{package}/py.typed" in ZipFile(wheel).namelist()


def test_wheel_declares_command_licence_and_ranges(wheel: Path) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    with ZipFile(wheel) as archive:
        (folder,) = {name.split("/")[0] for name in archive.namelist() if ".dist-info/" in name}
        metadata = archive.read(f"{folder}/METADATA").decode()
        assert "kifuda = kifuda.__main__:run" in archive.read(f"{folder}/entry_points.txt").decode()
        assert archive.read(f"{folder}/licenses/LICENSE") == (ROOT / "LICENSE").read_bytes()
    assert "License-Expression: Apache-2.0" in metadata
    for requirement in project["dependencies"]:
        assert f"Requires-Dist: {requirement}\n" in metadata


def test_installed_wheel_is_not_the_source_tree(installed: Path, tmp_path: Path) -> None:
    code = f"import {', '.join(PACKAGES)}; print(*(p.__file__ for p in ({', '.join(PACKAGES)})))"
    found = run(installed.with_name("python"), "-c", code, cwd=tmp_path)
    assert found.returncode == 0, found.stderr
    assert all(Path(path).is_relative_to(installed.parents[1]) for path in found.stdout.split())


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("arguments", "shows"),
    [(["--help"], "simulate"), (["rules", "BR-5.2-1"], "BR-5.2-1"), (["cards", "lint"], "")],
)
def test_installed_command_runs_from_any_folder(
    installed: Path, tmp_path: Path, arguments: list[str], shows: str
) -> None:
    done = run(installed, *arguments, cwd=tmp_path, HOME=str(tmp_path), COLUMNS="200")
    assert done.returncode == 0, done.stderr
    assert shows in done.stdout
    assert list(tmp_path.iterdir()) == [], "a command that only reads left files behind"
