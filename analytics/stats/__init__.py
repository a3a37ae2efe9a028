"""Statistics that are no business of any game: intervals, shrinkage, models, ratings.

The parts of SciPy take long to load, so they are named in full where they are called (``scipy.stats.beta``):
SciPy loads a part when it is first asked for, and whoever asks for none does not wait.
"""
