"""The page that imports files: what is uploaded, what was found in it, and what became of it."""
