"""Lanterns (灯籠): a game for kifuda."""
