"""Mechanics that several games share. What only one game uses stands with that game."""
