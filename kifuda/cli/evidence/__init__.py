"""Commands that sign, verify and hand on evidence."""
