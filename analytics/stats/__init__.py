"""Statistics that are no business of any game: intervals, and later shrinkage and ratings."""
