"""How bots play Aquarian Age."""
