"""Commands that bring data in, and look up rules and cards."""
