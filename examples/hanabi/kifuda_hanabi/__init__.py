"""Hanabi (花火) for kifuda: rules, cards, a player, and the logs of a published corpus."""
