"""The event log: its speed, what it takes on disk, and how it grows."""
