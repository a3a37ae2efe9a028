"""Whether a ruling changed the match.

Not here: whether it was right, which people decide.
"""

from engine.kernel.table import Table
from events.model.changes import Set
from events.model.kinds import Ruled


def changes_table(table: Table, ruling: Ruled) -> bool:
    """Whether a ruling changes the table as it stands: words do not, nor a value that is so already."""
    return any(
        not isinstance(change, Set) or table.track(change.track, change.of) != change.value
        for change in ruling.changes
    )
