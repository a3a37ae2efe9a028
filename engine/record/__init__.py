"""A match as a record: read, written, recorded live, and looked at from any moment."""
