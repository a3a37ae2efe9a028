"""What is asked of every game, be it kifuda's own or a package from outside."""
