"""Provable shuffles: commitments, the order that follows from the secrets, and the check of both."""
