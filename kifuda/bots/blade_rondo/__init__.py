"""How bots play Blade Rondo."""
