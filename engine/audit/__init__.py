"""Judging a record: adjudication, verdicts, what a match pins, and which code enforces which clause."""
