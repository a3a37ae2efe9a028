"""Koi-Koi (花札 こいこい) for kifuda: rules, cards, a player, and records of a published corpus."""
