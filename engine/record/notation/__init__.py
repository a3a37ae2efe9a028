"""The written record of a match, ``.kfd``: text to events and back.

Not here: the judgement of a record (``adjudicate``).
"""
