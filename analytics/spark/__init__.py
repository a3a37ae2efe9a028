"""Facts and cubes of a log on a Spark cluster, for leagues too large for one machine.

``chain`` computes them, ``python -m analytics.spark`` is the command. It needs the optional dependency
``kifuda[spark]``; nothing else imports this package. Not here: the definitions of facts and sums, which are
those of ``analytics.facts`` and ``analytics.query.measures``.
"""
