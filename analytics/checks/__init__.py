"""Checks of one match beside its audit: how likely its cards, how odd its times."""
