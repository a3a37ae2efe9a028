"""Files of other programs: tournaments and game logs, as events of the log."""
