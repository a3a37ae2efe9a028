"""Queries over a store: filters, sums over facts, and cubes that store such sums."""
