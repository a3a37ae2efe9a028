"""Game logs that one player saved, of decks with names: what counts of a field is tried on them."""

from analytics.archetypes.label import write as write_labels
from analytics.imports.formats.format import Options
from analytics.imports.ptcgl.read import read
from analytics.imports.source import Source
from analytics.imports.writing.deposit import deposit
from events.log.contract import Log
from tests.ptcgl.reading import BEGIN

OTHERS = ("Stone", "Tide", "Tide", "Tide")
"""What Mika meets, who plays Fox and saves every log."""
HAND = next(line for line in BEGIN.splitlines(keepends=True) if "Tide Bell" in line)
"""By this line one sees who saved them, and by this end as well."""
END = "Opponent conceded. Mika wins.\n"


def saved_by_mika(log: Log, *, begin: str = BEGIN, end: str = END) -> None:
    """Four game logs, one for each opponent."""
    labels = {}
    for number, deck in enumerate(OTHERS):
        turns = "".join(f"Turn # {turn} - Rui's Turn\nRui drew a card.\n" for turn in range(1, number + 2))
        text = f"{begin}{turns}{end}"
        record = read(Source("game.txt", text.encode()), Options())
        deposit(log, record, at=1)
        labels[record.id] = {"A": "Fox", "B": deck}
    write_labels(log, labels, by="test", at=2)


def told_by_the_end(log: Log) -> None:
    """The same, without the hand."""
    saved_by_mika(log, begin=BEGIN.replace(HAND, ""))


def saved_by_nobody(log: Log) -> None:
    """The same, without either."""
    saved_by_mika(log, begin=BEGIN.replace(HAND, ""), end="No Benched Pokémon for backup. Mika wins.\n")
