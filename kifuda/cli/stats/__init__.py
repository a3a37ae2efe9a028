"""Commands for statistics and archetypes."""
