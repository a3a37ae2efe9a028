"""Copies of a log: backups, rewriting in another layout, and the files that go along."""
