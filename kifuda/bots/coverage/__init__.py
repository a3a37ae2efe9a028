"""What simulated matches have shown of a game, and what they never showed."""
