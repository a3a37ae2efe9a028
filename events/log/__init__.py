"""The append-only log: its contract, the SQLite file that keeps it, its one writer and its many readers."""
