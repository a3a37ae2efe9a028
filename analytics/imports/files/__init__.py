"""Files on their way into a log: what they are, what they would bring, and how they get in.

Not here: the formats of other programs (``analytics.imports``), written records (``engine.record.notation``).
"""
