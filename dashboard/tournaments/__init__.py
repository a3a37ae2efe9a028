"""Parts of the tournament page: standings, rounds, brackets, decks."""
