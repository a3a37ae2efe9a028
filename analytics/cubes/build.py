"""Building cubes: the sums of fact rows by the columns of a cube, on any engine.

Only matches that came to an end are summed. Not here: keeping what was built (``keeper``).
"""

from itertools import chain

import narwhals as nw

from analytics.cubes.cube import Cube
from analytics.measures.derived import Frame, Tables
from analytics.measures.relation import relation
from analytics.measures.sums import summed


def built(tables: Tables, cube: Cube) -> Frame:
    """The rows of ``cube`` over tables of one game and month: its keys, ``rows``, and its sums."""
    borrowed = chain.from_iterable(measure.borrows for measure in cube.measures)
    rows = relation(tables, cube.fact, (*cube.keys, *borrowed, "finished"))
    return summed(rows.filter(nw.col("finished")), cube.keys, cube.measures)
