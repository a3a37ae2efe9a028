"""Genesis Garden, the rulebook of April 2011: its clauses, settings, cards and procedures."""
