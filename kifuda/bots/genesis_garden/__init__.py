"""How bots play Genesis Garden."""
