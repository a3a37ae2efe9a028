"""Charts as functions from a table to an Altair chart. No numbers are made here."""
