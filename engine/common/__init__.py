"""Mechanics that several games share. Mechanics of a single game are in that game's folder."""
