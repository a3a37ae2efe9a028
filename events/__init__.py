"""What happened: event kinds, their bytes and the append-only log; knows no rule of any game."""
