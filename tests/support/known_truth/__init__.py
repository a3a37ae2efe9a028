"""Worlds whose truth is known, and how many of the 95 % intervals of each metric hold it."""
