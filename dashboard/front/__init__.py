"""The first page: what kifuda is, doors into it, and a guide that leads through them."""
