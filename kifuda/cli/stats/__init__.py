"""Commands about numbers."""
