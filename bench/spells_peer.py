"""The card table by spells, the peer; ``analytics_cards`` runs it in an environment of its own.

``python spells_peer.py HOME CARDS`` reads the game data below HOME and the names of the cards from CARDS, and
prints its times as JSON: seconds of the first call and of cached calls. It imports nothing of this project,
and nothing here imports it.
"""

import json
import os
import sys
from pathlib import Path
from time import perf_counter

home, cards = Path(sys.argv[1]), json.loads(Path(sys.argv[2]).read_text("utf-8"))
os.environ["SPELLS_DATA_HOME"] = str(home)

import polars as pl  # noqa: E402  # the peer may read its home when it is imported
from spells import ColName, ColSpec, ColType, summon  # noqa: E402
from spells.cache import data_file_path  # noqa: E402
from spells.cards import CardAttr  # noqa: E402

SET = "SYN"
COLUMNS = [
    ColName.NUM_GP, ColName.GP_WR, ColName.NUM_OH, ColName.OH_WR, ColName.NUM_GIH, ColName.GIH_WR,
    ColName.NUM_GNS, ColName.GNS_WR, ColName.IWD, "num_gd", "gd_wr",
]  # fmt: skip
MORE = {
    "num_gd": ColSpec(col_type=ColType.AGG, expr=pl.col("drawn")),
    "gd_wr": ColSpec(col_type=ColType.AGG, expr=pl.col("won_drawn") / pl.col("drawn")),
}
REPEATED = 20


def prepare() -> None:
    """Write the files that the peer needs beside the games: attributes of the cards, names in packs."""
    attributes = {attribute.value: ["x"] * len(cards) for attribute in CardAttr}
    attributes |= {"mana_value": [1.0] * len(cards), "name": cards}
    pl.DataFrame(attributes).write_parquet(data_file_path(SET, "card"))
    pl.DataFrame({f"pack_card_{card}": [0] for card in cards}).write_parquet(data_file_path(SET, "draft"))


def timed() -> tuple[float, pl.DataFrame]:
    """The seconds of one call, and its result."""
    began = perf_counter()
    found = summon(SET, columns=COLUMNS, extensions=MORE)
    return perf_counter() - began, found


prepare()
cold, table = timed()
table.write_parquet(home / "table.parquet")
print(json.dumps({"cold": cold, "repeated": [timed()[0] for _ in range(REPEATED)]}))
