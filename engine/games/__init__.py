"""The games: one folder each, which no other game imports."""
