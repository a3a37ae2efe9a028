"""Statistics that know no game: intervals, shrinkage, models, ratings.

The parts of SciPy take long to load, so they are named in full where they are called (``scipy.stats.beta``):
SciPy loads a part at its first use, and callers that use none do not wait.
"""
