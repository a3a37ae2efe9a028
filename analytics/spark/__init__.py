"""The whole way from a log to cubes on a Spark cluster, for leagues that outgrow one machine.

``chain`` runs it, ``python -m analytics.spark`` is its command. It needs the optional dependency
``kifuda[spark]``; nothing else imports this package. Not here: what facts and sums are (``analytics.facts``,
``analytics.query.measures``), which are the same.
"""
