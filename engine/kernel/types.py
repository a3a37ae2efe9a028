"""Types that the kernel's modules share without importing each other.

Not here: classes; each stands in a module of its own.
"""

from typing import Any

AnyGame = Any
"""An ``engine.kernel.game.Game``, in the types of the functions that a ruleset or an act type holds.

A game holds its ruleset, so the modules below it cannot import its class. The functions themselves name it.
"""
