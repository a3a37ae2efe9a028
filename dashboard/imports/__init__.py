"""Parts of the page that takes files."""
