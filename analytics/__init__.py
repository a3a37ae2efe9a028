"""What it means: facts, cubes and metrics projected from the log; knows no page."""
