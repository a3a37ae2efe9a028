"""Blade Rondo, edition 1.03: its clauses, settings, cards and procedures."""
