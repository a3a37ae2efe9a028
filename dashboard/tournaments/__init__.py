"""Parts of the tournament page: standings, rounds, decks."""
