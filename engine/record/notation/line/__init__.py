"""The lines of a written record: acts, claims, turn lines, rulings and proofs of shuffles."""
