"""Parts of the pages about numbers."""
