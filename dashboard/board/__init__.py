"""The board of a match: as data, built from a table, and drawn on a page."""
