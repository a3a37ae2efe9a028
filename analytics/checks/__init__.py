"""Checks of one match beside its audit: how likely its cards are, how unusual its times."""
