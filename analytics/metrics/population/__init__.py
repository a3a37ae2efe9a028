"""Which matches, seats and cards a number is about."""
