"""A table of metrics to be taken elsewhere: with everything that one has to know to quote it.

Not here: the table itself (``table``), nor where it is put.
"""

import json
from dataclasses import asdict, dataclass
from datetime import date
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal

import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

from analytics.files import write_atomically
from analytics.metrics.effects import effects
from analytics.metrics.filters import Filters, checked
from analytics.metrics.population import Population, population
from analytics.metrics.rate import Draws
from analytics.metrics.table import ViewName, table
from analytics.store import Store

EFFECTS: Literal["effects"] = "effects"
"""The table of player-adjusted effects of cards, beside those of ``table``."""
Exported = ViewName | Literal["effects"]
METADATA = b"kifuda"
"""Key of what the rows are about, as JSON, in the schema of Arrow and Parquet."""


@dataclass(frozen=True, slots=True)
class Export:
    """The ``rows`` of the table ``view`` · ``population`` they are about · ``filters`` that chose it · Merkle
    ``root`` (hex) of the log up to where it was read."""

    view: str
    rows: pl.DataFrame
    population: Population
    filters: Filters
    root: str

    @property
    def policies(self) -> dict[str, Any]:
        """By which rules was counted: what a draw is worth, and every filter."""
        chosen = {name: _plain(value) for name, value in asdict(self.filters).items()}
        return {"draws": self.population.draws, **chosen}

    def citation(self, language: str = "en") -> str:
        """One line to quote the table by, in ``ja`` or ``en``."""
        said = self.population.sentence(language)
        return f"kifuda {version('kifuda')} · {self.view} · {said} · {self.population.log} · root {self.root}"

    def about(self, language: str = "en") -> dict[str, Any]:
        """What the rows are about: ``table``, ``population``, ``policies``, ``definitions``, ``root``,
        ``citation``."""
        return {
            "table": self.view,
            "population": asdict(self.population),
            "policies": self.policies,
            "definitions": self.population.definitions,
            "root": self.root,
            "citation": self.citation(language),
        }

    def data(self, language: str = "en") -> dict[str, Any]:
        """All of it as plain values: what it is about, and ``rows``."""
        return {**self.about(language), "rows": self.rows.to_dicts()}

    def csv(self, language: str = "en") -> str:
        """Comma-separated values below lines that begin with ``#``, which say what they are about."""
        told = self.about(language)
        head = [told.pop("citation"), *(f"{name}: {_json(value)}" for name, value in told.items())]
        return "".join(f"# {line}\n" for line in head) + self.rows.write_csv()

    def arrow(self) -> pa.Table:
        """The rows in Arrow; the metadata of their schema say under ``kifuda`` what they are about."""
        rows = self.rows.to_arrow()
        about: dict[bytes, bytes] = {METADATA: _json(self.about()).encode()}
        return rows.replace_schema_metadata(about)

    def write_parquet(self, path: Path) -> None:
        """A file that is there whole or not at all, with the same metadata. Raises ``OSError``."""
        content = self.arrow()
        write_atomically(path, lambda file: pq.write_table(content, file, compression="zstd"))


def export(
    store: Store, view: Exported, filters: Filters | None = None, *, draws: Draws = "exclude"
) -> Export:
    """A table of a store with what it is about. Raises ``FilterError``, ``ValueError``."""
    chosen = checked(store, filters or Filters())
    rows = effects(store, chosen, draws=draws) if view == EFFECTS else table(store, view, chosen, draws=draws)
    about = population(store, chosen, draws=draws)
    return Export(view, rows, about, chosen, store.manifest.root)


def _plain(value: object) -> object:
    """A filter as JSON has it."""
    match value:
        case date():
            return value.isoformat()
        case tuple():
            return list(value)
    return value


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
