"""Cubes: stored sums, built from the facts, merged with changes, and read instead of the facts.

``keeper.refresh`` brings the cubes of a store up to date, ``answer.answer`` takes sums from the smallest
cube that has them, or from the facts. Not here: what the sums mean (``analytics.metrics``).
"""
