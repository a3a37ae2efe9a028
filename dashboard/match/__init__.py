"""Parts of the pages about one match; those of a single page stand in a folder of its name."""
