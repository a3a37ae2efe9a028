"""Commands for statistics, tournaments and archetypes."""
