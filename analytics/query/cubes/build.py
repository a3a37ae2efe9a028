"""Building cubes: the sums of fact rows by the columns of a cube, on any engine.

Only matches that came to an end are summed. Not here: storing what was built (``cube_refresh``).
"""

from collections.abc import Sequence
from itertools import chain

import narwhals as nw

from analytics.query.cubes.cube import Cube
from analytics.query.measures.frame import Frame, Tables
from analytics.query.measures.relation import relation
from analytics.query.measures.sums import summed


def built(tables: Tables, cube: Cube, *, by: Sequence[str] | None = None) -> Frame:
    """The rows of ``cube`` over tables of one game and month: its keys, ``rows``, and its sums.

    Over tables of several games and months ``by`` has to name these columns as well.
    """
    borrowed = chain.from_iterable(measure.borrows for measure in cube.measures)
    keys = cube.keys if by is None else by
    rows = relation(tables, cube.fact, (*keys, *borrowed, "finished"))
    return summed(rows.filter(nw.col("finished")), keys, cube.measures)
