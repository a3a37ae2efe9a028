"""Intervals: what they take as independent, and how much one player contributes to a number."""
