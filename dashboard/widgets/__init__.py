"""Parts that any page uses."""
