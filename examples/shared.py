"""What is asked of each game of this folder alike. Not here: its own rules and logs."""
