"""Parts of the pages about one match."""
