"""Standings: who stands where by which tiebreakers, and how that compares with the table of a file."""
