"""The head of a written record: reading it, printing it, and the TOML in it."""
