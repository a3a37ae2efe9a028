"""The written record of a match, ``.kfd``: text to events and back.

Not here: whether what was written is right in the end (``adjudicate``).
"""
