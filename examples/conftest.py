"""The games of this folder, registered as installed packages are while their tests run."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.support.game_package import installed_package

PACKAGES = {
    "kifuda-hanabi": {"hanabi": "kifuda_hanabi.plugin:PLUGIN"},
    "kifuda-koi-koi": {"koi-koi": "kifuda_koikoi.plugin:PLUGIN"},
    "kifuda-lanterns": {"lanterns": "kifuda_lanterns.plugin:PLUGIN"},
}


@pytest.fixture(scope="module", autouse=True)
def packages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with ExitStack() as stack:
        for name, games in PACKAGES.items():
            folder = tmp_path_factory.mktemp("site")
            stack.enter_context(
                installed_package(folder, name, games=games, needs="kifuda>=0.1", version="0.1.0")
            )
        yield
