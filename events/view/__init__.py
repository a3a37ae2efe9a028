"""What one viewer may know of a match."""
