"""Rows of the facts under conditions: which parts, matches and seats are read, and what is cached of them."""
