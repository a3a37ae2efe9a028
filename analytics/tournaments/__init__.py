"""Tournaments: which matches belong to one, its table by the rules, and how that compares with a file."""
