"""Asking a store: filters, sums over facts, and cubes that keep such sums."""
