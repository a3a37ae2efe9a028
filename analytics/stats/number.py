"""Types of the formulas of this package: numbers, arrays of NumPy and columns of Polars.

Not here: the formulas.
"""

from typing import Any, TypeAlias, TypeVar

import numpy as np
import polars as pl
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Ints: TypeAlias = NDArray[np.int64]
Bools: TypeAlias = NDArray[np.bool_]
Groups: TypeAlias = dict[str, NDArray[Any]]
"""Columns of equal length by name: keys (numbers or words) and sums (floats)."""

Number = TypeVar("Number", float, pl.Expr, Floats)
