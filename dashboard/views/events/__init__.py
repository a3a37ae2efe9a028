"""Pages of the menu Tournaments: tournaments, players, field lab."""
