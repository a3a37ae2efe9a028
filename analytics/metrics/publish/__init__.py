"""Numbers to take elsewhere: exports, and the book of metrics."""
