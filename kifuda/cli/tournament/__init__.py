"""The command family of tournaments."""
