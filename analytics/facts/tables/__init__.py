"""The fact tables, one a file: what a row is, and how the facts of a match become rows."""
