"""From what was read into a log, and what a log holds of earlier imports."""
