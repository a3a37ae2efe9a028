"""Aquarian Age after the rule summary of 2005 and its sources: clauses, settings, cards and procedures."""
