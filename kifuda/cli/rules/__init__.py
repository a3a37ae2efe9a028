"""Commands that look up rules and cards, and run judges' cases."""
