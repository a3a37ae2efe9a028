"""The typed tree that a line of card text parses to: values, selectors, conditions, ops, combinators.

One class a word of the card language. ``form`` is the sentence of that word: slots in braces, and in
brackets what is left out where its slot holds the default. The grammar and the printer are both made
from it, so the two cannot drift apart. Not here: what a word does (``interpret`` and the rulesets).
"""

from engine.effect.tree.op import *  # noqa: F403 (one language in two files)
from engine.effect.tree.term import *  # noqa: F403 (one language in two files)
