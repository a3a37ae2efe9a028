"""Players that are programs, and the matches that they play against each other."""
