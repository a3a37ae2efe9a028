"""Metrics of logs that tell one side of the table: what would favour the cards that happened to be seen is
not counted."""

from pathlib import Path

import polars as pl
import pytest

from analytics.metrics import METRICS
from analytics.metrics.reports.measured import measured
from analytics.store.reader import Store
from tests.ptcgl.reading import BEGIN
from tests.support.command import kifuda

LOG = f"""{BEGIN}Turn # 1 - Rui's Turn
Rui drew a card.
Rui played Rope Bridge.
Turn # 1 - Mika's Turn
Mika drew Spark Charm.
Mika played Spark Charm.
Opponent conceded. Mika wins.
"""


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """One log: of one of the seats every card that came to hand is known, of no seat the deck."""
    monkeypatch.chdir(tmp_path)
    Path("game.txt").write_text(LOG, "utf-8")
    assert (kifuda("import", "game.txt").status, kifuda("project").status) == (0, 0)
    store = Store(Path("kifuda.store"))
    seats = store.query("SELECT deal_known, hand_known, deck_known FROM seat_game ORDER BY seat").rows()
    assert seats == [(True, True, False), (False, False, False)]
    return store


def test_cards_are_held_as_long_as_those_that_are_never_played_too(store: Store) -> None:
    """Of the other seat the card that it played is known, and none of those that it still holds."""
    stays = store.query("SELECT seat, became FROM holding WHERE card IS NOT NULL")
    assert stays.filter(pl.col("seat") == "B")["became"].to_list() == ["played"]
    assert measured(store, METRICS["turns_held"])["n"].item() == stays.filter(pl.col("seat") == "A").height


@pytest.mark.parametrize("id", ("deck_share", "play_rate", "copies_per_deck"))
def test_of_decks_that_nobody_knows_no_cards_are_counted(store: Store, id: str) -> None:
    found = measured(store, METRICS[id], ("card",))
    assert found.height > 3 and not found["n"].sum() and found["value"].is_null().all()


def test_a_hand_out_of_a_library_is_no_deal(store: Store) -> None:
    """Whoever was dealt a card had put it into the deck: that is no chance."""
    assert measured(store, METRICS["oh_wr"], ("card",))["n"].sum() > 0
    assert measured(store, METRICS["deal_effect"], ("card",))["n"].sum() == 0
