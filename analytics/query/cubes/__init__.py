"""Sums that are kept: built from the facts, merged by what changed, and asked instead of the facts.

``keeper.refresh`` brings the cubes of a store up to date, ``answer.answer`` takes sums from the smallest
cube that has them, or from the facts. Not here: what the sums mean (``analytics.metrics``).
"""
