"""Matches that come from other logs: taking them over, and checking where they came from."""
