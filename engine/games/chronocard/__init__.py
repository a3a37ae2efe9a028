"""ChronoCard TCG after its web manual: its clauses, settings, cards and procedures."""
